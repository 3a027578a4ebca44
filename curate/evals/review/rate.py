"""One allowance of requests and tokens a minute for all slots of a run, and a limit of money."""

import threading
import time
from collections.abc import Callable

from curate.formalize.models.prices import Price


class Rate:
    """A token bucket for requests and one for tokens; both are full at the start and fill evenly."""

    def __init__(
        self,
        requests: int | None,
        tokens: int | None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """
        Args:
            requests: a minute; None: no limit.
            tokens: a minute; None: no limit.
        """
        self._limits = (requests, tokens)
        self._held = [float(limit or 0) for limit in self._limits]
        self._now, self._sleep = now, sleep
        self._at = now()
        self._lock = threading.Lock()

    def take(self, tokens: int) -> float:
        """Waits until a request of about `tokens` may be sent; the seconds that it waited.

        One that needs more than a whole minute's tokens waits for a full bucket.
        """
        waited = 0.0
        while True:
            with self._lock:
                wait = self._wait((1, tokens))
                if wait <= 0:
                    return waited
            self._sleep(wait)
            waited += wait

    def _wait(self, asked: tuple[int, int]) -> float:
        now = self._now()
        passed, self._at = now - self._at, now
        for place, limit in enumerate(self._limits):
            if limit:
                self._held[place] = min(limit, self._held[place] + passed * limit / 60)
        waits = [
            (min(need, limit) - held) * 60 / limit
            for need, held, limit in zip(asked, self._held, self._limits, strict=True)
            if limit and held < min(need, limit)
        ]
        if waits:
            return max(waits)
        self._held = [held - need for held, need in zip(self._held, asked, strict=True)]
        return 0.0


class Purse:
    """What has been spent, against a limit. Without a known price nothing is counted."""

    def __init__(self, price: Price | None, limit_usd: float | None, spent: float = 0.0) -> None:
        self._price, self._limit = price, limit_usd
        self.spent = spent
        self._lock = threading.Lock()

    def pay(self, input_tokens: int, output_tokens: int) -> None:
        """Adds what an answer cost."""
        if self._price is not None:
            with self._lock:
                self.spent += self._price.of(input_tokens, output_tokens)

    @property
    def empty(self) -> bool:
        """Whether the limit is reached."""
        return self._limit is not None and self.spent >= self._limit
