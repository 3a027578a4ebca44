"""What an answer of the Hub means: pure, from status, method, headers and body to the error of ours that it is.

Only the Hub's own "no such repository, revision or file" (404 with its `X-Error-Code`) is an absence. What is in
between (a proxy, a firewall, a gate, a quota, a captive portal) is no observation of anything.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from curate.schemas.errors import Failed, Refused, Stopped
from curate.schemas.text import printable

BUSY = frozenset({408, 425, 429})
"""Beside every 5xx, those of the networks before the Hub (520 to 530) among them."""
ABSENT = frozenset({"RepoNotFound", "RevisionNotFound", "EntryNotFound"})
"""Values of X-Error-Code by which the Hub itself says that there is nothing of that name."""
READS = frozenset({"GET", "HEAD"})
SHOWN = 300
"""Characters of the Hub's own words that a message shows."""
CARD_CHECK = "/api/validate-yaml"
"""Where the Hub checks a card; its answer is read whatever its status is."""
_RATE_LIMIT = re.compile(r"\br=(\d+)[^,]*?\bt=(\d+)")
_WANTS_RIGHT = re.compile(r"(?i)write token|\bright to write|\bno right|don't have the rights|insufficient|permission")


class Transient(Failed):
    """The Hub did not answer, or not now: look at it again and go on. `wait_s` is how long it asks to wait."""

    def __init__(self, what: str, wait_s: float | None = None) -> None:
        super().__init__(what)
        self.wait_s = wait_s


class Contested(Transient):
    """The Hub refused a write because something else changed: 409 or 412."""


class Answer(NamedTuple):
    """An HTTP answer. Names of `headers` are in lower case."""

    status: int
    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes = b""


def judge_answer(answer: Answer, now: datetime) -> Exception | None:
    """The error that `answer` is; None where it holds what was asked for, or the Hub's own word on an absence."""
    status, words = answer.status, _find_words(answer)
    said = f"the Hub answered {status}" + (f": {words}" if words else "")
    if answer.url.endswith(CARD_CHECK) and (wrong := _find_card_errors(answer.body)):
        return Refused(f"the Hub refuses the card: {wrong}")
    if status < 300:
        if _is_page(answer) and "/api/" in answer.url:
            return Transient("a web page came instead of the Hub's answer: does this network want a login first?")
        return None
    if status < 400 or status == 416:
        return None
    if status == 404:
        if answer.headers.get("x-error-code") in ABSENT:
            return None
        return Stopped(f"{said}. It does not say what is missing, so nothing is known. Run the same command again")
    if status in (409, 412):
        return Contested(said)
    if status in BUSY or status >= 500:
        return Transient(said, find_wait(answer.headers, now))
    if status in (401, 403):
        return _judge_access(answer, said, words)
    return Failed(said)


def _judge_access(answer: Answer, said: str, words: str) -> Exception | None:
    code = answer.headers.get("x-error-code")
    if _is_page(answer):
        return Stopped(f"{said}. A proxy or firewall may be in between. Run the same command again from elsewhere")
    if answer.status == 401 and code != "GatedRepo":
        if code == "RepoNotFound":
            return None  # the library's error, which says that it is missing or not to be seen
        return Refused(f"{said}. Log in (hf auth login, or HF_TOKEN)")
    if answer.method not in READS and (not words or _WANTS_RIGHT.search(words)):
        return Refused(f"{said}. Log in with a token that may write (hf auth login, or HF_TOKEN)")
    return Stopped(f"{said}. Once that is settled, run the same command again")


def find_wait(headers: Mapping[str, str], now: datetime) -> float | None:
    """How long the Hub asks to wait, in seconds: by Retry-After, or by RateLimit where nothing remains."""
    asked = headers.get("retry-after", "").strip()
    if asked.isdecimal():
        return float(asked)
    if asked:
        try:
            date = parsedate_to_datetime(asked)
        except (ValueError, TypeError, OverflowError):
            return None
        return max(0.0, ((date if date.tzinfo else date.replace(tzinfo=UTC)) - now).total_seconds())
    waits = [float(reset) for left, reset in _RATE_LIMIT.findall(headers.get("ratelimit", "")) if left == "0"]
    if headers.get("ratelimit-remaining") == "0" and headers.get("ratelimit-reset", "").isdecimal():
        waits.append(float(headers["ratelimit-reset"]))  # as earlier drafts have it
    return max(waits, default=None)


def _find_words(answer: Answer) -> str:
    """What the Hub says itself: its header, else the sentence in its JSON; "" for a page, which is not the Hub's."""
    if words := answer.headers.get("x-error-message"):
        return printable(words, SHOWN)
    if _is_page(answer):
        return "a web page"
    try:
        values = json.loads(answer.body)
    except ValueError:
        return ""
    words = values.get("error") if isinstance(values, dict) else None
    return printable(words, SHOWN) if isinstance(words, str) else ""


def _find_card_errors(body: bytes) -> str:
    try:
        values = json.loads(body)
    except ValueError:
        return ""
    found = values.get("errors") if isinstance(values, dict) else None
    messages = [str(one.get("message")) for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return printable("; ".join(messages), SHOWN)


def is_page_type(content_type: str) -> bool:
    """Whether an answer of this type is a web page."""
    return content_type.startswith(("text/html", "application/xhtml"))


def _is_page(answer: Answer) -> bool:
    kind = answer.headers.get("content-type", "")
    return is_page_type(kind) or answer.body.lstrip()[:5].lower() in (b"<html", b"<!doc")
