"""A run joined with the judge's verdicts and the problems' records: one row a sample, and why it failed."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from curate.evals.prove.records import TIMES, Prediction, Times, read_predictions
from curate.evals.prove.workbench import text_digest
from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.published import PublishedProblem
from curate.schemas.stochbench.records import Problem
from curate.schemas.stochbench.verdicts import Verdict
from curate.schemas.store.jsonl import read_lines

OVERRIDES, VERDICTS = "overrides.jsonl", "verdicts.jsonl"

Problems = Mapping[str, Problem] | Mapping[str, Problem | PublishedProblem]
Failure = Literal["interface", "search", "budget", "statement-defect", "no-attempt", "unclassified"]


class Override(Record):
    """A person's word on why a sample failed; the rule's own word is kept beside it."""

    key: str
    failure: Failure
    by: str
    why: str


class Row(NamedTuple):
    """One sample."""

    prediction: Prediction
    times: Times
    verdict: Verdict | None
    """None: judged without a sandbox, which counts for nothing."""
    problem: Problem | PublishedProblem
    """Its record, or its row of a release."""

    @property
    def proved(self) -> bool:
        """Whether the judge accepted a proof."""
        return self.verdict is not None and (self.verdict.verdict, self.verdict.claim) == ("accepted", "proof")

    @property
    def disproved(self) -> bool:
        """Whether the judge accepted a disproof."""
        return self.verdict is not None and (self.verdict.verdict, self.verdict.claim) == ("accepted", "disproof")

    @property
    def is_unknown(self) -> bool:
        """Whether nothing can be said of it; it counts as not solved."""
        return self.verdict is None or self.verdict.verdict == "unknown"


def join_rows(
    predictions: Sequence[Prediction],
    times: Sequence[Times],
    verdicts: Sequence[Verdict],
    problems: Problems,
) -> tuple[Row, ...]:
    """One row for each prediction.

    Raises:
        Refused: a verdict, a clock or a record is missing, or is one of another text or revision.
    """
    judged = {(one.problem, one.sample): one for one in verdicts}
    clocks = {one.key: one for one in times}
    rows = []
    for one in predictions:
        verdict, clock, problem = judged.get((one.problem, one.sample)), clocks.get(one.key), problems.get(one.problem)
        if verdict is None or verdict.solution_sha256 != text_digest(one.text or ""):
            raise Refused(f"{one.key} has no verdict on its text; run curate judge --predictions on this run again")
        if clock is None or problem is None or _revision(problem) != one.statement_revision:
            raise Refused(f"{one.key}: its clock or its record of revision {one.statement_revision} is missing")
        rows.append(Row(one, clock, verdict if verdict.sandbox else None, problem))
    return tuple(rows)


def _revision(problem: Problem | PublishedProblem) -> int:
    return problem.revision if isinstance(problem, PublishedProblem) else problem.statement_revision


def read_rows(folder: Path, problems: Problems) -> tuple[Row, ...]:
    """The samples of a run with their verdicts.

    Raises:
        Refused: it was not judged, or not wholly.
    """
    predictions: tuple[Prediction, ...] = read_predictions(folder)
    verdicts = read_lines(folder / VERDICTS, Verdict)
    return join_rows(predictions, read_lines(folder / TIMES, Times, allow_torn=True), verdicts, problems)


def classify_failure(row: Row) -> Failure | None:
    """Why a sample failed, by rule; None when it did not."""
    prediction = row.prediction
    if row.proved:
        return None
    if row.disproved:
        return "statement-defect"
    if prediction.ended in ("cap", "checks", "tokens"):
        return "budget"
    if prediction.ended in ("provider", "crash"):
        return "interface"
    errors = {one.error for one in prediction.attempts if one.status == "wrong"}
    if prediction.attempts and errors and errors <= {"parse"}:
        return "interface"
    if prediction.ended == "gave-up":
        return "search" if prediction.attempts or prediction.checks or prediction.text is None else "unclassified"
    return "unclassified" if prediction.attempts or prediction.text else "no-attempt"


def read_overrides(folder: Path) -> Mapping[str, Override]:
    """A person's words on failures, by key."""
    return {one.key: one for one in read_lines(folder / OVERRIDES, Override, allow_torn=True)}
