"""Intervals by drawing whole split groups, so that the versions of one pull request stay together."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from curate.evals.review.metrics import Ints

DRAWS = 2_000
SEED = 20_260_405
Measures = Mapping[str, float]
Statistic = Callable[[Ints], Measures]
"""All measures of the rows at some places, by name."""


class Estimate(NamedTuple):
    """A measure with its 95 % interval by the percentiles of the draws."""

    value: float
    low: float
    high: float


class Draws:
    """The same draws for all measures of all reviewers of the same rows, so that two can be compared draw by draw."""

    def __init__(self, groups: Sequence[int], draws: int = DRAWS) -> None:
        """
        Args:
            groups: the split group of each row.
        """
        keys = np.asarray(groups, dtype=np.int_)
        order = np.argsort(keys, kind="stable")
        _, starts = np.unique(keys[order], return_index=True)
        self._groups = np.split(order, starts[1:]) if keys.size else []
        self._rows = np.arange(keys.size)
        self._draws = draws

    def estimate(self, statistic: Statistic) -> dict[str, Estimate]:
        """Each measure of all rows, with its interval."""
        whole = statistic(self._rows)
        samples: dict[str, list[float]] = {name: [] for name in whole}
        chance = np.random.default_rng(SEED)
        number = len(self._groups)
        for _ in range(self._draws if number else 0):
            drawn = chance.integers(0, number, number)
            for name, value in statistic(np.concatenate([self._groups[place] for place in drawn])).items():
                samples[name].append(value)
        return {name: _estimate(value, samples[name]) for name, value in whole.items()}

    def compare(self, one: Statistic, other: Statistic) -> dict[str, Estimate]:
        """Each measure of `one` minus that of `other`, on the same draws."""

        def difference(rows: Ints) -> Measures:
            left, right = one(rows), other(rows)
            return {name: left[name] - right[name] for name in left if name in right}

        return self.estimate(difference)


def _estimate(value: float, samples: Sequence[float]) -> Estimate:
    held = np.asarray([one for one in samples if not np.isnan(one)])
    if np.isnan(value) or not held.size:
        return Estimate(value, float("nan"), float("nan"))
    low, high = np.percentile(held, [2.5, 97.5])
    return Estimate(value, float(low), float(high))
