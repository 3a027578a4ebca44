"""The measures agree with scikit-learn's, keep the paper's numbers, and give nan rather than 0 for nothing."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss, recall_score, roc_auc_score, roc_curve

from curate.evals.review import metrics
from curate.evals.review.agreement import as_truth, kappa
from curate.evals.review.axes import GIT_AXES, found_axes, revised_axes
from curate.evals.review.bootstrap import Draws

ROWS = st.lists(st.tuples(st.integers(0, 1), st.integers(-1, 1), st.integers(0, 10)), min_size=2, max_size=60).filter(
    lambda rows: {row[0] for row in rows} == {0, 1}
)


@settings(deadline=None)
@given(ROWS)
def test_the_measures_equal_scikit_learns(rows: list[tuple[int, int, int]]) -> None:
    label, said = (np.array([row[place] for row in rows]) for place in (0, 1))
    p = np.array([row[2] / 10 for row in rows])
    assert metrics.auroc(label, p) == pytest.approx(roc_auc_score(label, p))
    assert metrics.brier(label, p) == pytest.approx(brier_score_loss(label, p))
    for kind in (0, 1):
        wanted = recall_score(label, said, labels=[kind], average="macro", zero_division=0)
        assert metrics.recall(label, said, kind) == pytest.approx(wanted)


@settings(deadline=None)
@given(ROWS)
def test_calibration_and_triage_equal_scikit_learns(rows: list[tuple[int, int, int]]) -> None:
    label = np.array([row[0] for row in rows])
    p = np.array([row[2] / 11 + 0.01 for row in rows])  # off the edges of bins, which scikit-learn closes elsewhere
    share, mean = calibration_curve(label, p, n_bins=10)
    found = metrics.calibration(label, p)
    assert [one[0] for one in found] == pytest.approx(mean.tolist())
    assert [one[1] for one in found] == pytest.approx(share.tolist())
    assert sum(one[2] for one in found) == len(rows)
    for allowed in (0.05, 0.3):
        alarms, caught, _ = roc_curve(1 - label, -p, drop_intermediate=False)
        assert metrics.caught_at(label, p, allowed) == pytest.approx(caught[alarms <= allowed].max())


def test_the_papers_recalls_give_its_balanced_accuracy() -> None:
    label = np.array([1] * 1000 + [0] * 1000)
    said = np.array([1] * 698 + [-1] * 302 + [0] * 23 + [1] * 977)
    assert 100 * metrics.balanced_accuracy(label, said) == pytest.approx(36.05)
    assert metrics.balanced_accuracy(label, np.ones(2000, dtype=int)) == 0.5


def test_missing_points_are_left_out_or_half_or_worst() -> None:
    label, p = np.array([1, 1, 0, 0]), np.array([0.9, math.nan, 0.2, math.nan])
    assert metrics.auroc(label, p) == 1.0
    assert metrics.auroc(label, p, "half") == pytest.approx(3.5 / 4)
    assert metrics.auroc(label, p, "worst") == pytest.approx(1 / 4)


def test_nothing_to_measure_is_not_a_number() -> None:
    none, one_class = np.array([], dtype=int), np.array([1, 1])
    assert math.isnan(metrics.auroc(one_class, np.array([0.1, 0.2])))
    assert math.isnan(metrics.balanced_accuracy(one_class, one_class))
    assert math.isnan(metrics.coverage(none))
    assert math.isnan(metrics.brier(one_class, np.array([math.nan, math.nan])))
    assert math.isnan(metrics.caught_at(one_class, np.array([0.1, 0.2])))
    assert Draws([]).estimate(lambda rows: {"x": metrics.mean(rows.astype(float))})["x"].value != 0


def test_ties_are_half_or_wrong() -> None:
    final, earlier = np.array([0.9, 0.5, 0.1, math.nan]), np.array([0.1, 0.5, 0.9, 0.2])
    assert metrics.pair_wins(final, earlier, "half").tolist() == [1, 0.5, 0, 0.5]
    assert metrics.pair_wins(final, earlier, "wrong").tolist() == [1, 0, 0, 0]


def test_what_is_caught_at_five_percent_false_alarms() -> None:
    label = np.array([1] * 20 + [0] * 10)
    p = np.array([0.3] + [0.9] * 19 + [0.2] * 4 + [0.95] * 6)
    assert metrics.caught_at(label, p) == pytest.approx(0.4)
    assert metrics.caught_at(label, np.full(30, 0.5)) == 0.0


def test_risk_is_that_of_the_most_confident() -> None:
    label, said = np.array([1, 0, 1, 0]), np.array([1, 0, 0, 1])
    p = np.array([0.95, 0.05, 0.45, 0.55])
    assert metrics.risk_at_coverage(label, said, p, 0.5) == 0.0
    assert metrics.risk_at_coverage(label, said, p, 1.0) == 0.5
    assert math.isnan(metrics.risk_at_coverage(label, np.array([-1] * 4), p, 0.5))


def test_versions_of_one_group_are_drawn_together() -> None:
    values = np.array([0.0, 0.0, 1.0, 1.0])
    together = Draws([1, 1, 2, 2], 500).estimate(lambda rows: {"x": float(values[rows].mean())})["x"]
    assert (together.value, together.low, together.high) == (0.5, 0.0, 1.0)
    same = Draws([1, 2, 3, 4], 200)
    zero = same.compare(lambda rows: {"x": float(values[rows].mean())}, lambda rows: {"x": float(values[rows].mean())})
    assert tuple(zero["x"]) == (0, 0, 0)


def test_kappa_is_agreement_beyond_chance() -> None:
    one = np.array([1, 1, 0, 0])
    assert kappa(one, one) == 1.0
    assert kappa(one, np.array([1, 0, 1, 0])) == pytest.approx(0.0)
    assert math.isnan(kappa(np.ones(4, dtype=int), np.ones(4, dtype=int)))


def test_agreement_reads_as_a_balanced_accuracy() -> None:
    one = np.array([1, 1, 0, 0])
    assert as_truth(one, one) == 1.0
    assert as_truth(one, np.array([1, 0, 1, 0])) == 0.5
    assert as_truth(one, np.array([1, -1, 0, 0])) == pytest.approx((1 + 0.75) / 2)
    assert math.isnan(as_truth(one, np.full(4, -1)))


def test_what_git_does_not_know_is_neither_found_nor_clean() -> None:
    clean = {check: 0.0 for checks in GIT_AXES.values() for check in checks}
    assert set(found_axes(clean).values()) == {False}
    del clean["imports-large"]
    assert "imports" not in found_axes(clean)
    assert found_axes({**clean, "imports-redundant": 2.0})["imports"]
    assert found_axes({}) == {}


def test_a_revision_touches_the_axes_whose_numbers_it_changes() -> None:
    here, there = (
        {"imports-added": 1.0, "longest-proof": 9.0, "style": 0.0},
        {"imports-added": 2.0, "longest-proof": 9.0},
    )
    found = revised_axes(here, there)
    assert found == {"imports": True, "proof_readability": False}


@pytest.mark.parametrize("values", [[3.0], [1.0, 1.0, 1.0], [2.0, 1.0, 2.0, 3.0]])
def test_ties_share_their_rank(values: list[float]) -> None:
    found = metrics.ranks(np.array(values))
    assert found.sum() == len(values) * (len(values) + 1) / 2
