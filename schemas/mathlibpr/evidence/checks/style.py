"""Mathlib's text linter on the added lines, by the rules in force at the base commit."""

import re
from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from curate.schemas.mathlibpr.evidence.change import AddedLine, Change, code_of
from curate.schemas.mathlibpr.evidence.measures import Check, Measure, count

MAX_LENGTH = 100
_ARROW = re.compile(r"←(?=[^\s%`)\]⟩,])(?!`+(?!\())")
_ISOLATED_BY = re.compile(r"^\s*by\s*$")
_EXCUSED_BY = re.compile(r",$|, fun [^,]* (?:=>|↦)$")
_LEADING_COLON = re.compile(r"^\s*:(?!:)")
_CLOSERS = ("rfl", "ring", "aesop", "norm_num", "positivity", "abel", "omega", "linarith", "nlinarith")


class StyleRule(NamedTuple):
    """One rule: the linter's code, since when it is enforced and by which pull request, and how it is broken."""

    code: str
    since: date
    pull: int
    broken: Callable[[AddedLine, str], bool]
    """Of a line and its code without comments."""


def _long(line: AddedLine, _: str) -> bool:
    return len(line.text) > MAX_LENGTH and "http" not in line.text and "#align" not in line.text


def _isolated_by(line: AddedLine, code: str) -> bool:
    previous = (line.previous or "").rstrip()
    if _ISOLATED_BY.match(code):
        return not _EXCUSED_BY.search(previous)
    return code.lstrip().startswith("by ") and previous.endswith(":=") and len(previous) <= MAX_LENGTH - 3


def _open_simp(line: AddedLine, code: str) -> bool:
    after = line.following
    if code.strip() != "simp" or not after or after.startswith("#") or after.lstrip().startswith("--"):
        return False
    indent = len(code) - len(code.lstrip())
    return len(after) - len(after.lstrip()) == indent and not any(word in after for word in _CLOSERS)


RULES = (
    StyleRule("LIN", date(2022, 9, 15), 352, _long),
    StyleRule("IBY", date(2023, 5, 7), 3825, _isolated_by),
    StyleRule("SEM", date(2023, 7, 4), 5713, lambda line, code: " ;" in code),
    StyleRule("WIN", date(2023, 8, 10), 6506, lambda line, code: line.text.endswith("\r")),
    StyleRule("TWS", date(2023, 8, 11), 6519, lambda line, code: line.text.rstrip("\r").endswith((" ", "\t"))),
    StyleRule("CLN", date(2023, 9, 12), 6761, lambda line, code: bool(_LEADING_COLON.match(code))),
    StyleRule("ARR", date(2023, 12, 5), 8789, lambda line, code: '"' not in code and bool(_ARROW.search(code))),
    StyleRule("NSP", date(2024, 3, 2), 7496, _open_simp),
    StyleRule("ADN", date(2024, 6, 10), 13660,
              lambda line, code: "daptation note:" in line.text and "#adaptation_note" not in line.text),
    StyleRule("IWH", date(2024, 6, 19), 13420, lambda line, code: code.strip() == "where"),
)  # fmt: skip
"""Later pull requests moved some of these from the text linter into linters of the build; the rule stayed."""


def _style(change: Change) -> Measure:
    rules = [rule for rule in RULES if rule.since <= change.base_day]
    found: list[tuple[str, str]] = []
    for line in change.lines:
        code = code_of(line)
        found += [(rule.code, f"{line.path}:{line.number} {rule.code}") for rule in rules if rule.broken(line, code)]
    codes = Counter(code for code, _ in found)
    detail = ", ".join(f"{code} {number}" for code, number in sorted(codes.items())) or None
    return count((place for _, place in found), detail)


CHECKS = (
    Check("style", "style", "lines", "added lines that break a rule of the text linter at the base commit", _style,
          needs_lines=True),
)  # fmt: skip
