"""Whether a statement is worth having: vacuous, trivial, disproved, or with hypotheses that nothing needs.

Candidates for a proof are appended to the text as theorems of their own whose type is `type_of%` the statement, so that
nothing is written down twice. What is reported as proven was compiled, checked again by the kernel in an empty
environment, rests on allowed axioms only, and its *elaborated* type was compared with the statement's. "not_found" says
that these candidates failed, and no more.
"""

from collections.abc import Sequence
from typing import Literal

from formalize.asking import Asked
from formalize.candidates import (
    disproof_candidates,
    trivial_candidates,
    vacuity_candidates,
)
from formalize.elaboration import Diagnostic, Limits
from formalize.honesty import find_statement
from formalize.kernel import Inspection, inspect_module
from formalize.statements import Module, Statement
from schemas.base import Record

Check = Literal["vacuous", "trivial", "unused", "disproved"]


class CheckResult(Record):
    """The answer to one question about a statement."""

    check: Check
    answer: Literal["proven", "not_found", "unknown"]
    proof: str | None = None
    """The proof that the kernel accepted, as Lean text; None unless proven."""
    subjects: tuple[str, ...] = ()
    """The hypotheses that are not needed, for `unused`."""
    reason: str
    """What was done, or why nothing can be said."""


class Candidate(Record):
    """One attempt: the theorem to append, and the proof as it is reported."""

    check: Check
    name: str
    text: str
    proof: str
