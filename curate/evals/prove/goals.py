"""A goal as Lean shows it, taken apart: hypotheses by name, and what is to be proved."""

import re
from typing import NamedTuple

_HYPOTHESIS = re.compile(r"^((?:[^\W\d][\w'✝.₀-₉]*\s)+):\s(.*)$")
_CONDITION = re.compile(r"\bif ((?:[^()]|\([^()]*\))+?) then\b")


class Goal(NamedTuple):
    """One goal."""

    hypotheses: tuple[tuple[str, str], ...]
    """Name and type; several names of one type stand apart. Names that can't be written are left out."""
    target: str

    def of_type(self, head: str) -> list[str]:
        """Names of the variables of a type, which may have arguments."""
        wanted = re.compile(rf"{head}(?: [^→]+)?")
        return [name for name, type_ in self.hypotheses if wanted.fullmatch(type_)]


def parse_goal(shown: str) -> Goal:
    """The goal in a message of Lean's; lines that continue a hypothesis are joined to it."""
    above, _, target = shown.partition("⊢")
    lines: list[str] = []
    for line in above.splitlines():
        if line.startswith("case ") or not line.strip():
            continue
        if line.startswith(" ") and lines:
            lines[-1] += " " + line.strip()
        else:
            lines.append(line)
    hypotheses = []
    for line in lines:
        found = _HYPOTHESIS.match(line)
        if found:
            names = [name for name in found[1].split() if "✝" not in name]
            hypotheses += [(name, found[2]) for name in names]
    return Goal(tuple(hypotheses), " ".join(target.split()))


def conditions(goal: Goal) -> list[str]:
    """The conditions of `if … then` in a target, each once."""
    return list(dict.fromkeys(found.strip() for found in _CONDITION.findall(goal.target)))


def is_equation(type_: str) -> bool:
    """Whether a hypothesis can be used for rewriting."""
    return " = " in type_ and "→" not in type_.rpartition(" = ")[2]
