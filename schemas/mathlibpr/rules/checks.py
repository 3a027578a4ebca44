"""What a check row says, and which row of a job counts: one reading for the labels and for the check of a release."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from curate.schemas.mathlibpr.rules.facts import CALLERS, FAIL, JOB_SUFFIXES, NO_VERDICT, PASS, SAYS_NOTHING, WORKFLOWS

Verdict = Literal["pass", "fail", "unknown", "none"]


class Seen(Protocol):
    """A check row, as a source gave it or as a dataset's evidence keeps it."""

    @property
    def id(self) -> str | None: ...
    @property
    def name(self) -> str: ...
    @property
    def workflow(self) -> str | None: ...
    @property
    def conclusion(self) -> str | None: ...
    @property
    def completed_at(self) -> datetime | None: ...
    @property
    def run(self) -> int | None: ...
    @property
    def job(self) -> int | None: ...


Row = TypeVar("Row", bound=Seen)


@lru_cache(4096)
def job_name(name: str) -> str:
    """The job of a check row: the part after the last ` / `, without ` (fork)` or ` (staging)`. Case stays."""
    job = name.rsplit(" / ", 1)[-1].strip()
    for suffix in JOB_SUFFIXES:
        job = job.removesuffix(suffix)
    return job


def of_jobs(rows: Iterable[Row], jobs: frozenset[str]) -> list[Row]:
    """Those of `rows` that GitHub Actions made for one of `jobs` of mathlib4's own workflows.

    A row of another app, or of another workflow with a job of the same name, is another check.
    """
    return [row for row in rows if job_name(row.name) in jobs and _is_own_workflow(row)]


def _is_own_workflow(row: Seen) -> bool:
    if row.workflow is not None:
        return row.workflow in WORKFLOWS
    return row.run is not None and row.name.rpartition(" / ")[0].strip() in CALLERS


class Judged(NamedTuple, Generic[Row]):
    """What the rows of one job say."""

    verdict: Verdict
    latest: Row | None
    """The row that decides; None where none has a verdict."""
    rows: tuple[Row, ...]
    """All that say anything, latest first."""

    @property
    def flapped(self) -> bool:
        """Whether rows disagree."""
        return len({row.conclusion for row in self.rows} & (PASS | FAIL)) > 1


def latest_verdict(rows: Iterable[Row]) -> Judged[Row]:
    """What `rows`, which are of one job, say.

    SKIPPED and NEUTRAL rows say nothing, and CANCELLED ones have no verdict; `none` means that no row says anything,
    `unknown` that none has a verdict. The latest is by completion time; where a row lacks it, by run and job number.
    """
    seen = [row for row in rows if row.conclusion not in SAYS_NOTHING]
    timed = all(row.completed_at for row in seen if row.conclusion not in NO_VERDICT)
    seen.sort(key=_by_time if timed else _by_link, reverse=True)
    latest = next((row for row in seen if row.conclusion not in NO_VERDICT), None)
    if latest is None:
        return Judged("unknown" if seen else "none", None, tuple(seen))
    return Judged(conclude(latest.conclusion), latest, tuple(seen))


def conclude(conclusion: str | None) -> Verdict:
    """What GitHub's word for the end of a check run says of the job."""
    return "pass" if conclusion in PASS else "fail" if conclusion in FAIL else "unknown"


def _by_time(row: Seen) -> tuple[float, int, int, str]:
    return (_seconds(row), row.run or 0, row.job or 0, row.id or "")


def _by_link(row: Seen) -> tuple[int, int, float, str]:
    return (row.run or 0, row.job or 0, _seconds(row), row.id or "")


def _seconds(row: Seen) -> float:
    return row.completed_at.timestamp() if row.completed_at else 0.0
