"""Scores of one reviewer: every measure with its interval, on all rows and on slices; pairs by points and directly."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

import numpy as np

from curate.evals.review import metrics
from curate.evals.review.answer import Comparison
from curate.evals.review.bootstrap import Draws, Estimate, Measures, Statistic
from curate.evals.review.metrics import Floats, Ints
from curate.evals.review.records import Prediction
from curate.evals.review.truth import PairTruth, Truth
from curate.evals.review.votes import Votes

RISK_AT = 0.5


class Scores(NamedTuple):
    """All measures of one reviewer on some rows."""

    name: str
    ready: int
    """Rows that are merge ready."""
    other: int
    measures: dict[str, Estimate]


class PairScores(NamedTuple):
    """How often the accepted version won."""

    name: str
    pairs: int
    measures: dict[str, Estimate]


def measure_votes(votes: Votes) -> Statistic:
    """All measures of `votes` on the rows at some places."""

    def statistic(rows: Ints) -> Measures:
        label, said, p = votes.label[rows], votes.said[rows], votes.p[rows]
        return {
            "mr_recall": metrics.recall(label, said, 1),
            "nmr_recall": metrics.recall(label, said, 0),
            "balanced_accuracy": metrics.balanced_accuracy(label, said),
            "decided_accuracy": metrics.decided_accuracy(label, said),
            "coverage": metrics.coverage(said),
            "valid": metrics.mean(votes.valid[rows].astype(float)),
            "valid_at_first": metrics.mean(votes.valid_at_first[rows].astype(float)),
            "auroc": metrics.auroc(label, p),
            "auroc_half": metrics.auroc(label, p, "half"),
            "auroc_worst": metrics.auroc(label, p, "worst"),
            "brier": metrics.brier(label, p),
            "calibration_error": metrics.calibration_error(label, p),
            "risk_at_half": metrics.risk_at_coverage(label, said, p, RISK_AT),
            "nmr_caught_at_5": metrics.caught_at(label, p),
        }

    return statistic


def score_votes(votes: Votes, draws: int) -> Scores:
    """The scores of one reviewer."""
    ready = int(votes.label.sum())
    return Scores(
        votes.name, ready, votes.label.size - ready, Draws(votes.groups, draws).estimate(measure_votes(votes))
    )


def compare_votes(one: Votes, other: Votes, draws: int) -> dict[str, Estimate]:
    """Each measure of `one` minus that of `other`, on the snapshots that both voted on, by the same draws."""
    shared = sorted(set(one.items) & set(other.items))
    left, right = select(one, shared), select(other, shared)
    return Draws(left.groups, draws).compare(measure_votes(left), measure_votes(right))


def select(votes: Votes, items: Sequence[str]) -> Votes:
    """The votes on `items`, in that order."""
    place = {item: index for index, item in enumerate(votes.items)}
    rows = np.array([place[item] for item in items], dtype=np.int_)
    return votes._replace(
        items=tuple(items),
        groups=tuple(votes.groups[row] for row in rows),
        **{name: getattr(votes, name)[rows] for name in ("label", "said", "p", "valid", "valid_at_first", "whole")},
    )


def score_points(name: str, votes: Votes, pairs: Mapping[str, PairTruth], draws: int) -> PairScores:
    """Pairs judged by the two versions' `p`: ties half and ties wrong."""
    p = dict(zip(votes.items, votes.p, strict=True))
    held = [one for one in pairs.values() if one.earlier in p and one.final in p]
    final = np.array([p[one.final] for one in held], dtype=np.float64)
    earlier = np.array([p[one.earlier] for one in held], dtype=np.float64)

    def statistic(rows: Ints) -> Measures:
        left, right = final[rows], earlier[rows]
        return {
            "ties_half": metrics.mean(metrics.pair_wins(left, right, "half")),
            "ties_wrong": metrics.mean(metrics.pair_wins(left, right, "wrong")),
            "tied": metrics.mean((~((left > right) | (left < right))).astype(float)),
        }

    return PairScores(name, len(held), Draws([one.group for one in held], draws).estimate(statistic))


def score_direct(
    name: str, predictions: Sequence[Prediction], pairs: Mapping[str, PairTruth], draws: int
) -> PairScores:
    """Pairs that were shown in one prompt: each order by itself, both together, and how often the seat decided."""
    wins: dict[str, dict[str, float]] = {}
    for one in predictions:
        if one.order is not None:
            wins.setdefault(f"{one.item}|{one.repeat}", {})[one.order] = _win(one)
    both = [(key.rpartition("|")[0], held["AB"], held["BA"]) for key, held in wins.items() if len(held) == 2]
    forward, backward = (np.array([row[place] for row in both], dtype=np.float64) for place in (1, 2))

    def statistic(rows: Ints) -> Measures:
        left, right = forward[rows], backward[rows]
        agreed = np.where((left == right) & (left != 0.5), left, 0.5)
        return {
            "accepted_second": metrics.mean((left == 1).astype(float)),
            "accepted_first": metrics.mean((right == 1).astype(float)),
            "both_orders": metrics.mean((agreed == 1).astype(float)),
            "both_orders_ties_half": metrics.mean(agreed),
            "seat_decided": metrics.mean(((left != right) & (left != 0.5) & (right != 0.5)).astype(float)),
            "prefers_first": _preference(left, right),
        }

    groups = [pairs[item].group for item, _, _ in both]
    return PairScores(name, len(both), Draws(groups, draws).estimate(statistic))


def _win(prediction: Prediction) -> float:
    """1 when the accepted version was chosen, 0 when the earlier one was, one half for uncertain and invalid."""
    answer = prediction.answer
    if not isinstance(answer, Comparison) or answer.more_merge_ready == "uncertain":
        return 0.5
    return float(answer.more_merge_ready == ("B" if prediction.order == "AB" else "A"))


def _preference(forward: Floats, backward: Floats) -> float:
    """Share of decided answers that chose what was shown first; one half means no bias."""
    first = np.r_[forward[forward != 0.5] == 0, backward[backward != 0.5] == 1]
    return metrics.mean(first.astype(float))


def slices(votes: Votes, truth: Mapping[str, Truth], cut_off: date | None) -> dict[str, Votes]:
    """`votes` by size, by whether the diff was cut, by kind of label and evidence, and by the model's cut-off day.

    Slices of one class of label (reason) hold the other class as well, so that every measure has both.
    """
    rows = [truth[item] for item in votes.items]
    sizes = sorted(one.changed_lines for one in rows if one.changed_lines is not None)
    low, high = (sizes[len(sizes) * part // 3] for part in (1, 2)) if sizes else (0, 0)

    def within(one: Truth, least: int, most: int | None) -> bool:
        size = one.changed_lines
        return size is not None and least <= size and (most is None or size <= most)

    tests: dict[str, Callable[[int, Truth], bool]] = {
        f"up to {low} changed lines": lambda place, one: within(one, 0, low),
        f"{low + 1} to {high} changed lines": lambda place, one: within(one, low + 1, high),
        f"over {high} changed lines": lambda place, one: within(one, high + 1, None),
        "diff whole": lambda place, one: bool(votes.whole[place]),
        "diff cut": lambda place, one: not votes.whole[place],
        "NMR: revised": lambda place, one: one.ready or one.reason == "revised",
        "NMR: unmerged": lambda place, one: one.ready or one.reason == "unmerged",
    }
    for kind in sorted({one.evidence_class for one in rows}):
        tests[f"evidence: {kind}"] = lambda place, one, kind=kind: one.evidence_class == kind  # type: ignore[misc]  # mypy can't infer a default
    if cut_off is not None:
        tests[f"closed up to {cut_off}"] = lambda place, one: one.closed_at.date() <= cut_off
        tests[f"closed after {cut_off}"] = lambda place, one: one.closed_at.date() > cut_off
    return {
        name: select(votes, [one.item for place, one in enumerate(rows) if test(place, one)])
        for name, test in tests.items()
    }
