"""A dataset folder: written beside its place, named by a manifest, then put there as a whole."""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.rows import DATASET_CONFIGS, SPLITS, SplitName
from curate.schemas.parquet import ParquetWriter

MANIFEST = "MANIFEST.json"
FORMAT = 1
LABEL_RULES = 1


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a dataset folder.

    Raises:
        Refused: `folder` is not one.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Refused(f"{folder} is not a dataset that curate wrote: it has no readable {MANIFEST}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise Refused(f"{folder}/{MANIFEST} is of another format than {FORMAT}; use the curate that wrote it")
    return manifest


def check_output(out: Path) -> None:
    """Refuses an output folder that holds anything but a dataset of ours.

    Raises:
        Refused: it does.
    """
    if not out.exists():
        return
    if not out.is_dir():
        raise Refused(f"{out} is a file; name a folder for the dataset")
    if any(out.iterdir()) and not (out / MANIFEST).is_file():
        raise Refused(f"{out} holds something else than a dataset; name another --out")


class DatasetWriter:
    """Rows go to one Parquet file for each config and split; files without rows are not kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[tuple[str, str], ParquetWriter] = {}
        self._drops = ParquetWriter(folder / "drops.parquet", Drop)
        self.rows: dict[str, dict[str, int]] = {config: {} for config in DATASET_CONFIGS}
        self._pulls: dict[str, list[str]] = {}

    def add(self, config: str, split: SplitName, row: Record) -> None:
        """Appends `row`; rows of one config and split must come in the order in which they shall stand."""
        key = (config, split)
        if key not in self._open:
            (self.folder / config).mkdir(exist_ok=True)
            path = self.folder / config / f"{split}-00000-of-00001.parquet"
            self._open[key] = ParquetWriter(path, DATASET_CONFIGS[config])
        self._open[key].add(row)

    def add_id(self, split: SplitName, pull_id: str) -> None:
        """Notes that the pull request `<repo>#<number>` is in `split`."""
        self._pulls.setdefault(split, []).append(pull_id)

    def drop(self, drops: Sequence[Drop]) -> None:
        """Appends rows that were left out."""
        for drop in drops:
            self._drops.add(drop)

    def close(self) -> None:
        """Closes all files and writes the id lists."""
        for (config, split), writer in self._open.items():
            writer.__exit__(None, None, None)
            self.rows[config][split] = writer.rows
        self._drops.__exit__(None, None, None)
        (self.folder / "splits").mkdir()
        for split, ids in self._pulls.items():
            (self.folder / "splits" / f"{split}.ids.txt").write_text("".join(f"{one}\n" for one in ids))


def render_card(rows: Mapping[str, Mapping[str, int]]) -> str:
    """A README with the YAML by which `datasets.load_dataset` finds configs and splits."""
    lines = ["---", "configs:"]
    for config, splits in rows.items():
        if splits:
            lines += [
                f"- config_name: {config}",
                *(["  default: true"] if config == "snapshots" else []),
                "  data_files:",
            ]
        for split in SPLITS:
            if split in splits:
                lines += [f"  - split: {split}", f"    path: {config}/{split}-*.parquet"]
    return "\n".join([*lines, "---", "", "Built by `curate prs`; MANIFEST.json says from what.", ""])


def write_json(path: Path, value: object) -> None:
    """Writes `value` as the same bytes every time."""
    path.write_text(json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def write_manifest(folder: Path, facts: Mapping[str, Any], rows: Mapping[str, Mapping[str, int]]) -> None:
    """Names every file of `folder` by digest; written last, so that a folder with a manifest is whole."""
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != MANIFEST:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            files[path.relative_to(folder).as_posix()] = {
                "sha256": digest,
                "bytes": path.stat().st_size,
                "rows": _parquet_rows(path),
            }
    write_json(
        folder / MANIFEST,
        {"format": FORMAT, "label_rules": LABEL_RULES, "files": files, "rows": rows, **facts},
    )


def _parquet_rows(path: Path) -> int | None:
    import pyarrow.parquet as pq

    return int(pq.read_metadata(path).num_rows) if path.suffix == ".parquet" else None


@contextmanager
def replacing(out: Path) -> Iterator[Path]:
    """A new folder beside `out` that takes its place when the block ends well, and is removed when it does not.

    A dataset that stood at `out` stays there until the new one is whole.

    Raises:
        Refused: `out` holds something else than a dataset.
    """
    out = out.resolve()
    check_output(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh, old = (out.with_name(f".{out.name}.{word}") for word in ("part", "old"))
    if old.exists() and not out.exists():  # killed between the two renames below
        old.rename(out)
    for left in (fresh, old):
        shutil.rmtree(left, ignore_errors=True)
    fresh.mkdir()
    try:
        yield fresh
        _sync_tree(fresh)
        if out.exists():
            out.rename(old)
        fresh.rename(out)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _sync_tree(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder, folder.parent):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
