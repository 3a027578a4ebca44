"""A gathering against the stand-in GitHub, on a clock that can wait an hour in no time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from curate.schemas.mathlibpr.pulls import PullRequest
from curate.scrapers.archive import Archive
from curate.scrapers.github.client import Client
from curate.scrapers.github.fetch import FetchOptions, FetchReport, fetch_repository
from curate.scrapers.github.ledger import Ledger
from curate.scrapers.github.parse import read_pulls
from curate.scrapers.github.session import open_session
from curate.scrapers.github.tokens import Token
from curate.standins.github.faults import Faults
from curate.standins.github.server import DEMO_TOKEN, StandIn
from curate.standins.github.world import World


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

    def run(self, since: datetime | None = None, refresh: tuple[int, ...] = (), git: str | None = None) -> FetchReport:
        client = self.client()
        try:
            with Archive(self.folder) as archive:
                session = open_session(client, Ledger(archive, self.world.repo), lambda *_: None)
                return fetch_repository(session, git, None, FetchOptions(since=since, refresh=refresh))
        finally:
            client.close()

    def rows(self) -> list[PullRequest]:
        """What the archive holds, less the time of the asking, which differs from run to run."""
        with Archive(self.folder) as archive:
            return [pull.model_copy(update={"fetched_at": None}) for pull in read_pulls(archive)]

    def row(self, number: int) -> PullRequest:
        return next(pull for pull in self.rows() if pull.number == number)
