"""What a check says of a change: a number, where it was seen, or that it is not known and why."""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from curate.schemas.base import Record
from curate.schemas.mathlibpr.evidence.change import Change

MAX_PLACES = 20
Axis = Literal["imports", "declarations", "duplication", "documentation", "naming", "placement", "debt", "style"]
Unit = Literal["count", "lines", "modules", "verdict"]


class Measure(NamedTuple):
    """A number and where it was seen. The first `MAX_PLACES` places are kept."""

    value: float
    places: tuple[str, ...] = ()
    detail: str | None = None


class Check(NamedTuple):
    """One check: how it is called, what it counts, and how."""

    name: str
    axis: Axis
    unit: Unit
    says: str
    """One line for people."""
    measure: Callable[[Change], Measure]
    needs_lines: bool = False
    """Whether it reads the diff's text."""


class Finding(Record):
    """The result of one check on one change."""

    check: str
    value: float | None
    """None: not known; `detail` says why."""
    unit: Unit
    where: tuple[str, ...]
    detail: str | None
    origin: Literal["git", "ci"]


def count(places: Iterable[str], detail: str | None = None) -> Measure:
    """The number of `places`."""
    listed = tuple(places)
    return Measure(len(listed), listed[:MAX_PLACES], detail)
