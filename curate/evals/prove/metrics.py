"""Measures of a prover: shares with intervals, pass@k, paired tests. Pure."""

import math
import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

Z95 = 1.959963984540054
DRAWS = 2000
SEED = 20_260_405


class Interval(NamedTuple):
    """A share and its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(successes: int, number: int) -> Interval:
    """The share of successes with Wilson's interval; nan of nothing."""
    if not number:
        return Interval(math.nan, math.nan, math.nan)
    share = successes / number
    scale = 1 + Z95**2 / number
    middle = (share + Z95**2 / (2 * number)) / scale
    half = Z95 * math.sqrt(share * (1 - share) / number + Z95**2 / (4 * number**2)) / scale
    low = middle - half if successes else 0.0
    return Interval(share, low, middle + half if successes < number else 1.0)


def pass_at(k: int, number: int, successes: int) -> float:
    """The chance that one of `k` samples succeeds, unbiased: 1 − C(n − c, k) / C(n, k).

    Raises:
        ValueError: fewer samples than `k`.
    """
    if k > number:
        raise ValueError(f"pass@{k} needs {k} samples, and there are {number}")
    return 1.0 - math.comb(number - successes, k) / math.comb(number, k)


def mean_pass_at(k: int, counts: Sequence[tuple[int, int]], draws: int = DRAWS) -> Interval:
    """Mean pass@k over problems, with an interval by drawing problems.

    Args:
        counts: samples and successes of each problem.
    """
    values = [pass_at(k, number, successes) for number, successes in counts]
    if not values:
        return Interval(math.nan, math.nan, math.nan)
    chance = random.Random(SEED)  # noqa: S311  # draws, not secrets
    means = sorted(sum(chance.choices(values, k=len(values))) / len(values) for _ in range(draws))
    low, high = means[int(0.025 * draws)], means[min(draws - 1, int(0.975 * draws))]
    return Interval(sum(values) / len(values), low, high)


def mcnemar(only_first: int, only_second: int) -> float:
    """The two-sided exact p of as uneven a split of the pairs that differ."""
    number = only_first + only_second
    if not number:
        return 1.0
    tail: int = sum(math.comb(number, place) for place in range(min(only_first, only_second) + 1))
    return min(1.0, 2.0 * tail / float(2**number))


def solved_curve(costs: Mapping[str, float], points: Sequence[float]) -> list[int]:
    """How many problems took no more than each of the points; `costs`: what each took."""
    return [sum(cost <= point for cost in costs.values()) for point in points]
