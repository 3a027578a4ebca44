"""What a check found: where, what, how bad, and what to do."""

from collections.abc import Iterable, Sequence
from typing import Literal

from curate.schemas.base import Record
from curate.schemas.text import printable

IN_FULL = 20
"""How many findings are printed in full; the others get one line each."""


class Finding(Record):
    """One thing wrong with a dataset."""

    rule: str
    """The name of the check, to allow it by in the definition."""
    where: str
    what: str
    severity: Literal["error", "warning", "allowed"]
    todo: str


def error(rule: str, where: str, what: str, todo: str) -> Finding:
    """A finding that keeps the dataset from being released."""
    return Finding(rule=rule, where=where, what=what, severity="error", todo=todo)


def warning(rule: str, where: str, what: str, todo: str) -> Finding:
    """A finding that a person should look at."""
    return Finding(rule=rule, where=where, what=what, severity="warning", todo=todo)


def apply_allowed(findings: Iterable[Finding], allow: Sequence[str]) -> list[Finding]:
    """Findings with those that the definition accepts marked as allowed; errors first."""
    accepted = set(allow)
    marked = [
        found.model_copy(update={"severity": "allowed"}) if f"{found.rule} {found.where}" in accepted else found
        for found in findings
    ]
    rank = {"error": 0, "warning": 1, "allowed": 2}
    return sorted(marked, key=lambda found: rank[found.severity])


def render_findings(findings: Sequence[Finding]) -> list[str]:
    """Lines for a person: the first twenty in full, one line for each other."""
    lines: list[str] = []
    for number, found in enumerate(findings, 1):
        lines.append(f"{number:>3} {found.severity}: {found.where}: {found.what} [{found.rule}]")
        if number <= IN_FULL:
            lines.append(f"      {found.todo}")
    return [printable(line) for line in lines]
