"""Everything that must hold of a built dataset before it is released."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from curate.releases.definition import Definition
from curate.releases.findings import Finding, apply_allowed, error
from curate.releases.labels import (
    Brief,
    brief,
    check_contradictions,
    check_lists,
    check_pair,
    check_presence,
    check_snapshot,
)
from curate.releases.splits import check_duplicates, check_frozen, check_groups, check_ids
from curate.releases.tables import read_columns, read_rows, record_columns
from curate.releases.texts import check_leaks, check_personal
from curate.schemas.base import Record
from curate.schemas.errors import Refused, explain_validation
from curate.schemas.mathlibpr.rows import SPLITS, EvidenceFinding, Pair, PullRow, Snapshot
from curate.schemas.mathlibpr.rules import LABEL_RULES
from curate.schemas.mathlibpr.rules.presence import Observation, observe
from curate.schemas.mathlibpr.rules.universe import until_end
from curate.schemas.patches import changed_lines
from curate.schemas.published import (
    BUILT,
    CONFIGS,
    WHERE_BUILT,
    PublishedAnswer,
    PublishedProblem,
    PublishedPrompt,
    key_of,
    unit_of,
)  # fmt: skip
from curate.schemas.store.layout import AGREEMENT, DROPS, FUNNEL, SPLIT_IDS, read_split_ids, split_ids_path, table_path
from curate.schemas.store.manifest import BuildManifest, ReleaseManifest, find_differences, read_manifest

R = TypeVar("R", bound=Record)
Tick = Callable[[int], None]
AGAIN = "build the dataset again"


def check_dataset(folder: Path, definition: Definition, previous: Path | None, tick: Tick) -> list[Finding]:
    """What is wrong with the built dataset in `folder`; `tick` hears of each row that was read.

    When the files are not what the manifest says, or a table has the wrong columns, the rows are not read.

    Raises:
        Refused: `folder` holds no built dataset.
    """
    manifest = read_manifest(folder, BuildManifest)
    found = [*_check_files(folder, manifest, definition)]
    if not found:
        found += _check_rows(folder, manifest, definition, _frozen_splits(previous), tick)
    return apply_allowed(found, definition.allow)


def _check_rows(
    folder: Path, manifest: BuildManifest, definition: Definition, frozen: Mapping[str, str], tick: Tick
) -> list[Finding]:
    shown = frozenset(column for config in definition.configs for column in CONFIGS[config].record.model_fields)
    rows = _Rows(folder, manifest, shown, tick)
    if "problems" in manifest.rows:
        rows.check_problems()
    elif "answers" in manifest.rows:
        rows.check_reviews()
    else:
        rows.check_pulls(frozen)
    return [*rows.found, *check_ids(read_split_ids(folder / SPLIT_IDS), rows.held), *check_frozen(frozen, rows.held)]


def _check_files(folder: Path, manifest: BuildManifest, definition: Definition) -> Iterator[Finding]:
    if manifest.dataset != definition.dataset:
        yield error(
            "manifest",
            "MANIFEST.json",
            f"is of {manifest.dataset}",
            f"use the definition of {manifest.dataset}",
        )
    if "snapshots" in manifest.rows and manifest.label_rules != LABEL_RULES:  # problems have no labels
        what = f"was built with label rules {manifest.label_rules}; this program checks version {LABEL_RULES}"
        yield error("manifest", "MANIFEST.json", what, AGAIN)
    for name, what in find_differences(folder, manifest.files):
        yield error("manifest", name, what, AGAIN)
    yield from _check_foreign(manifest)
    for config, splits in manifest.rows.items():
        if config not in BUILT:
            yield error("schema", config, "is no config that this program knows", "use a newer curate")
        for split in splits.keys() - set(SPLITS):
            yield error("schema", f"{config}/{split}", "is no split", f"use {', '.join(SPLITS)}")
        for split in SPLITS:
            if config in BUILT and split in splits:
                yield from _check_table(folder, manifest, config, split)


def _check_foreign(manifest: BuildManifest) -> Iterator[Finding]:
    """Files that belong to no dataset, whoever named them in the manifest."""
    tables = {table_path(config, split) for config, splits in manifest.rows.items() for split in splits}
    known = tables | {split_ids_path(split) for split in SPLITS} | {"README.md", AGREEMENT, FUNNEL, DROPS}
    for name in sorted(manifest.files.keys() - known):
        yield error("foreign", name, "is no file of a dataset", "remove it and build the dataset again")


def _check_table(folder: Path, manifest: BuildManifest, config: str, split: str) -> Iterator[Finding]:
    path = table_path(config, split)
    if path not in manifest.files:
        yield error("manifest", path, "has rows in the manifest but no file", AGAIN)
        return
    if not (folder / path).is_file():
        return  # the manifest's own finding
    try:
        yield from _check_columns(folder / path, path, config)
        yield from _check_count(folder / path, path, manifest, config, split)
        yield from _check_utf8(folder / path, path)
    except (Refused, OSError) as damaged:
        yield error("damaged", path, f"can't be read as a table: {damaged}", AGAIN)


def _check_columns(file: Path, path: str, config: str) -> Iterator[Finding]:
    columns, wanted = read_columns(file), record_columns(BUILT[config])
    for name in sorted(columns.keys() | wanted.keys()):
        if columns.get(name) == wanted.get(name):
            continue
        if columns.get(name, "").split(" ")[0] == "null":
            yield error("null-column", f"{path}.{name}", "has no type, only nulls", f"write it as {wanted.get(name)}")
        else:
            what = f"is {columns.get(name, 'missing')}, must be {wanted.get(name, 'absent')}"
            yield error("schema", f"{path}.{name}", what, AGAIN)


def _check_count(file: Path, path: str, manifest: BuildManifest, config: str, split: str) -> Iterator[Finding]:
    import pyarrow.parquet as pq

    rows = pq.read_metadata(file).num_rows
    if rows == 0:
        yield error("empty-split", path, "has no rows, and can't be loaded", "leave the file out")
    if not rows == manifest.rows[config][split] == manifest.files[path].rows:
        yield error("manifest", path, f"has {rows} rows, the manifest says {manifest.rows[config][split]}", AGAIN)


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

    def __init__(self, folder: Path, manifest: BuildManifest, shown: frozenset[str], tick: Tick) -> None:
        self._folder, self._manifest, self._shown, self._tick = folder, manifest, shown, tick
        self.found: list[Finding] = []
        self.held: dict[str, str] = {}
        """The split of each pull request or problem."""

    def check_pulls(self, frozen: Mapping[str, str]) -> None:
        """Pull requests, snapshots and pairs, each against the others."""
        pulls: dict[tuple[str, int], PullRow] = {}
        for where, pull in self._read("pull_requests", PullRow):
            pulls[pull.repo, pull.pr_number] = pull
            self.held[f"{pull.repo}#{pull.pr_number}"] = pull.split
            if pull.landed != bool(pull.landed_by):
                self.found.append(
                    error("label", where, "must count as landed if and only if a sign of it was seen", AGAIN)
                )
        newest = _newest(self._manifest)
        snapshots: dict[str, Brief] = {}
        patches: dict[str, frozenset[int]] = {}
        observed: list[Observation] = []
        known: dict[str, dict[str, bool]] = {}
        for _, finding in self._read("evidence", EvidenceFinding):
            known.setdefault(finding.snapshot_id, {})[finding.check] = finding.value is not None
        for where, row in self._read("snapshots", Snapshot):
            snapshots[row.snapshot_id] = brief(where, row)
            observed.append(observe(row, known.get(row.snapshot_id)))
            if row.diff is not None:
                patches[row.snapshot_id] = changed_lines(row.diff)
            self.found += check_snapshot(where, row, pulls.get((row.repo, row.pr_number)), newest)
            self.found += check_leaks(
                where, {"title": row.title, "body": row.body, "diff": row.diff, "pr_number": row.pr_number}
            )
        for where, pair in self._read("pairs", Pair):
            self.found += check_pair(where, pair, snapshots)
        self.found += check_contradictions(snapshots.values())
        self.found += check_lists(known, snapshots)
        self.found += check_presence(observed)
        self.found += check_groups(pulls.values(), frozen)
        self.found += check_duplicates(patches, snapshots, frozen)

    def check_problems(self) -> None:
        """Problem records, each for itself; proofs and attempts by the problem that they are of."""
        published = set()
        for _, row in self._read("problems", PublishedProblem):
            self.held[row.problem_id] = row.split
            published.add((row.problem_id, row.revision))
        for config in WHERE_BUILT:
            for where, given in self._read(config, BUILT[config]):
                values = given.model_dump()
                if (values["problem_id"], values["revision"]) not in published:
                    self.found.append(error("key", where, "is of a problem that is not there", AGAIN))
        for where, given in self._read("repairs", BUILT["repairs"]):
            if unit_of(given.model_dump()) not in self.held:
                self.found.append(error("repairs", where, "is of a problem that is not in the dataset", AGAIN))

    def check_reviews(self) -> None:
        """Answers of reviewers, and the prompts that led to them."""
        for _, answer in self._read("answers", PublishedAnswer):
            self.held[unit_of(answer.model_dump())] = answer.split
        for where, prompt in self._read("prompts", PublishedPrompt):
            if unit_of(prompt.model_dump()) not in self.held:
                self.found.append(error("prompts", where, "is of a pull request without an answer", AGAIN))

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
                    self.found.append(error("schema", where, explain_validation(wrong), AGAIN))
                    continue
                key = key_of(config, values)
                if key in seen:
                    self.found.append(error("key", where, f"{key} is there twice", AGAIN))
                seen.add(key)
                if values["split"] != split:
                    self.found.append(error("split", where, f"says split {values['split']}", AGAIN))
                self.found += check_personal(where, values, self._shown)
                yield where, row


def _newest(manifest: BuildManifest) -> datetime | None:
    """After which nothing in a dataset can have happened: its newest record, else the day up to which it was built."""
    if manifest.newest_record:
        return datetime.fromisoformat(manifest.newest_record)
    until = manifest.options.get("until")
    return until_end(date.fromisoformat(until)) if isinstance(until, str) else None


def _frozen_splits(previous: Path | None) -> dict[str, str]:
    if previous is None:
        return {}
    read_manifest(previous, ReleaseManifest)
    return {unit: split for split, ids in read_split_ids(previous / SPLIT_IDS).items() for unit in ids}
