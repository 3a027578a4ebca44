"""Measures of a reviewer, by numpy alone. An empty denominator gives nan, never 0.

The positive class is merge ready (MR). Verdicts are 1 (MR), 0 (NMR) and -1 (uncertain or invalid); probabilities
that are missing are nan.
"""

from typing import Literal

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int_]
Floats = npt.NDArray[np.float64]
Missing = Literal["left-out", "half", "worst"]
NAN = float("nan")


def recall(label: Ints, said: Ints, kind: int) -> float:
    """Share of the rows of class `kind` that were said to be of it; uncertain and invalid count as wrong."""
    of_class = label == kind
    return float(np.mean(said[of_class] == kind)) if of_class.any() else NAN


def balanced_accuracy(label: Ints, said: Ints) -> float:
    """Mean of both recalls."""
    return (recall(label, said, 1) + recall(label, said, 0)) / 2


def decided_accuracy(label: Ints, said: Ints) -> float:
    """Balanced accuracy among the rows that were decided."""
    decided = said >= 0
    return balanced_accuracy(label[decided], said[decided])


def coverage(said: Ints) -> float:
    """Share of rows that were decided."""
    return float(np.mean(said >= 0)) if said.size else NAN


def ranks(values: Floats) -> Floats:
    """Ranks from 1, ties sharing their mean rank."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    first = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    last = np.r_[first[1:], ordered.size]
    mean = (first + last + 1) / 2
    found = np.empty(values.size)
    found[order] = np.repeat(mean, last - first)
    return found


def auroc(label: Ints, p: Floats, missing: Missing = "left-out") -> float:
    """Chance that a MR row has a higher `p` than an NMR row, ties half.

    Args:
        missing: rows without `p` are left out, get one half, or get the value that is worst for their class.
    """
    absent = np.isnan(p)
    if missing == "left-out":
        label, p = label[~absent], p[~absent]
    elif missing == "half":
        p = np.where(absent, 0.5, p)
    else:
        p = np.where(absent, np.where(label == 1, -1.0, 2.0), p)
    positive = int((label == 1).sum())
    negative = label.size - positive
    if not positive or not negative:
        return NAN
    return float((ranks(p)[label == 1].sum() - positive * (positive + 1) / 2) / (positive * negative))


def brier(label: Ints, p: Floats) -> float:
    """Mean squared distance of `p` from the label, rows without `p` left out."""
    held = ~np.isnan(p)
    return float(np.mean((p[held] - label[held]) ** 2)) if held.any() else NAN


def calibration(label: Ints, p: Floats, bins: int = 10) -> list[tuple[float, float, int]]:
    """Mean `p`, share of MR and number of rows of each bin of equal width that has rows."""
    held = ~np.isnan(p)
    place = np.minimum((p[held] * bins).astype(int), bins - 1)
    return [
        (float(p[held][place == one].mean()), float(label[held][place == one].mean()), int((place == one).sum()))
        for one in np.unique(place)
    ]


def calibration_error(label: Ints, p: Floats) -> float:
    """Expected calibration error over ten bins."""
    found = calibration(label, p)
    total = sum(rows for _, _, rows in found)
    return sum(abs(mean - share) * rows for mean, share, rows in found) / total if total else NAN


def risk_at_coverage(label: Ints, said: Ints, p: Floats, share: float) -> float:
    """Share of wrong verdicts among the most confident `share` of all rows; nan when fewer are decided."""
    decided = (said >= 0) & ~np.isnan(p)
    wanted = int(np.ceil(share * label.size))
    if not wanted or int(decided.sum()) < wanted:
        return NAN
    order = np.argsort(-np.abs(p[decided] - 0.5), kind="stable")[:wanted]
    return float(np.mean(said[decided][order] != label[decided][order]))


def caught_at(label: Ints, p: Floats, false_alarms: float = 0.05) -> float:
    """Largest share of NMR rows below a threshold of `p` below which at most `false_alarms` of the MR rows lie."""
    held = ~np.isnan(p)
    ready, other = p[held & (label == 1)], p[held & (label == 0)]
    if not ready.size or not other.size:
        return NAN
    thresholds = np.unique(p[held])
    below_ready = np.searchsorted(np.sort(ready), thresholds, side="right") / ready.size
    below_other = np.searchsorted(np.sort(other), thresholds, side="right") / other.size
    allowed = below_ready <= false_alarms
    return float(below_other[allowed].max()) if allowed.any() else 0.0


def pair_wins(final: Floats, earlier: Floats, ties: Literal["half", "wrong"]) -> Floats:
    """For each pair 1 where the accepted version has the higher `p`; a missing `p` counts as a tie."""
    tie = 0.5 if ties == "half" else 0.0
    undecided = np.isnan(final) | np.isnan(earlier) | (final == earlier)
    return np.where(undecided, tie, (final > earlier).astype(float))


def mean(values: Floats) -> float:
    """The mean; nan of nothing."""
    return float(values.mean()) if values.size else NAN
