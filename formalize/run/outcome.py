"""What a run came to: a record, or why there is none, and whether the same command can go on."""

from datetime import date
from pathlib import Path
from typing import Literal

from curate.formalize.lean.api import Limits
from curate.formalize.records.problems import write_problem
from curate.formalize.repair.journal import MIXED, Ended, Made, Unanswered
from curate.formalize.repair.loop import State, Stop, StopReason
from curate.formalize.run.driver import Job
from curate.formalize.run.filling import fill_record
from curate.formalize.run.verdict import Assessment, assess_statement, find_changes, find_revision
from curate.formalize.text.declarations import parse_declarations
from curate.schemas.base import Record
from curate.schemas.errors import Failed
from curate.schemas.stochbench.folder import RECORD as RECORD_FILE
from curate.schemas.stochbench.folder import read_problem, read_statement
from curate.schemas.stochbench.records import Formalization, Problem, Status, revise

Kind = Literal["recorded", "unrepaired", "stopped", "refused"]

KINDS: dict[StopReason, Kind] = {
    "refused": "refused",
    "no-repair": "unrepaired",
    "same-error": "unrepaired",
    "unanswered": "unrepaired",
    "unknown": "stopped",
    "provider": "stopped",
    "rounds": "stopped",
    "time": "stopped",
    "cost": "stopped",
}
"""What a run that ended without an elaborating statement came to."""
DEFINES = ("def", "abbrev", "structure", "inductive", "class")
CHECK_LIMITS = Limits(wall_s=120.0)


class RunOutcome(Record):
    """How a run ended."""

    kind: Kind
    words: str
    verdict: Assessment | None = None
    problem: Problem | None = None
    folder: Path | None = None


def conclude(job: Job, state: State, stop: Stop, out: Path, draft_sha256: str, accept: bool, today: date) -> RunOutcome:
    """Judges the statement that the loop ended with, and writes its record if it is worth having.

    Raises:
        Failed: the record can't be written.
        Refused: a damaged record stands in its place.
    """
    conclusion = _conclude(job, state, stop, out, draft_sha256, accept, today)
    checks = conclusion.verdict.checks if conclusion.verdict else ()
    job.journal.write(Ended(outcome=conclusion.kind, words=conclusion.words, checks=checks))
    return conclusion


def _conclude(
    job: Job, state: State, stop: Stop, out: Path, draft_sha256: str, accept: bool, today: date
) -> RunOutcome:
    if stop.reason != "elaborates" or state.current is None:
        return RunOutcome(kind=KINDS.get(stop.reason, "unrepaired"), words=stop.words)
    text = state.current.made.text
    folder = out / job.draft.header.id
    earlier = read_problem(folder) if (folder / RECORD_FILE).exists() else None
    verdict = assess_statement(job.lean, text, CHECK_LIMITS, find_changes(job.lean, state.attempts, CHECK_LIMITS))
    same = (
        earlier is not None and verdict.statement is not None and verdict.statement.digest == earlier.statement_digest
    )
    if earlier is not None and verdict.statement is not None and not same:
        revised = find_revision(job.lean, read_statement(folder), text, CHECK_LIMITS)
        verdict = verdict.model_copy(update={"changes": (*verdict.changes, *revised)})
    if verdict.contradicts:
        raise Failed(
            f"{job.journal.path} says that the statement elaborates, and Lean says that it does not: it {MIXED}"
        )
    outcome, why = verdict.outcome(accept)
    if outcome == "unknown":
        return RunOutcome(kind="stopped", words=why, verdict=verdict)
    if outcome == "needs-accept":
        words = f"{why}; if that is what you mean, the same command with --accept writes the record"
        return RunOutcome(kind="refused", words=words, verdict=verdict)
    if outcome == "refused" or verdict.statement is None:
        return RunOutcome(kind="refused", words=why, verdict=verdict)
    status = earlier.status if earlier is not None and same else "draft"
    made = _record(job, state, text, verdict, draft_sha256, accepted=bool(why), status=status)
    reason = "formalized" if earlier is None else "formalized again"
    problem = revise(made, earlier, today, reason)
    write_problem(out, problem, text)
    return RunOutcome(kind="recorded", words=why, verdict=verdict, problem=problem, folder=folder)


def _record(
    job: Job, state: State, text: str, verdict: Assessment, draft_sha256: str, accepted: bool, status: Status
) -> Problem:
    header, statement = job.draft.header, verdict.statement
    assert statement is not None  # conclude records only what could be read
    own = {one.name.rpartition(".")[2] for one in parse_declarations(text, header.id).entries if one.kind in DEFINES}
    return fill_record(
        header,
        statement,
        text,
        definitions=own,
        environment=job.lean.environment,
        formalization=_provenance(state, verdict, draft_sha256, accepted),
        checks=verdict.checks,
        status=status,
    )


def _provenance(state: State, verdict: Assessment, draft_sha256: str, accepted: bool) -> Formalization:
    spent = [event.spending for event in state.events if isinstance(event, Made | Unanswered) and event.spending]
    known = [one.cost for one in spent if one.cost is not None]
    return Formalization(
        draft_sha256=draft_sha256,
        rounds=sum(one.judged is not None for one in state.attempts),
        rules=tuple(one.made.rule for one in state.attempts if one.made.rule),
        models=tuple(sorted({one.model for one in spent})),
        input_tokens=sum(one.input_tokens for one in spent),
        output_tokens=sum(one.output_tokens for one in spent),
        cost=sum(known) if len(known) == len(spent) else None,
        changes=tuple(one.words for one in verdict.changes),
        accepted=accepted,
    )
