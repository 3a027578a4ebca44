"""A task as a frozen request with a digest, and what came of it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from curate.schemas.base import Record

State = Literal["done", "unknown"]
MAX_TRIES = 3
"""How often one task is given to a worker before its outcome is unknown."""


@dataclass(frozen=True)
class Task:
    """One piece of work.

    kind: a name in `curate.tasks.kinds.KINDS`, which says what function runs it.
    request: JSON with sorted keys; together with `kind` all that the result depends on, so that running it twice gives
        the same result.
    cap_s: longest time in seconds that the function itself lets the work take.
    """

    kind: str
    request: str
    cap_s: float

    @cached_property
    def digest(self) -> str:
        """SHA-256 of kind and request; the name of the task in journals."""
        return hashlib.sha256(f"{self.kind}\n{self.request}".encode()).hexdigest()

    @classmethod
    def of(cls, kind: str, request: Mapping[str, Any], cap_s: float) -> "Task":
        """A task whose request is `request`, which must be plain JSON."""
        return cls(kind, render_request(request), cap_s)


class Outcome(Record):
    """What came of a task."""

    digest: str
    state: State
    record: dict[str, Any] | None
    """The result, a JSON object; None when `state` is unknown."""
    reason: str
    """Why the outcome is unknown; empty otherwise."""
    tries: int
    """How often the task was given to a worker."""


def render_request(request: Mapping[str, Any]) -> str:
    """JSON with sorted keys and no blanks: equal requests give equal bytes."""
    return json.dumps(request, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
