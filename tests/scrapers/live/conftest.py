"""A stand-in GitHub, and a user who gathers from it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from live_bench import Bench, ManualClock

from curate.schemas.mathlibpr.pulls import PullRequest
from curate.standins.github.faults import Faults
from curate.standins.github.server import StandIn
from curate.standins.github.world import World, world_of_upstream
from curate.standins.upstream.play import Upstream, play
from curate.standins.upstream.queueboard import SCRAPED
from curate.standins.upstream.scenarios.catalogue import make_histories

TOLD = frozenset(
    {14501, 14533, 14608, 14700, 15120, 15500, 16044, 16102, 16777, 17400, 17700, 19500, 19510, 23000, 23500, 25556}
    | {26500, 27000, 29000, 30500, 33000, 36000, 36900}
)
"""Of the told histories those that differ for this source: enough for every test, quick to gather."""


@pytest.fixture(scope="session")
def upstream() -> Upstream:
    return play(history for history in make_histories() if history.number in TOLD)


@pytest.fixture(scope="session")
def large_upstream() -> Upstream:
    """More pull requests than two pages of a listing hold."""
    return play(make_histories(extra=150))


MakeBench = Callable[..., Bench]


@pytest.fixture
def make_bench(tmp_path: Path, upstream: Upstream) -> Iterator[MakeBench]:
    started: list[StandIn] = []

    def make(world: World | None = None, faults: Faults | None = None, folder: str = "archive") -> Bench:
        clock = ManualClock(SCRAPED.timestamp() + 3600)
        stand_in = StandIn(world or world_of_upstream(upstream, SCRAPED), now=clock.now, faults=faults or Faults())
        stand_in.__enter__()
        started.append(stand_in)
        return Bench(stand_in, clock, tmp_path / folder)

    yield make
    for stand_in in reversed(started):
        stand_in.__exit__()


@pytest.fixture
def bench(make_bench: MakeBench) -> Bench:
    return make_bench()


@pytest.fixture(scope="session")
def undisturbed(upstream: Upstream, tmp_path_factory: pytest.TempPathFactory) -> list[PullRequest]:
    """The rows of a run to which nothing happened."""
    clock = ManualClock(SCRAPED.timestamp() + 3600)
    with StandIn(world_of_upstream(upstream, SCRAPED), now=clock.now) as stand_in:
        calm = Bench(stand_in, clock, tmp_path_factory.mktemp("calm") / "archive")
        calm.run()
        return calm.rows()
