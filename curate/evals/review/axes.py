"""The axes of a review beside what git knows of them, and how much they add to the verdict."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from curate.evals.review.answer import AXES, AxisReview, Review
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.metrics import NAN, mean
from curate.evals.review.records import Prediction
from curate.evals.review.truth import PairTruth

GIT_AXES: dict[str, tuple[str, ...]] = {
    "naming": ("theorems-capitalised", "definitions-snake-case", "names-primed", "names-unspoken"),
    "documentation": ("definitions-undocumented", "files-without-docstring", "files-without-copyright"),
    "local_structure": ("style",),
    "file_placement": ("files-at-the-top", "files-over-1000-lines"),
    "imports": ("imports-redundant", "imports-large"),
    "proof_readability": ("erw", "simps-open", "limits-raised"),
    "api_fit": ("removed-undeprecated", "deprecated-used"),
    "duplication": ("duplicate-names", "duplicate-statements"),
}
"""For each axis the checks whose finding speaks against a change."""


class AxisScore(NamedTuple):
    """One axis over all answers."""

    axis: str
    ok: float
    problem: float
    uncertain: float
    where_found: float
    """Share of `problem` where git finds something on this axis."""
    where_clean: float
    """The same where git finds nothing."""
    revised_away: float
    """Share of `problem` on earlier versions whose findings on this axis the accepted version no longer has."""
    with_verdict: float
    """Correlation of `problem` with the verdict not merge ready: near 1 the axis says nothing of its own."""


def score_axes(
    predictions: Sequence[Prediction], dataset: ReviewSet, pairs: Mapping[str, PairTruth]
) -> list[AxisScore]:
    """Each axis of one-call reviews, or of reviews that ask one axis a call."""
    found = {item: _found(dataset, item) for item in {one.item for one in predictions}}
    later = {one.earlier: one.final for one in pairs.values()}
    mended = {
        item: {axis for axis in axes if axis not in _found(dataset, later[item])}
        for item, axes in found.items()
        if item in later
    }
    return [_score(axis, predictions, found, mended) for axis in AXES]


def _found(dataset: ReviewSet, item: str) -> set[str]:
    values = {one.check: one.value for one in dataset.findings(item)}
    return {axis for axis, checks in GIT_AXES.items() if any(values.get(check) for check in checks)}


def _score(
    axis: str, predictions: Sequence[Prediction], found: Mapping[str, set[str]], mended: Mapping[str, set[str]]
) -> AxisScore:
    said = [(one, verdict) for one in predictions if (verdict := _verdict(one, axis)) is not None]
    problem = np.array([verdict == "problem" for _, verdict in said], dtype=np.float64)
    seen = np.array([axis in found[one.item] for one, _ in said], dtype=bool)
    gone = np.array([axis in mended.get(one.item, ()) for one, _ in said], dtype=bool)
    against = np.array(
        [isinstance(one.answer, Review) and one.answer.verdict == "not_merge_ready" for one, _ in said],
        dtype=np.float64,
    )
    shares = {
        word: mean(np.array([verdict == word for _, verdict in said], dtype=np.float64)) for word in ("ok", "uncertain")
    }
    return AxisScore(
        axis=axis,
        ok=shares["ok"],
        problem=mean(problem),
        uncertain=shares["uncertain"],
        where_found=mean(problem[seen]) if said else NAN,
        where_clean=mean(problem[~seen]) if said else NAN,
        revised_away=mean(problem[gone]) if said else NAN,
        with_verdict=_correlation(problem, against),
    )


def _verdict(prediction: Prediction, axis: str) -> str | None:
    answer = prediction.answer
    if isinstance(answer, Review):
        return answer.axes[axis]
    return answer.verdict if isinstance(answer, AxisReview) and prediction.axis == axis else None


def _correlation(one: np.ndarray, other: np.ndarray) -> float:
    if one.size < 2 or not one.std() or not other.std():
        return NAN
    return float(np.corrcoef(one, other)[0, 1])
