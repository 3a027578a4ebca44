"""Faults of the stand-in Hub: the ones that a test names, and others drawn by a seed."""

import random
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal[
    "busy",  # 429
    "busy_until",  # 429 with Retry-After
    "error",  # 500, nothing was done
    "lost",  # it was done, the answer is 500
    "dropped",  # it was done, the connection is closed without an answer
    "conflict",  # 409, nothing was done
    "stale",  # 412, nothing was done
    "cut_upload",  # the connection is closed midway through the body
    "cut_download",  # half of the answer's body is sent
    "altered",  # one byte of the answer's body is another
]

READS: tuple[Kind, ...] = ("busy", "busy_until", "error", "dropped")
WRITES: tuple[Kind, ...] = (*READS, "lost", "conflict", "stale")


@dataclass
class Faults:
    """Which requests go wrong. `script` entries (method, part of the path, kind) are each used once, in order."""

    script: list[tuple[str, str, Kind]] = field(default_factory=list)
    seed: int = 0
    rate: float = 0.0
    """The share of requests that go wrong besides those of the script."""
    retry_after_s: int = 1

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311  (faults, not secrets)
        self.done: list[tuple[str, str, Kind]] = []

    def draw(self, method: str, path: str) -> Kind | None:
        """The fault of the next request, if any."""
        for number, (wanted, part, kind) in enumerate(self.script):
            if wanted == method and part in path:
                del self.script[number]
                self.done.append((method, path, kind))
                return kind
        if self._random.random() >= self.rate:
            return None
        kind = self._random.choice(_kinds(method, path))
        self.done.append((method, path, kind))
        return kind


def _kinds(method: str, path: str) -> tuple[Kind, ...]:
    if method == "PUT":
        return (*READS, "cut_upload")
    if "/commit/" in path or "/tag/" in path or path.startswith("/api/repos/create"):
        return WRITES
    return (*READS, "cut_download") if method == "GET" and "/resolve/" in path else READS
