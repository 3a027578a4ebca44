"""Imports: what is added, what is superfluous, and how much more a file drags in."""

from curate.schemas.mathlibpr.evidence.change import Change
from curate.schemas.mathlibpr.evidence.measures import MAX_PLACES, Check, Measure, count
from curate.schemas.mathlibpr.evidence.tree import module_path, reach

LARGE = 0.02
"""Growth of the files that a file imports, transitively, from which Mathlib's report calls an import large."""


def _added(change: Change) -> Measure:
    return count(f"{one.path} {module}" for one in change.deltas for module in sorted(one.import_news()[0]))


def _removed(change: Change) -> Measure:
    return count(
        f"{one.path} {module}" for one in change.deltas if one.after for module in sorted(one.import_news()[1])
    )


def _redundant(change: Change) -> Measure:
    """Added imports that another direct import of the same file already brings."""
    found: list[str] = []
    for delta in change.deltas:
        for module in sorted(delta.import_news()[0]):
            target = module_path(module)
            others = [module_path(other) for other in delta.after.imports if other != module] if delta.after else []
            if target in reach(others, change.tree.files, change.overlay):
                found.append(f"{delta.path} {module}")
    return count(found)


def _growth(change: Change) -> Measure:
    grown = sorted((one for one in change.growths if one.after > one.before), key=lambda one: one.before - one.after)
    most = grown[0].after - grown[0].before if grown else 0
    return Measure(most, tuple(f"{one.path} {one.before} → {one.after}" for one in grown[:MAX_PLACES]))


def _large(change: Change) -> Measure:
    return count(
        f"{one.path} {one.before} → {one.after}"
        for one in change.growths
        if one.before and (one.after - one.before) / one.before > LARGE
    )


CHECKS = (
    Check("imports-added", "imports", "count", "imports that files gain", _added),
    Check("imports-removed", "imports", "count", "imports that files lose", _removed),
    Check("imports-redundant", "imports", "count", "added imports that another import of the file brings", _redundant),
    Check("imports-growth", "imports", "modules", "largest growth of what a touched file imports in all", _growth),
    Check("imports-large", "imports", "count", "touched files that import over 2 % more in all", _large),
)
