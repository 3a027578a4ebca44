"""What the client gives to who asks: a page, or that it must be asked for otherwise; and what it counts."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from curate.scrapers.github.verdicts import ErrorPath


class QueryTooExpensive(Exception):
    """GitHub can't answer this query at this size: ask for less at once."""


class CursorExpired(Exception):
    """GitHub refuses a cursor that it gave: the list must be read from its start."""


class NodesNotFound(Exception):
    """Some of the asked ids name nothing; `places` are their places in the list."""

    def __init__(self, places: tuple[int, ...]) -> None:
        super().__init__(f"{len(places)} nodes do not exist")
        self.places = places


@dataclass(frozen=True)
class Page:
    """A good answer: its data, its text as it came, and when GitHub gave it (seconds since 1970).

    `refused` are the places in `data` that are null because this token may not see what is there, or GitHub has
    nothing there.
    """

    data: Any
    body: str
    at: float
    next_url: str | None = None
    refused: tuple[ErrorPath, ...] = ()

    @property
    def moment(self) -> datetime:
        """When GitHub gave it."""
        return datetime.fromtimestamp(self.at, UTC)


@dataclass
class Usage:
    """What was asked so far, and what the token has left (None before the first answer)."""

    requests: int = 0
    points: int = 0
    points_left: int | None = None
    waited_s: float = 0.0
    answers: int = 0
    answer_s: float = 0.0
    """Seconds spent between a request and its whole answer."""
