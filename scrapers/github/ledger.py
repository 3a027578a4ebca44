"""What was fetched and what is still to do: kept in the archive beside the raw pages, in the same transactions.

Keys, below `github/<owner>/<name>/`:

- `page/<n>`: one answered page as GitHub sent it, less e-mail addresses and tokens; its first line says what was asked
- `state`: how far the walk over all pull requests is; `waits`: until when GitHub takes no requests
- `pull/<number>`, `sha/<sha>`: what is known of each, and the pages that hold it
- `todo/pull/<number>`, `todo/sha/<first pull request>/<sha>`, `todo/git/<sha>`: what is to be asked for;
  `todo/short/<number>`: what the next run is to ask for again
- `lost/<sha>`: a commit that git could not fetch
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Literal, TypeVar

from curate.schemas.base import Record, Sha
from curate.schemas.errors import Failed
from curate.schemas.personal import redact_json
from curate.scrapers.archive import Archive
from curate.scrapers.github.page import Page

ShaStatus = Literal["ok", "empty", "expired", "not_found", "error"]
ListName = Literal["commits", "timelineItems", "files", "userContentEdits"]
LISTS: tuple[ListName, ...] = ("commits", "timelineItems", "files", "userContentEdits")
"""The lists of a pull request that may need more pages than one."""


REPO_KEY = "github-repos/"
"""Keys that name the repositories of which the archive holds something."""


class State(Record):
    """How far the crawl of one repository is."""

    repo_id: str
    pages: int = 0
    """Number of the next page."""
    walk_after: str | None = None
    """The cursor behind the last pull request, by creation, that was walked over."""
    walked: bool = False
    """An unfiltered walk reached the end."""
    seen_until: datetime | None = None
    """Every change up to here, by GitHub's clock, is in the ledger or in `todo`."""
    scanned_at: datetime | None = None
    """When the last scan for changes ended."""
    begun_at: datetime | None = None
    """When the first page was answered."""
    asked: dict[str, int] = {}  # noqa: RUF012  # pydantic copies defaults
    """Pages kept so far, by query: what a plan is estimated from."""
    changed: int = 0
    """Changes to pull requests that the scans found after the first run."""
    answers: int = 0
    answer_s: float = 0.0
    """Answers timed in all runs, and how long they took together, in seconds."""


class Draft(Record):
    """A bundle that is being put together from several pages."""

    updated_at: datetime
    head_sha: str
    pages: tuple[int, ...]
    after: dict[ListName, str]
    """The cursor of each list that has more."""
    read_at: datetime | None = None
    refused: tuple[str, ...] = ()


class PullEntry(Record):
    """One pull request. `pages` hold its last whole bundle: the header's page first.

    `hidden`: git lists it and GitHub shows nothing under its number; `gone`: it was shown once, and is no more. What
    was fetched of it stays in both cases.
    """

    number: int
    node_id: str
    status: Literal["ok", "partial", "gone", "hidden", "error"]
    attempts: int = 0
    updated_at: datetime | None = None
    read_at: datetime | None = None
    """When GitHub gave the header, by its own clock."""
    pages: tuple[int, ...] = ()
    older: tuple[tuple[int, ...], ...] = ()
    """Pages of earlier bundles that hold commits or timeline items which the last one lacks."""
    short: int = 0
    """So many times in a row a list had fewer items than GitHub's own count of it."""
    refused: tuple[str, ...] = ()
    """Fields of the last bundle that this token may not see."""
    draft: Draft | None = None


class ShaTodo(Record):
    """A commit whose check rows are to be asked for."""

    node_id: str
    committed_at: datetime | None
    pushed_by: datetime
    """It was pushed by then: the later of its own date and of the pull request's last change."""


class ShaEntry(Record):
    """The check rows of one commit. `expired`: GitHub keeps none of so old a commit.

    `pages` together hold every row that was ever answered; rows of one id are merged when they are read.
    """

    sha: Sha
    status: ShaStatus
    attempts: int
    pages: tuple[int, ...]
    final: bool
    """Nothing more can change."""
    last: ShaStatus | None = None
    """What the last answer was, where rows of earlier ones were kept instead."""
    short: int = 0
    """So many times in a row there were fewer rows than GitHub's own count of them."""


class Waits(Record):
    """Until when GitHub takes no requests of the token with that mark, by its clock, and why."""

    token: str
    graphql: tuple[float, str] | None = None
    rest: tuple[float, str] | None = None


class Question(Record):
    """What a page answers."""

    query: str
    variables: dict[str, Any]
    at: datetime


R = TypeVar("R", bound=Record)


class Ledger:
    """The bookkeeping of one repository in `archive`, and its pages."""

    def __init__(self, archive: Archive, repo: str) -> None:
        self.archive, self.repo, self.prefix = archive, repo, f"github/{repo}/"

    def read(self, key: str, kind: type[R]) -> R | None:
        """The record under `key`."""
        raw = self.archive.get(self.prefix + key)
        return None if raw is None else kind.model_validate_json(raw)

    def write(self, key: str, record: Record) -> None:
        """Keeps `record` under `key`."""
        self.archive.put(self.prefix + key, record.model_dump_json().encode())

    def delete(self, key: str) -> None:
        """Forgets the bookkeeping key `key`."""
        self.archive.delete(self.prefix + key)

    def has(self, key: str) -> bool:
        """Whether there is something under `key`."""
        return self.prefix + key in self.archive

    def names(self, folder: str) -> Iterator[str]:
        """What follows `folder` in each key that begins with it, in order."""
        start = self.prefix + folder
        return (key.removeprefix(start) for key in self.archive.keys(start))

    def count(self, folder: str) -> int:
        """How many keys begin with `folder`."""
        return sum(1 for _ in self.names(folder))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside becomes durable together, or nothing."""
        with self.archive.transaction():
            yield

    def state(self) -> State | None:
        """How far the crawl is; None before the first."""
        return self.read("state", State)

    def add_page(self, state: State, query: str, variables: dict[str, Any], page: Page) -> State:
        """Keeps `page` raw under the next number. The state with that number taken is returned, not yet written."""
        asked = Question(query=query, variables=variables, at=datetime.fromtimestamp(page.at, UTC))
        raw = asked.model_dump_json().encode() + b"\n" + redact_json(page.body.encode("utf-8", "surrogatepass"))
        self.archive.put(f"{self.prefix}page/{state.pages:09d}", raw)
        asked_so_far = {**state.asked, query: state.asked.get(query, 0) + 1}
        begun_at = state.begun_at or asked.at
        return state.model_copy(update={"pages": state.pages + 1, "asked": asked_so_far, "begun_at": begun_at})

    def read_page(self, number: int) -> tuple[Question, Any]:
        """Page `number`: what was asked and the parsed answer."""
        raw = self.archive.get(f"{self.prefix}page/{number:09d}")
        if raw is None:
            raise Failed(
                f"the archive {self.archive.directory} lost page {number} of {self.repo}; use another workspace"
            )
        head, _, body = raw.partition(b"\n")
        return Question.model_validate_json(head), json.loads(body)


def pull_key(number: int) -> str:
    """The key of the entry of pull request `number`."""
    return f"pull/{number:07d}"


def todo_pull_key(number: int) -> str:
    """The key that says that pull request `number` is to be fetched."""
    return f"todo/pull/{number:07d}"


def todo_sha_key(number: int, sha: str) -> str:
    """The key that says that the check rows of `sha`, met in pull request `number`, are to be asked for."""
    return f"todo/sha/{number:07d}/{sha}"


def split_todo_sha(name: str) -> tuple[int, str]:
    """The pull request and the sha of a key below `todo/sha/`."""
    number, _, sha = name.partition("/")
    return int(number), sha


def parse_time(text: str | None) -> datetime | None:
    """A time as GitHub writes it."""
    return None if text is None else datetime.fromisoformat(text)
