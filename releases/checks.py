"""Everything that must hold of a built dataset before it is released."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from releases.definition import Definition
from releases.findings import Finding, apply_allowed, error
from releases.labels import LABEL_RULES, Brief, brief, check_pair, check_snapshot
from releases.manifest import BuildManifest, find_differences, read_manifest, read_release_manifest
from releases.splits import check_duplicates, check_frozen, check_groups, check_ids, parse_ids
from releases.tables import read_columns, read_rows, record_columns, table_path
from releases.texts import check_leaks, check_personal
from schemas.base import Record
from schemas.dataset import SPLITS, PullRow, Snapshot
from schemas.errors import Refused
from schemas.patches import changed_lines
from schemas.published import BUILT, CONFIGS, key_of

R = TypeVar("R", bound=Record)
Tick = Callable[[int], None]
AGAIN = "build the dataset again"


def check_dataset(folder: Path, definition: Definition, previous: Path | None, tick: Tick) -> list[Finding]:
    """What is wrong with the built dataset in `folder`; `tick` hears of each row that was read.

    When the files are not what the manifest says, or a table has the wrong columns, the rows are not read.

    Raises:
        Refused: `folder` holds no built dataset.
    """
    manifest = read_manifest(folder)
    if not isinstance(manifest, BuildManifest):
        raise Refused(f"{folder} is a release already; curate release verify {folder} checks it")
    found = [*_check_files(folder, manifest, definition)]
    if not found:
        found += _Rows(folder, manifest, definition, tick).check(previous)
    return apply_allowed(found, definition.allow)


def _check_files(folder: Path, manifest: BuildManifest, definition: Definition) -> Iterator[Finding]:
    if manifest.dataset != definition.dataset:
        yield error(
            "manifest",
            "MANIFEST.json",
            f"is of {manifest.dataset}",
            f"use the definition of {manifest.dataset}",
        )
    if manifest.label_rules != LABEL_RULES:
        what = f"was built with label rules {manifest.label_rules}; this program checks version {LABEL_RULES}"
        yield error("manifest", "MANIFEST.json", what, AGAIN)
    for name, what in find_differences(folder, manifest.files):
        yield error("manifest", name, what, AGAIN)
    for config, splits in manifest.rows.items():
        if config not in BUILT:
            yield error("schema", config, "is no config that this program knows", "use a newer curate")
        for split in splits.keys() - set(SPLITS):
            yield error("schema", f"{config}/{split}", "is no split", f"use {', '.join(SPLITS)}")
        for split in SPLITS:
            if config in BUILT and split in splits:
                yield from _check_table(folder, manifest, config, split)


def _check_table(folder: Path, manifest: BuildManifest, config: str, split: str) -> Iterator[Finding]:
    path = table_path(config, split)
    if path not in manifest.files:
        yield error("manifest", path, "has rows in the manifest but no file", AGAIN)
        return
    if not (folder / path).is_file():
        return  # the manifest's own finding
    columns, wanted = read_columns(folder / path), record_columns(BUILT[config])
    for name in sorted(columns.keys() | wanted.keys()):
        if columns.get(name) == wanted.get(name):
            continue
        if columns.get(name, "").split(" ")[0] == "null":
            yield error(
                "null-column", f"{path}.{name}", "has no type, only nulls", f"write it as {wanted.get(name)}"
            )
        else:
            what = f"is {columns.get(name, 'missing')}, must be {wanted.get(name, 'absent')}"
            yield error("schema", f"{path}.{name}", what, AGAIN)
    yield from _check_count(folder / path, path, manifest, config, split)
    yield from _check_utf8(folder / path, path)


def _check_count(
    file: Path, path: str, manifest: BuildManifest, config: str, split: str
) -> Iterator[Finding]:
    import pyarrow.parquet as pq

    rows = pq.read_metadata(file).num_rows
    if rows == 0:
        yield error("empty-split", path, "has no rows, and can't be loaded", "leave the file out")
    if not rows == manifest.rows[config][split] == manifest.files[path].rows:
        yield error(
            "manifest", path, f"has {rows} rows, the manifest says {manifest.rows[config][split]}", AGAIN
        )


def _check_utf8(file: Path, path: str) -> Iterator[Finding]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with pq.ParquetFile(file) as table:
        for batch in table.iter_batches(batch_size=4096):
            for name, column in zip(batch.schema.names, batch.columns, strict=True):
                try:
                    column.validate(full=True)
                except pa.ArrowInvalid as broken:
                    what = f"holds text that is not UTF-8, such as a lone surrogate ({broken})"
                    yield error("surrogate", f"{path}.{name}", what, "clean it where the dataset is built")
                    return


class _Rows:
    """One pass over the rows of a dataset whose files are sound."""

    def __init__(self, folder: Path, manifest: BuildManifest, definition: Definition, tick: Tick) -> None:
        self._folder, self._manifest, self._tick = folder, manifest, tick
        self._shown = frozenset(
            column for config in definition.configs for column in CONFIGS[config].record.model_fields
        )
        self._found: list[Finding] = []
        self._held: dict[str, str] = {}

    def check(self, previous: Path | None) -> list[Finding]:
        """All findings on the rows, in the order of the tables."""
        if "problems" in self._manifest.rows:
            self._check_problems()
        else:
            self._check_pulls()
        self._check_splits(previous)
        return self._found

    def _check_pulls(self) -> None:
        pulls = {(row.repo, row.pr_number): row for _, row in self._read("pull_requests", PullRow)}
        for row in pulls.values():
            self._held[f"{row.repo}#{row.pr_number}"] = row.split
            if row.landed != bool(row.landed_by):
                self._found.append(
                    error(
                        "label", f"{row.repo}#{row.pr_number}", "landed without a sign of it, or not", AGAIN
                    )
                )
        snapshots: dict[str, Brief] = {}
        patches: dict[str, frozenset[int]] = {}
        for where, row in self._read("snapshots", Snapshot):
            snapshots[row.snapshot_id] = brief(where, row)
            if row.diff is not None:
                patches[row.snapshot_id] = changed_lines(row.diff)
            self._found += check_snapshot(where, row, pulls.get((row.repo, row.pr_number)))
        self._found += check_groups(pulls.values())
        for where, pair in self._read("pairs", BUILT["pairs"]):
            self._found += check_pair(where, cast(Any, pair), snapshots)
        self._found += check_duplicates(patches, snapshots)

    def _check_problems(self) -> None:
        for _, row in self._read("problems", BUILT["problems"]):
            values = row.model_dump()
            self._held[values["problem_id"]] = values["split"]

    def _read(self, config: str, record: type[R]) -> Iterator[tuple[str, R]]:
        seen: set[str] = set()
        for split in (split for split in SPLITS if split in self._manifest.rows.get(config, {})):
            path = table_path(config, split)
            for number, values in enumerate(read_rows(self._folder / path)):
                where = f"{path}[{number}]"
                self._tick(1)
                try:
                    row = record.model_validate(values)
                except ValidationError as wrong:
                    first = wrong.errors()[0]
                    field = ".".join(str(part) for part in first["loc"])
                    self._found.append(error("schema", f"{where}.{field}", first["msg"], AGAIN))
                    continue
                key = key_of(config, values)
                if key in seen:
                    self._found.append(error("key", where, f"{key} is there twice", AGAIN))
                seen.add(key)
                if values["split"] != split:
                    self._found.append(error("split", where, f"says split {values['split']}", AGAIN))
                self._found += check_personal(where, values, self._shown)
                if config == "snapshots":
                    self._found += check_leaks(where, values)
                yield where, row

    def _check_splits(self, previous: Path | None) -> None:
        self._found += check_ids(read_split_ids(self._folder), self._held)
        if previous is not None:
            read_release_manifest(previous)
            before = {unit: split for split, ids in read_split_ids(previous).items() for unit in ids}
            self._found += check_frozen(before, self._held)


def read_split_ids(folder: Path) -> dict[str, list[str]]:
    """The ids by split, as `splits/*.ids.txt` list them."""
    paths = {split: folder / "splits" / f"{split}.ids.txt" for split in SPLITS}
    return {
        split: parse_ids(path.read_text(encoding="utf-8"), str(path))
        for split, path in paths.items()
        if path.is_file()
    }
