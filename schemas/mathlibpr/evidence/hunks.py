"""The new side of a unified diff, read by the counts in its hunk headers, never by what a line looks like."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


class Line(NamedTuple):
    """A line that stands in the file after the change."""

    number: int
    """From 1."""
    text: str
    added: bool


def new_sides(diff: str) -> Iterator[list[Line]]:
    """For each `diff --git` section, in order, the lines of its hunks that stand in the file after the change."""
    side: list[Line] | None = None
    old = new = number = 0
    for text in diff.split("\n"):
        if old > 0 or new > 0:
            mark = text[:1]
            if mark == "\\":
                continue
            old -= mark != "+"
            new -= mark != "-"
            if mark != "-" and side is not None:
                side.append(Line(number, text[1:], mark == "+"))
                number += 1
        elif text.startswith("diff --git "):
            if side is not None:
                yield side
            side = []
        elif found := _HUNK.match(text):
            old, new = (1 if count is None else int(count) for count in (found[1], found[3]))
            number = int(found[2])
    if side is not None:
        yield side
