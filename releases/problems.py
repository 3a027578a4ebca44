"""Problem records (`<id>/problem.toml` beside `statement.lean`) as a built dataset, one row a problem and revision."""

from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from curate.releases.tables import read_rows
from curate.schemas.base import Record
from curate.schemas.distribution import installed_version
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import SplitName
from curate.schemas.published import ProblemCheck, ProblemHypothesis, PublishedProblem, PublishedRepair
from curate.schemas.stochbench.folder import RECORD, STATEMENT, read_recorded
from curate.schemas.stochbench.records import Problem
from curate.schemas.store.atomic import replacing
from curate.schemas.store.digest import digest_text
from curate.schemas.store.jsontext import write_json
from curate.schemas.store.layout import FUNNEL, table_path, write_split_ids
from curate.schemas.store.manifest import FORMAT, BuildManifest, InputName, Tool, read_entries, write_manifest
from curate.schemas.store.parquet import write_parquet

SPLIT: SplitName = "test"
"""A benchmark is for testing: all problems are in one split."""
LATER_COLUMNS: dict[str, Any] = {"pair": None, "gift": None, "gift_reason": None, "hypotheses": ()}
"""Columns that earlier releases did not have, and what their rows have there."""


def build_problems(
    folder: Path, out: Path, previous: Path | None, repairs: Sequence[PublishedRepair] = ()
) -> dict[str, int]:
    """Writes the problems in `folder` to `out` as a dataset that `curate release` takes; counts by status.

    Drafts are left out, and so are `repairs` of problems that are not published. Revisions that `previous` published
    and that were revised since are kept as they were.

    Raises:
        Refused: a record is damaged, its statement is not the text that it names, or `out` already exists.
    """
    stored = [read_recorded(path.parent) for path in sorted(folder.glob(f"*/{RECORD}"))]
    if not stored:
        raise Refused(f"{folder} holds no {RECORD}; name the folder of the problem records")
    rows = {(row.problem_id, row.revision): row for row in _earlier(previous)}
    rows.update({(row.problem_id, row.revision): row for row in map(_row, *zip(*stored, strict=True)) if row})
    if not rows:
        raise Refused(
            f"every problem in {folder} is a draft, so there is nothing to publish; activate one with: "
            "curate problems activate ID --by WHO --why TEXT"
        )
    with replacing(out) as fresh:
        _write(fresh, [rows[key] for key in sorted(rows)], stored, repairs)
    return dict(Counter(record.status for record, _ in stored))


def _row(record: Problem, text: str) -> PublishedProblem | None:
    if record.status == "draft":
        return None
    return PublishedProblem(
        problem_id=record.id,
        revision=record.statement_revision,
        title=record.title,
        informal_statement=record.informal_statement,
        topic=record.topic,
        representation=record.representation,
        status=record.status,
        theorem=record.theorem,
        statement=text,
        preamble=_find_preamble(record, text),
        text_sha256=record.text_sha256,
        statement_digest=record.statement_digest,
        source=f"{record.source.author}, {record.source.work} ({record.source.year}), {record.source.locator}",
        source_licence=record.source.licence,
        lean=record.environment.label,
        lean_version=record.environment.lean_version,
        mathlib_revision=record.environment.mathlib_revision,
        pair=record.pair,
        gift=record.gift,
        gift_reason=record.gift_reason,
        hypotheses=tuple(ProblemHypothesis(name=one.name, tag=one.tag, reason=one.reason) for one in record.hypotheses),
        checks=tuple(ProblemCheck(name=check.check, outcome=check.answer) for check in record.checks),
        split=SPLIT,
    )


def _find_preamble(record: Problem, text: str) -> str | None:
    """The beginning of the text whose sha256 the record names as its preamble's.

    Raises:
        Refused: no beginning has it.
    """
    if record.preamble_sha256 is None:
        return None
    lines = text.splitlines(keepends=True)
    for end in range(1, len(lines) + 1):
        start = "".join(lines[:end])
        for candidate in (start, start.rstrip("\n"), f"\n{start}"):
            if digest_text(candidate) == record.preamble_sha256:
                return candidate
    raise Refused(f"{record.id}/{STATEMENT} does not begin with the preamble that {RECORD} names")


def _earlier(previous: Path | None) -> Iterable[PublishedProblem]:
    path = previous / table_path("problems", SPLIT) if previous else None
    if path is None:
        return []
    return [PublishedProblem.model_validate({**LATER_COLUMNS, **row, "status": "archived"}) for row in read_rows(path)]


def _write(
    folder: Path,
    rows: list[PublishedProblem],
    stored: list[tuple[Problem, str]],
    repairs: Sequence[PublishedRepair],
) -> None:
    published = {row.problem_id for row in rows}
    counts = {"problems": _write_table(folder, "problems", PublishedProblem, rows)}
    if kept := [one for one in repairs if one.problem_id in published]:
        counts["repairs"] = _write_table(folder, "repairs", PublishedRepair, kept)
    write_split_ids(folder, {SPLIT: sorted(published)})
    drafts = sum(record.status == "draft" for record, _ in stored)
    step = {
        "stage": "problems",
        "unit": "record",
        "came_in": len(stored),
        "went_out": len(stored) - drafts,
        "dropped": {"draft": drafts} if drafts else {},
    }
    write_json(folder / FUNNEL, {"steps": [step]})
    inputs = tuple(InputName(name=record.id, kind="problem record", sha256=record.text_sha256) for record, _ in stored)
    manifest = BuildManifest(
        format=FORMAT,
        dataset="stochbench",
        tool=Tool(name="curate", version=installed_version()),
        options={},
        inputs=inputs,
        files=read_entries(folder),
        rows={config: {SPLIT: count} for config, count in counts.items()},
        versions={"pyarrow": version("pyarrow")},
        label_rules=1,
    )
    write_manifest(folder, manifest)


def _write_table(folder: Path, config: str, record: type[Record], rows: Sequence[Record]) -> int:
    path = folder / table_path(config, SPLIT)
    path.parent.mkdir(parents=True)
    return write_parquet(path, record, rows)
