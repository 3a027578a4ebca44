"""How failures that pass are waited out: in one place, for named causes, within bounds, and said aloud."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from curate.releases.answers import Transient
from curate.schemas.errors import Stopped

T = TypeVar("T")
TRIES = 8
"""Failures in a row after which the work stops."""
FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 30.0
ASKED_WAIT_S = 300.0
"""The longest wait that a server may ask for; beyond it the work stops and says when to come back."""
COUNTDOWN_S = 30.0
"""How often a wait says how long it still takes."""


class RetryPolicy:
    """Waits between tries; a success makes it forget the failures before."""

    def __init__(
        self,
        say: Callable[[str], None],
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._say, self._sleep, self._now, self._failures = say, sleep, now, 0

    def try_until_done(self, call: Callable[[], T]) -> T:
        """The answer of `call`, which is tried again after each passing failure.

        Raises:
            Stopped: it failed too often in a row, or the server asks for too long a wait.
        """
        while True:
            try:
                answer = call()
            except Transient as failure:
                self._wait(failure)
            else:
                self._failures = 0
                return answer

    def _wait(self, failure: Transient) -> None:
        self._failures += 1
        asked = failure.wait_s
        if asked is not None and asked > ASKED_WAIT_S:
            raise Stopped(f"{failure}. It asks to wait {asked:.0f} s: {self._return_at(asked)}") from failure
        if self._failures >= TRIES:
            raise Stopped(f"{failure}, {TRIES} times in a row: {self._return_at(asked or 0)}") from failure
        pause = asked if asked is not None else min(FIRST_WAIT_S * 2 ** (self._failures - 1), LONGEST_WAIT_S)
        self._say(f"{failure}; trying again in {pause:.0f} s (failure {self._failures} of {TRIES})")
        self._count_down(pause)

    def _return_at(self, wait_s: float) -> str:
        when = f" at {self._now() + timedelta(seconds=wait_s):%H:%M} UTC" if wait_s else " later"
        return f"run the same command again{when} to resume"

    def _count_down(self, pause: float) -> None:
        while pause > COUNTDOWN_S:
            self._sleep(COUNTDOWN_S)
            pause -= COUNTDOWN_S
            self._say(f"{pause:.0f} s left")
        self._sleep(pause)
