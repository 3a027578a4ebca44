"""Rule 5: whether the work of a pull request that never landed stands in a commit that did."""

from collections.abc import Collection, Sequence
from math import ceil

from curate.schemas.base import Record
from curate.schemas.mathlibpr.evidence.hunks import new_sides

SHARE = 0.8
"""Of a patch's added lines: so many in one landed commit are the same work."""
TELLING = 20
"""Characters that the added lines must hold together; `@[simp]` alone stands everywhere."""


class Elsewhere(Record):
    """The landed commit that holds a patch."""

    sha: str
    number: int | None
    """The PR that it names."""
    whole: bool
    """It has the same patch id, and not only most of the added lines."""


def added_lines(diff: str, paths: Sequence[str]) -> dict[str, frozenset[str]]:
    """For each file the distinct lines that `diff` adds to it, without blanks around them; blank ones are left out.

    Args:
        diff: a unified diff.
        paths: the file of each of its sections, in order.
    """
    lines: dict[str, frozenset[str]] = {}
    for path, side in zip(paths, new_sides(diff), strict=False):
        found = frozenset(text for line in side if line.added and (text := line.text.strip()))
        lines[path] = lines.get(path, frozenset()) | found
    return lines


def is_telling(lines: Collection[str]) -> bool:
    """Whether `lines` say enough for it to mean something that they stand elsewhere too."""
    return sum(map(len, lines)) >= TELLING


def stands_in(lines: Collection[str], landed: Collection[str]) -> bool:
    """Whether at least `SHARE` of `lines` are among those that a landed commit adds."""
    return bool(lines) and len(set(lines) & set(landed)) >= ceil(SHARE * len(lines))
