"""What GitHub does to a client: limits in each of their shapes, answers that are none, queries that are too heavy.

A fault is played for one request, or, if it closes GitHub for a while, for every request until then. A request during
such a while is written down: a client must not make one.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Reply:
    """An HTTP answer before it is sent. `cut` sends so many bytes less than announced; `reset` drops the connection."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/json; charset=utf-8"
    cut: int = 0
    reset: bool = False


@dataclass(frozen=True)
class Request:
    """What a fault may look at: `name` of the query or path, how many nodes and items in lists it asks for, when."""

    graphql: bool
    name: str
    nodes: int
    items: int
    now: float
    client: str = ""
    """Its User-Agent."""


SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
PRIMARY = "API rate limit exceeded for user ID 1."
PAGE = b"<!DOCTYPE html><html><title>Unicorn! &middot; GitHub</title><body>This page is taking too long.</body></html>"
BUSY = (
    "Something went wrong while executing your query. This may be the result of a timeout, or it could be a GitHub "
    "bug. Please include `AAAA:BBBB` when reporting this issue."
)


def refuse(status: int, message: str, **headers: str) -> Reply:
    """A refusal of REST, which GraphQL uses too."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, json.dumps({"message": message, "documentation_url": "https://docs.invalid"}).encode(), named)


def errors(kind: str | None, message: str, data: Any = None, **headers: str) -> Reply:
    """GraphQL errors with status 200."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    error = {"message": message} | ({"type": kind} if kind else {})
    return Reply(200, json.dumps({"data": data, "errors": [error]}).encode(), named)


@dataclass
class Closing:
    """Until when GitHub takes no requests (of this resource, or of both), and what it answers meanwhile."""

    until: float
    graphql: bool | None
    reply: Callable[[float], Reply]
    told: set[str] = field(default_factory=set)
    """The clients that were answered so."""


def _primary(shape: str, seconds: int) -> Callable[[Request], Closing]:
    def close(asked: Request) -> Closing:
        until = float(int(asked.now) + seconds)
        left = {"x_ratelimit_remaining": "0", "x_ratelimit_reset": str(int(until))}
        replies: dict[str, Callable[[float], Reply]] = {
            "403": lambda _: refuse(403, PRIMARY, **left),
            "429": lambda _: refuse(429, PRIMARY, **left),
            # the type is written both ways in the wild, and what is left need not be 0
            "RATE_LIMIT": lambda _: errors("RATE_LIMIT", PRIMARY, **(left | {"x_ratelimit_remaining": "3"})),
            "RATE_LIMITED": lambda _: errors("RATE_LIMITED", PRIMARY, **left),
        }
        if not asked.graphql and shape.startswith("RATE"):
            return Closing(until, False, replies["403"])
        return Closing(until, asked.graphql, replies[shape])

    return close


def _secondary(status: int, retry_after: int | None) -> Callable[[Request], Closing]:
    def close(asked: Request) -> Closing:
        until = asked.now + (60 if retry_after is None else retry_after)

        def reply(now: float) -> Reply:
            left = {} if retry_after is None else {"retry_after": str(max(int(until - now + 0.999), 1))}
            if status == 200:
                return errors("RATE_LIMITED", SECONDARY, **left)
            return refuse(status, SECONDARY, **left)

        return Closing(until, None, reply)

    return close


CLOSINGS: dict[str, Callable[[Request], Closing]] = {
    "primary 403": _primary("403", 900),
    "primary 429": _primary("429", 600),
    "primary 200 RATE_LIMIT": _primary("RATE_LIMIT", 300),
    "primary 200 RATE_LIMITED": _primary("RATE_LIMITED", 1800),
    "secondary 403 with Retry-After": _secondary(403, 30),
    "secondary 403 bare": _secondary(403, None),
    "secondary 429 with Retry-After": _secondary(429, 90),
    "secondary 429 bare": _secondary(429, None),
    "secondary 200": _secondary(200, None),
}
SINGLE: dict[str, Reply] = {
    "cut short": Reply(200, b"", cut=1),
    "web page with 200": Reply(200, PAGE, content_type="text/html; charset=utf-8"),
    "empty 200": Reply(200, b""),
    "server error": Reply(500, b'{"message": "Server Error"}'),
    "unavailable": Reply(503, PAGE, content_type="text/html"),
    "connection reset": Reply(0, b"", reset=True),
}
HEAVY: dict[str, Callable[[Request], Reply]] = {
    "502": lambda _: Reply(502, PAGE, content_type="text/html"),
    "504": lambda _: Reply(504, b'{"message": "We couldn\'t respond to your request in time."}'),
    "no time": lambda _: Reply(200, b'{"message": "We couldn\'t respond to your request in time. Sorry about that."}'),
    "busy": lambda _: errors(None, BUSY),
    "resource limits": lambda asked: _resource_limits(asked),
    "null nodes": lambda asked: _null_nodes(asked),
}
ONE_OFF = "nothing left on a good answer"
EVERY_FAULT = (*CLOSINGS, *SINGLE, *HEAVY, ONE_OFF)


def _resource_limits(asked: Request) -> Reply:
    """Every node null, and an error for each: read without the errors, it says that there is nothing."""
    said = "Resource limits for this query exceeded."
    problems = [{"type": "RESOURCE_LIMITS_EXCEEDED", "path": ["nodes", n], "message": said} for n in range(asked.nodes)]
    return Reply(200, json.dumps({"data": _nulls(asked), "errors": problems}).encode())


def _null_nodes(asked: Request) -> Reply:
    return Reply(200, json.dumps({"data": _nulls(asked)}).encode())


def _nulls(asked: Request) -> dict[str, Any]:
    if asked.name in ("Pulls", "Checks"):
        return {"nodes": [None] * asked.nodes}
    return {"repository": None, "node": None}


@dataclass
class Faults:
    """Plays faults. `script` names those of the next requests in turn (None: none); after it `rate` of the requests
    meet one of `kinds`, drawn with `seed`.
    """

    script: list[str | None] = field(default_factory=list)
    rate: float = 0.0
    kinds: tuple[str, ...] = EVERY_FAULT
    seed: int = 0
    heavy: Callable[[Request], bool] = lambda _asked: False
    """Requests that always are too heavy."""
    broken: dict[str, int] = field(default_factory=dict)
    """Queries that end in a 500 whenever they ask for more nodes than this."""
    played: list[str] = field(default_factory=list)
    during_waits: list[str] = field(default_factory=list)
    """Requests of a client that came while GitHub was closed to it, and it had been told so."""

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)  # noqa: S311  # not for secrets
        self._closing: Closing | None = None
        self._too_heavy: dict[str, tuple[str, int]] = {}
        self._zero_until: float | None = None

    def meet(self, asked: Request) -> Reply | None:
        """The fault that this request meets, or None."""
        closing = self._closing
        if closing and asked.now < closing.until and closing.graphql in (None, asked.graphql):
            if asked.client in closing.told:
                self.during_waits.append(f"{asked.name} {closing.until - asked.now:.0f} s too early")
            closing.told.add(asked.client)
            return closing.reply(asked.now)
        if asked.nodes > self.broken.get(asked.name, asked.nodes):
            return SINGLE["server error"]
        if self.heavy(asked):
            return HEAVY["502"](asked)
        if asked.name in self._too_heavy:
            kind, most = self._too_heavy[asked.name]
            if asked.nodes > most:
                return HEAVY[kind](asked)
            del self._too_heavy[asked.name]
            return None
        drawn = self._draw()
        return None if drawn is None else self._play(drawn, asked)

    def left(self, now: float, graphql: bool, client: str) -> float | None:
        """When a good answer says that nothing is left: the time of the reset."""
        if self._zero_until is None:
            return None
        until, self._zero_until = self._zero_until, None
        left = {"x_ratelimit_remaining": "0", "x_ratelimit_reset": str(int(until))}
        self._closing = Closing(until, graphql, lambda _: refuse(403, PRIMARY, **left), {client})
        return until

    def _draw(self) -> str | None:
        if self.script:
            return self.script.pop(0)
        return self._chance.choice(self.kinds) if self.rate and self._chance.random() < self.rate else None

    def _play(self, kind: str, asked: Request) -> Reply | None:
        self.played.append(kind)
        if kind in CLOSINGS:
            self._closing = CLOSINGS[kind](asked)
            self._closing.told.add(asked.client)
            return self._closing.reply(asked.now)
        if kind in SINGLE:
            return SINGLE[kind]
        if kind in HEAVY:
            if not asked.graphql or asked.nodes <= 1:
                return SINGLE["server error"]
            self._too_heavy[asked.name] = (kind, self._chance.choice((1, 3, 10)))
            return HEAVY[kind](asked)
        self._zero_until = float(int(asked.now) + 1200)
        return None
