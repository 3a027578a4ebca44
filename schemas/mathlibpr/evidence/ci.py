"""What CI's archived check rows say of a change, as findings: a fixed list, so that what is there says nothing."""

from collections.abc import Iterable

from curate.schemas.mathlibpr.evidence.measures import Finding
from curate.schemas.mathlibpr.rows import Diagnostic
from curate.schemas.mathlibpr.rules.facts import CODE_JOBS

_VALUES = {"pass": 1.0, "fail": 0.0}


def ci_findings(diagnostics: Iterable[Diagnostic]) -> tuple[Finding, ...]:
    """The verdict of each job that speaks of the code, whether or not it left a row."""
    verdicts = {one.name: one.verdict for one in diagnostics}
    return tuple(_finding(job, _VALUES.get(verdicts.get(job, "not known"))) for job in CODE_JOBS)


def _finding(job: str, value: float | None) -> Finding:
    detail = "no verdict of CI is on record" if value is None else None
    return Finding(check=f"ci: {job}", value=value, unit="verdict", where=(), detail=detail, origin="ci")
