"""A candidate that Lean did not come to is none that elaborates."""

import pytest

from curate.formalize.checks.proving import ProofCandidate, find_elaborating
from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import EmbeddedLean

pytestmark = pytest.mark.lean


def candidate(name: str, proof: str) -> ProofCandidate:
    return ProofCandidate(name=name, declaration=f"theorem {name} (n : Nat) : n * 1 = n + 0 := by {proof}")


def test_wrong_candidates_before_a_good_one_hide_nothing(lean: EmbeddedLean) -> None:
    """Lean stops reading after a hundred errors; here are four hundred before the good one."""
    wrong = [candidate(f"wrong_{place}", "exact (1 : Nat); exact (2 : Nat)") for place in range(200)]
    good = [candidate("first", "simp"), candidate("last", "simp")]
    found = find_elaborating(lean, "", [good[0], *wrong, good[1]], Limits())
    assert found == tuple(good)


def test_nothing_to_try_is_nothing_found(lean: EmbeddedLean) -> None:
    assert find_elaborating(lean, "", [], Limits()) == ()
