"""What day it is: the only place that asks the clock for it."""

from datetime import UTC, date, datetime, timedelta

from curate.schemas.errors import Refused


def utc_today() -> date:
    """The UTC day by this machine's clock."""
    return datetime.now(UTC).date()


def check_until(until: date, newest: datetime | None) -> None:
    """Refuses a day that is still to come, by the later of the clock and the newest record; both may be a day behind.

    Args:
        until: the last day that is asked for.
        newest: when the newest record was fetched; a clock that was set back does not make it the future.

    Raises:
        Refused: `until` is after tomorrow.
    """
    today = max(utc_today(), newest.date()) if newest else utc_today()
    if until > today + timedelta(days=1):
        raise Refused(f"--until {until} is in the future; the newest day that can be complete is today's, {today}")
