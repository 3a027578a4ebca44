"""The one client: serial, through PyGithub's requester, and the only place that waits.

PyGithub's own retries are off. They sleep inside urllib3 for up to an hour without a word, know neither 429 without
Retry-After nor a limit with status 200, and repeat a timed-out query eleven times in half a second at the price of
points. What it still does is the token, the host, the path prefix, the API version and the connection.
"""

import contextlib
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any, assert_never

from curate.schemas.distribution import install_advice
from curate.schemas.errors import Failed, Missing, Refused, Stopped
from curate.schemas.text import printable
from curate.scrapers.github.answers import classify_answer
from curate.scrapers.github.clock import Clock, SystemClock
from curate.scrapers.github.headers import next_link, requests_left, reset_wait, server_time
from curate.scrapers.github.network import check_address, explain_error, find_unresolved
from curate.scrapers.github.page import CursorExpired, NodesNotFound, Page, QueryTooExpensive, Usage
from curate.scrapers.github.queries import read_query
from curate.scrapers.github.refusals import describe_denial, describe_unsupported, format_minutes, is_unknown
from curate.scrapers.github.samples import Sample, take_sample
from curate.scrapers.github.tokens import Token
from curate.scrapers.github.verdicts import (
    Answer,
    CursorRefused,
    Denied,
    Good,
    InvalidResponse,
    NotFound,
    Partial,
    RateLimited,
    Resource,
    TooExpensive,
    Unsupported,
    Verdict,
)

_LOG = logging.getLogger(__name__)

API_VERSION = "2022-11-28"
"""Pinned: 2026-03-10 takes fields away that the REST fall-back may meet."""
GITHUB_URL = "https://api.github.com"
SHORTEST_LIMIT_S = 60.0
"""What GitHub asks for after a secondary limit that names no time; doubled each time it is met again."""
MAX_WAIT_S = 3720.0
"""The longest wait that is begun unless the user says otherwise: an hourly limit and two minutes."""
LIMITS_IN_A_ROW = 6
INVALID_IN_A_ROW = 7
REFUSED_IN_A_ROW = 3
"""Connections refused before there was any answer: nobody listens there."""
INVALID_AT_ONE_SIZE = 3
"""After so many a GraphQL query is taken for too heavy: a 500 can come of one pull request in a page."""
TOO_EXPENSIVE_IN_A_ROW = 24
TIMEOUT_S = 60


@dataclass
class _Streak:
    """Bad answers in a row."""

    limited: int = 0
    invalid: int = 0
    expensive: int = 0


@dataclass(frozen=True)
class _Request:
    """One request. `name` is that of the query, or the path of REST."""

    resource: Resource
    name: str
    verb: str
    url: str
    parameters: dict[str, Any] | None
    body: dict[str, Any] | None


@dataclass
class Client:
    """Asks GitHub one thing at a time and gives back whole answers only.

    `on_wait(seconds left, why)` is called every second of a wait. A wait longer than `max_wait_s` is not begun.
    `renew` gives the token anew when GitHub stops accepting the one in use. `free_at` says for each API until when
    (seconds since 1970, by GitHub's clock) it takes no requests, and why; `on_limit` is called when that changes, so
    that the next run can know it too. `on_unknown` gets a sample of each answer that could not be understood.

    Raises (from `ask` and `get`):
        Stopped: a wait would be too long, or GitHub goes on giving no answer; the same command resumes.
        Failed: GitHub refuses for good; the message says what.
        Refused: the address, or the server behind it, is not one that can be asked.
        Missing: the token is not accepted.
    """

    token: Token
    url: str = GITHUB_URL
    clock: Clock = field(default_factory=SystemClock)
    max_wait_s: float = MAX_WAIT_S
    on_wait: Callable[[float, str], None] = lambda _seconds, _why: None
    renew: Callable[[], Token] | None = None
    user_agent: str = "curate"
    free_at: dict[Resource, tuple[float, str]] = field(default_factory=dict)
    on_limit: Callable[[], None] = lambda: None
    on_unknown: Callable[[Sample], None] = lambda _sample: None
    usage: Usage = field(default_factory=Usage)

    def __post_init__(self) -> None:
        self._streak = _Streak()
        self._clock_error = 0.0
        self._connect()

    def _connect(self) -> None:
        try:
            import github
            import requests
        except ImportError as error:
            raise Missing(f"fetching from GitHub needs PyGithub: {install_advice('github')}") from error
        self._network_error = requests.RequestException
        check_address(self.url)
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

    def close(self) -> None:
        """Ends the connection."""
        self._github.close()

    def now(self) -> float:
        """GitHub's clock, as far as its answers let it be known."""
        return self.clock.now() + self._clock_error

    def check_reachable(self) -> None:
        """Raises Stopped, within five seconds, when the host's name does not resolve."""
        unresolved = find_unresolved(self.url)
        if unresolved is not None:
            raise Stopped(unresolved)

    def ask(self, query: str, variables: Mapping[str, Any]) -> Page:
        """The answer to the GraphQL query `query` (a name in `queries/`).

        Raises also:
            QueryTooExpensive: ask for fewer nodes.
            NodesNotFound: some ids name nothing.
            CursorExpired: read the list from its start.
        """
        body = {"query": read_query(query), "variables": dict(variables)}
        return self._until_answered(_Request("graphql", query, "POST", self._github.requester.graphql_url, None, body))

    def get(self, path: str, parameters: Mapping[str, Any] | None = None) -> Page:
        """The answer of REST to GET `path` (or a `next_url` that GitHub gave)."""
        return self._until_answered(_Request("rest", path.partition("?")[0], "GET", path, dict(parameters or {}), None))

    def _until_answered(self, request: _Request) -> Page:
        while True:
            self._hold(request.resource)
            try:
                answer = self._send(request)
            except self._network_error as error:
                self._note_network_error(error)
                continue
            verdict = classify_answer(answer, request.resource)
            _LOG.debug("GitHub: %s: status %d, %s", request.name, answer.status, type(verdict).__name__)
            self._note_cost(request.resource, answer, verdict)
            if isinstance(verdict, Good | Partial):
                self._note_good(request.resource, answer)
                refused = verdict.refused if isinstance(verdict, Partial) else ()
                at = self._answered_at(answer)
                return Page(verdict.data, answer.body, at, next_link(answer.headers), refused)
            if is_unknown(verdict, answer.status):
                self.on_unknown(take_sample(request.name, answer, str(getattr(verdict, "why", ""))))
            self._react(verdict, request.resource)

    def _react(self, verdict: Verdict, resource: Resource) -> None:
        """Raises, or returns when the same request may be sent again."""
        match verdict:
            case RateLimited():
                self._note_limit(verdict, resource)
            case InvalidResponse(why) if resource == "rest" or self._streak.invalid < INVALID_AT_ONE_SIZE:
                self._pause_after_invalid(why)
            case InvalidResponse(why) | TooExpensive(why):
                self._streak.invalid = 0
                self._streak.expensive += 1
                if self._streak.expensive > TOO_EXPENSIVE_IN_A_ROW:
                    raise Stopped(
                        f"GitHub can't answer even the smallest query now ({why}); run the same command later"
                    )
                raise QueryTooExpensive(why)
            case NotFound(places):
                self._streak = _Streak()
                raise NodesNotFound(places)
            case CursorRefused(why):
                raise CursorExpired(why)
            case Denied(401, why):
                self._take_new_token(why)
            case Denied(status, why):
                raise Failed(describe_denial(status, why, self.token))
            case Unsupported(fields, why):
                raise Refused(describe_unsupported(self.url, fields, why))
            case Good() | Partial():
                raise AssertionError("a good answer needs no reaction")
            case _:
                assert_never(verdict)

    def _send(self, request: _Request) -> Answer:
        self.usage.requests += 1
        began = self.clock.now()
        try:
            status, headers, text = self._github.requester.requestJson(
                request.verb, request.url, request.parameters, None, request.body
            )
        except RuntimeError as error:
            raise Refused(f"GitHub sends this request elsewhere: {printable(str(error), 300)}") from None
        if "retry-after" in headers:  # it may be a date, which needs one to compare with
            headers = {"date": formatdate(self.now(), usegmt=True), **headers}
        answer = Answer(status, headers, text)
        self.usage.answers += 1
        self.usage.answer_s += max(self.clock.now() - began, 0.0)
        there = server_time(headers)
        if there is not None:
            self._clock_error = there - self.clock.now()
        return answer

    def _answered_at(self, answer: Answer) -> float:
        there = server_time(answer.headers)
        return self.now() if there is None else there

    def _note_cost(self, resource: Resource, answer: Answer, verdict: Verdict) -> None:
        """Adds up the points of an answer: one that names nodes that are not there costs as much as a whole one."""
        if resource == "rest" or not isinstance(verdict, Good | Partial | NotFound):
            return
        data = verdict.data if isinstance(verdict, Good | Partial) else json.loads(answer.body).get("data")
        rate = data.get("rateLimit") if isinstance(data, dict) else None
        if isinstance(rate, dict) and isinstance(rate.get("cost"), int):
            self.usage.points += rate["cost"]
            self.usage.points_left = rate.get("remaining")

    def _note_good(self, resource: Resource, answer: Answer) -> None:
        self._streak = _Streak()
        if requests_left(answer.headers) == 0:
            wait_s = reset_wait(answer.headers)
            if wait_s is not None:
                self._close_until(self.now() + wait_s, self._describe_primary(), (resource,))

    def _note_network_error(self, error: Exception) -> None:
        """Raises what no further try can mend; waits a little before the next one otherwise."""
        trouble = explain_error(error, self.url)
        if trouble.kind in ("address", "certificate"):
            raise Refused(trouble.why) from None
        if self.usage.answers == 0 and (
            trouble.kind == "unresolved" or (trouble.kind == "refused" and self._streak.invalid >= REFUSED_IN_A_ROW)
        ):
            raise Stopped(f"{trouble.why}; run the same command again when it can be reached") from None
        self._pause_after_invalid(trouble.why)

    def _note_limit(self, limit: RateLimited, resource: Resource) -> None:
        self._streak.limited += 1
        if self._streak.limited > LIMITS_IN_A_ROW:
            raise Stopped(
                f"GitHub goes on refusing after {LIMITS_IN_A_ROW} waits ({limit.why}); run the same command later"
            )
        wait_s = limit.wait_s
        if wait_s is None:
            wait_s = SHORTEST_LIMIT_S * 2 ** (self._streak.limited - 1)
        wait_s = max(
            wait_s, float(2 ** (self._streak.limited - 1))
        )  # "at once" and a reset in the past, again and again
        why = self._describe_primary() if limit.primary else "GitHub's limit on many requests in a short time"
        self._close_until(self.now() + wait_s, why, (resource,) if limit.primary else ("graphql", "rest"))

    def _close_until(self, moment: float, why: str, resources: tuple[Resource, ...]) -> None:
        self.free_at.update(dict.fromkeys(resources, (moment, why)))
        self.on_limit()

    def _describe_primary(self) -> str:
        return f"the hourly limit of the token from {self.token.origin} is used up"

    def _pause_after_invalid(self, why: str) -> None:
        self._streak.invalid += 1
        if self._streak.invalid > INVALID_IN_A_ROW:
            raise Stopped(
                f"GitHub gave no answer {INVALID_IN_A_ROW + 1} times in a row ({why}); run the same command later"
            )
        self._wait(float(2 ** (self._streak.invalid - 1)), f"no answer from GitHub ({why})")

    def _hold(self, resource: Resource) -> None:
        free_at, why = self.free_at.get(resource, (0.0, ""))
        if free_at > self.now():
            self._wait(free_at - self.now(), why)
        self.free_at.pop(resource, None)

    def _wait(self, seconds: float, why: str) -> None:
        if seconds > self.max_wait_s:
            raise Stopped(
                f"{why}: it would take {format_minutes(seconds)} of waiting, more than --max-wait allows "
                f"({format_minutes(self.max_wait_s)}). All that was answered is kept; "
                "run the same command again after that"
            )
        end = self.clock.now() + seconds
        while (left := end - self.clock.now()) > 0:
            self.on_wait(left, why)
            step = min(left, 1.0)
            self.clock.sleep(step)
            self.usage.waited_s += step
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
            "Set GITHUB_TOKEN to one that works; run the same command again to resume"
        )
