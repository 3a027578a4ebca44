"""What a release of 16,000 snapshots with 80 MB of patches costs, and what the next one uploads.

    python benchmarks/release_build.py [SNAPSHOTS]

Times are seconds of this process's CPU, next to a floor in the same run: the same Parquet read with pyarrow and written
again with the same settings. Memory is the peak of a process that only checks and builds.
"""

import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "releases"))
from synthetic import invent, iterate_texts, write_dataset

from curate.releases.build import build_release
from curate.releases.checks import check_dataset
from curate.releases.chunks import chunk_sizes
from curate.releases.definition import find_definition, read_definition
from curate.releases.diff import diff_tables
from curate.releases.tables import open_tables
from curate.releases.versions import parse_version
from curate.schemas.base import Record
from curate.schemas.store.parquet import CHUNKS

LABELS = ("merge_ready", "not_merge_ready")
CONFIGS = {
    "plain": ("snapshots", "pairs", "pull_requests"),
    "preference": ("snapshots", "pairs", "pull_requests", "preference"),
}


def measure(folder: Path, out: Path, configs: str) -> None:
    """Checks and builds in this process, and prints seconds and memory."""
    definition, template = read_definition(find_definition("mathlibpr"))
    definition = definition.model_copy(update={"configs": CONFIGS[configs]})
    began, wall = time.process_time(), time.monotonic()
    findings = check_dataset(folder, definition, None, lambda _: None)
    checked = time.process_time()
    assert not [finding for finding in findings if finding.severity == "error"], findings[:3]
    build_release(folder, definition, template, parse_version("0.1.0"), out, previous=None)
    built = time.process_time()
    floor = time.process_time()
    for path in folder.glob("snapshots/*.parquet"):
        rewrite(path, out.parent / "floor.parquet")
    floor = time.process_time() - floor
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    parquet = sum(path.stat().st_size for path in out.rglob("*.parquet")) / 1e6
    waited = time.monotonic() - wall
    print(
        f"{configs}: check {checked - began:.1f} s, build {built - checked:.1f} s ({waited:.0f} s wall in all), "
        f"floor {floor:.1f} s, peak {peak:.0f} MB, Parquet {parquet:.1f} MB",
        flush=True,
    )


def rewrite(source: Path, target: Path) -> None:
    """Reads and writes a table with the settings of a release: the least that a build can cost."""
    import pyarrow.parquet as pq

    settings = {"compression": "zstd", "compression_level": 9, "write_page_index": True}
    pq.write_table(pq.read_table(source), target, use_content_defined_chunking=CHUNKS, **settings)


def change(rows: dict[str, list[Record]], seed: int = 1) -> dict[str, list[Record]]:
    """One label in a hundred is another, and five snapshots are gone, with what hangs on them."""
    chance = random.Random(seed)
    gone = {row.snapshot_id for row in chance.sample(rows["snapshots"], 5)}  # type: ignore[attr-defined]
    snapshots: list[Record] = []
    for row in rows["snapshots"]:
        if row.snapshot_id in gone:  # type: ignore[attr-defined]
            continue
        flip = chance.random() < 0.01
        other = LABELS[1 - LABELS.index(row.label)]  # type: ignore[attr-defined]
        snapshots.append(row.model_copy(update={"label": other}) if flip else row)
    pairs = [row for row in rows["pairs"] if not {row.earlier_id, row.final_id} & gone]  # type: ignore[attr-defined]
    return {**rows, "snapshots": snapshots, "pairs": pairs}


def main() -> None:
    """Makes the dataset, measures in a process of its own, then compares two releases chunk by chunk."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 16_000
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        rows = invent(round(count / 1.59), patch_bytes=5000)
        texts = sum(map(len, iterate_texts(rows))) / 1e6
        print(f"{len(rows['snapshots'])} snapshots, {texts:.0f} MB of patches", flush=True)
        write_dataset(folder / "built", rows)
        for configs in CONFIGS:
            subprocess.run(
                [sys.executable, __file__, "measure", str(folder / "built"), str(folder / configs), configs], check=True
            )
        write_dataset(folder / "changed", change(rows))
        del rows
        definition, template = read_definition(find_definition("mathlibpr"))
        for configs, names in CONFIGS.items():
            chosen = definition.model_copy(update={"configs": names})
            first, second = folder / configs, folder / f"{configs}-2"
            build_release(folder / "changed", chosen, template, parse_version("0.2.0"), second, previous=first)
            compare(configs, first, second)


def compare(configs: str, first: Path, second: Path) -> None:
    """Prints which part of the second release's Parquet is not in the first, in content-defined chunks."""
    flips = len(diff_tables(open_tables(first, ()), open_tables(second, ())).flips)
    known = {chunk for path in first.rglob("*.parquet") for chunk in chunk_sizes(path.read_bytes())}
    fresh: dict[bytes, int] = {}
    total = 0
    for path in second.rglob("*.parquet"):
        fresh |= chunk_sizes(path.read_bytes())
        total += path.stat().st_size
    new = sum(size for chunk, size in fresh.items() if chunk not in known)
    said = f"{new / 1e6:.2f} of {total / 1e6:.1f} MB new ({new / total:.1%})"
    print(f"{configs}: {flips} labels flipped, 5 rows gone: {said}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"]:
        measure(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
    else:
        main()
