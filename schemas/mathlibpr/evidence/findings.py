"""All checks in their fixed order, and their results on one change."""

from collections.abc import Sequence

from curate.schemas.mathlibpr.evidence.change import Change
from curate.schemas.mathlibpr.evidence.checks import debt, declarations, imports, style, writing
from curate.schemas.mathlibpr.evidence.measures import Check, Finding

CHECKS: tuple[Check, ...] = (
    *imports.CHECKS,
    *declarations.CHECKS,
    *writing.CHECKS,
    *debt.CHECKS,
    *style.CHECKS,
)
"""Every change gets a finding of each: which findings are there says nothing about it."""

NO_DIFF = "the diff's text is not there"


def check_change(change: Change) -> tuple[Finding, ...]:
    """The finding of each check, in the order of `CHECKS`."""
    return tuple(_find(check, change) for check in CHECKS)


def unknown_findings(why: str, checks: Sequence[Check] = CHECKS) -> tuple[Finding, ...]:
    """A finding of each check for a change that can't be read."""
    return tuple(_unknown(check, why) for check in checks)


def _find(check: Check, change: Change) -> Finding:
    if check.needs_lines and not change.has_lines:
        return _unknown(check, NO_DIFF)
    measure = check.measure(change)
    return Finding(
        check=check.name,
        value=float(measure.value),
        unit=check.unit,
        where=measure.places,
        detail=measure.detail,
        origin="git",
    )


def _unknown(check: Check, why: str) -> Finding:
    return Finding(check=check.name, value=None, unit=check.unit, where=(), detail=why, origin="git")
