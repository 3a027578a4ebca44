"""What a check row says, and which row of a job counts: one reading for the labels and for the check of a release."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Literal, Protocol, TypeVar

from curate.schemas.mathlibpr.rules.facts import FAIL, JOB_SUFFIXES, NO_VERDICT, PASS

Verdict = Literal["pass", "fail", "unknown", "none"]


class Seen(Protocol):
    """A check row, as a source gave it or as a dataset's evidence keeps it."""

    @property
    def id(self) -> str | None: ...
    @property
    def name(self) -> str: ...
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
    """Those of `rows` that belong to one of `jobs`."""
    return [row for row in rows if job_name(row.name) in jobs]


def by_job(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """All of `rows`, by their job."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(job_name(row.name), []).append(row)
    return found


def latest_verdict(rows: Iterable[Row]) -> tuple[Verdict, tuple[Row, ...]]:
    """The verdict of the latest of `rows`, which are of one job, and all rows that had a say, latest first.

    SKIPPED and NEUTRAL rows have none; `none` means that no row had one. The latest is by completion time; where a row
    lacks it, by the numbers of run and job.
    """
    voting = [row for row in rows if row.conclusion not in NO_VERDICT]
    if not voting:
        return "none", ()
    voting.sort(key=_by_time if all(row.completed_at for row in voting) else _by_link, reverse=True)
    return conclude(voting[0].conclusion), tuple(voting)


def conclude(conclusion: str | None) -> Verdict:
    """What GitHub's word for the end of a check run says of the job."""
    return "pass" if conclusion in PASS else "fail" if conclusion in FAIL else "unknown"


def _by_time(row: Seen) -> tuple[float, int, int, str]:
    return (_seconds(row), row.run or 0, row.job or 0, row.id or "")


def _by_link(row: Seen) -> tuple[int, int, float, str]:
    return (row.run or 0, row.job or 0, _seconds(row), row.id or "")


def _seconds(row: Seen) -> float:
    return row.completed_at.timestamp() if row.completed_at else 0.0
