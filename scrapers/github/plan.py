"""What a run will cost, told before anything is sent: from the ledger, from git's list of numbers, and arithmetic."""

from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

from curate.schemas.base import Record
from curate.scrapers.github.ledger import Ledger, State
from curate.scrapers.github.sizes import PULL_SIZES, SHA_SIZES

COMMITS_PER_PULL = 7.0
CHANGED_PER_DAY = 150.0
FURTHER_PAGES = 0.07
"""A pull request. Of 815 in an archive, 44 had a list of 100 items or more; how much more, that archive cut off."""
SECONDS_PER_ANSWER = 2.5
"""What a query of 25 pull requests took GitHub, by a public thread; a serial client can't be faster."""
LISTING_SIZE = 100
MEASURED_PULLS = 50
"""With so many pull requests in the ledger its own averages take the place of the guesses above."""
MEASURED_ANSWERS = 50
MEASURED_DAYS = 1.0


class Average(NamedTuple):
    """A quantity that the cost depends on, and between what it may lie."""

    value: float
    low: float
    high: float
    measured: bool

    @property
    def basis(self) -> str:
        """How it is known."""
        return "measured" if self.measured else "a guess"


class Averages(NamedTuple):
    """What the cost of a run depends on besides the numbers of pull requests and commits."""

    commits: Average
    """Commits a pull request."""
    changed: Average
    """Changed pull requests a day."""
    further: Average
    """Further pages of lists a pull request."""
    seconds: Average
    """Seconds an answer."""


class Step(Record):
    """One kind of query in a run. Each query costs one point by GitHub's formula."""

    what: str
    units: int
    requests: int
    points: int


class Plan(Record):
    """The steps of a run and how long it takes. `basis` says what is measured and what a guess.

    `low` and `high` are points: between them the run will most likely end.
    """

    steps: tuple[Step, ...]
    requests: int
    points: int
    low: int
    high: int
    points_per_hour: int
    seconds_per_answer: float
    basis: tuple[str, ...]

    @property
    def hours(self) -> float:
        """The longer of two: what the token's limit allows, and one answer after the other."""
        return max(self.points / self.points_per_hour, self.requests * self.seconds_per_answer / 3600)


class Work(NamedTuple):
    """What a run has to do before averages come in."""

    fresh: int
    known: int
    waiting: int
    """Commits whose checks are still asked for."""
    todo: int
    absent: int
    days: float
    """Since the last scan for changes."""
    most_changed: int


def plan_run(
    ledger: Ledger, total: int, points_per_hour: int, now: datetime, since: datetime | None = None, absent: int = 0
) -> Plan:
    """The cost of the next run (of what changed `since`) when git knows `total` pull requests.

    `absent`: of those, how many GitHub did not show in the last run.
    """
    state = ledger.state()
    known = ledger.count("pull/")
    seen = since or (state.scanned_at or state.seen_until if state else None)
    work = Work(
        fresh=0 if since else max(total - known, 0),
        known=known,
        waiting=ledger.count("todo/sha/"),
        todo=ledger.count("todo/pull/"),
        absent=absent,
        days=(now - seen).total_seconds() / 86400 if seen else 0.0,
        most_changed=total if since else known,
    )
    averages = measure(state, work, ledger.count("sha/"))
    steps = list_steps(work, averages, "value", bool(since))
    return Plan(
        steps=steps,
        requests=sum(step.requests for step in steps),
        points=sum(step.points for step in steps),
        low=sum(step.points for step in list_steps(work, averages, "low", bool(since))),
        high=sum(step.points for step in list_steps(work, averages, "high", bool(since))),
        points_per_hour=points_per_hour,
        seconds_per_answer=averages.seconds.value,
        basis=describe_basis(work, averages),
    )


def measure(state: State | None, work: Work, shas: int) -> Averages:
    """The averages of the runs so far, and guesses where there is too little to measure."""
    enough = state is not None and work.known >= MEASURED_PULLS
    watched = state.scanned_at - state.begun_at if state and state.begun_at and state.scanned_at else timedelta(0)
    days = watched.total_seconds() / 86400
    timed = state is not None and state.answers >= MEASURED_ANSWERS
    more = state.asked.get("more", 0) if state else 0
    return Averages(
        commits=_average((shas + work.waiting) / work.known if enough else None, COMMITS_PER_PULL),
        changed=_average(state.changed / days if state and days >= MEASURED_DAYS else None, CHANGED_PER_DAY)._replace(
            low=0.0
        ),
        further=_average(more / work.known if enough else None, FURTHER_PAGES),
        seconds=_average(state.answer_s / state.answers if state and timed else None, SECONDS_PER_ANSWER),
    )


def list_steps(work: Work, averages: Averages, bound: str, since: bool) -> tuple[Step, ...]:
    """The steps at one end of the averages' range (`low`, `value` or `high`)."""
    commits, per_day, further, _ = (float(getattr(average, bound)) for average in averages)
    changed = min(ceil(per_day * work.days), work.most_changed)
    again = changed + work.todo
    shas = ceil((work.fresh + (changed if since else 0)) * commits) + (0 if since else changed) + work.waiting
    pages, batch = PULL_SIZES[0][0], SHA_SIZES[0][0]
    more = ceil((work.fresh + again) * further)
    counts = (
        ("open the repository (one of REST)", 1, 2, 1),
        ("pull requests, by creation", work.fresh, 0 if since else ceil(work.fresh / pages) or 1, None),
        ("pull requests, what changed", changed, ceil(changed / LISTING_SIZE) + 1, None),
        ("pull requests, changed ones anew", again, ceil(again / pages), None),
        ("pull requests that only git lists", work.absent, work.absent, None),
        ("further pages of long lists", more, more, None),
        ("checks of commits", shas, ceil(shas / batch), None),
    )
    return tuple(
        Step(what=what, units=units, requests=requests, points=requests if points is None else points)
        for what, units, requests, points in counts
    )


def describe_basis(work: Work, averages: Averages) -> tuple[str, ...]:
    """What the plan rests on, a line each."""
    lines = [
        f"{work.fresh} pull requests are new by git's list, {work.known} are in the archive",
        f"{averages.commits.value:.1f} commits a pull request ({averages.commits.basis})",
        f"{averages.further.value:.2f} further pages a pull request ({averages.further.basis})",
        f"{averages.seconds.value:.1f} seconds an answer ({averages.seconds.basis})",
    ]
    if work.known:
        lines.append(f"{averages.changed.value:.0f} changed pull requests a day ({averages.changed.basis})")
    return tuple(lines)


def _average(measured: float | None, guess: float) -> Average:
    """A measured average may be off by a quarter; a guess may be four times too high or half of the truth."""
    if measured is None:
        return Average(guess, guess / 4, guess * 2, False)
    return Average(measured, measured * 0.8, measured * 1.25, True)
