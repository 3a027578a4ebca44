"""Rule 1: which pull requests are looked at."""

from datetime import UTC, date, datetime, timedelta
from typing import Literal, Protocol

from curate.schemas.mathlibpr.rules.facts import BASE_REF


class Closed(Protocol):
    """What of a pull request says whether it is looked at."""

    @property
    def state(self) -> str: ...
    @property
    def closed_at(self) -> datetime | None: ...
    @property
    def base_ref(self) -> str: ...


def until_end(day: date) -> datetime:
    """The first moment after the UTC day `day`."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)


def left_out(
    pull: Closed, until: date, base_ref: str = BASE_REF
) -> Literal["open", "close-time-unknown", "closed-after-until", "base-not-master"] | None:
    """Why `pull` is not in the universe; None when it is: closed by the end of `until`, with base `base_ref`."""
    if pull.state == "OPEN":
        return "open"
    if pull.closed_at is None:
        return "close-time-unknown"
    if pull.closed_at >= until_end(until):
        return "closed-after-until"
    if pull.base_ref != base_ref:
        return "base-not-master"
    return None
