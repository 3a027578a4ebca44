"""Proof attempts that are tried on a statement, as Lean text. Which tactics exist depends on the Lean that is asked."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Literal

from formalize.statements import Binder, Statement

Implementation = Literal["embedded", "project"]
FIELD_DEPTH = 3
ASSIGNMENTS = 24
"""At most this many choices of values for the variables are tried against a statement."""

CLOSERS: dict[Implementation, tuple[str, ...]] = {
    "embedded": ("rfl", "assumption", "trivial", "contradiction", "decide", "simp", "simp_all", "omega"),
    "project": (
        "rfl", "assumption", "trivial", "contradiction", "decide", "simp", "simp_all", "omega", "norm_num", "linarith",
        "positivity", "tauto", "aesop", "grind",
    ),
}  # fmt: skip
"""Tactics that close a goal, from cheap to dear."""
VALUES: dict[str, tuple[str, ...]] = {
    "Nat": ("0", "1", "2", "3"),
    "Int": ("0", "1", "(-1)", "2"),
    "Bool": ("true", "false"),
    "Prop": ("True", "False"),
    "Type": ("Nat", "Bool", "Unit", "Empty"),
    "Nat → Nat": ("(fun _ => 0)", "(fun n => n)", "(fun n => n + 1)", "(fun _ => 1)"),
    "Nat → Prop": ("(fun _ => False)", "(fun _ => True)", "(fun n => n = 0)"),
    "Nat → Bool": ("(fun _ => false)", "(fun _ => true)"),
    "List Nat": ("[]", "[0]", "[1, 0]", "[0, 1, 2]"),
}
"""Values that are tried for a variable, by the text of its type."""


def trivial_proofs(statement: Statement, implementation: Implementation) -> Iterator[str]:
    """Proofs of the statement itself that say no more than its hypotheses, or that any closing tactic finds."""
    yield from CLOSERS[implementation]
    names = _introduced(statement)
    intro = f"intro {' '.join(names)}; " if names else ""
    for name in _hypotheses(statement, names):
        for path in _paths():
            yield f"{intro}exact {name}{path}"
        yield f"{intro}exact {name} .."
        yield f"{intro}apply {name} <;> assumption"
    yield from (f"{intro}{closer}" for closer in CLOSERS[implementation] if intro)


def absurd_proofs(statement: Statement, implementation: Implementation) -> Iterator[str]:
    """Proofs of the statement that get `False` out of its hypotheses alone: `False.elim` of the whole."""
    names = _introduced(statement)
    if not _hypotheses(statement, names):
        return
    intro = f"intro {' '.join(names)}; "
    for closer in CLOSERS[implementation]:
        yield f"{intro}exact False.elim (by {closer})"
    for name in _hypotheses(statement, names):
        yield f"{intro}exact False.elim {name}"
        yield f"{intro}exact False.elim (by cases {name})"
        yield f"{intro}exact False.elim (by simp at {name})"
        for other in _hypotheses(statement, names):
            if other != name:
                yield f"{intro}exact False.elim ({name} {other})"


def disproofs(statement: Statement, implementation: Implementation) -> Iterator[str]:
    """Proofs of the statement's negation: by a closing tactic, or from one choice of values for its variables."""
    yield from CLOSERS[implementation]
    closers = " | ".join(CLOSERS[implementation])
    choices = [_choices(binder, closers) for binder in statement.binders]
    if not choices or not all(choices):
        yield "intro h; simp at h"
        return
    for values in islice(product(*choices), ASSIGNMENTS):
        given = " ".join(value for value in values if value)
        yield f"intro h; exact absurd (h {given}) (by first | {closers})"


def _choices(binder: Binder, closers: str) -> tuple[str, ...]:
    explicit = binder.info == "default"
    if binder.kind == "hypothesis":
        values: Sequence[str] = (f"(by first | {closers})",)
    elif binder.kind == "instance":
        values = ("inferInstance",)
    else:
        values = VALUES.get(binder.type, ())
    return tuple(values) if explicit else tuple(f"@{value}" for value in values)


def _introduced(statement: Statement) -> list[str]:
    return [f"curate_{place}" for place in range(len(statement.binders))]


def _hypotheses(statement: Statement, names: Sequence[str]) -> list[str]:
    return [name for name, one in zip(names, statement.binders, strict=True) if one.kind == "hypothesis"]


def _paths() -> Iterator[str]:
    for depth in range(FIELD_DEPTH + 1):
        for path in product((".1", ".2"), repeat=depth):
            yield "".join(path)
