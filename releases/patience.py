"""How failures that pass are waited out: in one place, for named causes, within bounds, and said aloud."""

import time
from collections.abc import Callable
from typing import TypeVar

from curate.releases.hub import Transient
from curate.schemas.errors import Stopped

T = TypeVar("T")
TRIES = 8
"""Failures in a row after which the work stops."""
FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 30.0
ASKED_WAIT_S = 300.0
"""The longest wait that a server may ask for; beyond it the work stops and says when to come back."""


class Patience:
    """Waits between tries; a success makes it forget the failures before."""

    def __init__(self, say: Callable[[str], None], sleep: Callable[[float], None] = time.sleep) -> None:
        self._say, self._sleep, self._failures = say, sleep, 0

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
        if self._failures >= TRIES:
            raise Stopped(f"{failure}, {TRIES} times in a row; the same command goes on from here") from failure
        if failure.wait_s is not None and failure.wait_s > ASKED_WAIT_S:
            asked = f"{failure}, and asks to wait {failure.wait_s:.0f} s"
            raise Stopped(f"{asked}; the same command goes on from here then") from failure
        pause = min(FIRST_WAIT_S * 2 ** (self._failures - 1), LONGEST_WAIT_S)
        if failure.wait_s is not None:
            pause = failure.wait_s
        self._say(f"{failure}; looking again in {pause:.0f} s ({self._failures} of {TRIES})")
        self._sleep(pause)
