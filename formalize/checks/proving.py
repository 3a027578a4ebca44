"""Tries proof candidates on a text: appended as theorems, elaborated together, the first good one proved alone."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice

from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.compiler import TOO_MANY
from curate.formalize.lean.inspect import inspect_module
from curate.formalize.terms.statements import Module
from curate.schemas.base import Record

HEARTBEATS = 40_000
"""What Lean may spend on one candidate: a fifth of its default."""
SECONDS_EACH = 2.0
"""What each candidate adds to the wall-clock limit of the run that tries them all."""
TRIED_AGAIN = 3
"""How many candidates that elaborate are given to the kernel."""


class ProofCandidate(Record):
    """One theorem to append to a text, on one line."""

    name: str
    declaration: str


def find_elaborating(
    lean: LeanBackend, text: str, candidates: Sequence[ProofCandidate], limits: Limits
) -> tuple[ProofCandidate, ...] | str:
    """The candidates on whose lines Lean reports no error, or why it can't be told. One run of Lean for all; where Lean
    stopped before the end, one for each half."""
    first_line = text.count("\n") + 2
    block = "\n".join(f"set_option maxHeartbeats {HEARTBEATS} in {one.declaration}" for one in candidates)
    longer = replace(limits, wall_s=limits.wall_s + SECONDS_EACH * len(candidates))
    answer = lean.elaborate(f"{text}\n{block}\n", longer)
    if answer.reason == TOO_MANY and len(candidates) > 1:
        return _in_halves(lean, text, candidates, limits)
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
    return tuple(one for place, one in enumerate(candidates) if first_line + place not in wrong)


def _in_halves(
    lean: LeanBackend, text: str, candidates: Sequence[ProofCandidate], limits: Limits
) -> tuple[ProofCandidate, ...] | str:
    """The same with half of the candidates at a time, for a Lean that stops after so many errors."""
    middle = len(candidates) // 2
    found: list[ProofCandidate] = []
    for half in (candidates[:middle], candidates[middle:]):
        elaborating = find_elaborating(lean, text, half, limits)
        if isinstance(elaborating, str):
            return elaborating
        found += elaborating
    return tuple(found)


def find_proof(
    lean: LeanBackend,
    text: str,
    elaborating: Iterable[ProofCandidate],
    holds: Callable[[Module, str], bool],
    limits: Limits,
) -> tuple[ProofCandidate, Module] | None:
    """The first candidate that stands up alone: taken again by the kernel in an empty environment, resting on allowed
    axioms only, and of the elaborated type that `holds` asks for. With the terms of the module that holds it."""
    for candidate in islice(elaborating, TRIED_AGAIN):
        inspection, module = inspect_module(lean, f"{text}\n{candidate.declaration}\n", limits)
        if module is not None and inspection.unclean(candidate.name) is None and holds(module, candidate.name):
            return candidate, module
    return None
