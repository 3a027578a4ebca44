"""What a run will cost, told before anything is sent: from the ledger, from git's list of numbers, and arithmetic."""

from datetime import datetime
from math import ceil

from curate.schemas.base import Record
from curate.scrapers.github.ledger import Ledger
from curate.scrapers.github.sizes import PULL_SIZES, SHA_SIZES

COMMITS_PER_PULL = 7
"""A guess, replaced by the ledger's own average once it holds a hundred pull requests."""
CHANGED_PER_DAY = 150
FURTHER_PAGES = 0.07
"""A pull request. Of 815 in an archive, 44 had a list of 100 items or more; how much more, that archive cut off."""
SECONDS_PER_ANSWER = 2.5
"""What a query of 25 pull requests took GitHub, by a public thread; a serial client can't be faster."""
LISTING_SIZE = 100


class Step(Record):
    """One kind of query in a run. Each query costs one point by GitHub's formula."""

    what: str
    units: int
    requests: int
    points: int


class Plan(Record):
    """The steps of a run and how long it takes. `basis` says what is a guess in it."""

    steps: tuple[Step, ...]
    requests: int
    points: int
    points_per_hour: int
    basis: tuple[str, ...]

    @property
    def hours(self) -> float:
        """The longer of two: what the token's limit allows, and one answer after the other."""
        return max(self.points / self.points_per_hour, self.requests * SECONDS_PER_ANSWER / 3600)


def plan_run(ledger: Ledger, total: int, points_per_hour: int, now: datetime, since: datetime | None = None) -> Plan:
    """The cost of the next run (of what changed `since`) when git knows `total` pull requests."""
    state = ledger.state()
    known, shas, waiting = ledger.count("pull/"), ledger.count("sha/"), ledger.count("todo/sha/")
    fresh = 0 if since else max(total - known, 0)
    ratio = (shas + waiting) / known if known >= 100 else COMMITS_PER_PULL
    seen = since or (state.seen_until if state else None)
    changed = (
        min(ceil(CHANGED_PER_DAY * (now - seen).total_seconds() / 86400), total if since else known) if seen else 0
    )
    basis = (
        f"{fresh} pull requests are new by git's list, {known} are in the archive",
        f"{ratio:.1f} commits a pull request" + ("" if known >= 100 else ", a guess"),
        f"{CHANGED_PER_DAY} changed pull requests a day, each with one new commit, a guess" if known else "",
        f"{FURTHER_PAGES} further pages a pull request, a guess",
    )
    again = changed + ledger.count("todo/pull/")
    asked = ceil((fresh + (changed if since else 0)) * ratio) + changed + waiting
    return total_up(fresh, again, asked, points_per_hour, basis)


def total_up(fresh: int, changed: int, shas: int, points_per_hour: int, basis: tuple[str, ...]) -> Plan:
    """The plan for `fresh` pull requests to walk over, `changed` ones to fetch again and `shas` to ask checks for."""
    pages, batch = PULL_SIZES[0][0], SHA_SIZES[0][0]
    counts = (
        ("open the repository (one of REST)", 1, 2, 1),
        ("pull requests, by creation", fresh, ceil(fresh / pages) or 1, None),
        ("pull requests, what changed", changed, ceil(changed / LISTING_SIZE) + 1, None),
        ("pull requests, changed ones anew", changed, ceil(changed / pages), None),
        (
            "further pages of long lists",
            ceil((fresh + changed) * FURTHER_PAGES),
            ceil((fresh + changed) * FURTHER_PAGES),
            None,
        ),
        ("checks of commits", shas, ceil(shas / batch), None),
    )
    steps = tuple(
        Step(what=what, units=units, requests=requests, points=requests if points is None else points)
        for what, units, requests, points in counts
    )
    return Plan(
        steps=steps,
        requests=sum(step.requests for step in steps),
        points=sum(step.points for step in steps),
        points_per_hour=points_per_hour,
        basis=tuple(line for line in basis if line),
    )
