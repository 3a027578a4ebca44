"""What changed between two statements is told by name, and who implies whom by the kernel."""

import pytest

from curate.formalize.checks.comparison import compare_statements, relate_statements
from curate.formalize.gate.module_rules import find_statement
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.inspect import inspect
from curate.formalize.terms.statements import Statement

BEFORE = "theorem t (n m : Nat) (h : n < m) : n ≤ m := by sorry\n"


def statement(lean: EmbeddedLean, text: str) -> Statement:
    found = find_statement(text, inspect(lean, text, replay=False))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("after", "changes", "answer"),
    [
        ("theorem t (a b : Nat) (h : a < b) : a ≤ b := by\n  sorry -- renamed\n", [], "same"),
        ("theorem t (n m : Nat) : n ≤ m := by sorry\n", [("hypothesis", "dropped", "h")], "stronger"),
        (
            "theorem t (n m : Nat) (h : n < m) (k : 0 < n) : n ≤ m := by sorry\n",
            [("hypothesis", "added", "k")],
            "weaker",
        ),
        (
            "theorem t (n m : Nat) (h : n ≤ m) : n ≤ m := by sorry\n",
            [("hypothesis", "changed", "h")],
            "stronger",
        ),
        (
            "theorem t (n m : Nat) (h : n < m) : n < m := by sorry\n",
            [("conclusion", "changed", None)],
            "stronger",
        ),
        (
            "theorem t (n m : Nat) (h : n < m) : n ≤ m ∨ n = 7 := by sorry\n",
            [("conclusion", "changed", None)],
            "weaker",
        ),
        (
            "theorem t (n m : Nat) (h : m < n) : n ≤ m := by sorry\n",
            [("hypothesis", "changed", "h")],
            "unrelated",
        ),
        (
            "theorem t (a m : Nat) (h : a ≤ m) : a ≤ m := by sorry\n",
            [("variable", "renamed", "a"), ("hypothesis", "changed", "h")],
            "stronger",
        ),
        (
            "theorem t (n m : Nat) (α : Type) (h : n < m) : n ≤ m := by sorry\n",
            [("variable", "added", "α")],
            None,
        ),
    ],
)
def test_a_change_is_named_and_weighed(
    lean: EmbeddedLean, after: str, changes: list[tuple[str, str, str | None]], answer: str | None
) -> None:
    found = compare_statements(statement(lean, BEFORE), statement(lean, after))
    assert [(one.part, one.kind, one.name) for one in found] == changes
    if answer is not None:
        relation = relate_statements(lean, BEFORE, after)
        assert relation.answer == answer, relation.reason
        assert bool(relation.proofs) == (answer in ("weaker", "stronger"))


def test_both_ways_is_equivalent(lean: EmbeddedLean) -> None:
    after = "theorem t (n m : Nat) (h : n < m) : n ≤ m ∨ n ≤ m := by sorry\n"
    assert relate_statements(lean, BEFORE, after).answer == "equivalent"


def test_where_more_than_the_theorem_changed_nothing_is_claimed(lean: EmbeddedLean) -> None:
    relation = relate_statements(lean, BEFORE, "def x := 3\n" + BEFORE)
    assert (relation.answer, relation.reason) == ("unknown", "what stands around the theorem changed too")
    assert relate_statements(lean, BEFORE, "theorem t : 1 = 1 := rfl\n").answer == "unknown"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f (n : Nat) : Nat := n\ntheorem t : f 1 = 1 := by sorry\n",
         "def f (n : Nat) : Nat := n * n\ntheorem t : f 1 = 1 := by sorry\n"),
        ("theorem t (n m : Nat) : n + m = m := by sorry\n", "theorem t (m n : Nat) : n + m = m := by sorry\n"),
    ],
)  # fmt: skip
def test_a_change_that_no_binder_shows_is_still_told(lean: EmbeddedLean, before: str, after: str) -> None:
    (change,) = compare_statements(statement(lean, before), statement(lean, after))
    assert (change.part, change.kind) == ("elsewhere", "changed")
