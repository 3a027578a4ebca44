"""The journal of a draft: every text that was tried and what was said of it, one JSON object a line, kept durably."""

import fcntl
import hashlib
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from curate.formalize.lean.api import Elaboration
from curate.formalize.repair.rules.context import Edit
from curate.schemas.base import Record
from curate.schemas.errors import Failed
from curate.schemas.stochbench.records import CheckResult
from curate.schemas.store.digest import digest_text
from curate.schemas.store.jsonl import append_line

MIXED = "holds what two runs wrote at once, so no record can be made of it; move the file away to start anew"
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
    run: str | None = None
    origin: Origin
    text: str
    diff: str
    """Against the text that it was made from, as a unified diff."""
    why: str
    rule: str | None = None
    edits: tuple[Edit, ...] = ()
    """What a rule changed of the text before; empty in journals of older versions."""
    units: tuple[tuple[int, int], ...] = ()
    """Places in this text that must be one term to Lean; see `meaning.py`."""
    doubt: str | None = None
    """Why a person must accept the rule's edit; None when it keeps the meaning, or no rule made the text."""
    strategy: Strategy | None = None
    spending: Spending | None = None


class Judged(Record):
    """What was said of the text made last."""

    kind: Literal["judged"] = "judged"
    run: str | None = None
    objection: str | None
    """Why the text is not taken, whatever Lean says of it; None: no objection."""
    changes: tuple[str, ...] = ()
    """What a model changed of the text before, in words."""
    elaboration: Elaboration | None
    """None: the text was not given to Lean."""
    text_sha256: str | None = None
    """Of the text; None in journals of older versions."""


class Unanswered(Record):
    """A model was asked and gave nothing that can be tried."""

    kind: Literal["unanswered"] = "unanswered"
    run: str | None = None
    why: str
    strategy: Strategy
    answer: str
    spending: Spending | None
    final: bool
    """Whether asking again is pointless until something outside changes, such as a key, credit or the network."""


class Ended(Record):
    """How a run ended, and what the checks found of the text that it ended with."""

    kind: Literal["ended"] = "ended"
    run: str | None = None
    outcome: str
    words: str
    checks: tuple[CheckResult, ...] = ()


Event = Made | Judged | Unanswered | Ended
_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


class Journal:
    """The file that holds the events of one draft; a changed draft has another one. One run at a time may write it."""

    def __init__(self, directory: Path, draft: bytes) -> None:
        self.path = directory / f"{hashlib.sha256(draft).hexdigest()[:16]}.jsonl"
        self.run = secrets.token_hex(4)
        """Names this run in each event that it writes."""

    @contextmanager
    def only_run(self) -> Iterator[None]:
        """Keeps other runs away from the draft until the block ends.

        Raises:
            Failed: another run is at work on it, or the folder can't be written.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.with_suffix(".lock").open("w") as lock:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError as error:
                    words = f"another run is at work on this draft ({self.path}); wait for it, or stop it"
                    raise Failed(words) from error
                yield
        except OSError as error:
            raise Failed(f"the journal {self.path} could not be written: {error.strerror}") from error

    def read(self) -> tuple[Event, ...]:
        """All events; a last line that was not written whole is cut off.

        Raises:
            Failed: a line is no event, or two runs wrote at once; the message names the file.
        """
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return ()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with self.path.open("r+b") as stream:
                stream.truncate(whole)
        return read_events(self.path)

    def write(self, event: Event) -> None:
        """Appends `event`; it is on disk when this returns.

        Raises:
            Failed: the write failed.
        """
        try:
            append_line(self.path, event.model_copy(update={"run": self.run}))
        except OSError as error:
            raise Failed(f"the journal {self.path} could not be written: {error.strerror}") from error


def read_events(path: Path) -> tuple[Event, ...]:
    """The events of a journal; a last line that was not written whole is left out.

    Raises:
        Failed: a line is no event, or two runs wrote at once; the message names the file.
    """
    events: list[Event] = []
    for number, line in enumerate(_whole_lines(path.read_bytes()), start=1):
        try:
            events.append(_EVENT.validate_json(line))
        except ValidationError as error:
            raise Failed(f"{path}, line {number} is no entry of a journal; move the file away to start anew") from error
    if is_mixed(events):
        raise Failed(f"{path} {MIXED}")
    return tuple(events)


def _whole_lines(data: bytes) -> list[bytes]:
    return data[: data.rfind(b"\n") + 1].splitlines()


def is_mixed(events: Sequence[Event]) -> bool:
    """Whether two runs wrote at once: a text without a word on the one before it, a word on another text, or a run
    that goes on after another began."""
    ended: set[str | None] = set()
    current: str | None = None
    text: str | None = None
    waiting = False
    for event in events:
        if event.run != current:
            ended.add(current)
            current = event.run
            if current is not None and current in ended:
                return True
        if isinstance(event, Made):
            if waiting:
                return True
            text, waiting = event.text, True
        elif isinstance(event, Judged):
            if text is None or (event.text_sha256 is not None and event.text_sha256 != digest_text(text)):
                return True
            waiting = False
    return False
