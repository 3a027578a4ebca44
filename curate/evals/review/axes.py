"""The axes of a review beside what git knows of them, and how much they add to the verdict."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from curate.evals.review.answer import AXES, AxisReview, Review
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.metrics import NAN, Floats, mean
from curate.evals.review.records import Prediction
from curate.evals.review.truth import PairTruth
from curate.evals.review.votes import vote_of, vote_of_axes

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
REVISED_AXES: dict[str, tuple[str, ...]] = {
    "naming": ("declarations-renamed",),
    "documentation": (),
    "local_structure": ("declarations-added", "declarations-removed"),
    "file_placement": ("files-added", "files-removed", "declarations-moved"),
    "imports": ("imports-added", "imports-removed", "imports-growth"),
    "proof_readability": ("longest-proof",),
    "api_fit": ("declarations-added", "declarations-removed"),
    "duplication": (),
}
"""For each axis what else tells, by its number, that a revision touched it."""


class AxisScore(NamedTuple):
    """One axis over all answers. What git does not know of a snapshot counts neither as found nor as clean."""

    axis: str
    answers: int
    """Valid ones."""
    ok: float
    problem: float
    """The axis' yield."""
    uncertain: float
    where_found: float
    """Share of `problem` where git finds something on this axis."""
    where_clean: float
    """The same where git finds nothing."""
    where_mended: float
    """Share of `problem` on earlier versions with findings on this axis that the accepted version no longer has."""
    where_revised: float
    """Share of `problem` on earlier versions that the accepted version differs from on this axis."""
    where_kept: float
    """The same where both versions are alike on it."""
    with_verdict: float
    """Correlation of `problem` with the verdict not merge ready: near 1 the axis says nothing of its own."""


class Known(NamedTuple):
    """What git knows of one snapshot, by axis: True, False, or absent where it can't tell."""

    found: Mapping[str, bool]
    mended: Mapping[str, bool]
    revised: Mapping[str, bool]


def score_axes(
    predictions: Sequence[Prediction], dataset: ReviewSet, pairs: Mapping[str, PairTruth]
) -> list[AxisScore]:
    """Each axis of one-call reviews, or of reviews that ask one axis a call."""
    later = {one.earlier: one.final for one in pairs.values()}
    known = {item: know(dataset, item, later.get(item)) for item in {one.item for one in predictions}}
    against = _verdicts(predictions)
    return [_score(axis, predictions, known, against) for axis in AXES]


def know(dataset: ReviewSet, item: str, final: str | None) -> Known:
    """What git knows of `item`, whose accepted version is `final`; None: it has none, or is it."""
    here = _values(dataset, item)
    found = found_axes(here)
    if final is None:
        return Known(found, {}, {})
    there = _values(dataset, final)
    clean = found_axes(there)
    mended = {axis: not clean[axis] for axis, seen in found.items() if seen and axis in clean}
    return Known(found, mended, revised_axes(here, there))


def _values(dataset: ReviewSet, item: str) -> dict[str, float]:
    return {one.check: one.value for one in dataset.findings(item) if one.value is not None}


def found_axes(values: Mapping[str, float]) -> dict[str, bool]:
    """Whether something is found on each axis; an axis with an unknown check and no finding is left out."""
    return {
        axis: any(values.get(check, 0) > 0 for check in checks)
        for axis, checks in GIT_AXES.items()
        if any(values.get(check, 0) > 0 for check in checks) or all(check in values for check in checks)
    }


def revised_axes(here: Mapping[str, float], there: Mapping[str, float]) -> dict[str, bool]:
    """Whether two versions differ on each axis; an axis of which nothing is known in both is left out."""
    compared = {
        axis: [check for check in (*GIT_AXES[axis], *more) if check in here and check in there]
        for axis, more in REVISED_AXES.items()
    }
    return {axis: any(here[one] != there[one] for one in checks) for axis, checks in compared.items() if checks}


def _verdicts(predictions: Sequence[Prediction]) -> dict[tuple[str, int], bool]:
    """Whether each snapshot was called not merge ready, by repeat; of one axis a call by the rule of `votes`."""
    by_review: dict[tuple[str, int], list[Prediction]] = {}
    for one in predictions:
        by_review.setdefault((one.item, one.repeat), []).append(one)
    votes = {
        key: vote_of_axes(answers) if answers[0].mode == "axes" else vote_of(answers[0])
        for key, answers in by_review.items()
    }
    return {key: vote.said == 0 for key, vote in votes.items()}


def _score(
    axis: str,
    predictions: Sequence[Prediction],
    known: Mapping[str, Known],
    against: Mapping[tuple[str, int], bool],
) -> AxisScore:
    said = [(one, verdict) for one in predictions if (verdict := _verdict(one, axis)) is not None]
    problem = _floats(verdict == "problem" for _, verdict in said)

    def share(table: str, value: bool) -> float:
        rows = [getattr(known[one.item], table).get(axis) is value for one, _ in said]
        return mean(problem[np.array(rows, dtype=bool)])

    return AxisScore(
        axis=axis,
        answers=len(said),
        ok=mean(_floats(verdict == "ok" for _, verdict in said)),
        problem=mean(problem),
        uncertain=mean(_floats(verdict == "uncertain" for _, verdict in said)),
        where_found=share("found", True),
        where_clean=share("found", False),
        where_mended=share("mended", True),
        where_revised=share("revised", True),
        where_kept=share("revised", False),
        with_verdict=_correlation(problem, _floats(against[one.item, one.repeat] for one, _ in said)),
    )


def _floats(values: Iterable[bool]) -> Floats:
    return np.array(list(values), dtype=np.float64)


def _verdict(prediction: Prediction, axis: str) -> str | None:
    answer = prediction.answer
    if isinstance(answer, Review):
        return answer.axes.get(axis)
    return answer.verdict if isinstance(answer, AxisReview) and prediction.axis == axis else None


def _correlation(one: Floats, other: Floats) -> float:
    if one.size < 2 or not one.std() or not other.std():
        return NAN
    return float(np.corrcoef(one, other)[0, 1])
