"""What GitHub can say to a request: an HTTP answer, and what it is found to mean."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Resource = Literal["graphql", "rest"]
"""The two APIs of GitHub; each has its own hourly limit."""
ErrorPath = tuple[str | int, ...]
"""Where in `data` an error of GraphQL lies."""


@dataclass(frozen=True)
class Answer:
    """One HTTP answer: status, headers by lower-case name, body as text."""

    status: int
    headers: Mapping[str, str]
    body: str


@dataclass(frozen=True)
class Good:
    """A whole answer without any error in it: `data` of GraphQL, or the JSON of REST."""

    data: Any


@dataclass(frozen=True)
class Partial:
    """An answer in which this token may not see, or GitHub does not have, what lies at `refused`; all else is whole."""

    data: Any
    refused: tuple[ErrorPath, ...]
    why: str


@dataclass(frozen=True)
class RateLimited:
    """The token or the client must wait. `wait_s` is None when GitHub does not say how long."""

    primary: bool
    wait_s: float | None
    why: str


@dataclass(frozen=True)
class TooExpensive:
    """The query asks too much of GitHub at once; the same for fewer nodes may do."""

    why: str


@dataclass(frozen=True)
class NotFound:
    """Some of the asked nodes do not exist: their places in the list of ids. The rest was answered."""

    places: tuple[int, ...]


@dataclass(frozen=True)
class CursorRefused:
    """GitHub no longer takes a cursor that it gave: the list must be read from its start."""

    why: str


@dataclass(frozen=True)
class InvalidResponse:
    """No answer at all: cut short, empty, a web page, a server's failure. The same may be asked again."""

    why: str


@dataclass(frozen=True)
class Denied:
    """GitHub refuses for good: the token, its rights, or a thing that is not there. Asking again is no use."""

    status: int
    why: str


@dataclass(frozen=True)
class Unsupported:
    """The server does not know what the query asks for: `fields` as Type.field, where it names them."""

    fields: tuple[str, ...]
    why: str


Verdict = (
    Good | Partial | RateLimited | TooExpensive | NotFound | CursorRefused | InvalidResponse | Denied | Unsupported
)
