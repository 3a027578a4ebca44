"""What a reader sees at once when told is said, whether or not anything is proved."""

import pytest

from curate.formalize.checks.remarks import remark
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.inspect import inspect

pytestmark = pytest.mark.lean


TWICE = "n is bound twice, and the inner one hides the outer one"


@pytest.mark.parametrize(
    ("binders", "said"),
    [
        ("(n m : Nat) (h : n > 0)", ("nothing mentions the variable m : Nat",)),
        ("(n m : Nat) (h : n > m)", ()),
        ("{α : Type} (x : α) (n : Nat)", ("nothing mentions the variable x : α",)),
        (
            "(n : Nat) (h : ∀ n, n < 2 → n = 0)",
            (TWICE, "the hypothesis h : ∀ (n' : Nat), n' < 2 → n' = 0 has nothing to do with the conclusion"),
        ),
        ("(n c : Nat) (hc : c > 0)", ("the hypothesis hc : c > 0 has nothing to do with the conclusion",)),
        ("(n c : Nat) (hc : c > n)", ()),
    ],
)
def test_what_nothing_mentions_what_is_bound_twice_and_what_stands_apart_is_said(
    lean: EmbeddedLean, binders: str, said: tuple[str, ...]
) -> None:
    (statement,) = inspect(lean, f"theorem t {binders} : n + 1 > 1 := by sorry\n", replay=False).statements
    assert remark(statement) == said
