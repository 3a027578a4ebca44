"""A gathering against the stand-in GitHub, on a clock that can wait an hour in no time."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest

from curate.demo.github.faults import Faults
from curate.demo.github.server import DEMO_TOKEN, StandIn
from curate.demo.github.world import World, world_of_upstream
from curate.demo.histories import make_histories
from curate.demo.queueboard import SCRAPED
from curate.demo.upstream import Upstream, play
from schemas.pulls import PullRequest
from scrapers.archive import Archive
from scrapers.github.client import Client
from scrapers.github.gather import GatherOptions, GatherReport, gather
from scrapers.github.ledger import Ledger
from scrapers.github.parse import read_pulls
from scrapers.github.tokens import Token
from scrapers.github.walk import open_edge


@dataclass
class ManualClock:
    """Seconds since 1970 that pass only while somebody sleeps."""

    moment: float

    def now(self) -> float:
        return self.moment

    def sleep(self, seconds: float) -> None:
        self.moment += seconds


@dataclass
class Bench:
    """A stand-in with its clock, and a user who runs the same command again and again in one folder."""

    stand_in: StandIn
    clock: ManualClock
    folder: Path
    token: Token = field(default_factory=lambda: Token(DEMO_TOKEN, "GITHUB_TOKEN"))
    renew: Callable[[], Token] | None = None
    waits: list[tuple[float, str]] = field(default_factory=list)
    client_clock: ManualClock | None = None
    max_wait_s: float = 3720.0
    runs: int = 0

    @property
    def world(self) -> World:
        return self.stand_in.world

    @property
    def faults(self) -> Faults:
        return self.stand_in.faults

    def client(self) -> Client:
        self.runs += 1
        return Client(
            self.token,
            url=self.stand_in.url,
            clock=self.client_clock or self.clock,
            renew=self.renew,
            max_wait_s=self.max_wait_s,
            on_wait=lambda seconds, why: self.waits.append((seconds, why)),
            user_agent=f"curate-test-{self.runs}",
        )

    def run(self, since: datetime | None = None, refresh: tuple[int, ...] = (), git: str | None = None) -> GatherReport:
        client = self.client()
        try:
            with Archive(self.folder) as archive:
                edge = open_edge(client, Ledger(archive, self.world.repo), lambda *_: None)
                return gather(edge, git, None, GatherOptions(since=since, refresh=refresh))
        finally:
            client.close()

    def rows(self) -> list[PullRequest]:
        """What the archive holds, less the time of the asking, which differs from run to run."""
        with Archive(self.folder) as archive:
            return [pull.model_copy(update={"fetched_at": None}) for pull in read_pulls(archive)]

    def row(self, number: int) -> PullRequest:
        return next(pull for pull in self.rows() if pull.number == number)


@pytest.fixture(scope="session")
def upstream() -> Upstream:
    return play(make_histories())


@pytest.fixture(scope="session")
def large_upstream() -> Upstream:
    return play(make_histories(extra=200))


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
