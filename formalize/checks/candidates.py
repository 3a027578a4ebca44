"""Proof candidates that are tried on a statement, as Lean tactics. Which exist depends on the Lean that is asked."""

import re
from collections.abc import Iterable, Iterator, Sequence
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
ASSIGNMENTS = 32
"""At most this many choices of values for the variables are tried against a statement."""
NUMERALS = 4
"""How many of the numbers that stand in a statement are tried for its variables, with their neighbours."""

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
    "Int": ("0", "1", "(-1)", "2", "(-2)"),
    "Bool": ("true", "false"),
    "Prop": ("True", "False"),
    "Type": ("Nat", "Bool", "Unit", "Empty"),
    "Nat → Nat": ("(fun _ => 0)", "(fun n => n)", "(fun n => n + 1)", "(fun _ => 1)"),
    "Nat → Prop": ("(fun _ => False)", "(fun _ => True)", "(fun n => n = 0)"),
    "Nat → Bool": ("(fun _ => false)", "(fun _ => true)"),
    "List Nat": ("[]", "[0]", "[1]", "[1, 0]", "[0, 1, 2]"),
}
"""Values that are tried for a variable, by the text of its type."""
_PLAIN = re.compile(r"[^\W\d_][\w']*")


_BOUNDS = (
    "exact absurd (Nat.lt_trans {0} {1}) (by decide)",
    "exact absurd (Nat.lt_of_lt_of_le {0} {1}) (by decide)",
    "exact absurd (Nat.lt_of_le_of_lt {0} {1}) (by decide)",
    "exact absurd (Nat.le_trans {0} {1}) (by decide)",
    "exact Nat.lt_irrefl _ (Nat.lt_trans {0} {1})",
    "exact Nat.lt_irrefl _ (Nat.lt_of_lt_of_le {0} {1})",
    "exact Nat.lt_irrefl _ (Nat.lt_of_le_of_lt {0} {1})",
)
"""Two bounds on the same number that leave nothing between them."""
_ONE = (
    "exact (fun k => k ({0}.2 k)) (fun p => {0}.1 p p)",
    "exact Nat.lt_irrefl _ (Nat.lt_of_le_of_lt (Nat.le_add_right _ _) {0})",
    "exact Nat.lt_irrefl _ (Nat.lt_of_le_of_lt (Nat.le_add_left _ _) {0})",
    "exact absurd (Nat.add_left_cancel (show _ + 0 = _ + (_ + 1) from {0})) (by decide)",
    "exact absurd (Nat.add_left_cancel (show _ + (_ + 1) = _ + 0 from {0})) (by decide)",
)
"""What no proposition and no number does: be the same as its negation, be less than a part of it."""
_EMPTY = ("nomatch {0}", "exact absurd {0}.2 (Nat.not_lt_zero _)", "cases {0}")
_INSTANCES = ("0", "0 0", "0 rfl", "0 0 rfl", "0 0 0 rfl", "0 0 0", "1", "0 1")
"""Values at which a hypothesis about all numbers is looked at."""
_FALLING = (
    "have fall : ∀ n, {0} n + n ≤ {0} 0 := fun n => Nat.rec (motive := fun n => {0} n + n ≤ {0} 0) (Nat.le_refl _) "
    "(fun n ih => Nat.le_trans (by have k := Nat.add_le_add_right ({1} n) n; rw [Nat.succ_add] at k; exact k) ih) n; "
    "exact Nat.lt_irrefl _ (Nat.le_trans (Nat.le_add_left _ _) (fall ({0} 0 + 1)))"
)
"""A sequence of natural numbers that falls at each step."""
_RISES = (4, 8)
"""After how many steps a bound on what rises by one is looked at."""
_CASES = (
    "cases {0} <;> first | exact absurd {1} (by decide) | exact Nat.lt_irrefl _ (Nat.lt_trans {1} (Nat.lt_succ_self _))"
)
"""A bound that fails for 0 and for every other number."""
_WITNESSES = ("⟨_, rfl⟩", "⟨_, Nat.le_refl _⟩", "⟨0, fun k => absurd k (by decide)⟩", "⟨_, fun k => k⟩")
"""What shows too easily that something exists."""


def trivial_proofs(statement: Statement, implementation: Implementation) -> Iterator[str]:
    """Proofs that say no more than a hypothesis or its parts, or that a tactic for trivial goals finds."""
    names = introduced(statement)
    intro = f"intro {' '.join(names)}; " if names else ""
    yield from (f"{intro}{closer}" for closer in SHALLOW[implementation])
    if "∃" in statement.conclusion:
        yield from (f"{intro}exact {witness}" for witness in _WITNESSES)
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
    if statement.conclusion == "False":
        return  # that the hypotheses are contradictory may be just what is stated
    variables = _names_of(statement, names, "variable")
    yield from (f"{intro}exact False.elim (by {way.format(name)})" for name in variables for way in _EMPTY)
    if not (hypotheses or bundles):
        return
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
            if name != other:
                yield f"{intro}exact False.elim (by {_first(way.format(name, other) for way in _BOUNDS)})"
                yield from (f"{intro}exact False.elim (by {way})" for way in _risen(name, other))
        yield f"{intro}exact False.elim (by {_first(way.format(name) for way in _ONE)})"
        for values in _INSTANCES:
            ways = ("simp at k", "contradiction", "exact absurd k (by decide)", *(way.format("k") for way in _ONE))
            yield f"{intro}exact False.elim (by have k := {name} {values}; {_first(ways)})"
        for variable in variables:
            yield f"{intro}exact False.elim (by {_FALLING.format(variable, name)})"
            yield f"{intro}exact False.elim (by {_CASES.format(variable, name)})"
    for name in bundles:
        fields = [f"{name}.{place}" for place in range(2, 5)]
        yield from (
            f"{intro}exact False.elim (by {way})"
            for step, bound in product(fields, repeat=2)
            for way in _risen(step, bound)
        )
        yield f"{intro}exact False.elim (by cases {name}; simp_all)"
        yield f"{intro}exact False.elim (by cases {name}; contradiction)"


def disproofs(statement: Statement, implementation: Implementation) -> Iterator[str]:
    """Proofs of the negation: by a tactic, or from one choice of values for the variables."""
    closers = (*SHALLOW[implementation], *DEEP[implementation])
    yield from closers
    yield "intro h; simp at h"
    closers = (*closers, "(simp <;> intro k <;> injection k <;> contradiction)")
    one_of = " | ".join(closers)
    numbers = _numbers(statement)
    choices = [_choices(binder, one_of, numbers) for binder in statement.binders]
    if not all(choices):
        return
    for values in islice(_nearest_first(choices), ASSIGNMENTS):
        given = " ".join(("@h", *values))
        yield f"intro h; exact absurd ({given}) (by first | {one_of})"
        yield f"intro h; have k := {given}; simp at k"


def introduced(statement: Statement) -> list[str]:
    """Names for all binders of a statement, those of its own where they can be written."""
    shown = [binder.name for binder in statement.binders]
    return [
        name if _PLAIN.fullmatch(name) and shown.count(name) == 1 else f"h_{place}" for place, name in enumerate(shown)
    ]


def _risen(step: str, bound: str) -> Iterator[str]:
    """Proofs that what rises by one at each step is not bounded."""
    for times in _RISES:
        steps = ", ".join(f"{step} {place}" for place in reversed(range(times)))
        no_more = f"exact absurd (Nat.le_trans (Nat.le_add_left {times} _) k) (by decide)"
        yield f"have k := {bound} {times}; rw [{steps}] at k; {no_more}"


def _first(ways: Iterable[str]) -> str:
    return "first | " + " | ".join(f"({way})" for way in ways)


def _numbers(statement: Statement) -> tuple[str, ...]:
    """The numbers that stand in the statement with their neighbours, beyond those that are always tried."""
    said = " ".join((*(binder.type for binder in statement.binders), statement.conclusion))
    written = sorted({int(digits) for digits in re.findall(r"(?<![\w.])\d{1,6}(?![\w.])", said)})[-NUMERALS:]
    near = {at for number in written for at in (number - 1, number, number + 1) if at > 3}
    return tuple(str(number) for number in sorted(near))


def _nearest_first(choices: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """All choices of one value each, those of early values first, so that no variable stays at its first one."""
    sizes = [len(some) for some in choices]
    for total in range(sum(sizes) - len(sizes) + 1):
        for places in _places(sizes, total):
            yield tuple(some[place] for some, place in zip(choices, places, strict=True))


def _places(sizes: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Every choice of a place in each row whose sum is `total`."""
    if not sizes:
        if total == 0:
            yield ()
        return
    for place in range(min(sizes[0] - 1, total) + 1):
        yield from ((place, *rest) for rest in _places(sizes[1:], total - place))


def _choices(binder: Binder, closers: str, numbers: Sequence[str]) -> Sequence[str]:
    if binder.kind == "hypothesis":
        return (f"(by first | {closers})",)
    if binder.kind == "instance":
        return ("inferInstance",)
    # A disproof is one at the lowest universes.
    lowest = {"Type": "Type", "Sort": "Prop"}.get(binder.type.split()[0], binder.type)
    return (*VALUES.get(lowest, ()), *(numbers if lowest == "Nat" else ()))


def _hypotheses(statement: Statement, names: Sequence[str]) -> list[str]:
    return _names_of(statement, names, "hypothesis")


def _names_of(statement: Statement, names: Sequence[str], kind: str) -> list[str]:
    return [name for name, one in zip(names, statement.binders, strict=True) if one.kind == kind]


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
