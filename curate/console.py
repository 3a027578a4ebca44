"""The one door to the terminal: results on stdout; notes, progress and errors on stderr. Text is escaped here, once."""

import json
import shutil
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from curate.plain import to_plain
from curate.schemas.text import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

PLAIN_EVERY_S = 5.0
"""How often a run without a terminal writes a progress line, in seconds."""


class Verbosity(IntEnum):
    """How much goes to stderr; errors always do."""

    QUIET = 0
    NORMAL = 1
    VERBOSE = 2


class Line(NamedTuple):
    """A line of a result. A terminal's width wraps it, with `hang` blanks before what follows."""

    text: str
    hang: int = 0


class Note(NamedTuple):
    """A remark beside a result; it goes to stderr."""

    text: str


class Warn(NamedTuple):
    """Why the result is not the wished one; it goes to stderr, whatever the verbosity."""

    text: str


class Table(NamedTuple):
    """A table of a result."""

    title: str
    columns: Sequence[str]
    rows: Iterable[Sequence[object]]


Block = Line | Note | Warn | Table


class Ticker(Protocol):
    """Progress of one piece of work."""

    def advance(self, steps: int = 1, note: str | None = None) -> None:
        """`steps` more are done; `note` is what is being done now."""


class Screen:
    """What one command writes. `as_json`: its result is one JSON value, on one line."""

    def __init__(self, verbosity: Verbosity = Verbosity.NORMAL, as_json: bool = False) -> None:
        self.verbosity = verbosity
        self.as_json = as_json
        self._began = time.monotonic()
        self._console: Console | None = None

    @property
    def is_terminal(self) -> bool:
        """Whether a person reads the results."""
        return sys.stdout.isatty()

    def show(self, value: object, blocks: Iterable[Block]) -> None:
        """A result: `value` as JSON where that was asked for, else `blocks`, its rendering."""
        if self.as_json:
            self.json(value)
            return
        for block in blocks:
            if isinstance(block, Table):
                self.table(block.title, block.columns, block.rows)
            elif isinstance(block, Note):
                self.note(block.text)
            elif isinstance(block, Warn):
                self._say(block.text)
            else:
                self.line(block.text, block.hang)

    def json(self, value: object) -> None:
        """`value` on stdout as one line of JSON, in ASCII: no text in it can move a terminal's cursor."""
        _write(sys.stdout, json.dumps(to_plain(value)))

    def line(self, text: str, hang: int = 0) -> None:
        """One line on stdout; control characters in it are escaped. See `Line`."""
        line = printable(text)
        if hang and self.is_terminal:
            width = shutil.get_terminal_size().columns
            line = "\n".join(textwrap.wrap(line, max(width, hang + 20), subsequent_indent=" " * hang)) or line
        _write(sys.stdout, line)

    def note(self, text: str) -> None:
        """One line on stderr, unless the command is to be quiet."""
        if self.verbosity > Verbosity.QUIET:
            self._say(text)

    def detail(self, text: str) -> None:
        """One line on stderr for who asked for more."""
        if self.verbosity == Verbosity.VERBOSE:
            self._say(f"{time.monotonic() - self._began:7.1f} s  {text}")

    def error(self, text: str) -> None:
        """Why the command did not do what was asked; shown whatever the verbosity."""
        self._say(f"curate: {text}")

    def error_line(self, text: str) -> None:
        """A further line of the last error."""
        self._say(f"  {text}")

    def done(self, made: str, next_step: str | None = None) -> None:
        """The end of a long command: what it made, how long it took, and what to do next."""
        self.note(f"{made} in {format_seconds(time.monotonic() - self._began)}")
        if next_step:
            self.note(f"next: {next_step}")

    def table(self, title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """A table on stdout; tab-separated lines when stdout is not a terminal. Numbers are right-aligned."""
        cells = [[printable(str(cell)) for cell in row] for row in rows]
        if not self.is_terminal:
            for line in ([*columns], *cells):
                _write(sys.stdout, "\t".join(line))
            return
        from rich.console import Console
        from rich.table import Table as RichTable
        from rich.text import Text

        table = RichTable(title=title, title_justify="left")
        for index, column in enumerate(columns):
            numeric = all(row[index].lstrip("-").isdigit() for row in cells if row[index])
            table.add_column(column, justify="right" if numeric and cells else "left", overflow="fold")
        for row in cells:
            table.add_row(*(Text(cell) for cell in row))
        Console(file=sys.stdout, highlight=False).print(table)

    @contextmanager
    def progress(self, what: str, total: int | None = None) -> Iterator[Ticker]:
        """A bar, or a spinner with a count where `total` is not known; a line every few seconds without a terminal."""
        began = time.monotonic()
        self.detail(f"{what}: begins" + (f", {total} in all" if total is not None else ""))
        if self.verbosity == Verbosity.QUIET:
            yield _SilentTicker()
        elif sys.stderr.isatty():
            with _open_bar(self._open_console(), total) as bar:
                yield _BarTicker(bar, what, total)
        else:
            plain = _PlainTicker(self, what, total)
            yield plain
            plain.finish()
        self.detail(f"{what}: ended after {format_seconds(time.monotonic() - began)}")

    def _say(self, text: str) -> None:
        text = _without_password(text)
        if self._console is None:
            _write(sys.stderr, printable(text))
        else:  # a bar may be drawn there now
            from rich.text import Text

            self._console.print(Text(printable(text)))

    def _open_console(self) -> "Console":
        if self._console is None:
            from rich.console import Console

            self._console = Console(file=sys.stderr, highlight=False, soft_wrap=True)
        return self._console


def format_seconds(seconds: float) -> str:
    """Such as `0.4 s`, `37 s`, `12 min 5 s` or `3 h 20 min`."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _without_password(text: str) -> str:
    """`text` in which no address tells the password that it was given with."""
    if "://" not in text or "@" not in text:
        return text
    from curate.schemas.secrets import redact_secrets  # here, for few lines name such an address

    return redact_secrets(text)


def _write(stream: "TextStream", text: str) -> None:
    stream.write(f"{text}\n")
    stream.flush()


def _open_bar(console: "Console", total: int | None) -> "Progress":
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )  # fmt: skip

    what, note = TextColumn("{task.description}"), TextColumn("{task.fields[note]}")
    if total is None:
        columns = (SpinnerColumn(), what, TextColumn("{task.completed:,.0f}"), TimeElapsedColumn(), note)
        return Progress(*columns, console=console, transient=True)
    return Progress(
        what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), note, console=console, transient=True
    )


class TextStream(Protocol):
    """Where text is written."""

    def write(self, text: str, /) -> int:
        """Appends `text`."""

    def flush(self) -> None:
        """Hands on what was written."""


class _SilentTicker:
    def advance(self, steps: int = 1, note: str | None = None) -> None:
        pass


class _PlainTicker:
    def __init__(self, screen: Screen, what: str, total: int | None) -> None:
        self._screen, self._what, self._total, self._done = screen, what, total, 0
        self._began = self._last = time.monotonic()

    def advance(self, steps: int = 1, note: str | None = None) -> None:
        self._done += steps
        now = time.monotonic()
        if now - self._last >= PLAIN_EVERY_S:
            self._last = now
            self._say(self._left(now), note)

    def finish(self) -> None:
        self._say("done")

    def _left(self, now: float) -> str | None:
        if not self._total or not 0 < self._done <= self._total:
            return None
        return f"{format_seconds((now - self._began) * (self._total - self._done) / self._done)} left"

    def _say(self, *notes: str | None) -> None:
        of = f"/{self._total}" if self._total is not None else ""
        self._screen.note(", ".join([f"{self._what}: {self._done}{of}", *(note for note in notes if note)]))


class _BarTicker:
    def __init__(self, bar: "Progress", what: str, total: int | None) -> None:
        self._bar, self._task = bar, bar.add_task(what, total=total, note="")

    def advance(self, steps: int = 1, note: str | None = None) -> None:
        if note is None:
            self._bar.update(self._task, advance=steps)
        else:
            self._bar.update(self._task, advance=steps, note=printable(note, 60))
