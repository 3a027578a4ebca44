"""What a person sees: progress, tables and notes; plain lines when the output is not a terminal."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable
from rich.text import Text

from curate.schemas.text import printable

PLAIN_EVERY_S = 10.0
"""How often a run without a terminal writes a progress line, in seconds."""


class Table(NamedTuple):
    """Rows of cells under their columns' names."""

    title: str
    columns: Sequence[str]
    rows: Iterable[Sequence[object]]


class Ticker(Protocol):
    """Progress of one piece of work."""

    def advance(self, steps: int = 1, note: str | None = None) -> None:
        """`steps` more are done; `note` is what is being done now."""


class Screen:
    """Notes and progress on stderr, results on stdout."""

    def __init__(self) -> None:
        self.out = Console(file=sys.stdout, highlight=False, soft_wrap=not sys.stdout.isatty())
        self.err = Console(file=sys.stderr, highlight=False, soft_wrap=True)

    def note(self, text: str) -> None:
        """One line on stderr; control characters in it are escaped."""
        self.err.print(Text(printable(text)))

    def show(self, parts: Iterable[str | Table]) -> None:
        """A report in its order: its lines as notes, its tables as results."""
        for part in parts:
            if isinstance(part, str):
                self.note(part)
            else:
                self.table(part.title, part.columns, part.rows)

    def table(self, title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """A table on stdout; tab-separated lines when stdout is not a terminal. Numbers are right-aligned."""
        cells = [[printable(str(cell)) for cell in row] for row in rows]
        if not self.out.is_terminal:
            for line in ([*columns], *cells):
                self.out.file.write("\t".join(line) + "\n")  # rich would make blanks of the tabs
            return
        table = RichTable(title=title, title_justify="left")
        for index, column in enumerate(columns):
            numeric = all(row[index].lstrip("-").isdigit() for row in cells if row[index])
            table.add_column(column, justify="right" if numeric and cells else "left", overflow="fold")
        for row in cells:
            table.add_row(*(Text(cell) for cell in row))
        self.out.print(table)

    @contextmanager
    def progress(self, what: str, total: int | None = None) -> Iterator[Ticker]:
        """A progress bar, or a line every ten seconds when stderr is not a terminal."""
        if not self.err.is_terminal:
            plain = _PlainTicker(self, what, total)
            yield plain
            plain.finish()
            return
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, TextColumn("{task.fields[note]}"), console=self.err, transient=True) as bar:
            yield _BarTicker(bar, what, total)


class _PlainTicker:
    def __init__(self, screen: Screen, what: str, total: int | None) -> None:
        self._screen, self._what, self._total, self._done = screen, what, total, 0
        self._last = time.monotonic()

    def advance(self, steps: int = 1, note: str | None = None) -> None:
        self._done += steps
        if time.monotonic() - self._last >= PLAIN_EVERY_S:
            self._last = time.monotonic()
            self._say(note)

    def finish(self) -> None:
        self._say("done")

    def _say(self, note: str | None) -> None:
        of = f"/{self._total}" if self._total is not None else ""
        self._screen.note(f"{self._what}: {self._done}{of}" + (f", {note}" if note else ""))


class _BarTicker:
    def __init__(self, bar: Progress, what: str, total: int | None) -> None:
        self._bar, self._task = bar, bar.add_task(what, total=total, note="")

    def advance(self, steps: int = 1, note: str | None = None) -> None:
        if note is None:
            self._bar.update(self._task, advance=steps)
        else:
            self._bar.update(self._task, advance=steps, note=printable(note, 60))
