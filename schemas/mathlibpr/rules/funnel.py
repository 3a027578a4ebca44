"""The funnel: what went into each stage, what was dropped and why, and what came out."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # who reads a funnel needs no rows
    from curate.schemas.mathlibpr.drops import Drop

STAGES: tuple[tuple[str, str], ...] = (
    ("read", "entry"),
    ("universe", "pull_request"),
    ("landing", "pull_request"),
    ("migrated", "pull_request"),
    ("heads", "head"),
    ("builds", "head"),
    ("inherited", "head"),
    ("elsewhere", "head"),
    ("versions", "head"),
    ("selection", "snapshot"),
    ("diffs", "snapshot"),
)
"""Each stage in order, with what it counts."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One stage: `came_in` = `went_out` + the sum of `dropped`."""

    stage: str
    unit: str
    came_in: int
    went_out: int
    dropped: dict[str, int]


class Funnel:
    """Adds up what each stage took and let go."""

    def __init__(self) -> None:
        self._in: Counter[str] = Counter()
        self._out: Counter[str] = Counter()
        self._dropped: dict[str, Counter[str]] = {stage: Counter() for stage, _ in STAGES}

    def count(self, stage: str, came_in: int, went_out: int, drops: "Iterable[Drop]" = ()) -> None:
        """`stage` took `came_in` rows, let `went_out` pass and dropped `drops`.

        Raises:
            ValueError: the numbers do not add up; a row was lost or counted twice.
        """
        reasons = [drop.reason for drop in drops]
        if came_in != went_out + len(reasons):
            raise ValueError(f"{stage}: {came_in} came in, {went_out} went out and {len(reasons)} were dropped")
        self._in[stage] += came_in
        self._out[stage] += went_out
        self._dropped[stage].update(reasons)

    def steps(self) -> tuple[Step, ...]:
        """All stages, in order."""
        return tuple(
            Step(
                stage=stage,
                unit=unit,
                came_in=self._in[stage],
                went_out=self._out[stage],
                dropped=dict(sorted(self._dropped[stage].items())),
            )
            for stage, unit in STAGES
        )
