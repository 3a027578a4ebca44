"""Documentation, naming and placement of what a change adds."""

import re

from curate.schemas.mathlibpr.evidence.change import Change, FileDelta, places
from curate.schemas.mathlibpr.evidence.lean_file import DEFINITIONS, THEOREMS, Declaration
from curate.schemas.mathlibpr.evidence.measures import Check, Measure, count
from curate.schemas.mathlibpr.evidence.tree import ROOT

LONG, TOO_LONG = 1_000, 1_500
"""Lines from which a file should be split, and from which it needs an exemption."""
_CAPITAL = re.compile(r"[A-Z]")


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _new(change: Change, kinds: frozenset[str]) -> list[tuple[str, tuple[str, Declaration]]]:
    return [
        (name, (path, one))
        for name, (path, one) in change.added.items()
        if one.kind in kinds and not one.private and "deprecated" not in one.attributes
    ]


def _new_files(change: Change) -> list[FileDelta]:
    return [delta for delta in change.deltas if delta.previous is None and delta.after]


def _undocumented(change: Change) -> Measure:
    return count(places((name, one) for name, one in _new(change, DEFINITIONS) if not one[1].documented))


def _no_module_doc(change: Change) -> Measure:
    return count(delta.path for delta in _new_files(change) if delta.after and not delta.after.has_module_doc)


def _no_copyright(change: Change) -> Measure:
    return count(delta.path for delta in _new_files(change) if delta.after and not delta.after.has_copyright)


def _capital_theorems(change: Change) -> Measure:
    return count(places((name, one) for name, one in _new(change, THEOREMS) if _CAPITAL.match(_last(name))))


def _snake_definitions(change: Change) -> Measure:
    return count(places((name, one) for name, one in _new(change, DEFINITIONS) if "_" in _last(name).strip("_'")))


def _primes(change: Change) -> Measure:
    return count(places((name, one) for name, one in _new(change, THEOREMS | DEFINITIONS) if name.endswith("'")))


def _unspoken(change: Change) -> Measure:
    return count(
        f"{path}:{one.line} {name}: {', '.join(one.unspoken)}"
        for name, (path, one) in _new(change, THEOREMS)
        if one.unspoken
    )


def _files_added(change: Change) -> Measure:
    return count(delta.path for delta in _new_files(change))


def _files_removed(change: Change) -> Measure:
    return count(delta.path for delta in change.deltas if delta.after is None)


def _grown_over(limit: int, change: Change) -> Measure:
    grown = [
        (delta.path, delta.after.lines)
        for delta in change.deltas
        if delta.after and delta.after.lines > limit and delta.after.lines > (delta.before.lines if delta.before else 0)
    ]
    return count(f"{path} {lines} lines" for path, lines in grown)


def _depth(change: Change) -> Measure:
    """New files straight below `Mathlib/`, where only few belong."""
    return count(delta.path for delta in _new_files(change) if "/" not in delta.path[len(ROOT) :])


CHECKS = (
    Check("definitions-undocumented", "documentation", "count", "new public definitions without docstring",
          _undocumented),
    Check("files-without-docstring", "documentation", "count", "new files without module docstring", _no_module_doc),
    Check("files-without-copyright", "documentation", "count", "new files without copyright header", _no_copyright),
    Check("theorems-capitalised", "naming", "count", "new theorems whose name begins with a capital letter",
          _capital_theorems),
    Check("definitions-snake-case", "naming", "count", "new definitions with an underscore in their name",
          _snake_definitions),
    Check("names-primed", "naming", "count", "new names that end in a prime", _primes),
    Check("names-unspoken", "naming", "count", "new theorems that name a symbol their statement lacks", _unspoken),
    Check("files-added", "placement", "count", "new files of the library", _files_added),
    Check("files-removed", "placement", "count", "files of the library that are gone", _files_removed),
    Check("files-at-the-top", "placement", "count", "new files straight below Mathlib/", _depth),
    Check("files-over-1000-lines", "placement", "count", "files that grow and have over 1,000 lines",
          lambda change: _grown_over(LONG, change)),
    Check("files-over-1500-lines", "placement", "count", "files that grow and have over 1,500 lines",
          lambda change: _grown_over(TOO_LONG, change)),
)  # fmt: skip
