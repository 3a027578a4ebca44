"""Steps that a search may take on a goal: scripts with holes, from the goal's own shape and a bounded set of lemmas."""

import re
from collections.abc import Iterator, Sequence

from curate.evals.prove.goals import Goal, conditions, is_equation

HOLE = "skip"
"""Stands where a step leaves a goal: it does nothing, so that Lean shows the goal."""
CLOSERS = ("rfl", "assumption", "simp_all", "contradiction", "decide")
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
REWRITES = {
    "+": ("Nat.add_comm", "Nat.add_assoc", "← Nat.add_assoc", "Nat.zero_add", "Nat.add_comm 1"),
    "*": ("Nat.mul_comm", "Nat.succ_mul", "Nat.zero_mul"),
    "++": ("List.length_append",),
}
"""Library lemmas to rewrite with, by the sign that must stand in the goal."""
ORDER = ("refine Nat.succ_le_succ ?_", "refine Nat.le_succ_of_le ?_", "refine Nat.le_of_lt ?_")
"""Lemmas of the order that leave one goal."""
ORDER_FORMS = (
    "exact Nat.le_trans {h} (Nat.le_add_right _ _)",
    "exact Nat.le_trans {h} (Nat.le_succ _)",
    "exact Nat.succ_le_succ {h}",
    "exact Nat.le_of_lt {h}",
    "exact Nat.le_of_lt (Nat.lt_of_not_le {h})",
)
_SUCC = re.compile(r"([^\W\d][\w']*)\.succ\b")
_SUM = re.compile(r"\+ \(([^\W\d][\w']*) \+ 1\)")
_WORD = re.compile(r"[^\W\d][\w']*")


def find_definitions(text: str) -> list[str]:
    """Names that a statement's text defines, as they can be written inside it."""
    return re.findall(r"^\s*(?:@\[[^\]]*\]\s*)?(?:def|abbrev)\s+([^\W\d][\w.']*)", text, re.MULTILINE)


def expand(goal: Goal, definitions: Sequence[str], depth: int) -> Iterator[str]:
    """Steps for a goal, the likeliest first. `depth`: how many inductions stand around it already."""
    words = set(_WORD.findall(goal.target))
    used = [name for name in definitions if name.rpartition(".")[2] in words]
    hypotheses = [(name, type_) for name, type_ in goal.hypotheses if not is_data(type_)]
    equations = [name for name, type_ in hypotheses if is_equation(type_)]
    ordered = "≤" in goal.target or "<" in goal.target
    yield from CLOSERS
    yield from ORDER_CLOSERS if ordered else ()
    yield from _plainly(goal)
    yield from _exact(goal, hypotheses)
    yield from close_by_simp(goal, used, equations)
    yield from _simplify(used, equations)
    if goal.target.startswith(("∀", "¬")) or "→" in goal.target:
        yield f"intro x{len(goal.hypotheses)}\n{HOLE}"
    if depth < 2:
        yield from _induct(goal)
    yield from _by_cases(goal, hypotheses)
    yield from (f"rw [{arrow}{name}]\n{HOLE}" for name in equations for arrow in ("", "← "))
    rewrites = [name for sign, names in REWRITES.items() if sign in goal.target for name in names]
    yield from (f"rw [{name}]\n{HOLE}" for name in (*used, *rewrites))
    yield from (f"unfold {name}\n{HOLE}" for name in used)
    yield from (f"{step}\n{HOLE}" for step in ORDER if ordered)
    yield from _take_apart(goal, hypotheses)


def _plainly(goal: Goal) -> Iterator[str]:
    """The goal with numbers as they are written: an induction leaves `Nat.zero` and `n.succ`."""
    plain = _SUCC.sub(r"(\1 + 1)", goal.target).replace("Nat.zero", "0")
    if plain != goal.target:
        opened = _SUM.sub(r"+ \1 + 1", plain)
        yield f"show {opened}\n{HOLE}"
        yield f"show {plain}\n{HOLE}"


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


def _simplify(used: Sequence[str], equations: Sequence[str]) -> Iterator[str]:
    sets: tuple[list[str], ...] = ([], list(used), [*used, *equations])
    for names in dict.fromkeys(", ".join(one) for one in sets):
        yield f"simp [{names}]\n{HOLE}" if names else f"simp\n{HOLE}"
    yield f"simp_all [{', '.join(used)}]\n{HOLE}" if used else f"simp_all\n{HOLE}"


def _by_cases(goal: Goal, hypotheses: Sequence[tuple[str, str]]) -> Iterator[str]:
    if "if " in goal.target:
        for name, _ in hypotheses:
            yield from (f"rw [{rule} {name}]\n{HOLE}" for rule in ("if_pos", "if_neg"))
    for place, condition in enumerate(conditions(goal)[:2]):
        name = f"c{len(goal.hypotheses)}{place}"
        yield f"by_cases {name} : {condition}\n· {HOLE}\n· {HOLE}"
        yield f"by_cases {name} : {condition} <;> simp_all"
    if "if " in goal.target or "match" in goal.target:
        yield f"split\n· {HOLE}\n· {HOLE}"
    for name in goal.of_type("Bool"):
        yield f"cases {name}\n· {HOLE}\n· {HOLE}"
        yield f"cases {name} <;> rfl"


def _induct(goal: Goal) -> Iterator[str]:
    for name in goal.of_type("Nat"):
        yield f"induction {name} with\n| zero => {HOLE}\n| succ {name} ih => {HOLE}"
    for name in goal.of_type("List"):
        yield f"induction {name} with\n| nil => {HOLE}\n| cons a {name} ih => {HOLE}"
    for name in goal.of_type("Nat"):
        yield f"cases {name} with\n| zero => {HOLE}\n| succ {name} => {HOLE}"


def _take_apart(goal: Goal, hypotheses: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Steps that split the goal or a hypothesis, or go back from it through one."""
    if "≤" in goal.target and "+" in goal.target:
        yield f"refine Nat.add_le_add ?_ ?_\n· {HOLE}\n· {HOLE}"
    if "=" in goal.target and any("≤" in type_ or "<" in type_ for _, type_ in hypotheses):
        yield f"refine Nat.le_antisymm ?_ ?_\n· {HOLE}\n· {HOLE}"
    if any(sign in goal.target for sign in ("∧", "↔")):
        yield f"constructor\n· {HOLE}\n· {HOLE}"
    for name, type_ in hypotheses:
        if type_.startswith("∃"):
            yield f"obtain ⟨{name}w, {name}p⟩ := {name}\n{HOLE}"
        elif " ∧ " in type_ and not type_.startswith("∀"):
            yield f"obtain ⟨{name}l, {name}r⟩ := {name}\n{HOLE}"
        if "→" in type_:
            yield f"apply {name}\n{HOLE}"
        if is_equation(type_):
            yield from (f"rw [{name}] at {other}\n{HOLE}" for other, _ in hypotheses if other != name)


def is_data(type_: str) -> bool:
    """Whether a variable of this type is data and no hypothesis, as far as its text tells."""
    return not re.search(r"[=≤<≥>∧∨∃∀¬≠↔]|True|False", type_)
