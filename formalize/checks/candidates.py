"""Proof candidates that are tried on a statement, as Lean tactics. Which exist depends on the Lean that is asked."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Literal

from curate.formalize.terms.statements import Binder, Statement

Implementation = Literal["embedded", "project"]
FIELD_DEPTH = 3
"""How many `.1` and `.2` are tried behind a hypothesis."""
FIELDS = 8
"""How many fields of a structure are tried as proofs."""
PLAIN_TYPES = ("Nat", "Int", "Bool", "Prop", "Type", "Sort", "String", "Char", "List", "Option", "Fin")
"""Heads of types that bundle no hypotheses."""
ASSIGNMENTS = 24
"""At most this many choices of values for the variables are tried against a statement."""

SHALLOW: dict[Implementation, tuple[str, ...]] = {
    "embedded": ("rfl", "assumption", "trivial", "decide", "simp", "simp_all"),
    "project": ("rfl", "assumption", "trivial", "decide", "simp", "simp_all", "norm_num", "tauto"),
}
"""Tactics that close nothing but trivial goals."""
DEEP: dict[Implementation, tuple[str, ...]] = {
    "embedded": ("contradiction", "omega"),
    "project": ("contradiction", "omega", "linarith", "positivity", "aesop", "grind"),
}
"""Tactics that find short proofs."""
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
_PLAIN = re.compile(r"[^\W\d_][\w']*")


def trivial_proofs(statement: Statement, implementation: Implementation) -> Iterator[str]:
    """Proofs that say no more than a hypothesis or its parts, or that a tactic for trivial goals finds."""
    names = introduced(statement)
    intro = f"intro {' '.join(names)}; " if names else ""
    yield from (f"{intro}{closer}" for closer in SHALLOW[implementation])
    for name in _hypotheses(statement, names):
        yield from (f"{intro}exact {name}{path}" for path in _paths())
        yield f"{intro}exact {name} .."
        yield f"{intro}apply {name} <;> assumption"
        yield f"{intro}simp at {name}; exact {name}"
    for name in _bundles(statement, names):
        for field in range(1, FIELDS + 1):
            yield f"{intro}exact {name}.{field}"
            yield f"{intro}exact {name}.{field} .."


def absurd_proofs(statement: Statement, implementation: Implementation) -> Iterator[str]:
    """Proofs that get `False` out of the hypotheses alone: `False.elim` of the whole."""
    names = introduced(statement)
    hypotheses, bundles = _hypotheses(statement, names), _bundles(statement, names)
    intro = f"intro {' '.join(names)}; "
    if not (hypotheses or bundles) or statement.conclusion == "False":
        return  # that the hypotheses are contradictory may be just what is stated
    for closer in (*SHALLOW[implementation], *DEEP[implementation]):
        yield f"{intro}exact False.elim (by {closer})"
    for name in hypotheses:
        yield f"{intro}exact False.elim (by cases {name})"
        yield f"{intro}exact False.elim (by simp at {name})"
        yield from (f"{intro}exact False.elim (Nat.lt_irrefl _ {name}{path})" for path in ("", ".1", ".2"))
        yield from (f"{intro}exact False.elim (Nat.not_lt_zero _ {name}{path})" for path in ("", ".1", ".2"))
        for other in hypotheses:
            yield f"{intro}exact False.elim ({name} {other})"
            yield f"{intro}exact False.elim (by rw [{name}] at {other}; contradiction)"
            yield f"{intro}exact False.elim (absurd ({name}.symm.trans {other}) (by decide))"
    for name in bundles:
        yield f"{intro}exact False.elim (by cases {name}; simp_all)"
        yield f"{intro}exact False.elim (by cases {name}; contradiction)"


def disproofs(statement: Statement, implementation: Implementation) -> Iterator[str]:
    """Proofs of the negation: by a tactic, or from one choice of values for the variables."""
    closers = (*SHALLOW[implementation], *DEEP[implementation])
    yield from closers
    yield "intro h; simp at h"
    one_of = " | ".join(closers)
    choices = [_choices(binder, one_of) for binder in statement.binders]
    if not all(choices):
        return
    for values in islice(product(*choices), ASSIGNMENTS):
        given = " ".join(("@h", *values))
        yield f"intro h; exact absurd ({given}) (by first | {one_of})"
        yield f"intro h; have k := {given}; simp at k"


def introduced(statement: Statement) -> list[str]:
    """Names for all binders of a statement, those of its own where they can be written."""
    shown = [binder.name for binder in statement.binders]
    return [
        name if _PLAIN.fullmatch(name) and shown.count(name) == 1 else f"h_{place}" for place, name in enumerate(shown)
    ]


def _choices(binder: Binder, closers: str) -> Sequence[str]:
    if binder.kind == "hypothesis":
        return (f"(by first | {closers})",)
    if binder.kind == "instance":
        return ("inferInstance",)
    # A disproof is one at the lowest universes.
    lowest = {"Type": "Type", "Sort": "Prop"}.get(binder.type.split()[0], binder.type)
    return VALUES.get(lowest, ())


def _hypotheses(statement: Statement, names: Sequence[str]) -> list[str]:
    return [name for name, one in zip(names, statement.binders, strict=True) if one.kind == "hypothesis"]


def _bundles(statement: Statement, names: Sequence[str]) -> list[str]:
    """Variables of a type that may bundle hypotheses, such as a structure."""
    return [
        name
        for name, one in zip(names, statement.binders, strict=True)
        if one.kind == "variable" and "→" not in one.type and one.type.split()[0] not in PLAIN_TYPES + tuple(names)
    ]


def _paths() -> Iterator[str]:
    for depth in range(FIELD_DEPTH + 1):
        yield from ("".join(path) for path in product((".1", ".2"), repeat=depth))
