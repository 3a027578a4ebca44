"""What an answer of GitHub means: decided on status, headers and body together, by pure functions.

GitHub says "slow down" in at least seven shapes and "I can't" in at least six, some of them with status 200. Only
`Good`, and `Partial` with what was refused named, are ever stored.
"""

import json
import re
from typing import Any

from curate.schemas.text import printable
from curate.scrapers.github.headers import requests_left, reset_wait, retry_wait
from curate.scrapers.github.verdicts import (
    Answer,
    CursorRefused,
    Denied,
    ErrorPath,
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

LIMIT_TYPES = frozenset({"RATE_LIMIT", "RATE_LIMITED"})
TOO_EXPENSIVE_TYPES = frozenset(
    {"RESOURCE_LIMITS_EXCEEDED", "MAX_NODE_LIMIT_EXCEEDED", "EXCESSIVE_PAGINATION", "TIMEOUT"}
)
DENIED_TYPES = frozenset({"FORBIDDEN", "INSUFFICIENT_SCOPES", "SAML_ENFORCEMENT"})
CURSOR_TYPES = frozenset({"INVALID_CURSOR_ARGUMENTS"})
RETRIED_4XX = frozenset({408, 425})
"""Client errors that mean "again, please"; every other one is for good."""
_TOO_EXPENSIVE_WORDS = re.compile(
    r"something went wrong while executing|couldn't respond to your request in time", re.I
)
_LIMIT_WORDS = re.compile(r"rate limit|abuse detection|submitted too quickly|login attempts exceeded", re.I)
_PRIMARY_WORDS = re.compile(r"API rate limit (already )?exceeded", re.I)
_DENIED_WORDS = re.compile(r"resource not accessible|must have|not authorized|requires authentication|SAML", re.I)
_CURSOR_WORDS = re.compile(r"not appear to be a valid cursor|invalid cursor", re.I)
_SCHEMA_WORDS = re.compile(
    r"doesn't exist on type|doesn't accept argument|isn't a defined|no such type|cannot query field"
    r"|unknown (type|field)|parse error",
    re.I,
)
_UNKNOWN_FIELD = re.compile(r"[Ff]ield ['\"](\w+)['\"].* on type ['\"](\w+)['\"]")


def classify_answer(answer: Answer, resource: Resource) -> Verdict:
    """What `answer` means. A wait that GitHub names goes before every other failure but a missing right."""
    verdict = _classify_body(answer, _parse_json(answer.body), resource)
    wait_s = retry_wait(answer.headers)
    if wait_s is None or isinstance(verdict, Good | Partial | NotFound | Denied | RateLimited | Unsupported):
        return verdict
    why = f"HTTP {answer.status}" if answer.status != 200 else _why(verdict)
    return RateLimited(False, wait_s, why)


def _classify_body(answer: Answer, body: Any, resource: Resource) -> Verdict:
    graphql = resource == "graphql"
    if answer.status in (502, 504):
        return TooExpensive(f"HTTP {answer.status}") if graphql else InvalidResponse(f"HTTP {answer.status}")
    if 400 <= answer.status < 500 and answer.status not in RETRIED_4XX:
        return _classify_refusal(answer, body)
    if answer.status != 200:
        return InvalidResponse(f"HTTP {answer.status}")
    if body is None:
        return InvalidResponse(_describe_no_json(answer.body))
    if graphql or (isinstance(body, dict) and "errors" in body):
        return _classify_graphql(answer, body)
    return Good(body)


def _classify_refusal(answer: Answer, body: Any) -> Verdict:
    headers, message = answer.headers, _message(body, answer.body)
    if answer.status not in (403, 429) or (answer.status == 403 and _DENIED_WORDS.search(message)):
        return Denied(answer.status, message)
    wait_s = retry_wait(headers)
    if wait_s is not None:
        return RateLimited(False, wait_s, message)
    if requests_left(headers) == 0 or _PRIMARY_WORDS.search(message):
        return RateLimited(True, reset_wait(headers), message)
    if answer.status == 429 or _LIMIT_WORDS.search(message) or _LIMIT_WORDS.search(answer.body):
        return RateLimited(False, None, message)
    if body is None:
        return InvalidResponse(f"HTTP 403 with {_describe_no_json(answer.body)}")
    return Denied(answer.status, message)


def _classify_graphql(answer: Answer, body: Any) -> Verdict:
    if not isinstance(body, dict):
        return InvalidResponse("the body is not an object")
    errors = body.get("errors")
    if errors is None and isinstance(body.get("data"), dict):
        return Good(body["data"])
    if errors is None:
        message = _message(body, answer.body)
        if _LIMIT_WORDS.search(message):
            return _classify_limit(answer, message)
        return TooExpensive(message) if _TOO_EXPENSIVE_WORDS.search(message) else InvalidResponse(message)
    if not isinstance(errors, list):
        return InvalidResponse("a list of errors that is none")
    return _classify_errors(answer, body.get("data"), [error if isinstance(error, dict) else {} for error in errors])


def _classify_errors(answer: Answer, data: Any, errors: list[dict[str, Any]]) -> Verdict:
    kinds = {_kind_of(error) for error in errors}
    messages = [str(error.get("message", "")) for error in errors]
    message = printable(messages[0] if messages else "an empty list of errors", 200)
    if kinds & LIMIT_TYPES or any(map(_LIMIT_WORDS.search, messages)):
        return _classify_limit(answer, message)
    if kinds & TOO_EXPENSIVE_TYPES or any(map(_TOO_EXPENSIVE_WORDS.search, messages)):
        return TooExpensive(message)
    if kinds & CURSOR_TYPES or any(map(_CURSOR_WORDS.search, messages)):
        return CursorRefused(message)
    if any(map(_is_schema_error, errors)):
        return Unsupported(tuple(sorted({_field_of(error) for error in errors} - {""})), message)
    if errors and kinds <= DENIED_TYPES | {"NOT_FOUND"}:
        return _classify_refused_parts(data, errors, kinds, message)
    return Denied(403, message) if kinds & DENIED_TYPES else InvalidResponse(message)


def _kind_of(error: dict[str, Any]) -> str:
    """GitHub's type of an error; some servers and gateways give it as a code, and that among the extensions."""
    extensions = error.get("extensions")
    more = extensions if isinstance(extensions, dict) else {}
    return str(error.get("type") or error.get("code") or more.get("type") or more.get("code") or "")


def _classify_limit(answer: Answer, message: str) -> RateLimited:
    wait_s = retry_wait(answer.headers)
    if wait_s is not None:
        return RateLimited(False, wait_s, message)
    primary = "secondary" not in message.lower()
    return RateLimited(primary, reset_wait(answer.headers) if primary else None, message)


def _classify_refused_parts(data: Any, errors: list[dict[str, Any]], kinds: set[str], message: str) -> Verdict:
    """Errors that each say "not this one": the asked nodes, parts of nodes, or the whole."""
    paths = [_path(error) for error in errors]
    places = [_node_place(path) for path in paths]
    if kinds == {"NOT_FOUND"} and all(place is not None for place in places):
        return NotFound(tuple(sorted({place for place in places if place is not None})))
    if isinstance(data, dict) and all(_lies_in_a_node(path) for path in paths):
        return Partial(data, tuple(paths), message)
    return Denied(403 if kinds & DENIED_TYPES else 404, message)


def node_prefix(path: ErrorPath) -> ErrorPath:
    """The part of `path` that leads to one asked node; empty when it does not lie in one."""
    for start in (("repository", "pullRequests", "nodes"), ("nodes",)):
        depth = len(start) + 1
        if path[: depth - 1] == start and len(path) >= depth and isinstance(path[depth - 1], int):
            return path[:depth]
    if path[:1] == ("node",):
        return path[:1]
    return path[:2] if path[:2] == ("repository", "pullRequest") else ()


def _lies_in_a_node(path: ErrorPath) -> bool:
    return node_prefix(path) != ()


def _node_place(path: ErrorPath) -> int | None:
    """The place of a whole node among those asked for by id or number."""
    if path in (("node",), ("repository", "pullRequest")):
        return 0
    return path[1] if len(path) == 2 and path[0] == "nodes" and isinstance(path[1], int) else None


def _path(error: dict[str, Any]) -> ErrorPath:
    path = error.get("path")
    return tuple(path) if isinstance(path, list) and all(isinstance(step, str | int) for step in path) else ()


def _is_schema_error(error: dict[str, Any]) -> bool:
    """Whether the server could not even read the query.

    Such an error names no type of failure but a code of graphql-ruby's checks, which are written `likeThis`.
    """
    extensions = error.get("extensions")
    code = str(extensions.get("code") or "") if isinstance(extensions, dict) and not error.get("type") else ""
    return code[:1].islower() or bool(_SCHEMA_WORDS.search(str(error.get("message", ""))))


def _field_of(error: dict[str, Any]) -> str:
    extensions = error.get("extensions")
    if isinstance(extensions, dict) and extensions.get("typeName") and extensions.get("fieldName"):
        return printable(f"{extensions['typeName']}.{extensions['fieldName']}", 100)
    match = _UNKNOWN_FIELD.search(str(error.get("message", "")))
    return f"{match[2]}.{match[1]}" if match else ""


def _why(verdict: Verdict) -> str:
    return str(getattr(verdict, "why", "")) or type(verdict).__name__


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
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
