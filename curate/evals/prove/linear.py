"""Linear arithmetic over the natural numbers: sums of hypotheses that give a goal, found here and proved by Lean.

A goal `l = r`, `l ≤ r` or `l < r` and the hypotheses of the same forms are read as polynomials in whatever else stands
in them. A few hypotheses that add up to the goal are looked for; Lean is given the sum, with `linear.lean`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from itertools import combinations_with_replacement, islice, product
from typing import NamedTuple

from curate.evals.prove.goals import Goal
from curate.evals.prove.polynomials import (
    Polynomial,
    Unreadable,
    atom_of,
    bracket,
    read_polynomial,
    show_polynomial,
    write_plainly,
)

LEMMAS = (resources.files("curate.evals.prove") / "linear.lean").read_text(encoding="utf-8")
MARK = "Linear."
"""Stands in every script that rests on the lemmas."""
RING = (
    f"(simp only [{', '.join(f'Linear.lit{digit}' for digit in range(2, 10))}, Nat.left_distrib, Nat.right_distrib, "
    "Linear.pow_succ, Nat.mul_comm, Nat.mul_assoc, Linear.mul_left_comm, Nat.mul_one, Nat.one_mul, Nat.mul_zero, "
    "Nat.zero_mul, Nat.add_zero, Nat.zero_add, Nat.add_comm, Nat.add_assoc, Linear.add_left_comm])"
)
"""Brings both sides of an equation into one form, which closes it; numbers above 9 stay as they are."""
MOST_FACTS, MOST_TOGETHER, MOST_SPLITS = 24, 3, 2
_BINDERS = re.compile(r"^∀ ((?:\([^()]*: [^()]*\)\s*)+|[\w' ]+), ?")
_RELATION = re.compile(r"(.*?) (=|≤|<) (.*)", re.DOTALL)


class Fact(NamedTuple):
    """`left ≤ right`, or `=`, with a term that proves it."""

    left: Polynomial
    right: Polynomial
    equal: bool
    term: str


def prove_linear(goal: Goal) -> str | None:
    """A script that proves a goal from sums of its hypotheses; None: none was found."""
    relation = split_relation(goal.target)
    if relation is None:
        return None
    differences: list[tuple[str, str]] = []
    try:
        left, right = (read_polynomial(side, differences) for side in (relation[0], relation[2]))
    except Unreadable:
        return None
    sign = relation[1]
    wanted = Fact(left + Polynomial({(): 1}) if sign == "<" else left, right, sign == "=", "")
    facts = find_facts(goal)
    proof = _split(wanted, facts, list(dict.fromkeys(differences)), MOST_SPLITS)
    return None if proof is None else ("refine Linear.lt_of ?_\n" if sign == "<" else "") + proof


def _split(wanted: Fact, facts: Sequence[Fact], differences: Sequence[tuple[str, str]], left: int) -> str | None:
    """A proof by the facts alone, else by whether a difference of the goal is cut off at 0."""
    found = _equal(wanted, facts) if wanted.equal else _below(wanted, facts)
    if found is not None or not differences or not left:
        return found
    (first, second), *rest = differences
    atom, name = atom_of(f"{first} - {second}"), f"s{left}"
    try:
        a, b = read_polynomial(first), read_polynomial(second)
    except Unreadable:
        return None
    below = [Fact(a, b, False, name), Fact(atom, Polynomial(), True, f"(Linear.sub_zero_of {name})")]
    above = [Fact(b, a, False, name), Fact(atom + b, a, True, f"(Linear.sub_add_of {name})")]
    proofs = [_split(wanted, [*new, *facts], rest, left - 1) for new in (below, above)]
    if None in proofs:
        return None
    cases = [f"| {case} {name} =>\n{_indent(str(proof))}" for case, proof in zip(("inl", "inr"), proofs, strict=True)]
    return f"cases Nat.le_total ({first}) ({second}) with\n" + "\n".join(cases)


def _equal(wanted: Fact, facts: Sequence[Fact], most: int = MOST_TOGETHER) -> str | None:
    sides = [one for fact in facts if fact.equal for one in (fact, _turn(fact))]
    for chosen in _choices(sides, most):
        if _difference(wanted, chosen) == {}:
            terms = "".join(f"refine Linear.eq_by {one.term} ?_\n" for one in chosen)
            return f"{terms}{RING}" if chosen or wanted.left != wanted.right else RING
    below = _below(wanted._replace(equal=False), facts, most)
    above = _below(Fact(wanted.right, wanted.left, False, ""), facts, most)
    if below is None or above is None:
        return None
    return f"refine Nat.le_antisymm ?_ ?_\n· {_hang(below)}\n· {_hang(above)}"


def _below(wanted: Fact, facts: Sequence[Fact], most: int = MOST_TOGETHER) -> str | None:
    sides = []
    for fact in facts:
        if fact.equal:
            sides += [one._replace(term=f"(Linear.le_of_eq {one.term})") for one in (fact, _turn(fact))]
        else:
            sides.append(fact)
    for chosen in _choices(sides, most):
        difference = _difference(wanted, chosen)
        if all(number > 0 for number in difference.values()):
            terms = "".join(f"refine Linear.le_by {one.term} ?_\n" for one in chosen)
            return f"{terms}exact Linear.slack ({show_polynomial(difference)}) (by {RING})"
    return None


def _choices(sides: Sequence[Fact], most: int) -> Iterator[tuple[Fact, ...]]:
    for number in range(most + 1):
        yield from islice(combinations_with_replacement(sides, number), 4000)


def _difference(wanted: Fact, chosen: Sequence[Fact]) -> dict[tuple[str, ...], int]:
    """What the right side has more than the left once both have what the facts give."""
    found: dict[tuple[str, ...], int] = {}
    for polynomial, sign in ((wanted.right, 1), (wanted.left, -1)):
        for product_, number in polynomial.items():
            found[product_] = found.get(product_, 0) + sign * number
    for one in chosen:
        for polynomial, sign in ((one.left, 1), (one.right, -1)):
            for product_, number in polynomial.items():
                found[product_] = found.get(product_, 0) + sign * number
    return {product_: number for product_, number in found.items() if number}


def _turn(fact: Fact) -> Fact:
    return Fact(fact.right, fact.left, True, f"{fact.term}.symm")


def _indent(script: str) -> str:
    return "\n".join(f"  {line}" for line in script.split("\n"))


def _hang(script: str) -> str:
    return _indent(script).removeprefix("  ")


def find_facts(goal: Goal) -> list[Fact]:
    """What the hypotheses say of sums, those under `∀` at the arguments that stand in the target."""
    known = {" ".join(type_.split()): name for name, type_ in goal.hypotheses}
    plain = [fact for type_, name in known.items() for fact in read_fact(type_, name)]
    found = list(plain)
    arguments = find_arguments(goal)
    for name, type_ in goal.hypotheses:
        binders, premises, body = split_type(type_)
        if len(binders) > 2 or not (binders or premises):
            continue
        for chosen in islice(product(arguments, repeat=len(binders)), 36):
            at = dict(zip(binders, chosen, strict=True))
            proofs = [_prove_premise(substitute(one, at), known, plain) for one in premises]
            if None not in proofs:
                term = " ".join((name, *map(bracket, chosen), *map(str, proofs)))
                found += read_fact(substitute(body, at), f"({term})")
    return found[:MOST_FACTS]


def _prove_premise(said: str, known: Mapping[str, str], plain: Sequence[Fact]) -> str | None:
    """A term for a premise: a hypothesis, or what sums of two of them give."""
    if said in known:
        return known[said]
    for wanted in read_fact(said, ""):
        found = _equal(wanted, plain[:8], 2) if wanted.equal else _below(wanted, plain[:8], 2)
        if found is not None:
            return "(by " + found.replace("\n", "; ") + ")"
    return None


def read_fact(said: str, term: str) -> Iterator[Fact]:
    """A fact in the text of a proposition; nothing where it is of another form."""
    for sign, lemma in (("≤", "Nat.lt_of_not_le"), ("<", "Nat.le_of_not_lt")):
        if said.startswith("¬") and f" {sign} " in said:
            left, _, right = said[1:].strip().strip("()").partition(f" {sign} ")
            turned = f"{right} < {left}" if sign == "≤" else f"{right} ≤ {left}"
            yield from read_fact(turned, f"({lemma} {term})")
            return
    relation = split_relation(said)
    if relation is None:
        return
    try:
        left_, right_ = read_polynomial(relation[0]), read_polynomial(relation[2])
    except Unreadable:
        return
    if relation[1] == "<":
        yield Fact(left_ + Polynomial({(): 1}), right_, False, f"(Linear.succ_le {term})")
    else:
        yield Fact(left_, right_, relation[1] == "=", term)


def split_relation(text: str) -> tuple[str, str, str] | None:
    """The sides of `l = r`, `l ≤ r` or `l < r`; None where the text is something else."""
    found = _RELATION.fullmatch(text)
    if found is None or re.search(r"=(?!>)|(?<!=)>|[≤<≥∧∨∃∀¬≠↔→∈]", found[1] + found[3]):
        return None
    return (found[1], found[2], found[3]) if found[1].count("(") == found[1].count(")") else None


def split_type(type_: str) -> tuple[list[str], list[str], str]:
    """Names that a type's leading `∀` bind, the premises that follow, and what is said under them."""
    names: list[str] = []
    while found := _BINDERS.match(type_):
        inside = re.sub(r":[^()]*\)|[()]", " ", found[1])
        names += inside.split()
        type_ = type_[found.end() :]
    *premises, body = type_.split(" → ")
    return names, premises, body


def find_arguments(goal: Goal) -> list[str]:
    """What functions are applied to in a target, and what stands before such a `+ 1`; variables first."""
    variables = goal.of_type("Nat")
    inside = [found for found in re.findall(r"\(([^()]*)\)", write_plainly(goal.target)) if "fun" not in found]
    shorter = [found.removesuffix(" + 1") for found in inside]
    used = [name for name in variables if re.search(rf"(?<![\w']){re.escape(name)}(?![\w'])", goal.target)]
    return list(dict.fromkeys([*used, *shorter, *inside, *variables, "0"]))[:6]


def substitute(text: str, chosen: dict[str, str]) -> str:
    """The text with terms in the place of names."""
    for name, term in chosen.items():
        text = re.sub(rf"(?<![\w'.]){re.escape(name)}(?![\w'])", lambda _, term=term: bracket(term), text)  # type: ignore[misc]
    return text
