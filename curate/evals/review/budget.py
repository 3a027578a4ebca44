"""A unified diff within a number of characters: each file keeps its head and an equal share, cuts are said."""

import re
from collections.abc import Sequence
from typing import NamedTuple

_FILE = re.compile(r"(?m)^(?=diff --git )")
_HUNK = re.compile(r"(?m)^(?=@@ )")
_LAST = ("Mathlib.lean", "lake-manifest.json")
"""Files that tell a reviewer least."""
_MIN_SHARE = 400
_NOTE = 60


class Cut(NamedTuple):
    """A diff as it is shown."""

    text: str
    whole: bool
    """Whether nothing was left out."""


def cut_diff(diff: str, limit: int) -> Cut:
    """`diff` in at most `limit` characters."""
    if len(diff) <= limit:
        return Cut(diff, True)
    files = sorted(_split(_FILE, diff), key=_importance)
    kept, gone = files[: max(1, limit // _MIN_SHARE)], files[max(1, limit // _MIN_SHARE) :]
    tail = f"[{len(gone)} more files left out; the list of changed files names them]\n" if gone else ""
    rooms = _shares([len(file) for file in kept], limit - len(tail))
    return Cut("".join(_cut_file(file, room) for file, room in zip(kept, rooms, strict=True)) + tail, False)


def cut_pair(first: str, second: str, limit: int) -> tuple[Cut, Cut]:
    """Two diffs in at most `limit` characters together, cut around what differs between them.

    What both have is shown where there is room for all, and left out first where there is not.
    """
    if len(first) + len(second) <= limit:
        return Cut(first, True), Cut(second, True)
    one, other = _differing(first, second), _differing(second, first)
    shares = _shares([len(one), len(other)], limit)
    return cut_diff(one, shares[0])._replace(whole=False), cut_diff(other, shares[1])._replace(whole=False)


def _differing(diff: str, beside: str) -> str:
    """`diff` without the files and hunks that `beside` has as well, each replaced by a word."""
    others = {_path(file): file for file in _split(_FILE, beside)}
    parts: list[str] = []
    for file in _split(_FILE, diff):
        twin = others.get(_path(file))
        if twin == file:
            parts.append(f"{file.partition(chr(10))[0]}\n[the same in both versions: {_counts(file.splitlines())}]\n")
            continue
        same = {_body(hunk) for hunk in _split(_HUNK, twin or "")[1:]}
        for piece in _split(_HUNK, file):
            shared = piece.startswith("@@ ") and _body(piece) in same
            parts.append(f"[a hunk that is the same in both: {_counts(piece.splitlines())}]\n" if shared else piece)
    return "".join(parts)


def _body(hunk: str) -> str:
    """A hunk without its line numbers, which shift with what stands above."""
    return hunk.partition("\n")[2]


def _split(mark: re.Pattern[str], text: str) -> list[str]:
    return [part for part in mark.split(text) if part]


def _path(file: str) -> str:
    return file.partition("\n")[0].rpartition(" b/")[2]


def _importance(file: str) -> tuple[bool, bool]:
    path = _path(file)
    return not path.endswith(".lean"), path in _LAST


def _shares(sizes: Sequence[int], limit: int) -> list[int]:
    """What each gets of `limit`: all that it asks, or an equal share of what the smaller ones leave."""
    shares = [0] * len(sizes)
    left = max(0, limit)
    order = sorted(range(len(sizes)), key=lambda place: sizes[place])
    for done, place in enumerate(order):
        shares[place] = min(sizes[place], left // (len(order) - done))
        left -= shares[place]
    return shares


def _cut_file(file: str, room: int) -> str:
    if len(file) <= room:
        return file
    lines = file.split("\n")
    used = end = 0
    while end < len(lines) and used + len(lines[end]) + 1 <= room - _NOTE:
        used += len(lines[end]) + 1
        end += 1
    end = _at_blank_line(lines, end)
    shown = "".join(f"{line}\n" for line in lines[:end])
    note = f"[{len(lines) - end} lines of this file left out: {_counts(lines[end:])}]\n"
    return (shown + note)[:room]


def _at_blank_line(lines: Sequence[str], end: int) -> int:
    """The last blank line or edge of a hunk in the last third of what fits; `end` where there is none."""
    for place in range(end, end * 2 // 3, -1):
        if place < len(lines) and (not lines[place - 1].strip(" +-") or lines[place].startswith("@@")):
            return place
    return end


def _counts(lines: Sequence[str]) -> str:
    added = sum(line.startswith("+") and not line.startswith("+++ ") for line in lines)
    removed = sum(line.startswith("-") and not line.startswith("--- ") for line in lines)
    return f"+{added} -{removed}"
