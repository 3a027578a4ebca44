"""Steps that a search may take on a goal: scripts with holes, from the goal's own shape and a bounded set of lemmas."""

import re
from collections.abc import Iterator, Sequence

from curate.evals.prove.goals import Goal, conditions, is_equation
from curate.evals.prove.linear import prove_linear

HOLE = "skip"
"""Stands where a step leaves a goal: it does nothing, so that Lean shows the goal."""
CLOSERS = ("rfl", "assumption", "simp_all", "contradiction", "decide")
LENGTHS = {"::": "List.length_cons", "++": "List.length_append", ".map ": "Linear.length_map"}
"""Lemmas on lengths, by the sign that must stand in the goal."""
REWRITES = {
    "+": ("Nat.add_assoc", "← Nat.add_assoc", "Nat.zero_add", "Nat.add_comm 1"),
    "*": ("Nat.mul_succ", "Nat.succ_mul"),
    "++": ("List.length_append",),
}
"""Library lemmas to rewrite with, by the sign that must stand in the goal."""
_WORD = re.compile(r"[^\W\d][\w']*")


def find_definitions(text: str) -> list[str]:
    """Names that a statement's text defines, as they can be written inside it."""
    return re.findall(r"^\s*(?:@\[[^\]]*\]\s*)?(?:def|abbrev)\s+([^\W\d][\w.']*)", text, re.MULTILINE)


def expand(goal: Goal, definitions: Sequence[str], depth: int) -> Iterator[str]:
    """Steps for a goal, the likeliest first. `depth`: how many inductions stand around it already.

    Where the form of the goal leaves one sensible step, that one follows what may end the proof, and no other.
    """
    used, hypotheses, equations = material_of(goal, definitions)
    yield from CLOSERS
    linear = prove_linear(goal)
    if linear is not None:
        yield linear
    forced = _forced(goal, hypotheses)
    if forced is not None:
        yield forced
        return
    yield from _open(goal, used)
    if depth < 2:
        yield from _induct_anew(goal)
    yield from _by_cases(goal, hypotheses, used)
    yield from _unfold_all(hypotheses, definitions)
    yield from _use(hypotheses)
    yield from _simplify(used, equations)
    yield from _take_apart_hypotheses(goal, hypotheses)
    yield from _witness(goal)
    yield f"simp_all [{', '.join([*used, 'Nat.add_comm', 'Nat.add_assoc'])}]"
    yield from (f"rw [{arrow}{name}]\n{HOLE}" for name in equations for arrow in ("", "← "))
    rewrites = [name for sign, names in REWRITES.items() if sign in goal.target for name in names]
    yield from (f"rw [{name}]\n{HOLE}" for name in (*used, *rewrites))
    yield from _take_apart(goal, hypotheses)


def _forced(goal: Goal, hypotheses: Sequence[tuple[str, str]]) -> str | None:
    """The step that loses nothing: what is bound gets a name, what exists or holds together is taken apart."""
    if goal.target.startswith(("∀", "¬")) or re.fullmatch(r"[^()∧∨∃↔]+ → .*", goal.target):
        return f"intro x{len(goal.hypotheses)}\n{HOLE}"
    for name, type_ in hypotheses:
        if type_.startswith("∃"):
            return f"obtain ⟨{name}w, {name}p⟩ := {name}\n{HOLE}"
        if re.fullmatch(r"[^()∀∨→↔]+ ∧ .*", type_):
            return f"obtain ⟨{name}l, {name}r⟩ := {name}\n{HOLE}"
    if re.fullmatch(r"(?:[^()∀∃∨→]|\([^()]*\))+ [∧↔] .*", goal.target) or re.match(r"\([^()]*\) ∧ ", goal.target):
        return f"constructor\n· {HOLE}\n· {HOLE}"
    return None


def material_of(goal: Goal, definitions: Sequence[str]) -> tuple[list[str], list[tuple[str, str]], list[str]]:
    """Definitions that stand in the target, hypotheses, and those of them that are equations."""
    words = set(_WORD.findall(goal.target))
    used = [name for name in definitions if name.rpartition(".")[2] in words]
    hypotheses = [(name, type_) for name, type_ in goal.hypotheses if not is_data(type_)]
    return used, hypotheses, [name for name, type_ in hypotheses if is_equation(type_)]


def _open(goal: Goal, used: Sequence[str]) -> Iterator[str]:
    """Definitions opened in the target, with lengths of lists and products with a next number as sums."""
    products = ["Linear.mul_add_one"] if re.search(r"\* \([^()]* \+ 1\)", goal.target) else []
    lengths = [name for sign, name in LENGTHS.items() if sign in goal.target and ".length" in goal.target]
    sets = ((*used, *products, *lengths), *zip(used))
    yield from (f"simp only [{', '.join(names)}]\n{HOLE}" for names in dict.fromkeys(sets) if names)


def _use(hypotheses: Sequence[tuple[str, str]]) -> Iterator[str]:
    for name, type_ in hypotheses:
        yield f"exact {name}"
        if "∀" in type_ or "→" in type_:
            yield from (f"exact {name}{arguments}" for arguments in (" _", " _ _"))
            yield f"apply {name} <;> assumption"
        if is_equation(type_):
            yield f"exact {name}.symm"


def _simplify(used: Sequence[str], equations: Sequence[str]) -> Iterator[str]:
    sets: tuple[list[str], ...] = ([], list(used), [*used, *equations])
    for names in dict.fromkeys(", ".join(one) for one in sets):
        yield f"simp [{names}]\n{HOLE}" if names else f"simp\n{HOLE}"
    yield f"simp_all [{', '.join(used)}]\n{HOLE}" if used else f"simp_all\n{HOLE}"


def _by_cases(goal: Goal, hypotheses: Sequence[tuple[str, str]], used: Sequence[str]) -> Iterator[str]:
    if "if " in goal.target:
        for name, _ in hypotheses:
            yield from (f"rw [{rule} {name}]\n{HOLE}" for rule in ("if_pos", "if_neg"))
    for place, condition in enumerate(conditions(goal)[:2]):
        name = f"c{len(goal.hypotheses)}{place}"
        branches = (f"· simp only [{rule} {name}]\n  {HOLE}" for rule in ("if_pos", "if_neg"))
        yield "\n".join([f"by_cases {name} : {condition}", *branches])
        yield f"by_cases {name} : {condition} <;> simp_all"
    if "if " in goal.target or "match" in goal.target:
        named = f"· rename_i c{len(goal.hypotheses)}\n  {HOLE}"
        yield f"split\n{named}\n{named}"
    for name in goal.of_type("Bool"):
        yield f"cases {name}\n· {HOLE}\n· {HOLE}"
        yield f"cases {name} <;> rfl"


def _induct_anew(goal: Goal) -> Iterator[str]:
    """Inductions and cases that leave `0` and `n + 1`, on variables, with the others free or not, and on the order."""
    variables = goal.of_type("Nat")
    for name in variables:
        others = [other for other, type_ in goal.hypotheses if other != name and type_ in ("Nat", "Bool")]
        for free in ("", f" generalizing {' '.join(others)}") if others else ("",):
            yield (f"induction {name} using Linear.rec{free} with\n| zero => {HOLE}\n"
                   f"| succ {name} ih => {HOLE}")  # fmt: skip
    for name in goal.of_type("List"):
        yield f"induction {name} with\n| nil => {HOLE}\n| cons a {name} ih => {HOLE}"
    for name, type_ in goal.hypotheses:
        found = re.fullmatch(r"[^=∀∧]+ ≤ ([\w']+)", type_)
        if found and found[1] in variables:
            yield f"induction {name} with\n| refl => {HOLE}\n| step {name} ih => {HOLE}"
    for name in variables:
        yield f"cases {name} using Linear.cases with\n| zero => {HOLE}\n| succ {name} => {HOLE}"


def _unfold_all(hypotheses: Sequence[tuple[str, str]], definitions: Sequence[str]) -> Iterator[str]:
    """Definitions that stand in hypotheses, opened there."""
    for name, type_ in hypotheses:
        words = set(_WORD.findall(type_))
        yield from (f"simp only [{one}] at {name}\n{HOLE}" for one in definitions if one.rpartition(".")[2] in words)


def _take_apart_hypotheses(goal: Goal, hypotheses: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Steps that use what hypotheses say in parts."""
    smaller = {tuple(type_.split(" ≤ ")): name for name, type_ in hypotheses if type_.count(" ≤ ") == 1}
    for (low, high), name in smaller.items():
        back = smaller.get((high, low))
        if back is not None and low < high:
            equal = f"e{len(goal.hypotheses)}"
            yield f"have {equal} := Nat.le_antisymm {name} {back}\nsubst {equal}\n{HOLE}"
    for name, type_ in hypotheses:
        if " ∧ " in type_ and not type_.startswith("∀"):
            yield f"obtain ⟨{name}l, {name}r⟩ := {name}\n{HOLE}"
        elif " ∨ " in type_ and not type_.startswith("∀"):
            yield f"cases {name} with\n| inl {name} => {HOLE}\n| inr {name} => {HOLE}"
        elif re.fullmatch(r"[^=∀∧→]+ ≤ ([^=∀∧→]+ \+ 1|[\w']+\.succ)", type_):
            yield f"cases {name} with\n| refl => {HOLE}\n| step {name} => {HOLE}"
        elif " ≤ 0" in type_:
            yield f"cases {name}\n{HOLE}"
        yield from _members(name, type_, hypotheses)


def _members(name: str, type_: str, hypotheses: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What is said of all members of a list, said of its head and of its tail."""
    found = re.match(r"∀ \(?([\w']+)(?: : [^()]*\))?(?:,| ∈) .*∈ ([\w']+) :: [\w']+|∀ ([\w']+) ∈ ([\w']+) :: ", type_)
    if found:
        tail = f"(fun t k => {name} t (List.Mem.tail _ k))"
        used = [
            f"have {other} := {other} {tail}" for other, said in hypotheses if other.startswith("ih") and "→" in said
        ]
        yield "\n".join([f"have m{name} := {name} _ (List.Mem.head _)", *used, HOLE])


def _witness(goal: Goal) -> Iterator[str]:
    """Terms for what exists: a variable, or the sum of two, and what the order knows of it."""
    if goal.target.startswith("∃"):
        names = goal.of_type("Nat")
        sums = [f"{one} + {other}" for place, one in enumerate(names) for other in names[place + 1 :]]
        for term in [*reversed(sums), *reversed(names), "0"][:8]:
            yield f"refine ⟨{term}, ?_⟩\n{HOLE}"


def _take_apart(goal: Goal, hypotheses: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Steps that split the goal or a hypothesis, or go back from it through one."""
    if "≤" in goal.target and "+" in goal.target:
        yield f"refine Nat.add_le_add ?_ ?_\n· {HOLE}\n· {HOLE}"
    if "=" in goal.target and any("≤" in type_ or "<" in type_ for _, type_ in hypotheses):
        yield f"refine Nat.le_antisymm ?_ ?_\n· {HOLE}\n· {HOLE}"
    for name, type_ in hypotheses:
        if "→" in type_:
            yield f"apply {name}\n{HOLE}"
        if is_equation(type_):
            yield from (f"rw [{name}] at {other}\n{HOLE}" for other, _ in hypotheses if other != name)


def is_data(type_: str) -> bool:
    """Whether a variable of this type is data and no hypothesis, as far as its text tells."""
    return not re.search(r"[=≤<≥>∧∨∃∀¬≠↔]|True|False", type_)
