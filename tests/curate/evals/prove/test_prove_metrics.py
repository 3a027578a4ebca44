"""The measures of a prover run equal values that were worked out by hand."""

import math

import pytest

from curate.evals.prove.metrics import mcnemar, mean_pass_at, pass_at, solved_curve, wilson


def test_wilson_is_the_textbooks() -> None:
    found = wilson(5, 10)
    assert (found.value, round(found.low, 4), round(found.high, 4)) == (0.5, 0.2366, 0.7634)
    assert round(wilson(0, 12).high, 4) == 0.2425
    assert wilson(0, 12).low == 0.0
    assert wilson(3, 3).high == 1.0
    assert math.isnan(wilson(0, 0).value)


def test_pass_at_k_is_unbiased_and_refuses_more_than_there_are() -> None:
    assert pass_at(3, 5, 1) == pytest.approx(0.6)
    assert pass_at(1, 4, 1) == pytest.approx(0.25)
    assert pass_at(4, 4, 1) == 1.0
    assert pass_at(2, 4, 0) == 0.0
    with pytest.raises(ValueError, match="pass@5"):
        pass_at(5, 4, 4)


def test_the_mean_is_over_problems_and_its_interval_too() -> None:
    found = mean_pass_at(1, [(4, 4), (4, 0), (4, 2), (4, 2)])
    assert found.value == pytest.approx(0.5)
    assert 0.0 <= found.low < 0.5 < found.high <= 1.0
    assert mean_pass_at(1, [(2, 2)] * 5) == (1.0, 1.0, 1.0)
    assert found == mean_pass_at(1, [(4, 4), (4, 0), (4, 2), (4, 2)]), "the draws must be the same each time"


def test_mcnemar_is_exact() -> None:
    assert mcnemar(0, 0) == 1.0
    assert mcnemar(5, 0) == pytest.approx(2 / 32)
    assert mcnemar(1, 5) == pytest.approx(2 * 7 / 64)
    assert mcnemar(3, 3) == 1.0


def test_a_curve_counts_what_was_solved_within_a_limit() -> None:
    assert solved_curve({"a": 5.0, "b": 10.0, "c": 11.0}, (1.0, 10.0, 100.0)) == [0, 2, 3]
