"""What an answer of GitHub means: decided on status, headers and body together, by pure functions.

GitHub says "slow down" in at least seven shapes and "I can't" in at least six, some of them with status 200. Only
`Good` is ever stored.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from curate.schemas.text import printable

LIMIT_TYPES = frozenset({"RATE_LIMIT", "RATE_LIMITED"})
TOO_EXPENSIVE_TYPES = frozenset({"RESOURCE_LIMITS_EXCEEDED", "MAX_NODE_LIMIT_EXCEEDED", "TIMEOUT"})
DENIED_TYPES = frozenset({"FORBIDDEN", "INSUFFICIENT_SCOPES", "SAML_ENFORCEMENT"})
_TOO_EXPENSIVE_WORDS = re.compile(
    r"something went wrong while executing|couldn't respond to your request in time", re.I
)
_LIMIT_WORDS = re.compile(r"rate limit|abuse detection|submitted too quickly", re.I)
_PRIMARY_WORDS = re.compile(r"API rate limit (already )?exceeded", re.I)
_DENIED_WORDS = re.compile(r"resource not accessible|must have|not authorized|requires authentication|SAML", re.I)


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
class InvalidResponse:
    """No answer at all: cut short, empty, a web page, a server's failure. The same may be asked again."""

    why: str


@dataclass(frozen=True)
class Denied:
    """GitHub refuses for good: the token, its rights, or a thing that is not there. Asking again is no use."""

    status: int
    why: str


Verdict = Good | RateLimited | TooExpensive | NotFound | InvalidResponse | Denied


def classify_answer(answer: Answer, graphql: bool) -> Verdict:
    """What `answer` to a GraphQL or a REST request means."""
    body = _parse_json(answer.body)
    if answer.status in (502, 504):
        return TooExpensive(f"HTTP {answer.status}") if graphql else InvalidResponse(f"HTTP {answer.status}")
    if answer.status == 403 and body is None:
        return InvalidResponse(f"HTTP 403 with {_describe_no_json(answer.body)}")
    if answer.status in (401, 403, 404, 410, 422, 429, 451):
        return _classify_refusal(answer, _message(body, answer.body))
    if answer.status != 200:
        return InvalidResponse(f"HTTP {answer.status}")
    if body is None:
        return InvalidResponse(_describe_no_json(answer.body))
    if graphql or (isinstance(body, dict) and "errors" in body):
        return _classify_graphql(answer, body)
    return Good(body)


def server_time(headers: Mapping[str, str]) -> float | None:
    """GitHub's own clock at this answer, in seconds since 1970; this machine's clock may be off."""
    try:
        return parsedate_to_datetime(headers["date"]).timestamp()
    except (KeyError, ValueError, TypeError):
        return None


def seconds_to_reset(headers: Mapping[str, str]) -> float | None:
    """Seconds from this answer until the primary limit is reset, by GitHub's clock; None when it does not say."""
    now, reset = server_time(headers), _number(headers.get("x-ratelimit-reset"))
    return None if now is None or reset is None else max(reset - now, 0.0) + 1.0


def requests_left(headers: Mapping[str, str]) -> int | None:
    """What is left of the primary limit after this answer."""
    left = _number(headers.get("x-ratelimit-remaining"))
    return None if left is None else int(left)


def next_link(headers: Mapping[str, str]) -> str | None:
    """The URL of the next page. Only `rel="next"` counts; whether there is a `last` says nothing."""
    for part in headers.get("link", "").split(","):
        match = re.match(r'\s*<([^>]+)>\s*;.*rel="next"', part)
        if match:
            return match.group(1)
    return None


def _classify_refusal(answer: Answer, message: str) -> Verdict:
    headers = answer.headers
    retry_after = _number(headers.get("retry-after"))
    if answer.status not in (403, 429) or (answer.status == 403 and _DENIED_WORDS.search(message)):
        return Denied(answer.status, message)
    if retry_after is not None:
        return RateLimited(False, retry_after, message)
    if requests_left(headers) == 0 or _PRIMARY_WORDS.search(message):
        return RateLimited(True, seconds_to_reset(headers), message)
    if answer.status == 429 or _LIMIT_WORDS.search(message):
        return RateLimited(False, None, message)
    return Denied(answer.status, message)


def _classify_graphql(answer: Answer, body: Any) -> Verdict:
    if not isinstance(body, dict):
        return InvalidResponse("the body is not an object")
    errors = body.get("errors")
    if errors is None and isinstance(body.get("data"), dict):
        return Good(body["data"])
    if errors is None:
        message = _message(body, answer.body)
        return TooExpensive(message) if _TOO_EXPENSIVE_WORDS.search(message) else InvalidResponse(message)
    return _classify_errors(answer, [error if isinstance(error, dict) else {} for error in errors])


def _classify_errors(answer: Answer, errors: list[dict[str, Any]]) -> Verdict:
    kinds = {str(error.get("type") or error.get("code") or "") for error in errors}
    message = printable(str(errors[0].get("message", "")) if errors else "an empty list of errors", 200)
    if kinds & LIMIT_TYPES or any(_LIMIT_WORDS.search(str(error.get("message"))) for error in errors):
        retry_after = _number(answer.headers.get("retry-after"))
        if retry_after is not None:
            return RateLimited(False, retry_after, message)
        primary = "secondary" not in message.lower()
        return RateLimited(primary, seconds_to_reset(answer.headers) if primary else None, message)
    if kinds & TOO_EXPENSIVE_TYPES or _TOO_EXPENSIVE_WORDS.search(message):
        return TooExpensive(message)
    if kinds & DENIED_TYPES:
        return Denied(403, message)
    places = [_node_place(error) for error in errors]
    if kinds == {"NOT_FOUND"} and all(place is not None for place in places):
        return NotFound(tuple(sorted({place for place in places if place is not None})))
    if kinds == {"NOT_FOUND"}:
        return Denied(404, message)
    return InvalidResponse(message)


def _node_place(error: dict[str, Any]) -> int | None:
    path = error.get("path")
    if path == ["node"]:
        return 0
    return path[1] if isinstance(path, list) and len(path) == 2 and path[0] == "nodes" else None


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _message(body: Any, text: str) -> str:
    said = body.get("message") if isinstance(body, dict) else None
    return printable(str(said) if said else _describe_no_json(text), 300)


def _describe_no_json(text: str) -> str:
    if not text.strip():
        return "an empty body"
    if text.lstrip()[:1] == "<":
        return "a web page instead of JSON"
    return "a body cut short" if text.lstrip()[:1] in "{[" else "a body that is not JSON"


def _number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None
