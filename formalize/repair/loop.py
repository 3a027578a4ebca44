"""What to do next with a draft: a pure function of all that was tried, and of what is left to spend."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Literal

from curate.formalize.lean.api import Diagnostic, Elaboration
from curate.formalize.repair.journal import Event, Judged, Made, Strategy, Unanswered
from curate.formalize.repair.rules import Proposal, RepairContext, propose_preparation, propose_repair
from curate.formalize.text.names import KnownNames
from curate.formalize.text.span import span_offsets
from curate.schemas.base import Record

SAME_ERROR_CHANGES_STRATEGY = 2
SAME_ERROR_STOPS = 3
MAX_UNANSWERED = 2
"""How many questions in a row may end without a text to try."""

StopReason = Literal[
    "elaborates",
    "refused",
    "unknown",
    "no-repair",
    "same-error",
    "unanswered",
    "provider",
    "rounds",
    "time",
    "cost",
]


class Budget(Record):
    """What one run may use."""

    max_rounds: int = 20
    """Lean runs at most."""
    timeout_s: float = 600.0
    max_cost: float | None = None
    """In US dollars."""


class Attempt(Record):
    """A text that was made, with what was said of it; None: nothing yet."""

    made: Made
    judged: Judged | None

    @property
    def elaboration(self) -> Elaboration | None:
        """What Lean said."""
        return self.judged.elaboration if self.judged else None

    @property
    def standing(self) -> bool:
        """Whether the text may be worked on further: nothing was objected to it."""
        return self.judged is None or self.judged.objection is None

    @cached_property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The errors among Lean's messages, in the order of the text."""
        said = self.elaboration.diagnostics if self.elaboration else ()
        errors = (item for item in said if item.severity == "error")
        return tuple(sorted(errors, key=lambda item: (item.span.line, item.span.column)))

    @cached_property
    def signature(self) -> tuple[str, str] | None:
        """The first error without its place and without Lean's numbered variables; None: no error."""
        if not self.errors:
            return None
        first = self.errors[0]
        return first.kind, re.sub(r"\?[\w.]+", "?_", first.message)

    @cached_property
    def left(self) -> int:
        """Characters from the first error to the end: fewer of them mean that Lean came further."""
        if not self.errors:
            return 0
        start, _ = span_offsets(self.made.text, self.errors[0].span)
        return len("".join(self.made.text[start:].split()))


class State(Record):
    """All that the next step depends on."""

    events: tuple[Event, ...]
    budget: Budget
    names: KnownNames
    theorem_name: str
    has_model: bool
    rounds: int
    """Texts that this run gave to Lean."""
    elapsed_s: float
    cost: float = 0.0
    """What this run spent, in US dollars."""

    @cached_property
    def attempts(self) -> tuple[Attempt, ...]:
        """The texts in the order in which they were made."""
        attempts: list[Attempt] = []
        for event in self.events:
            if isinstance(event, Made):
                attempts.append(Attempt(made=event, judged=None))
            elif isinstance(event, Judged) and attempts:
                attempts[-1] = attempts[-1].model_copy(update={"judged": event})
        return tuple(attempts)

    @cached_property
    def current(self) -> Attempt | None:
        """The last text to which nothing was objected."""
        return next((one for one in reversed(self.attempts) if one.standing), None)

    @cached_property
    def unanswered(self) -> tuple[Unanswered, ...]:
        """The questions since the last text that led to none."""
        tail: list[Unanswered] = []
        for event in reversed(self.events):
            if isinstance(event, Made):
                break
            if isinstance(event, Unanswered):
                tail.append(event)
        return tuple(reversed(tail))

    @cached_property
    def repetition(self) -> int:
        """How often in a row Lean's first error has been the current one."""
        seen = [one for one in self.attempts if one.elaboration is not None]
        count = 1
        for earlier, later in zip(reversed(seen[:-1]), reversed(seen[1:]), strict=True):
            if not is_same_error(earlier, later):
                break
            count += 1
        return count


class Elaborate(Record):
    """Give the last text to Lean."""

    text: str


class ApplyRule(Record):
    """Make the next text by a rule."""

    proposal: Proposal


class AskModel(Record):
    """Ask the model for the next text: to repair the last one, or to state it anew from the words."""

    strategy: Strategy


class Stop(Record):
    """Nothing more is to be done in this run."""

    reason: StopReason
    words: str


Step = Elaborate | ApplyRule | AskModel | Stop


def is_same_error(earlier: Attempt, later: Attempt) -> bool:
    """Whether Lean stopped at the same error. After a rule's edit, the same words further on are another error."""
    if earlier.signature != later.signature:
        return False
    return later.made.origin != "rule" or later.left >= earlier.left


def next_step(state: State) -> Step:
    """The next step, decided by the last text and what was said of it."""
    if not state.attempts:
        return _ask(state, "restate", "there is no Lean statement yet, and no model to write one; see --model")
    last = state.attempts[-1]
    if last.judged is None:
        return _spent(state) or Elaborate(text=last.made.text)
    if last.made.origin == "draft":
        prepared = propose_preparation(_context(state, last.made.text))
        if prepared is not None:
            return _spent(state) or ApplyRule(proposal=prepared)
    if last.judged.objection is not None and (last.made.origin == "draft" or state.current is None):
        return Stop(reason="refused", words=last.judged.objection)
    elaboration = state.current.elaboration if state.current else None
    if last.standing and elaboration is not None:
        if elaboration.status == "unknown":
            return Stop(reason="unknown", words=f"Lean gave no answer: {elaboration.reason}")
        if elaboration.status == "ok":
            return Stop(reason="elaborates", words="the statement elaborates")
    return _spent(state) or _repair(state, last)


def _repair(state: State, last: Attempt) -> Step:
    if last.standing and state.repetition >= SAME_ERROR_STOPS:
        return Stop(reason="same-error", words=f"the same error came {state.repetition} times in a row")
    nothing = "no rule knows this error" + ("" if state.has_model else ", and no model was named; see --model")
    if not last.standing:
        # what was objected to is not tried again; a rule's text is left to the next rule
        proposal = _proposal(state, without=(last.made.rule,) if last.made.rule else ())
        return ApplyRule(proposal=proposal) if proposal else _ask(state, "repair", nothing)
    if state.repetition < SAME_ERROR_CHANGES_STRATEGY:
        proposal = _proposal(state)
        return ApplyRule(proposal=proposal) if proposal else _ask(state, "repair", nothing)
    if last.made.origin == "model":
        return _ask(state, "restate", nothing)
    proposal = _proposal(state, without=(last.made.rule,) if last.made.rule else ())
    if state.has_model or proposal is None:
        return _ask(state, "repair", nothing)
    return ApplyRule(proposal=proposal)


def _proposal(state: State, without: Sequence[str] = ()) -> Proposal | None:
    current = state.current
    if current is None or current.elaboration is None:
        return None
    context = _context(state, current.made.text)
    seen = {one.made.text for one in state.attempts}
    return propose_repair(context, current.elaboration.diagnostics, seen=seen, without=without)


def _context(state: State, text: str) -> RepairContext:
    return RepairContext(text=text, names=state.names, theorem_name=state.theorem_name)


def _ask(state: State, strategy: Strategy, otherwise: str) -> Step:
    if not state.has_model:
        return Stop(reason="no-repair", words=otherwise)
    if state.unanswered and state.unanswered[-1].final:
        return Stop(reason="provider", words=state.unanswered[-1].why)
    if len(state.unanswered) >= MAX_UNANSWERED:
        return Stop(reason="unanswered", words=state.unanswered[-1].why)
    return _spent(state) or AskModel(strategy="restate" if state.unanswered else strategy)


def _spent(state: State) -> Stop | None:
    budget = state.budget
    if state.rounds >= budget.max_rounds:
        return Stop(reason="rounds", words=f"{state.rounds} rounds were used; --max-rounds allows more")
    if state.elapsed_s >= budget.timeout_s:
        return Stop(reason="time", words=f"{budget.timeout_s:g} s are over; --timeout allows more")
    if budget.max_cost is not None and state.cost >= budget.max_cost:
        return Stop(reason="cost", words=f"${state.cost:.4f} were spent; --max-cost allows more")
    return None
