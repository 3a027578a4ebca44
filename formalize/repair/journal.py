"""The journal of a draft: every text that was tried and what was said of it, one JSON object a line, kept durably."""

import hashlib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from curate.formalize.lean.api import Elaboration
from curate.schemas.base import Record
from curate.schemas.errors import Failed
from curate.schemas.stochbench.records import CheckResult
from curate.schemas.store.jsonl import append_line

Origin = Literal["draft", "rule", "model"]
Strategy = Literal["repair", "restate"]


class Spending(Record):
    """What one question to a model took."""

    model: str
    input_tokens: int
    output_tokens: int
    cost: float | None
    """In US dollars; None: the price is not known."""
    wall_s: float
    asks: int
    """How often it was asked until the answer was of the asked form."""


class Made(Record):
    """A text that is to be tried."""

    kind: Literal["made"] = "made"
    origin: Origin
    text: str
    diff: str
    """Against the text that it was made from, as a unified diff."""
    why: str
    rule: str | None = None
    strategy: Strategy | None = None
    spending: Spending | None = None


class Judged(Record):
    """What was said of the text made last."""

    kind: Literal["judged"] = "judged"
    objection: str | None
    """Why the text is not taken, whatever Lean says of it; None: no objection."""
    changes: tuple[str, ...] = ()
    """What a model changed of the text before, in words."""
    elaboration: Elaboration | None
    """None: the text was not given to Lean."""


class Unanswered(Record):
    """A model was asked and gave nothing that can be tried."""

    kind: Literal["unanswered"] = "unanswered"
    why: str
    strategy: Strategy
    answer: str
    spending: Spending | None
    final: bool
    """Whether asking again is pointless until something outside changes, such as a key, credit or the network."""


class Ended(Record):
    """How a run ended, and what the checks found of the text that it ended with."""

    kind: Literal["ended"] = "ended"
    outcome: str
    words: str
    checks: tuple[CheckResult, ...] = ()


Event = Made | Judged | Unanswered | Ended
_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


class Journal:
    """The file that holds the events of one draft; a changed draft has another one."""

    def __init__(self, directory: Path, draft: bytes) -> None:
        self.path = directory / f"{hashlib.sha256(draft).hexdigest()[:16]}.jsonl"

    def read(self) -> tuple[Event, ...]:
        """All events; a last line that was not written whole is cut off.

        Raises:
            Failed: a line is no event; the message names it.
        """
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return ()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with self.path.open("r+b") as stream:
                stream.truncate(whole)
        events = []
        for number, line in enumerate(data[:whole].splitlines(), start=1):
            try:
                events.append(_EVENT.validate_json(line))
            except ValidationError as error:
                raise Failed(
                    f"{self.path}, line {number} is no entry of a journal; move the file away to start anew"
                ) from error
        return tuple(events)

    def write(self, event: Event) -> None:
        """Appends `event`; it is on disk when this returns.

        Raises:
            Failed: the write failed.
        """
        try:
            append_line(self.path, event)
        except OSError as error:
            raise Failed(f"the journal {self.path} could not be written: {error.strerror}") from error
