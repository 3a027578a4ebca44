"""Time as the client sees it."""

import time
from typing import Protocol


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
