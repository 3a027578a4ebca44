"""Drives the loop over one draft: does what `next_step` says, and keeps all of it in the journal."""

import difflib
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import assert_never

from curate.formalize.gate.syntax_rules import check_syntax
from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.models.api import ChatModel
from curate.formalize.models.prices import Price
from curate.formalize.records.draft import Draft
from curate.formalize.repair.intake import objection_to, syntax_objection
from curate.formalize.repair.journal import Ended, Event, Journal, Judged, Made, Strategy, Unanswered
from curate.formalize.repair.loop import ApplyRule, AskModel, Budget, Elaborate, State, Stop, next_step
from curate.formalize.repair.prompt import build_messages
from curate.formalize.repair.questions import ask_statement
from curate.formalize.repair.rules import Proposal, doubt_about
from curate.formalize.repair.rules.context import place_after
from curate.formalize.text.declarations import Declaration, merge, parse_declarations, search
from curate.formalize.text.lexer import mask_code
from curate.formalize.text.names import KnownNames
from curate.formalize.text.signature import compare_parts
from curate.formalize.text.statements import IDENTIFIER, find_statements
from curate.schemas.stochbench.environment import Environment
from curate.schemas.store.digest import digest_text

ROUND_WALL_S = 60.0
HITS = 8


@dataclass(frozen=True)
class Job:
    """One draft, and all that is used on it."""

    draft: Draft
    lean: LeanBackend
    names: KnownNames
    """Of the project's sources, or of the embedded prelude's."""
    model: ChatModel | None
    price: Price | None
    journal: Journal
    budget: Budget
    show: Callable[[Event], None]
    """Told of each event after it was kept."""


def run_loop(job: Job) -> tuple[State, Stop]:
    """Works on the draft until there is nothing more to do, beginning where an earlier run stopped.

    Raises:
        Failed: the journal can't be read or written.
    """
    started = time.monotonic()
    events = _reopened(job.journal.read(), job.lean.environment)
    known = len(events)
    if not events and job.draft.code.strip():
        made = Made(origin="draft", text=job.draft.text, diff="", why="the draft as it was given")
        events = _keep(job, events, made)
    while True:
        state = _state(job, events, known, time.monotonic() - started)
        step = next_step(state)
        if isinstance(step, Stop):
            return state, step
        events = _keep(job, events, _do(job, state, step))


def _do(job: Job, state: State, step: Elaborate | ApplyRule | AskModel) -> Event:
    match step:
        case Elaborate(text=text):
            return _judge(job, state, text)
        case ApplyRule(proposal=proposal):
            return _apply(state, proposal)
        case AskModel(strategy=strategy):
            return _ask(job, state, strategy)
        case _:
            assert_never(step)


def _reopened(events: tuple[Event, ...], environment: Environment) -> tuple[Event, ...]:
    """The events without the last ones that a new run tries again: questions without an answer, and what Lean said of
    the last text where it said nothing for certain, or was another Lean."""
    while events and isinstance(events[-1], Unanswered | Ended):
        events = events[:-1]
    last = events[-1] if events else None
    if isinstance(last, Judged) and last.elaboration is not None:
        said = last.elaboration
        if said.status == "unknown" or said.environment != environment:
            return events[:-1]
    return events


def _keep(job: Job, events: tuple[Event, ...], event: Event) -> tuple[Event, ...]:
    job.journal.write(event)
    job.show(event)
    return (*events, event)


def _state(job: Job, events: tuple[Event, ...], known: int, elapsed_s: float) -> State:
    own = [event for event in events[known:] if isinstance(event, Made | Unanswered) and event.spending]
    text = next((event.text for event in reversed(events) if isinstance(event, Made)), job.draft.text)
    declared = merge([parse_declarations(text, "the draft"), job.names.declarations])
    return State(
        events=events,
        budget=job.budget,
        names=KnownNames(declarations=declared, complete=job.names.complete),
        theorem_name=job.draft.theorem_name,
        has_model=job.model is not None,
        rounds=sum(isinstance(event, Judged) for event in events[known:]),
        elapsed_s=elapsed_s,
        cost=sum((event.spending.cost or 0.0) for event in own if event.spending),
    )


def _judge(job: Job, state: State, text: str) -> Judged:
    objection = objection_to(job.draft, text, state.attempts[-1].made.origin)
    limits = Limits(wall_s=min(ROUND_WALL_S, max(1.0, job.budget.timeout_s - state.elapsed_s)))
    if objection is None:
        objection = syntax_objection(check_syntax(job.lean, text, limits))
    return Judged(
        objection=objection,
        changes=_changes_by_model(state) if objection is None else (),
        elaboration=job.lean.elaborate(text, limits) if objection is None else None,
        text_sha256=digest_text(text),
    )


def _changes_by_model(state: State) -> tuple[str, ...]:
    """What the model's text, the last one, changed of the text before it."""
    if state.attempts[-1].made.origin != "model":
        return ()
    before = next((one for one in reversed(state.attempts[:-1]) if one.standing), None)
    if before is None:
        return ()
    compared = compare_parts(before.made.text, state.attempts[-1].made.text, mended=())
    return tuple(one.words for one in compared)


def _apply(state: State, proposal: Proposal) -> Made:
    before = (state.current or state.attempts[-1]).made.text
    text = proposal.apply(before)
    return Made(
        origin="rule",
        text=text,
        diff=render_diff(before, text),
        why=proposal.reason,
        rule=proposal.rule,
        edits=proposal.edits,
        units=tuple(place_after(proposal.edits, unit, own=True) for unit in proposal.units),
        doubt=doubt_about(proposal),
    )


def _ask(job: Job, state: State, strategy: Strategy) -> Made | Unanswered:
    assert job.model is not None  # next_step asks only where there is a model
    current = state.current
    text = current.made.text if current else job.draft.text if job.draft.header.preamble else ""
    last = state.attempts[-1] if state.attempts else None
    diagnostics = current.errors if current else ()
    statements = find_statements(text)
    named = bool(statements) and IDENTIFIER.fullmatch(statements[0].name) is not None
    theorem = statements[0].name if named else job.draft.theorem_name
    messages = build_messages(
        job.draft.header.informal,
        theorem,
        text,
        diagnostics,
        _hits(job, text, [item.message for item in diagnostics]),
        job.lean.environment.label,
        strategy,
        last.judged.objection if last and last.judged else None,
    )
    left = max(1.0, job.budget.timeout_s - state.elapsed_s)
    answer = ask_statement(job.model, job.price, messages, theorem, strategy, left)
    if isinstance(answer, Unanswered):
        return answer
    given, spending = answer
    start, end = (statements[0].start, statements[0].end) if statements else (len(text), len(text))
    gap = "\n\n" if text.strip() and not statements else ""
    made = f"{text[:start].rstrip() if gap else text[:start]}{gap}{given.statement}{text[end:] or chr(10)}"
    return Made(
        origin="model",
        text=made,
        diff=render_diff(text, made),
        why=given.why,
        strategy=strategy,
        spending=spending,
    )


def _hits(job: Job, text: str, messages: list[str]) -> tuple[Declaration, ...]:
    words = [match[0] for source in (mask_code(text), *messages) for match in IDENTIFIER.finditer(source)]
    useful = tuple(
        entry
        for entry in job.names.declarations.entries
        if entry.kind != "axiom" and not entry.name.startswith("Lean.")
    )
    return search(replace(job.names.declarations, entries=useful), [*words, job.draft.header.informal], HITS)


def render_diff(before: str, after: str) -> str:
    """A unified diff of two texts, without file names."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1)
    return "\n".join(list(lines)[2:])
