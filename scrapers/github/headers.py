"""What GitHub says in the headers of an answer: its clock, its limits, how long to wait, where the next page is."""

import math
import re
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime

RESET_MARGIN_S = 1.0
"""Added to the time until a reset: GitHub names it in whole seconds."""
_NEXT_LINK = re.compile(r'\s*<([^>]+)>\s*;.*rel="next"')


def server_time(headers: Mapping[str, str]) -> float | None:
    """GitHub's own clock at this answer, in seconds since 1970; this machine's clock may be off."""
    return _http_date(headers.get("date"))


def retry_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that `Retry-After` asks for, given as a number or as a date; None when there is none."""
    text = headers.get("retry-after")
    seconds = _number(text)
    if seconds is not None:
        return max(seconds, 0.0)
    then, now = _http_date(text), server_time(headers)
    return None if then is None or now is None else max(then - now, 0.0)


def reset_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds from this answer until the primary limit is reset, by GitHub's clock; None when it does not say."""
    now, reset = server_time(headers), _number(headers.get("x-ratelimit-reset"))
    return None if now is None or reset is None else max(reset - now, 0.0) + RESET_MARGIN_S


def requests_left(headers: Mapping[str, str]) -> int | None:
    """What is left of the primary limit after this answer."""
    left = _number(headers.get("x-ratelimit-remaining"))
    return None if left is None else int(left)


def next_link(headers: Mapping[str, str]) -> str | None:
    """The URL of the next page. Only `rel="next"` counts; whether there is a `last` says nothing."""
    matches = (_NEXT_LINK.match(part) for part in headers.get("link", "").split(","))
    return next((match[1] for match in matches if match), None)


def _number(text: str | None) -> float | None:
    try:
        number = None if text is None else float(text)
    except ValueError:
        return None
    return number if number is not None and math.isfinite(number) else None


def _http_date(text: str | None) -> float | None:
    try:
        date = None if text is None else parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    if date is None:
        return None
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
