"""Whole proofs of a goal: one tactic, alone or after one induction or case split. The portfolio tries them all."""

from collections.abc import Iterator, Sequence

from curate.evals.prove.goals import Goal, is_equation
from curate.evals.prove.steps import HOLE, material_of

ORDER_CLOSERS = (
    "exact Nat.le_refl _",
    "exact Nat.zero_le _",
    "exact Nat.le_succ _",
    "exact Nat.le_add_right _ _",
    "exact Nat.le_add_left _ _",
)
SWAP = (
    "have swap : ∀ i j k : Nat, i + (j + k) = j + (i + k) := "
    "fun i j k => by rw [← Nat.add_assoc, Nat.add_comm i, Nat.add_assoc]"
)
"""A fact that not every library has under one name."""
SUM_RULES = "Nat.add_comm, swap, Nat.add_assoc"
"""Brings sums into one order, after `SWAP`."""
ORDER_FORMS = (
    "exact Nat.le_trans {h} (Nat.le_add_right _ _)",
    "exact Nat.le_trans {h} (Nat.le_succ _)",
    "exact Nat.succ_le_succ {h}",
    "exact Nat.le_of_lt {h}",
    "exact Nat.le_of_lt (Nat.lt_of_not_le {h})",
)


def whole_proofs(goal: Goal, definitions: Sequence[str]) -> Iterator[str]:
    """Proofs of a goal by one tactic, and steps that induct or split once and leave holes for such tactics."""
    used, hypotheses, equations = material_of(goal, definitions)
    yield from _exact(goal, hypotheses)
    yield from close_by_simp(goal, used, equations)
    yield from _induct(goal)
    yield from (f"cases {name}\n· {HOLE}\n· {HOLE}" for name in goal.of_type("Bool"))


def close_by_simp(goal: Goal, used: Sequence[str], equations: Sequence[str]) -> Iterator[str]:
    """Whole proofs of a goal by unfolding, one hypothesis, and sums in one order, under cases of its Booleans."""
    unfold = f"simp [{', '.join(used)}]; " if used else ""
    prefixes = ["", *(f"cases {name} <;> " for name in goal.of_type("Bool"))]
    for prefix in prefixes:
        yield f"{prefix}simp_all [{', '.join([*used, 'Nat.add_comm', 'Nat.add_assoc'])}]"
        if "if " in goal.target or "match" in goal.target:
            yield f"{prefix}split <;> simp_all [{', '.join(used)}]"
        yield f"{prefix}({SWAP}; simp [{', '.join([*used, SUM_RULES])}])"
        for name in equations:
            yield f"{prefix}({SWAP}; simp [{', '.join([*used, name, SUM_RULES])}])"
            yield f"{prefix}({SWAP}; {unfold}rw [← {name}]; simp [{SUM_RULES}])"
            yield f"{prefix}({SWAP}; {unfold}rw [{name}]; simp [{SUM_RULES}])"
            yield f"{prefix}({unfold}rw [← Nat.add_assoc, {name}])"


def _exact(goal: Goal, hypotheses: Sequence[tuple[str, str]]) -> Iterator[str]:
    for name, type_ in hypotheses:
        yield f"exact {name}"
        if "∀" in type_ or "→" in type_:
            yield from (f"exact {name}{arguments}" for arguments in (" _", " _ _", " _ _ _"))
            yield f"apply {name} <;> assumption"
        if is_equation(type_):
            yield f"exact {name}.symm"
        if "≤" in type_ or "<" in type_:
            yield from (form.format(h=name) for form in ORDER_FORMS)
            for other, second in hypotheses:
                if other != name and ("≤" in second or "<" in second):
                    arguments = " _" if "∀" in second else ""
                    yield f"exact Nat.le_trans {name} ({other}{arguments})"
                    yield f"exact Nat.lt_of_le_of_lt {name} ({other}{arguments})"


def _induct(goal: Goal) -> Iterator[str]:
    for name in goal.of_type("Nat"):
        yield f"induction {name} with\n| zero => {HOLE}\n| succ {name} ih => {HOLE}"
    for name in goal.of_type("List"):
        yield f"induction {name} with\n| nil => {HOLE}\n| cons a {name} ih => {HOLE}"
    for name in goal.of_type("Nat"):
        yield f"cases {name} with\n| zero => {HOLE}\n| succ {name} => {HOLE}"
