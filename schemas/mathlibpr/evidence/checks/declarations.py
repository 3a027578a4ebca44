"""Declarations: added, removed, moved, renamed, and whether a removed one is deprecated; duplicates in the tree."""

from curate.schemas.mathlibpr.evidence.change import Change, other_places, places
from curate.schemas.mathlibpr.evidence.lean_file import THEOREMS
from curate.schemas.mathlibpr.evidence.measures import Check, Measure, count


def _added(change: Change) -> Measure:
    return count(places(change.added.items()))


def _removed(change: Change) -> Measure:
    return count(places(change.removed.items()))


def _moved(change: Change) -> Measure:
    moved = [
        f"{change.before[name][0]} → {path}:{one.line} {name}"
        for name, (path, one) in change.after.items()
        if name in change.before and change.before[name][0] != path and not _renamed_file(change, name)
    ]
    return count(moved)


def _renamed_file(change: Change, name: str) -> bool:
    """Whether the declaration moved only because its file has another path now."""
    path = change.after[name][0]
    return any(delta.path == path and delta.previous == change.before[name][0] for delta in change.deltas)


def _renamed(change: Change) -> Measure:
    """Theorems that are gone while the same statement stands under a new name."""
    gone = {one.statement: name for name, (_, one) in change.removed.items() if one.statement is not None}
    return count(
        f"{path}:{one.line} {gone[one.statement]} → {name}"
        for name, (path, one) in change.added.items()
        if one.statement is not None and one.statement in gone
    )


def _undeprecated(change: Change) -> Measure:
    """Public names that are gone from the tree and were not deprecated before."""
    return count(
        places(
            (name, (path, one))
            for name, (path, one) in change.removed.items()
            if not one.private and "deprecated" not in one.attributes and not _elsewhere(change, name)
        )
    )


def _elsewhere(change: Change, name: str) -> bool:
    return any(path not in change.overlay for path in change.tree.names.get(name, ()))


def _duplicate_names(change: Change) -> Measure:
    return count(f"{path}:{one.line} {name}" for name, (path, one) in change.added.items() if _elsewhere(change, name))


def _duplicate_statements(change: Change) -> Measure:
    """New theorems whose statement, as a text, stands elsewhere in the library under another name."""
    found: list[str] = []
    for name, (path, one) in change.added.items():
        if one.kind not in THEOREMS or one.statement is None or "deprecated" in one.attributes:
            continue
        held = other_places(change.tree.statements.get(one.statement, ()), change)
        if twin := next((place for place in held if place[1] != name), None):
            found.append(f"{path}:{one.line} {name} = {twin[1]} in {twin[0]}")
    return count(found)


CHECKS = (
    Check("declarations-added", "declarations", "count", "names that are new in the touched files", _added),
    Check("declarations-removed", "declarations", "count", "names that are gone from the touched files", _removed),
    Check("declarations-moved", "declarations", "count", "names that moved to another file", _moved),
    Check("declarations-renamed", "declarations", "count", "theorems whose statement has a new name", _renamed),
    Check("removed-undeprecated", "declarations", "count", "public names gone without a deprecation", _undeprecated),
    Check("duplicate-names", "duplication", "count", "new names that another file declares", _duplicate_names),
    Check("duplicate-statements", "duplication", "count", "new theorems whose statement stands elsewhere, word by word",
          _duplicate_statements),
)  # fmt: skip
