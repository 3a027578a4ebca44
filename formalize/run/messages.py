"""What a person is told of a run, line by line."""

from collections.abc import Sequence

from curate.formalize.lean.api import Diagnostic, Elaboration
from curate.formalize.lean.diagnostics import cut_line, first_line
from curate.formalize.repair.journal import Ended, Event, Judged, Made, Spending, Unanswered
from curate.formalize.run.outcome import RunOutcome
from curate.formalize.text.span import pointed_line
from curate.schemas.stochbench.records import CheckResult

MAX_ERRORS = 10
MAX_MESSAGE_LINES = 12
_CHECK_WORDS = {
    "vacuous": "hypotheses that contradict each other",
    "trivial": "a trivial proof",
    "unused": "hypotheses that are not needed",
    "disproved": "a proof of the negation",
}


def render_event(event: Event) -> tuple[str, ...]:
    """One event of the journal."""
    match event:
        case Made(origin="draft"):
            return ("draft read",)
        case Made():
            who = f"rule {event.rule}" if event.rule else f"model {event.spending.model if event.spending else ''}"
            return (
                f"{who}: {event.why}",
                *(f"  {cut_line(line)}" for line in event.diff.splitlines()),
                *_render_cost(event.spending),
            )
        case Judged(objection=str()):
            return (f"not taken: {event.objection}",)
        case Judged():
            return (*(f"  {cut_line(words)}" for words in event.changes), _render_elaboration(event.elaboration))
        case Ended():
            return (f"ended: {event.outcome}",)
        case Unanswered():
            return (f"no statement from the model: {event.why}", *_render_cost(event.spending))


def _render_elaboration(said: Elaboration | None) -> str:
    errors = [item for item in said.diagnostics if item.severity == "error"] if said else []
    if said is None or said.status != "errors" or not errors:
        return f"Lean: {(said.reason or said.status) if said else 'not asked'}"
    more = f", and {len(errors) - 1} more" if len(errors) > 1 else ""
    return f"Lean: line {errors[0].span.line}: {first_line(errors[0].message)}{more}"


def _render_cost(spending: Spending | None) -> tuple[str, ...]:
    if spending is None:
        return ()
    cost = "cost unknown, see --price-in and --price-out" if spending.cost is None else f"${spending.cost:.4f}"
    return (f"  {spending.input_tokens} tokens in, {spending.output_tokens} out, {cost}, {spending.wall_s:.1f} s",)


def render_errors(text: str, errors: Sequence[Diagnostic]) -> tuple[str, ...]:
    """Errors with the lines that they point at."""
    lines: list[str] = []
    for item in errors[:MAX_ERRORS]:
        lines += [f"line {item.span.line}, column {item.span.column + 1}: {first_line(item.message)}"]
        lines += [f"    {cut_line(more)}" for more in item.message.splitlines()[1:MAX_MESSAGE_LINES]]
        lines += [f"  | {shown}" for shown in pointed_line(text, item.span)]
    if len(errors) > MAX_ERRORS:
        lines.append(f"and {len(errors) - MAX_ERRORS} more errors")
    return tuple(lines)


def render_checks(checks: Sequence[CheckResult]) -> tuple[str, ...]:
    """What each check found."""
    return tuple(_render_check(check) for check in checks)


def _render_check(check: CheckResult) -> str:
    what = _CHECK_WORDS[check.check]
    if check.answer == "proven":
        return f"{what}: {check.proof or ', '.join(check.subjects)} (accepted by the kernel)"
    return f"{what}: {check.answer.replace('_', ' ')}" + (f" ({check.reason})" if check.answer == "unknown" else "")


def render_outcome(conclusion: RunOutcome) -> tuple[str, ...]:
    """The checks, and the record if there is one."""
    lines: list[str] = []
    if conclusion.verdict is not None:
        lines += [cut_line(one.words) for one in conclusion.verdict.changes]
        lines += conclusion.verdict.remarks
        lines += render_checks(conclusion.verdict.checks)
    if conclusion.problem is not None:
        problem = conclusion.problem
        lines += [f"accepted by you: {conclusion.words}"] if conclusion.words else []
        lines += [
            f"wrote {conclusion.folder}: revision {problem.statement_revision}, "
            f"statement {problem.statement_digest[:12]}, {problem.environment.label}"
        ]
    return tuple(lines)
