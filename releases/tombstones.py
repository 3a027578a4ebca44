"""Rows that were withdrawn: which, from which version on, and the class of reason. Never what they held."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, get_args

from curate.schemas.base import Record
from curate.schemas.store.jsonl import read_lines

TOMBSTONES = "tombstones.jsonl"
Reason = Literal["author-request", "licence", "personal-data", "secret", "wrong-data"]
REASONS: tuple[str, ...] = get_args(Reason)


class Tombstone(Record):
    """One withdrawn unit: a pull request as `<repo>#<number>`, or a problem's id."""

    id: str
    reason: Reason
    version: str
    """The first version without it; every earlier one counts as withdrawn."""


def read_tombstones(folder: Path) -> tuple[Tombstone, ...]:
    """The tombstones of a release; none when it has no such file.

    Raises:
        Refused: a line is not a tombstone.
    """
    return read_lines(folder / TOMBSTONES, Tombstone)


def add_tombstones(
    known: Iterable[Tombstone], ids: Iterable[str], reason: Reason, version: str
) -> tuple[Tombstone, ...]:
    """`known` and one more for each of `ids` that is new, sorted by id."""
    withdrawn = {row.id: row for row in known}
    for unit in ids:
        withdrawn.setdefault(unit, Tombstone(id=unit, reason=reason, version=version))
    return tuple(withdrawn[unit] for unit in sorted(withdrawn))
