"""Texts that a release leaves out, brought back into a folder of the user's own."""

from pathlib import Path
from typing import NamedTuple

from curate.releases.markup import render_yaml
from curate.releases.tables import open_tables
from curate.schemas.published import Text
from curate.schemas.store.atomic import replacing
from curate.schemas.store.layout import render_ids, table_path
from curate.schemas.store.manifest import BuildManifest, ReleaseManifest, read_manifest
from curate.schemas.store.parquet import ParquetWriter


class Hydrated(NamedTuple):
    """How many of a release's snapshots got their text, and which did not."""

    found: int
    missing: tuple[str, ...]


def hydrate_release(release: Path, dataset: Path, out: Path) -> Hydrated:
    """Writes to `out` the texts of the snapshots in `release`, read from a dataset that the user built.

    The folder loads as `load_dataset(OUT, "texts")`; `missing.txt` lists the ids that `dataset` does not hold.

    Raises:
        Refused: `release` is no release, `dataset` no built dataset of the same name, or `out` already exists.
    """
    manifest = read_manifest(release, ReleaseManifest)
    read_manifest(dataset, BuildManifest, manifest.dataset)
    snapshots, texts = (
        open_tables(release, ()).configs["snapshots"],
        open_tables(dataset, ("texts",)).configs["texts"],
    )
    wanted = {row["snapshot_id"]: split for split, read in snapshots.splits.items() for row in read()}
    with replacing(out) as fresh:
        found = _write_texts(fresh, wanted, [row for read in texts.splits.values() for row in read()])
        missing = tuple(sorted(set(wanted) - found))
        (fresh / "missing.txt").write_text(render_ids(missing), encoding="utf-8")
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
