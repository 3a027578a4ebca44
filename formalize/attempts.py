"""Proof attempts on a text: appended as theorems of their own, tried together, and the first good one proved alone."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from curate.formalize.asking import Asked
from curate.formalize.elaboration import Limits
from curate.formalize.kernel import inspect_module
from curate.formalize.statements import Module
from curate.schemas.base import Record

HEARTBEATS = 40_000
"""What Lean may spend on one attempt: a fifth of its default."""
SECONDS_EACH = 2.0
"""What each attempt adds to the wall-clock limit of the run that tries them all."""
TRIED_AGAIN = 3
"""How many attempts that elaborate are given to the kernel."""


class Attempt(Record):
    """One theorem to append to a text, on one line."""

    name: str
    declaration: str


def find_elaborating(lean: Asked, text: str, attempts: Sequence[Attempt], limits: Limits) -> tuple[Attempt, ...] | str:
    """The attempts on whose lines Lean reports no error, or why it can't be told. One run of Lean for all."""
    first_line = text.count("\n") + 2
    block = "\n".join(f"set_option maxHeartbeats {HEARTBEATS} in {one.declaration}" for one in attempts)
    longer = limits.model_copy(update={"wall_s": limits.wall_s + SECONDS_EACH * len(attempts)})
    answer = lean.elaborate(f"{text}\n{block}\n", longer)
    if answer.status == "unknown":
        return answer.reason or "unknown"
    wrong = {
        line
        for one in answer.diagnostics
        if one.severity == "error"
        for line in range(one.span.line, (one.span.end_line or one.span.line) + 1)
    }
    if any(line < first_line for line in wrong):
        return "the text has errors once theorems are appended"
    return tuple(one for place, one in enumerate(attempts) if first_line + place not in wrong)


def find_proof(
    lean: Asked,
    text: str,
    elaborating: Iterable[Attempt],
    holds: Callable[[Module, str], bool],
    limits: Limits,
) -> tuple[Attempt, Module] | None:
    """The first attempt that stands up alone: taken again by the kernel in an empty environment, resting on allowed
    axioms only, and of the elaborated type that `holds` asks for. With the terms of the module that holds it."""
    for attempt in islice(elaborating, TRIED_AGAIN):
        inspection, module = inspect_module(lean, f"{text}\n{attempt.declaration}\n", limits)
        if module is not None and inspection.unclean(attempt.name) is None and holds(module, attempt.name):
            return attempt, module
    return None
