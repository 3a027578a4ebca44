"""What the presence of each shown field alone predicts: a shortcut that a reviewer can take without reading."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from curate.evals.review.bootstrap import Draws, Estimate, Measures
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.metrics import Ints, auroc, mean
from curate.evals.review.truth import Truth


class Shortcut(NamedTuple):
    """A field, how often it is there in each class, and the AUROC of its presence."""

    field: str
    ready: float
    other: float
    auroc: Estimate


def audit_presence(dataset: ReviewSet, items: Sequence[str], truth: Mapping[str, Truth], draws: int) -> list[Shortcut]:
    """For each optional field and each check whether its being there, or known, tells the classes apart."""
    present: dict[str, list[bool]] = {}
    for item in items:
        fields = {
            **truth[item].present,
            **{f"known: {one.check}": one.value is not None for one in dataset.findings(item)},
        }
        for name, there in fields.items():
            present.setdefault(name, []).append(there)
    label = np.array([truth[item].ready for item in items], dtype=np.int_)
    groups = Draws([truth[item].group for item in items], draws)
    return [
        _shortcut(name, np.array(there, dtype=np.float64), label, groups)
        for name, there in present.items()
        if len(there) == len(items) and len(set(there)) == 2
    ]


def _shortcut(name: str, there: np.ndarray, label: Ints, draws: Draws) -> Shortcut:
    def statistic(rows: Ints) -> Measures:
        return {"auroc": auroc(label[rows], there[rows])}

    return Shortcut(name, mean(there[label == 1]), mean(there[label == 0]), draws.estimate(statistic)["auroc"])
