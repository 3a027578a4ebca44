"""One run of `curate prs`: its options, and the small facts that it holds of every pull request."""

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

from curate.dataset import DatasetWriter
from curate.schemas.base import Record
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.pulls import PullRequest
from curate.schemas.mathlibpr.rows import EvidenceClass
from curate.schemas.mathlibpr.rules.examine import Examined
from curate.schemas.mathlibpr.rules.funnel import Funnel
from curate.schemas.mathlibpr.rules.heads import Head, owner_of
from curate.schemas.mathlibpr.rules.labels import Selection


class PrsOptions(Record):
    """What a dataset depends on besides its inputs."""

    repo: str
    until: date
    base_ref: str
    selection: Selection
    require_ci: bool
    evidence: tuple[EvidenceClass, ...]
    need_diff: bool
    split_at: tuple[date, ...]


class Run:
    """One run's state: small facts of every PR; the rest is spooled to disk."""

    def __init__(self, options: PrsOptions, spool: Path, writer: DatasetWriter) -> None:
        self.options = options
        self.spool = spool
        self.writer = writer
        self.funnel = Funnel()
        self.shas: set[str] = set()
        self.head_of: dict[str, int] = {}
        self.first_in: dict[str, int] = {}
        self.reverted: set[int] = set()
        self.unreadable: list[Drop] = []
        self.cut: dict[str, list[int]] = {}
        self.landed = 0
        self.first_closed: datetime | None = None
        self.newest_record: datetime | None = None
        self.examined = 0

    def see(self, pull: PullRequest) -> None:
        """Notes what other pull requests, and the end of the run, need to know of `pull`."""
        self.head_of.setdefault(pull.head_sha, pull.number)
        for commit in pull.commits:
            self.first_in.setdefault(commit.sha, pull.number)
        if pull.fetched_at and (self.newest_record is None or pull.fetched_at > self.newest_record):
            self.newest_record = pull.fetched_at
        if pull.closed_at and (self.first_closed is None or pull.closed_at < self.first_closed):
            self.first_closed = pull.closed_at

    def owner(self, examined: Examined, head: Head) -> int | None:
        """The other pull request for which `head` was pushed."""
        return owner_of(head, examined.pull, self.head_of, self.first_in)

    def spooled(self) -> Iterator[Examined]:
        """The examined pull requests, ascending."""
        with self.spool.open("rb") as lines:
            for line in lines:
                yield Examined.model_validate_json(line)
