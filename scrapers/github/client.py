"""The one client: serial, through PyGithub's requester, and the only place that waits.

PyGithub's own retries are off. They sleep inside urllib3 for up to an hour without a word, know neither 429 without
Retry-After nor a limit with status 200, and repeat a timed-out query eleven times in half a second at the price of
points. What it still does is the token, the host, the path prefix, the API version and the connection.
"""

import contextlib
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, assert_never
from urllib.parse import urlsplit

from curate.schemas.distribution import install_advice
from curate.schemas.errors import Failed, Missing, Refused, Stopped
from curate.schemas.text import printable
from curate.scrapers.github.answers import (
    Absent,
    Answer,
    Denied,
    Garbled,
    Good,
    Heavy,
    Limited,
    classify_answer,
    next_link,
    requests_left,
    seconds_to_reset,
    server_time,
)
from curate.scrapers.github.queries import read_query
from curate.scrapers.github.tokens import Token

API_VERSION = "2022-11-28"
"""Pinned: 2026-03-10 takes fields away that the REST fall-back may meet."""
GITHUB_URL = "https://api.github.com"
SHORTEST_LIMIT_S = 60.0
"""What GitHub asks for after a secondary limit that names no time; doubled each time it is met again."""
LIMITS_IN_A_ROW = 6
GARBLED_IN_A_ROW = 7
GARBLED_AT_ONE_SIZE = 3
"""After so many a GraphQL query is taken for too heavy: a 500 can come of one pull request in a page."""
HEAVY_IN_A_ROW = 24
TIMEOUT_S = 60


class Clock(Protocol):
    """Time as the client sees it, so that a test can wait an hour in no time."""

    def now(self) -> float:
        """Seconds since 1970."""

    def sleep(self, seconds: float) -> None:
        """Returns after `seconds`."""


class SystemClock:
    """This machine's clock."""

    def now(self) -> float:
        return time.time()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class TooHeavy(Exception):
    """GitHub can't answer this query at this size: ask for less at once."""


class NodesAbsent(Exception):
    """Some of the asked ids name nothing; `places` are their places in the list."""

    def __init__(self, places: tuple[int, ...]) -> None:
        super().__init__(f"{len(places)} nodes do not exist")
        self.places = places


@dataclass(frozen=True)
class Page:
    """A good answer: its data, its text as it came, and when GitHub gave it (seconds since 1970)."""

    data: Any
    body: str
    at: float
    next_url: str | None = None


@dataclass
class Spent:
    """What was asked so far, and what the token has left (None before the first answer)."""

    requests: int = 0
    points: int = 0
    points_left: int | None = None
    waited_s: float = 0.0


@dataclass
class _Streak:
    """Bad answers in a row."""

    limited: int = 0
    garbled: int = 0
    heavy: int = 0


@dataclass
class Client:
    """Asks GitHub one thing at a time and gives back whole answers only.

    `on_wait(seconds left, why)` is called every second of a wait. A wait longer than `max_wait_s` is not begun.
    `renew` gives the token anew when GitHub stops accepting the one in use. `free_at` says for GraphQL (True) and
    REST (False) until when, by GitHub's clock, it takes no requests, and why; `on_limit` is called when that changes,
    so that the next run can know it too.

    Raises (from `ask` and `get`):
        Stopped: a wait would be too long, or GitHub goes on giving no answer; the same command goes on.
        Failed: GitHub refuses for good; the message says what.
        Missing: the token is not accepted.
    """

    token: Token
    url: str = GITHUB_URL
    clock: Clock = field(default_factory=SystemClock)
    max_wait_s: float = 3720.0
    on_wait: Callable[[float, str], None] = lambda _seconds, _why: None
    renew: Callable[[], Token] | None = None
    user_agent: str = "curate"
    free_at: dict[bool, tuple[float, str]] = field(default_factory=dict)
    on_limit: Callable[[], None] = lambda: None
    spent: Spent = field(default_factory=Spent)

    def __post_init__(self) -> None:
        self._streak = _Streak()
        self._clock_error = 0.0
        self._reached = False
        self._connect()

    def _connect(self) -> None:
        try:
            import github
            import requests
        except ImportError as error:
            raise Missing(f"gathering from GitHub needs PyGithub: {install_advice('github')}") from error
        self._network_error = requests.RequestException
        try:
            self._github = github.Github(
                auth=github.Auth.Token(self.token.secret),
                base_url=self.url.rstrip("/"),
                user_agent=self.user_agent,
                timeout=TIMEOUT_S,
                retry=None,
                seconds_between_requests=None,
                seconds_between_writes=None,
                api_version=API_VERSION,
            )
        except AssertionError:
            raise Refused(
                f"{printable(self.url, 200)} is no address of a GitHub API: http(s)://host[:port][/path]"
            ) from None

    def close(self) -> None:
        """Ends the connection."""
        self._github.close()

    def now(self) -> float:
        """GitHub's clock, as far as its answers let it be known."""
        return self.clock.now() + self._clock_error

    def ask(self, query: str, variables: Mapping[str, Any]) -> Page:
        """The answer to the GraphQL query `query` (a name in `queries/`).

        Raises also:
            TooHeavy: ask for fewer nodes.
            NodesAbsent: some ids name nothing.
        """
        body = {"query": read_query(query), "variables": dict(variables)}
        return self._until_answered("POST", self._github.requester.graphql_url, None, body)

    def get(self, path: str, parameters: Mapping[str, Any] | None = None) -> Page:
        """The answer of REST to GET `path` (or a `next_url` that GitHub gave)."""
        return self._until_answered("GET", path, dict(parameters or {}), None)

    def _until_answered(self, verb: str, url: str, parameters: dict[str, Any] | None, body: Any) -> Page:
        graphql = body is not None
        while True:
            self._hold(graphql)
            try:
                answer = self._send(verb, url, parameters, body)
            except self._network_error as error:
                if not self._reached and name_is_unknown(error):
                    host = urlsplit(self.url).hostname or self.url
                    raise Stopped(
                        f"the name {printable(host, 100)} did not resolve; run again when there is a network"
                    ) from error
                self._pause_after_garbled(type(error).__name__)
                continue
            verdict = classify_answer(answer, graphql)
            if isinstance(verdict, Good):
                self._note_good(graphql, answer, verdict.data)
                return Page(verdict.data, answer.body, self._answered_at(answer), next_link(answer.headers))
            self._react(verdict, graphql)

    def _react(self, verdict: Limited | Heavy | Absent | Garbled | Denied, graphql: bool) -> None:
        """Raises, or returns when the same request may be sent again."""
        match verdict:
            case Limited():
                self._note_limit(verdict, graphql)
            case Garbled(why) if not graphql or self._streak.garbled < GARBLED_AT_ONE_SIZE:
                self._pause_after_garbled(why)
            case Garbled(why) | Heavy(why):
                self._streak.garbled = 0
                self._streak.heavy += 1
                if self._streak.heavy > HEAVY_IN_A_ROW:
                    raise Stopped(
                        f"GitHub can't answer even the smallest query now ({why}); run the same command later"
                    )
                raise TooHeavy(why)
            case Absent(places):
                raise NodesAbsent(places)
            case Denied(401, why):
                self._take_new_token(why)
            case Denied(status, why):
                raise Failed(_describe_denial(status, why, self.token))
            case _:
                assert_never(verdict)

    def _send(self, verb: str, url: str, parameters: dict[str, Any] | None, body: Any) -> Answer:
        self.spent.requests += 1
        try:
            status, headers, text = self._github.requester.requestJson(verb, url, parameters, None, body)
        except RuntimeError as error:
            raise Refused(f"GitHub sends this request elsewhere: {printable(str(error), 300)}") from None
        self._reached = True
        answer = Answer(status, headers, text)
        there = server_time(headers)
        if there is not None:
            self._clock_error = there - self.clock.now()
        return answer

    def _answered_at(self, answer: Answer) -> float:
        there = server_time(answer.headers)
        return self.now() if there is None else there

    def _note_good(self, graphql: bool, answer: Answer, data: Any) -> None:
        self._streak = _Streak()
        rate = data.get("rateLimit") if graphql else None
        if isinstance(rate, dict):
            self.spent.points += rate["cost"]
            self.spent.points_left = rate["remaining"]
        if requests_left(answer.headers) == 0:
            wait_s = seconds_to_reset(answer.headers)
            if wait_s is not None:
                self._close_until(self.now() + wait_s, self._describe_primary(), (graphql,))

    def _note_limit(self, limit: Limited, graphql: bool) -> None:
        self._streak.limited += 1
        if self._streak.limited > LIMITS_IN_A_ROW:
            raise Stopped(
                f"GitHub goes on refusing after {LIMITS_IN_A_ROW} waits ({limit.why}); run the same command later"
            )
        wait_s = limit.wait_s
        if wait_s is None:
            wait_s = SHORTEST_LIMIT_S * 2 ** (self._streak.limited - 1)
        why = self._describe_primary() if limit.primary else "GitHub's limit on many requests in a short time"
        self._close_until(self.now() + wait_s, why, (graphql,) if limit.primary else (True, False))

    def _close_until(self, moment: float, why: str, resources: tuple[bool, ...]) -> None:
        self.free_at.update(dict.fromkeys(resources, (moment, why)))
        self.on_limit()

    def _describe_primary(self) -> str:
        return f"the hourly limit of the token from {self.token.origin} is used up"

    def _pause_after_garbled(self, why: str) -> None:
        self._streak.garbled += 1
        if self._streak.garbled > GARBLED_IN_A_ROW:
            raise Stopped(
                f"GitHub gave no answer {GARBLED_IN_A_ROW + 1} times in a row ({why}); run the same command later"
            )
        self._wait(float(2 ** (self._streak.garbled - 1)), f"no answer from GitHub ({why})")

    def _hold(self, graphql: bool) -> None:
        free_at, why = self.free_at.get(graphql, (0.0, ""))
        if free_at > self.now():
            self._wait(free_at - self.now(), why)
        self.free_at.pop(graphql, None)

    def _wait(self, seconds: float, why: str) -> None:
        if seconds > self.max_wait_s:
            raise Stopped(
                f"{why}: it would take {_minutes(seconds)} of waiting, more than --max-wait allows "
                f"({_minutes(self.max_wait_s)}). All that was answered is kept; run the same command again after that"
            )
        end = self.clock.now() + seconds
        while (left := end - self.clock.now()) > 0:
            self.on_wait(left, why)
            step = min(left, 1.0)
            self.clock.sleep(step)
            self.spent.waited_s += step
        self.on_wait(0.0, why)

    def _take_new_token(self, why: str) -> None:
        with contextlib.suppress(Missing):
            fresh = self.renew() if self.renew else self.token
            if fresh.secret != self.token.secret:
                self.token = fresh
                self._github.close()
                self._connect()
                return
        raise Missing(
            f"GitHub does not accept the token from {self.token.origin} ({why}): it is wrong, expired or revoked. "
            "Set GITHUB_TOKEN to one that works; the same command goes on from here"
        )


def name_is_unknown(error: BaseException) -> bool:
    """Whether the network failed since a host's name did not resolve, whatever wraps that cause."""
    seen: list[object] = [error]
    for one in seen:
        if isinstance(one, socket.gaierror):
            return True
        if isinstance(one, BaseException):
            inner = (one.__cause__, one.__context__, getattr(one, "reason", None), *one.args)
            seen += [found for found in inner if isinstance(found, BaseException) and found not in seen]
    return False


def _describe_denial(status: int, why: str, token: Token) -> str:
    if status == 403:
        return f"the token from {token.origin} lacks a right that this needs ({why}); no waiting will help"
    if status == 404:
        return f"GitHub knows no such thing, or the token from {token.origin} may not see it ({why})"
    return f"GitHub refuses with HTTP {status} ({why})"


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
