"""Texts that a release leaves out, brought back into a folder of the user's own."""

import shutil
from pathlib import Path
from typing import NamedTuple

from curate.releases.manifest import read_manifest, read_release_manifest
from curate.releases.markup import render_yaml
from curate.releases.tables import open_tables, table_path
from curate.schemas.errors import Refused
from curate.schemas.parquet import ParquetWriter
from curate.schemas.published import Text


class Hydrated(NamedTuple):
    """How many of a release's snapshots got their text, and which did not."""

    found: int
    missing: tuple[str, ...]


def hydrate_release(release: Path, dataset: Path, out: Path) -> Hydrated:
    """Writes to `out` the texts of the snapshots in `release`, read from a dataset that the user built.

    The folder loads as `load_dataset(OUT, "texts")`; `missing.txt` lists the ids that `dataset` does not hold.

    Raises:
        Refused: `release` is no release, `dataset` no built dataset of the same name, or `out` is there already.
    """
    manifest = read_release_manifest(release)
    if read_manifest(dataset).dataset != manifest.dataset:
        raise Refused(f"{dataset} is not a build of {manifest.dataset}")
    if out.exists():
        raise Refused(f"{out} is there already; name another folder with --out")
    snapshots, texts = (
        open_tables(release, ()).configs["snapshots"],
        open_tables(dataset, ("texts",)).configs["texts"],
    )
    wanted = {row["snapshot_id"]: split for split, read in snapshots.splits.items() for row in read()}
    partial = out.with_name(f".{out.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        found = _write_texts(partial, wanted, [row for read in texts.splits.values() for row in read()])
        missing = tuple(sorted(set(wanted) - found))
        (partial / "missing.txt").write_text("".join(f"{name}\n" for name in missing), encoding="utf-8")
        partial.rename(out)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return Hydrated(len(found), missing)


def _write_texts(folder: Path, wanted: dict[str, str], texts: list[dict[str, object]]) -> set[str]:
    found: set[str] = set()
    files: list[dict[str, str]] = []
    (folder / "texts").mkdir(parents=True)
    for split in sorted(set(wanted.values())):
        rows = [row for row in texts if wanted.get(str(row["snapshot_id"])) == split]
        if rows:
            path = table_path("texts", split)
            with ParquetWriter(folder / path, Text) as writer:
                for row in rows:
                    writer.add(Text.model_validate({**row, "split": split}))
                    found.add(str(row["snapshot_id"]))
            files.append({"split": split, "path": path})
    header = render_yaml({"configs": [{"config_name": "texts", "data_files": files}]})
    (folder / "README.md").write_text(f"---\n{header}---\n", encoding="utf-8")
    return found
