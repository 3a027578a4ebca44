"""A variable that nothing mentions is said, whether or not anything is proved."""

import pytest

from curate.formalize.checks.remarks import remark
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.inspect import inspect

pytestmark = pytest.mark.lean


@pytest.mark.parametrize(
    ("binders", "said"),
    [
        ("(n m : Nat) (h : n > 0)", ("nothing mentions the variable m : Nat",)),
        ("(n m : Nat) (h : n > m)", ()),
        ("{α : Type} (x : α) (n : Nat)", ("nothing mentions the variable x : α",)),
    ],
)
def test_only_variables_that_nothing_mentions_are_named(
    lean: EmbeddedLean, binders: str, said: tuple[str, ...]
) -> None:
    (statement,) = inspect(lean, f"theorem t {binders} : n + 1 > 1 := by sorry\n", replay=False).statements
    assert remark(statement) == said
