"""How far reviewers agree on the same snapshots: a ceiling for what any score can mean."""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from curate.evals.review.bootstrap import Draws, Estimate, Measures
from curate.evals.review.metrics import NAN, Ints, balanced_accuracy, mean
from curate.evals.review.scoring import select
from curate.evals.review.votes import Votes


class Agreement(NamedTuple):
    """Two reviewers on the snapshots that both voted on."""

    one: str
    other: str
    shared: int
    same: Estimate
    """Share of snapshots with the same verdict, uncertain being one of three."""
    kappa: Estimate
    """Cohen's: agreement beyond what their rates give by chance."""
    as_truth: Estimate
    """Balanced accuracy of each by what the other decided, the mean of both ways: comparable with a score."""


def agreements(reviewers: list[Votes], draws: int) -> list[Agreement]:
    """Every two of `reviewers` that share a snapshot, merged repeats left out: it agrees with itself."""
    found = []
    for one, other in combinations([one for one in reviewers if not one.merged], 2):
        shared = sorted(set(one.items) & set(other.items))
        if shared:
            found.append(_agreement(select(one, shared), select(other, shared), draws))
    return found


def _agreement(one: Votes, other: Votes, draws: int) -> Agreement:
    def statistic(rows: Ints) -> Measures:
        left, right = one.said[rows], other.said[rows]
        same = mean((left == right).astype(float))
        return {"same": same, "kappa": kappa(left, right), "as_truth": as_truth(left, right)}

    found = Draws(one.groups, draws).estimate(statistic)
    return Agreement(one.name, other.name, len(one.items), found["same"], found["kappa"], found["as_truth"])


def kappa(left: Ints, right: Ints) -> float:
    """Cohen's kappa; nan where chance alone gives full agreement."""
    if not left.size:
        return NAN
    same = float(np.mean(left == right))
    chance = float(sum(np.mean(left == verdict) * np.mean(right == verdict) for verdict in (-1, 0, 1)))
    return (same - chance) / (1 - chance) if chance < 1 else NAN


def as_truth(left: Ints, right: Ints) -> float:
    """Balanced accuracy of each by the other's decided verdicts, the mean of both ways; uncertain is wrong."""
    both = [balanced_accuracy(truth[truth >= 0], said[truth >= 0]) for truth, said in ((left, right), (right, left))]
    return (both[0] + both[1]) / 2
