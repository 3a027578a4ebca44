"""What a reviewer said, as numbers beside the labels: one verdict and one probability for each snapshot."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from curate.evals.review.answer import AXES, AxisReview, Review
from curate.evals.review.metrics import NAN, Floats, Ints
from curate.evals.review.records import Prediction
from curate.evals.review.truth import Truth

AXES_RULE = (
    "not merge ready when any axis is a problem, merge ready when all are ok, else uncertain; "
    "p is the share of axes that are ok, an uncertain one counting half"
)
"""How a verdict follows from eight answers on one axis each."""
_SAID = {"merge_ready": 1, "not_merge_ready": 0}


class Vote(NamedTuple):
    """One reviewer on one snapshot. `said` is -1 for uncertain and for invalid; `p` is nan when it is missing."""

    item: str
    said: int
    p: float
    valid: bool
    valid_at_first: bool
    whole: bool


class Votes(NamedTuple):
    """The votes of one reviewer in the order of `items`, with the labels."""

    name: str
    items: tuple[str, ...]
    groups: tuple[int, ...]
    label: Ints
    said: Ints
    p: Floats
    valid: Ints
    valid_at_first: Ints
    whole: Ints


def vote_of(prediction: Prediction) -> Vote:
    """The vote in the answer of a one-call review."""
    answer = prediction.answer
    valid = isinstance(answer, Review)
    return Vote(
        item=prediction.item,
        said=_SAID.get(answer.verdict, -1) if isinstance(answer, Review) else -1,
        p=answer.p_merge_ready / 100 if isinstance(answer, Review) else NAN,
        valid=valid,
        valid_at_first=prediction.valid_at_first,
        whole=prediction.whole,
    )


def vote_of_axes(predictions: Sequence[Prediction]) -> Vote:
    """The vote that follows from the eight answers on one snapshot, by `AXES_RULE`."""
    answers = {one.axis: one.answer.verdict for one in predictions if isinstance(one.answer, AxisReview)}
    valid = set(answers) == set(AXES)
    verdicts = list(answers.values())
    said = -1
    if valid:
        said = 0 if "problem" in verdicts else 1 if set(verdicts) == {"ok"} else -1
    return Vote(
        item=predictions[0].item,
        said=said,
        p=(verdicts.count("ok") + verdicts.count("uncertain") / 2) / len(AXES) if valid else NAN,
        valid=valid,
        valid_at_first=all(one.valid_at_first for one in predictions),
        whole=all(one.whole for one in predictions),
    )


def merge_votes(votes: Sequence[Vote]) -> Vote:
    """Several votes of one reviewer on one snapshot: the verdict of the majority (a draw is uncertain), the mean p."""
    counts = {verdict: sum(one.said == verdict for one in votes) for verdict in (1, 0)}
    said = -1 if counts[0] == counts[1] else 1 if counts[1] > counts[0] else 0
    if max(counts.values()) * 2 <= len(votes):
        said = -1
    held = [one.p for one in votes if not np.isnan(one.p)]
    return Vote(
        item=votes[0].item,
        said=said,
        p=sum(held) / len(held) if held else NAN,
        valid=any(one.valid for one in votes),
        valid_at_first=all(one.valid_at_first for one in votes),
        whole=all(one.whole for one in votes),
    )


def by_item(predictions: Iterable[Prediction]) -> dict[str, list[Prediction]]:
    """Predictions of each snapshot, in their order."""
    found: defaultdict[str, list[Prediction]] = defaultdict(list)
    for one in predictions:
        found[one.item].append(one)
    return dict(found)


def collect_votes(name: str, votes: Iterable[Vote], truth: Mapping[str, Truth]) -> Votes:
    """`votes` as arrays beside the labels of `truth`."""
    listed = list(votes)
    known = [truth[one.item] for one in listed]
    return Votes(
        name=name,
        items=tuple(one.item for one in listed),
        groups=tuple(one.group for one in known),
        label=np.array([one.ready for one in known], dtype=np.int_),
        said=np.array([one.said for one in listed], dtype=np.int_),
        p=np.array([one.p for one in listed], dtype=np.float64),
        valid=np.array([one.valid for one in listed], dtype=np.int_),
        valid_at_first=np.array([one.valid_at_first for one in listed], dtype=np.int_),
        whole=np.array([one.whole for one in listed], dtype=np.int_),
    )
