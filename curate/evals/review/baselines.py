"""Reviewers that read nothing, or only numbers: what a model has to beat before it has shown anything."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from curate.evals.review.dataset import ReviewSet
from curate.evals.review.metrics import NAN, Floats
from curate.evals.review.scoring import select
from curate.evals.review.truth import Truth
from curate.evals.review.votes import Vote, Votes, collect_votes
from curate.schemas.distribution import install_advice
from curate.schemas.errors import Missing

FOLDS, SEED = 5, 0
FINDINGS_MODEL = "regression on findings"


def simple_baselines(items: Sequence[str], truth: Mapping[str, Truth]) -> list[Votes]:
    """Constants, chance, and single numbers. What has no verdict of its own is a score only."""
    chance = random.Random(SEED)  # noqa: S311  # a baseline, no secret
    sizes = _unit([float(truth[item].changed_lines or 0) for item in items], falling=True)
    dates = _unit([_seconds(truth[item]) for item in items], falling=False)
    makers: dict[str, Callable[[int, str], tuple[int, float]]] = {
        "always merge ready": lambda place, item: (1, 1.0),
        "always not merge ready": lambda place, item: (0, 0.0),
        "chance": lambda place, item: (said := chance.randrange(2), float(said)),
        "a patch is there": lambda place, item: (int(truth[item].has_patch), float(truth[item].has_patch)),
        "size: smaller is ready": lambda place, item: (_above_half(sizes[place]), float(sizes[place])),
        "date: later is ready": lambda place, item: (_above_half(dates[place]), float(dates[place])),
    }
    return [
        collect_votes(name, [_vote(item, *make(place, item)) for place, item in enumerate(items)], truth)
        for name, make in makers.items()
    ]


def regression_baseline(
    dataset: ReviewSet, items: Sequence[str], truth: Mapping[str, Truth], folds: int = FOLDS
) -> Votes:
    """Logistic regression on the findings and the size, trained on other split groups than it judges.

    Raises:
        Missing: scikit-learn is not installed.
    """
    try:
        from sklearn.linear_model import LogisticRegression
        from sklearn.model_selection import StratifiedGroupKFold
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
    except ImportError as error:
        raise Missing(f"the regression baseline needs scikit-learn; run: {install_advice('baseline')}") from error
    values = _features(dataset, items, truth)
    label = np.array([truth[item].ready for item in items], dtype=np.int_)
    groups = np.array([truth[item].group for item in items], dtype=np.int_)
    p = np.full(len(items), NAN)
    smallest = min(len(set(groups[label == kind])) for kind in (0, 1)) if len(set(label)) == 2 else 0
    if smallest >= folds:
        splitter = StratifiedGroupKFold(folds, shuffle=True, random_state=SEED)
        for train, held in splitter.split(values, label, groups):
            model: Any = make_pipeline(
                StandardScaler(), LogisticRegression(C=0.02, max_iter=3000, class_weight="balanced")
            )
            p[held] = model.fit(values[train], label[train]).predict_proba(values[held])[:, 1]
    votes = [
        _vote(item, -1 if np.isnan(one) else int(one > 0.5), float(one)) for item, one in zip(items, p, strict=True)
    ]
    return collect_votes(FINDINGS_MODEL, votes, truth)


def restrict(votes: Votes, items: Sequence[str]) -> Votes:
    """The votes on those of `items` that were voted on."""
    held = set(votes.items)
    kept: Votes = select(votes, [item for item in items if item in held])
    return kept


def _features(dataset: ReviewSet, items: Sequence[str], truth: Mapping[str, Truth]) -> Floats:
    """One row for each snapshot: sign and logarithm of each finding, 0 where it is not known, and the size."""
    rows = []
    for item in items:
        values = [one.value or 0.0 for one in dataset.findings(item) if one.origin == "git"]
        rows.append([*values, float(truth[item].changed_lines or 0)])
    width = max((len(row) for row in rows), default=0)
    padded = np.array([row + [0.0] * (width - len(row)) for row in rows], dtype=np.float64)
    scaled: Floats = np.sign(padded) * np.log1p(np.abs(padded))
    return scaled


def _unit(values: Sequence[float], falling: bool) -> Floats:
    """Ranks of `values` between 0 and 1; nan stays."""
    array = np.asarray(values, dtype=np.float64)
    held = np.sort(array[~np.isnan(array)])
    if not held.size:
        return array
    low, high = (np.searchsorted(held, array, side=side) for side in ("left", "right"))
    share = (low + high) / (2 * held.size)
    return np.where(np.isnan(array), NAN, 1 - share if falling else share)


def _above_half(value: float) -> int:
    return -1 if np.isnan(value) else int(value > 0.5)


def _seconds(one: Truth) -> float:
    return one.head_at.timestamp() if one.head_at else NAN


def _vote(item: str, said: int, p: float) -> Vote:
    return Vote(item, said, p, valid=True, valid_at_first=True, whole=True)
