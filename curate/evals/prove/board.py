"""A board: provers compared on one frozen set, who proved what first, and whether they may have seen it. Pure."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import ValidationError, model_validator

from curate.evals.prove.frozen import FrozenSet
from curate.evals.prove.metrics import wilson
from curate.evals.prove.report import Table, show
from curate.evals.prove.results import Row
from curate.schemas.base import Record
from curate.schemas.errors import Refused, explain_validation
from curate.schemas.published import PublishedProblem
from curate.schemas.stochbench.records import Line, Problem
from curate.schemas.store.atomic import write_file

DECLARATION = "declaration.json"
Seen = Literal["no", "possible", "not known"]


class Declaration(Record):
    """What those who ran a prover say of it: a board believes no one without a name."""

    name: Line
    """As the board shows the prover."""
    on: date
    """The day of the run, by which first solves are told."""
    by: Line
    learned: Literal["nothing", "until", "not known"]
    """`nothing`: it has no model. `until`: its model's texts end at `cutoff`."""
    cutoff: date | None = None

    @model_validator(mode="after")
    def _fits(self) -> "Declaration":
        if (self.cutoff is not None) != (self.learned == "until"):
            raise ValueError("a cut-off goes with a model that learned until then, and with no other")
        return self


class Entry(NamedTuple):
    """One run on a board."""

    declaration: Declaration
    rows: tuple[Row, ...]
    """The samples of the set's problems."""

    @property
    def proved(self) -> set[str]:
        """Problems of which the judge accepted a proof."""
        return {row.prediction.problem for row in self.rows if row.proved}

    @property
    def disproved(self) -> set[str]:
        """Problems of which the judge accepted a disproof."""
        return {row.prediction.problem for row in self.rows if row.disproved}


def published(problem: Problem | PublishedProblem) -> date | None:
    """The day on which a problem's present statement first was active; None: never, or a release does not say."""
    if isinstance(problem, PublishedProblem):
        return None
    days = [
        one.effective
        for one in problem.history
        if one.status == "active" and one.statement_digest == problem.statement_digest
    ]
    return min(days, default=None)


def may_have_seen(declaration: Declaration, problem: Problem | PublishedProblem) -> Seen:
    """Whether the prover's model may have read the problem, by the days that are declared."""
    day = published(problem)
    if declaration.learned == "nothing":
        return "no"
    if declaration.cutoff is None or day is None:
        return "not known"
    return "no" if declaration.cutoff < day else "possible"


def make_entry(declaration: Declaration, rows: Sequence[Row], frozen: FrozenSet, where: Path) -> Entry:
    """The run on the set.

    Raises:
        Refused: it has no sample of a problem of the set, at the set's revision.
    """
    there = {(row.prediction.problem, row.prediction.statement_revision) for row in rows}
    wanted = {(one.problem, one.statement_revision) for one in frozen.problems}
    missing = sorted(problem for problem, _ in wanted - there)
    if missing:
        raise Refused(f"{where} has no sample of {len(missing)} problems of the set: {', '.join(missing[:10])}")
    return Entry(
        declaration,
        tuple(row for row in rows if (row.prediction.problem, row.prediction.statement_revision) in wanted),
    )


def render_board(frozen: FrozenSet, entries: Sequence[Entry]) -> tuple[Table, ...]:
    """The tables of a board; runs stand in the order of their days."""
    ordered = sorted(entries, key=lambda one: (one.declaration.on, one.declaration.name))
    false = set[str]().union(*(one.disproved for one in ordered))
    return (
        Table(
            f"board on {frozen.name}: {len(frozen.problems)} problems, {len(false)} of them disproved",
            ("prover", "day", "proved", "share [95 % interval]", "first", "alone", "build s", "kernel s", "not seen"),
            tuple(_line(one, ordered, len(frozen.problems), false) for one in ordered),
        ),
        Table("problems that were proved", ("problem", "first by", "day", "proved by"), tuple(_firsts(ordered))),
    )


def _line(entry: Entry, entries: Sequence[Entry], number: int, false: set[str]) -> tuple[object, ...]:
    others = set[str]().union(*(one.proved for one in entries if one is not entry))
    firsts = find_firsts(entries)
    steps = [row.verdict.steps_s for row in entry.rows if row.proved and row.verdict is not None]
    problems = {row.prediction.problem: row.problem for row in entry.rows if row.prediction.problem not in false}
    unseen = {name for name, problem in problems.items() if may_have_seen(entry.declaration, problem) == "no"}
    proved = entry.proved - false
    return (
        entry.declaration.name,
        entry.declaration.on.isoformat(),
        len(proved),
        show(wilson(len(proved), number - len(false))),
        sum(entry is first for first, _ in firsts.values()),
        len(entry.proved - others),
        _mean([one.get("build") for one in steps]),
        _mean([one.get("kernel") for one in steps]),
        f"{len(proved & unseen)} of {len(unseen)}",
    )


def _mean(values: Sequence[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{sum(known) / len(known):.2f}" if known else "–"


def find_firsts(entries: Sequence[Entry]) -> Mapping[str, tuple[Entry | None, tuple[Entry, ...]]]:
    """For each problem that was proved, the run of the earliest day, and all. None: two of one day share it."""
    found: dict[str, tuple[Entry | None, tuple[Entry, ...]]] = {}
    for problem in sorted(set[str]().union(*(one.proved for one in entries))):
        by = tuple(one for one in entries if problem in one.proved)
        day = min(one.declaration.on for one in by)
        earliest = [one for one in by if one.declaration.on == day]
        found[problem] = (earliest[0] if len(earliest) == 1 else None, by)
    return found


def _firsts(entries: Sequence[Entry]) -> list[tuple[object, ...]]:
    return [
        (
            problem,
            first.declaration.name if first else "shared",
            min(one.declaration.on for one in by).isoformat(),
            ", ".join(one.declaration.name for one in by),
        )
        for problem, (first, by) in find_firsts(entries).items()
    ]


def write_declaration(folder: Path, declaration: Declaration) -> None:
    """Writes what is said of a run."""
    write_file(folder / DECLARATION, (declaration.model_dump_json(indent=1) + "\n").encode())


def read_declaration(folder: Path) -> Declaration:
    """What is said of a run.

    Raises:
        Refused: nothing is, or not in its form.
    """
    try:
        return Declaration.model_validate_json((folder / DECLARATION).read_bytes())
    except OSError as error:
        raise Refused(f"{folder} says nothing of its prover; run: curate prove declare {folder}") from error
    except ValidationError as error:
        raise Refused(f"{folder / DECLARATION} is no declaration: {explain_validation(error)}") from error
