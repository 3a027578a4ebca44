"""Proof candidates that are tried on a statement, as Lean tactics. Which exist depends on the Lean that is asked."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product

from curate.formalize.checks.ways import (
    BOUNDS,
    CASES,
    DEEP,
    EMPTY,
    FALLING,
    INSTANCES,
    ONE,
    RISES,
    SHALLOW,
    VALUES,
    WITNESSES,
    Implementation,
)
from curate.formalize.terms.statements import Binder, Statement

FIELD_DEPTH = 3
"""How many `.1` and `.2` are tried behind a hypothesis."""
FIELDS = 8
"""How many fields of a structure are tried as proofs."""
PLAIN_TYPES = ("Nat", "Int", "Bool", "Prop", "Type", "Sort", "String", "Char", "List", "Option", "Fin")
"""Heads of types that bundle no hypotheses."""
INHABITED = ("Nat", "Int", "Bool", "Prop", "Type", "Sort", "String", "Char", "List", "Option")
"""Heads of types that have elements."""
ASSIGNMENTS = 32
"""At most this many choices of values for the variables are tried against a statement."""
NUMERALS = 4
"""How many of the numbers that stand in a statement are tried for its variables, with their neighbours."""

_PLAIN = re.compile(r"[^\W\d_][\w']*")


def trivial_proofs(statement: Statement, implementation: Implementation) -> Iterator[str]:
    """Proofs that say no more than a hypothesis or its parts, or that a tactic for trivial goals finds."""
    names = introduced(statement)
    intro = f"intro {' '.join(names)}; " if names else ""
    yield from (f"{intro}{closer}" for closer in SHALLOW[implementation])
    if "∃" in statement.conclusion:
        yield from (f"{intro}exact {witness}" for witness in WITNESSES)
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
    if statement.conclusion == "False":
        return  # that the hypotheses are contradictory may be just what is stated
    names = introduced(statement)
    intro = f"intro {' '.join(names)}; exact False.elim "
    bound = dict(zip(names, statement.binders, strict=True))
    hypotheses = {name: one.type for name, one in bound.items() if one.kind == "hypothesis"}
    variables = {name: one.type for name, one in bound.items() if one.kind == "variable"}
    bundles = _bundles(statement, names)
    if hypotheses or bundles:
        yield from (f"{intro}(by {closer})" for closer in (*SHALLOW[implementation], *DEEP[implementation]))
    for name, type_ in variables.items():
        if type_.split()[0] not in INHABITED and "→" not in type_:
            yield from (f"{intro}(by {way.format(name)})" for way in EMPTY)
    for name in hypotheses:
        yield from (f"{intro}{proof}" for proof in _from_one(name, hypotheses, variables))
    for name, other in product(hypotheses, repeat=2):
        yield from (f"{intro}{proof}" for proof in _from_two(name, other, hypotheses))
    for name in bundles:
        fields = [f"{name}.{place}" for place in range(2, 5)]
        rises = (way for step, most in product(fields, repeat=2) if step != most for way in _risen(step, most))
        yield from (f"{intro}(by {way})" for way in rises)
        yield f"{intro}(by cases {name}; simp_all)"
        yield f"{intro}(by cases {name}; contradiction)"


def _from_one(name: str, hypotheses: Mapping[str, str], variables: Mapping[str, str]) -> Iterator[str]:
    """Proofs of `False` from one hypothesis."""
    yield f"(by cases {name})"
    yield f"(by simp at {name})"
    yield from (f"(Nat.lt_irrefl _ {name}{path})" for path in ("", ".1", ".2"))
    yield from (f"(Nat.not_lt_zero _ {name}{path})" for path in ("", ".1", ".2"))
    yield f"(by {_first(way.format(name) for way in ONE)})"
    type_ = hypotheses[name]
    if type_.startswith("∀"):
        ways = ("simp at k", "contradiction", "exact absurd k (by decide)", *(way.format("k") for way in ONE))
        yield from (f"(by have k := {name} {values}; {_first(ways)})" for values in INSTANCES)
    for variable, of in variables.items():
        if of == "Nat → Nat" and type_.startswith("∀") and variable in type_:
            yield f"(by {FALLING.format(variable, name)})"
        elif of == "Nat" and variable in type_:
            yield f"(by {CASES.format(variable, name)})"


def _from_two(name: str, other: str, hypotheses: Mapping[str, str]) -> Iterator[str]:
    """Proofs of `False` from two hypotheses."""
    yield f"({name} {other})"
    yield f"(by rw [{name}] at {other}; contradiction)"
    yield f"(absurd ({name}.symm.trans {other}) (by decide))"
    one, two = hypotheses[name], hypotheses[other]
    if name != other and re.search("[<>≤≥]", one) and re.search("[<>≤≥]", two):
        yield f"(by {_first(way.format(name, other) for way in BOUNDS)})"
    if name != other and "+ 1) = " in one and re.search("[<>≤≥]", two):
        yield from (f"(by {way})" for way in _risen(name, other))


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
    for times in RISES:
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
