"""What was fetched and what is still to do: kept in the archive beside the raw pages, in the same transactions.

Keys, below `github/<owner>/<name>/`:

- `page/<n>`: one answered page as GitHub sent it, less e-mail addresses and tokens; its first line says what was asked
- `state`: how far the walk over all pull requests is; `waits`: until when GitHub takes no requests
- `pull/<number>`, `sha/<sha>`: what is known of each, and the pages that hold it
- `todo/pull/<number>`, `todo/sha/<first pull request>/<sha>`, `todo/git/<sha>`: what is to be asked for
- `lost/<sha>`: a commit that git could not fetch
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Literal, TypeVar

from curate.schemas.base import Record, Sha
from curate.schemas.personal import redact_json
from curate.scrapers.archive import Archive
from curate.scrapers.github.client import Page

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


class Draft(Record):
    """A bundle that is being put together from several pages."""

    updated_at: datetime
    head_sha: str
    pages: tuple[int, ...]
    after: dict[ListName, str]
    """The cursor of each list that has more."""


class PullEntry(Record):
    """One pull request. `pages` hold its last whole bundle: the header's page first."""

    number: int
    node_id: str
    status: Literal["ok", "partial", "gone", "error"]
    attempts: int = 0
    updated_at: datetime | None = None
    pages: tuple[int, ...] = ()
    draft: Draft | None = None


class ShaTodo(Record):
    """A commit whose check rows are to be asked for."""

    node_id: str
    committed_at: datetime | None
    pushed_by: datetime
    """It was pushed by then: the later of its own date and of the pull request's last change."""


class ShaEntry(Record):
    """The check rows of one commit. `expired`: GitHub keeps none of so old a commit."""

    sha: Sha
    status: Literal["ok", "empty", "expired", "not_found", "error"]
    attempts: int
    pages: tuple[int, ...]
    final: bool
    """Nothing more can change."""


class Waits(Record):
    """Until when GitHub takes no requests of the token with that mark, by its clock, and why."""

    token: str
    graphql: tuple[float, str] | None
    rest: tuple[float, str] | None


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
        return state.model_copy(update={"pages": state.pages + 1})

    def read_page(self, number: int) -> tuple[Question, Any]:
        """Page `number`: what was asked and the parsed answer."""
        raw = self.archive.get(f"{self.prefix}page/{number:09d}") or b""
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


def parse_time(text: str | None) -> datetime | None:
    """A time as GitHub writes it."""
    return None if text is None else datetime.fromisoformat(text)
