"""The check rows that mathlib's CI leaves on a pushed commit, by era and for branches and forks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from curate.standins.upstream.story import REPO, Checks, at

_QUEUED = "Waiting in queue"


@dataclass(frozen=True, slots=True)
class Row:
    """A check run (`kind` check_run) or a commit status. `conclusion` is a status's state."""

    id: int
    kind: Literal["check_run", "status"]
    name: str
    conclusion: str | None
    url: str
    workflow: str | None
    started_at: datetime
    completed_at: datetime | None
    description: str = ""

    def seen_at(self, moment: datetime | None) -> "Row | None":
        """The row as it stood then: None before it began, running until it completed."""
        if moment is None or (self.completed_at is not None and self.completed_at <= moment):
            return self
        if self.started_at > moment:
            return None
        return replace(self, conclusion=None, completed_at=None, description=self.description and _QUEUED)


@dataclass(frozen=True, slots=True)
class Era:
    """How a stretch of mathlib's history names the jobs of its main CI run."""

    until: datetime | None
    jobs: tuple[str, ...]
    branch: str
    """Pattern of a job's name on a branch of the repository."""
    fork: str
    """Pattern of a job's name on a fork."""
    twin: bool
    """The run for the other kind of branch leaves SKIPPED rows too."""
    second_lint: bool
    """A second workflow has a `Lint style` of its own."""


ERAS = (
    Era(at("2024-06-15T00:00"), ("Check all files imported", "Lint style", "Build", "Post-CI job"),
        "{}", "{} (fork)", True, False),
    Era(at("2025-06-10T00:00"), ("Lint style", "Build", "Post-CI job"), "{}", "{} (fork)", True, True),
    Era(at("2025-10-06T00:00"), ("Lint style", "Build", "Post-Build Step", "CI Success", "Post-CI job"),
        "{}", "{} (fork)", True, False),
    Era(at("2026-01-30T00:00"), ("Lint style", "Build", "Post-Build Step", "Post-CI job"),
        "{}", "{} (fork)", True, False),
    Era(at("2026-02-25T00:00"), ("Lint style", "Build", "Post-Build Step", "Post-CI job"),
        "ci / {}", "ci (fork) / {}", False, False),
    Era(None, ("Lint style", "Build", "Post-Build Step", "Post-CI job"),
        "ci / {}", "ci (fork) / {} (fork)", False, False),
)  # fmt: skip
"""Names as archived until 2024-11, then as in the workflows; the last two as GitHub joins caller and job."""

_MAIN, _TWIN, _LINT = "continuous integration", "continuous integration (mathlib forks)", "lint and suggest"
_RERUN = 36_000
"""Ten times the seconds of an hour: how far apart the run ids of two attempts an hour apart lie."""
_ACTIONS = f"https://github.com/{REPO}/actions/runs"


def era_of(moment: datetime) -> Era:
    """The era that a push falls in."""
    return next(era for era in ERAS if era.until is None or moment < era.until)


class _Job(NamedTuple):
    """A check run before it has ids: its run counts from the push, its times are minutes from the push."""

    name: str
    conclusion: str | None
    workflow: str
    run: int
    start: int
    took: int


def check_rows(checks: Checks, first_id: int, pushed: datetime, fork: bool) -> tuple[Row, ...]:
    """All rows on one pushed commit. Ids count up from `first_id`; run and job ids grow with time."""
    run = int(pushed.timestamp()) * 10
    rows = []
    for place, job in enumerate(_jobs(checks, era_of(pushed), fork)):
        started = pushed + timedelta(minutes=job.start)
        done = None if job.conclusion is None else started + timedelta(minutes=job.took)
        url = f"{_ACTIONS}/{run + job.run}/job/{int(started.timestamp()) * 100 + place}"
        rows.append(Row(first_id + place, "check_run", job.name, job.conclusion, url, job.workflow, started, done))
    if checks.bors is not None:
        queued = pushed + timedelta(hours=2)
        done = None if checks.bors == "PENDING" else queued + timedelta(hours=1)
        said = {"SUCCESS": "Build succeeded", "FAILURE": "Build failed", "PENDING": _QUEUED}
        url = f"https://bors.invalid/batches/{run // 36_000}"
        place = first_id + len(rows)
        rows.append(Row(place, "status", "bors", checks.bors, url, None, queued, done, said[checks.bors]))
    return tuple(rows)


def _jobs(checks: Checks, era: Era, fork: bool) -> Iterator[_Job]:
    ours, other = (era.fork, era.branch) if fork else (era.branch, era.fork)
    yield _Job("build", "SUCCESS", "PR summary", 1, 1, 2)
    yield _Job("label-and-report-new-contributor", "SUCCESS", "Label new contributors", 2, 1, 1)
    yield _Job("Cancel Previous Runs (CI)", "SUCCESS", _MAIN, 3, 1, 1)
    if era.twin:
        for name in era.jobs:
            yield _Job(other.format(name), "SKIPPED", _TWIN, 4, 1, 0)
    if era.second_lint:
        yield _Job("Lint style", checks.lint, _LINT, 5, 1, 3)
        yield _Job("Check all files imported", "SUCCESS", _LINT, 5, 1, 3)
    attempts = [
        _Job(
            ours.format("Build"),
            conclusion,
            _MAIN,
            3 + (_RERUN * number if checks.new_run else 0),
            3 + 60 * number,
            40,
        )
        for number, conclusion in enumerate(checks.build)
    ]
    yield from reversed(attempts) if checks.newest_first else attempts
    yield from _closing_jobs(checks, era, ours, 5 + 60 * len(checks.build))
    yield _Job("New Contributor Check", "NEUTRAL", "Label new contributors", 2, 1, 1)


def _closing_jobs(checks: Checks, era: Era, ours: str, start: int) -> Iterator[_Job]:
    """The main run's other jobs: those that need `Build` are skipped unless it and the linter passed."""
    built = checks.build[-1] if checks.build else None
    green = built == "SUCCESS" and checks.lint == "SUCCESS"
    for name in era.jobs:
        if name in ("Lint style", "Check all files imported"):
            yield _Job(ours.format(name), checks.lint if name == "Lint style" else "SUCCESS", _MAIN, 3, 2, 3)
        elif name != "Build" and built is not None:
            red = "FAILURE" if name == "CI Success" else "SKIPPED"
            yield _Job(ours.format(name), "SUCCESS" if green else red, _MAIN, 3, start, 1)
