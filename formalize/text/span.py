"""Places in a text: lines and columns as Lean counts them, and offsets in code points."""

import re
from bisect import bisect_right

from curate.schemas.value import value

MAX_SHOWN_LINE = 160


@value
class Span:
    """A place in the text that was given. Lines count from 1, columns from 0, in code points."""

    line: int
    column: int
    end_line: int | None = None
    end_column: int | None = None


class LineIndex:
    """Turns offsets in a text into lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def span(self, start: int, end: int) -> Span:
        """The range from `start` to before `end`."""
        (line, column), (end_line, end_column) = self._place(start), self._place(end)
        return Span(line=line, column=column, end_line=end_line, end_column=end_column)

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]


def offset_of(text: str, line: int, column: int) -> int:
    """Code points before a place. A place past the end is the end."""
    start = 0
    for _ in range(line - 1):
        newline = text.find("\n", start)
        if newline < 0:
            return len(text)
        start = newline + 1
    return min(start + column, len(text))


def span_offsets(text: str, span: Span) -> tuple[int, int]:
    """Start and end of `span` in code points; a span without an end is empty."""
    start = offset_of(text, span.line, span.column)
    if span.end_line is None or span.end_column is None:
        return start, start
    return start, max(start, offset_of(text, span.end_line, span.end_column))


def source_line(text: str, line: int) -> str:
    """The text of one line, counted from 1; empty past the end."""
    start = offset_of(text, line, 0)
    return text[start:].partition("\n")[0]


def pointed_line(text: str, span: Span) -> tuple[str, str]:
    """The line at which a message points, and a line with a mark under the place; a long line is cut around it."""
    line, column = source_line(text, span.line), span.column
    if len(line) <= MAX_SHOWN_LINE:
        return line, " " * column + "^"
    start = max(0, column - MAX_SHOWN_LINE // 2)
    shown = line[start : start + MAX_SHOWN_LINE]
    before, after = ("…" if start else ""), ("…" if start + MAX_SHOWN_LINE < len(line) else "")
    return f"{before}{shown}{after}", " " * (column - start + len(before)) + "^"
