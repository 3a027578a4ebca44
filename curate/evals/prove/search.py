"""Provers without a model: a portfolio of whole proofs, and a search for the best script with the fewest goals left."""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice

from curate.evals.prove.goals import parse_goal
from curate.evals.prove.steps import CLOSERS, HOLE, expand, find_definitions
from curate.evals.prove.whole import ORDER_CLOSERS, whole_proofs
from curate.evals.prove.workbench import TOGETHER, Tried, Workbench

STEPS = 120
"""Steps that are tried on one goal."""
PRICES = {
    "intro": 0.0,
    "simp only": 2.0,
    "induction": 4.0,
    "obtain": 3.0,
    "have": 4.0,
    "by_cases": 5.0,
    "simp [": 8.0,
    "split": 8.0,
    "constructor": 0.0,
    "cases": 10.0,
    "refine ⟨": 6.0,
}
"""By how a step begins: lower is tried sooner."""
OTHER_PRICE = 22.0
LONGEST = 4000
"""Characters of goals beyond which a script is given up."""


@dataclass(order=True)
class Node:
    """A script that leaves goals; the least comes first."""

    cost: float
    order: int
    script: str = field(compare=False)
    goals: tuple[str, ...] = field(compare=False)
    holes: tuple[int, ...] = field(compare=False)
    """How many of the goals each hole of the script leaves, in their order."""
    paid: float = field(compare=False, default=0.0)
    """What the steps so far cost."""


def portfolio(bench: Workbench) -> str | None:
    """A proof by one closer, alone or after one induction, with the text's own definitions unfolded; None: none.

    Raises:
        OutOfChecks: there are no checks left.
    """
    definitions = find_definitions(bench.statement)
    start = open_goals(bench)
    if start is None or not start.goals:
        return None
    names = ", ".join(definitions)
    closers = [
        *CLOSERS,
        *ORDER_CLOSERS,
        "trivial",
        "simp",
        *(f"{tactic} [{names}]" for tactic in ("simp", "simp_all") if names),
    ]
    filled = "(first | " + " | ".join(closers) + ")"
    scripts, intro = list[str](), ""
    while True:
        goal = parse_goal(start.goals[0])
        scripts += [intro + closer for closer in closers]
        scripts += [intro + step.replace(HOLE, filled) for step in whole_proofs(goal, definitions)]
        if not goal.target.startswith("∀"):
            break
        intro += f"intro x{len(intro)}\n"
        (start,) = bench.try_all([intro + HOLE])
        if start.status != "open":
            break
    for script, tried in zip(scripts, bench.try_all(scripts), strict=True):
        if tried.status == "solved":
            return script
    return None


def search(bench: Workbench) -> str | None:
    """A proof found best first; None when nothing is left to try.

    Raises:
        OutOfChecks: there are no checks left.
    """
    definitions = find_definitions(bench.statement)
    start = open_goals(bench)
    if start is None:
        return None
    order, seen = count(), {start.goals}
    queue = [Node(0.0, next(order), HOLE, start.goals, (len(start.goals),))]
    while queue:
        node = heapq.heappop(queue)
        for step, tried in _try_steps(bench, node, definitions):
            if tried.status == "solved":
                return fill(node.script, step)
            if tried.status != "open" or tried.goals in seen or sum(map(len, tried.goals)) > LONGEST:
                continue
            seen.add(tried.goals)
            holes = count_holes(node, step, tried)
            if holes is None:
                continue
            script = fill(node.script, step if holes[0] else step.removesuffix(HOLE).rstrip("\n"))
            left = tuple(one for one in holes if one)
            paid = node.paid + price_of(step, node.script.count("induction "))
            heapq.heappush(queue, Node(paid + size_of(tried), next(order), script, tried.goals, left, paid))
            if tried.goals == node.goals[1:]:
                break  # the first goal is proved: no other way to prove it is needed
    return None


def _try_steps(bench: Workbench, node: Node, definitions: Sequence[str]) -> Iterator[tuple[str, Tried]]:
    """Steps for a node with Lean's answers, a few at a time: who has what they want asks for no more."""
    steps = [one if node.holes[0] == 1 or HOLE in one else f"{one}\n{HOLE}" for one in steps_for(node, definitions)]
    for start in range(0, len(steps), TOGETHER):
        some = steps[start : start + TOGETHER]
        yield from zip(some, bench.try_all([fill(node.script, step) for step in some]), strict=True)


def open_goals(bench: Workbench) -> Tried | None:
    """Lean's answer about a script that does nothing: the goal as it stands. None: not even that can be asked."""
    (answer,) = bench.try_all([HOLE])
    return answer if answer.status == "open" else None


def steps_for(node: Node, definitions: Sequence[str]) -> Iterator[str]:
    """Steps for the first goal of a node."""
    inductions = node.script.count("induction ")
    return islice(dict.fromkeys(expand(parse_goal(node.goals[0]), definitions, inductions)), STEPS)


def count_holes(node: Node, step: str, tried: Tried) -> tuple[int, ...] | None:
    """How many goals each hole leaves once a step stands in the first one; None where that can't be told."""
    new, rest = len(tried.goals) - sum(node.holes[1:]), node.holes[1:]
    match step.count(HOLE):
        case 0:
            return rest if new == 0 and rest else None
        case 1:
            return (new, *rest) if new or rest else None
        case wanted:
            return (*([1] * wanted), *rest) if new == wanted and node.holes[0] == 1 else None


def fill(script: str, step: str) -> str:
    """The script with a step in the place of its first hole, further lines indented alike."""
    lines = script.split("\n")
    place = next(place for place, line in enumerate(lines) if line.endswith(HOLE))
    before = lines[place].removesuffix(HOLE)
    opening = "\n" if before.rstrip().endswith("=>") else ""
    margin = " " * (len(before) - len(before.lstrip()) + 4 if opening else len(before))
    first, *rest = step.split("\n")
    head = f"{before.rstrip()}\n{margin}{first}" if opening else before + first
    lines[place] = "\n".join([head, *(margin + line for line in rest)])
    return "\n".join(lines)


def price_of(step: str, inductions: int) -> float:
    """What a step costs: one that the goal's form asks for is tried sooner, one that ends a goal costs nothing."""
    if HOLE not in step:
        return 0.0
    price = next((price for start, price in PRICES.items() if step.startswith(start)), OTHER_PRICE)
    return price + 12.0 * inductions if step.startswith("induction") else price


def size_of(tried: Tried) -> float:
    """How much is left: few goals come first, and of them those with a short one at the front."""
    return 0.15 * len(parse_goal(tried.goals[0]).target) + 4 * len(tried.goals)
