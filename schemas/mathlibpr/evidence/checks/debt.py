"""Debts and long proofs: what reviewers ask about in the lines that a change adds."""

import re
from collections.abc import Callable

from curate.schemas.mathlibpr.evidence.change import AddedLine, Change, code_of
from curate.schemas.mathlibpr.evidence.lean_file import THEOREMS
from curate.schemas.mathlibpr.evidence.measures import MAX_PLACES, Check, Measure, count

_PATTERNS: tuple[tuple[str, str, str, bool], ...] = (
    ("erw", "uses of `erw`", r"\berw\b", True),
    ("nolints", "uses of `nolint`", r"\bnolint\b", True),
    ("limits-raised", "raised limits (`maxHeartbeats`, …)", r"\bmax(?:Heartbeats|RecDepth|Size)\b", True),
    ("linters-off", "linters switched off", r"set_option\s+linter\.\S+\s+false", True),
    ("todos", "TODO and FIXME", r"\b(?:TODO|FIXME)\b", False),
    ("porting-notes", "porting notes", r"(?i)porting note", False),
    ("adaptation-notes", "adaptation notes", r"(?i)#?adaptation[ _]note", False),
    ("native-decide", "uses of `native_decide`", r"\bnative_decide\b", True),
)  # fmt: skip
_IDENTIFIER = re.compile(r"[A-Za-z_α-ωΑ-Ω][\w'!?₀-₉]*(?:\.[\w'!?₀-₉]+)+|[A-Za-z_][\w'!?₀-₉]{3,}")
_BARE_SIMP = re.compile(r"\s*(?:·\s*)?(?:simp|dsimp|norm_num|field_simp|simp_all)(?:\s*\[.*\])?(?:\s+at\s+.*)?\s*\Z")


def _matcher(pattern: str, code_only: bool) -> Callable[[Change], Measure]:
    wanted = re.compile(pattern)

    def measure(change: Change) -> Measure:
        return count(_at(line) for line in change.lines if wanted.search(code_of(line) if code_only else line.text))

    return measure


def _at(line: AddedLine) -> str:
    return f"{line.path}:{line.number}"


def _open_simps(change: Change) -> Measure:
    """Added `simp` calls, without `only`, that another tactic of the same block follows."""
    return count(
        _at(line) for line in change.lines if _BARE_SIMP.match(code_of(line)) and _continues(line.text, line.following)
    )


def _continues(text: str, following: str | None) -> bool:
    if following is None or not following.strip() or following.lstrip().startswith(("·", "|", "--", "<;>")):
        return False
    return len(following) - len(following.lstrip()) == len(text) - len(text.lstrip(" ·"))


def _deprecated(change: Change) -> Measure:
    """Names, written in full, that are deprecated in the tree the change starts from."""
    known = change.tree.deprecated
    found = {
        f"{_at(line)} {name}": None
        for line in change.lines
        for name in _IDENTIFIER.findall(code_of(line))
        if name in known and "deprecated" not in line.text and not line.text.lstrip().startswith("alias")
    }
    return count(found)


def _longest_proof(change: Change) -> Measure:
    new = [
        (one.proof_lines, f"{path}:{one.line} {name}")
        for name, (path, one) in change.after.items()
        if one.kind in THEOREMS and (name not in change.before or change.before[name][1].body != one.body)
    ]
    longest = sorted(new, key=lambda one: (-one[0], one[1]))
    return Measure(longest[0][0] if longest else 0, tuple(f"{place}: {lines}" for lines, place in longest[:MAX_PLACES]))


CHECKS = (
    *(Check(name, "debt", "count", f"added {says}", _matcher(pattern, code), needs_lines=True)
      for name, says, pattern, code in _PATTERNS),
    Check("simps-open", "debt", "count", "added `simp` without `only` that does not end its block", _open_simps,
          needs_lines=True),
    Check("deprecated-used", "debt", "count", "uses of deprecated names, where written in full", _deprecated,
          needs_lines=True),
    Check("longest-proof", "debt", "lines", "longest new or changed proof", _longest_proof),
)  # fmt: skip
