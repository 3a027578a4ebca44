"""Sums of hypotheses are found, and Lean takes them."""

import pytest

from curate.evals.prove.goals import parse_goal
from curate.evals.prove.linear import LEMMAS, find_arguments, find_facts, prove_linear
from curate.evals.prove.polynomials import read_polynomial, write_plainly
from curate.evals.prove.workbench import RUN_LIMITS, Workbench
from curate.formalize.lean.embedded import EmbeddedLean

PROVED = {
    "equations": "(a b c : Nat) (h : a = b + 1) (k : b = c) : a + c = 1 + c + b",
    "an order": "(a b c : Nat) (h : a ≤ b) (k : b < c) : a + 1 ≤ c + a",
    "strictly": "(a b : Nat) (h : a ≤ b) : a < b + 1",
    "a negation": "(a b : Nat) (h : ¬ a ≤ b) : b + 1 ≤ a",
    "under a binder": "(f : Nat → Nat) (h : ∀ n, f (n + 1) = f n + 2) (n : Nat) : f (n + 1) + 1 = f n + 3",
    "with a premise": "(f : Nat → Nat) (h : ∀ n, 3 ≤ n → f n = 1) (n : Nat) (k : 4 ≤ n) : f n + n = n + 1",
    "products": "(a b : Nat) (h : a = b) : (a + 1) * (a + 1) = a * a + 2 * b + 1",
    "twice the same": "(a b : Nat) (h : a = b) : 2 * a = 2 * b",
    "a difference": "(a b c : Nat) (h : a ≤ b + c) : a - b ≤ c",
    "both ways": "(a b : Nat) (h : a ≤ b) (k : b ≤ a) : a + 1 = b + 1",
    "a power": "(f : Nat → Nat) (n : Nat) (h : f n = 2 ^ n) : f n + f n = 2 ^ (n + 1)",
}


def goal_of(statement: str) -> str:
    """The goal as Lean shows it, from a statement that is written in the same form."""
    binders, _, target = statement.rpartition(" : ")
    names = binders.strip("()").split(") (")
    return "\n".join(names) + f"\n⊢ {target}"


@pytest.mark.lean
def test_sums_that_are_found_are_proofs(lean: EmbeddedLean) -> None:
    for name, statement in PROVED.items():
        script = prove_linear(parse_goal(goal_of(statement)))
        assert script is not None, name
        bench = Workbench(lean, f"theorem t {statement} := by sorry\n", 10)
        tried = bench.check(bench.text_with(script))
        assert (name, tried.status, tried.said) == (name, "solved", "")


def test_no_sum_is_found_of_what_does_not_follow() -> None:
    for statement in (
        "(a b : Nat) (h : a ≤ b) : b ≤ a",
        "(a b : Nat) : a = b",
        "(a b : Nat) (h : a ≤ b) : a < b",
        "(f : Nat → Nat) (h : ∀ n, 3 ≤ n → f n = 1) (n : Nat) (k : 2 ≤ n) : f n = 1",
        "(a b : Nat) : a - b + b = a",
    ):
        assert prove_linear(parse_goal(goal_of(statement))) is None, statement


@pytest.mark.lean
def test_lean_takes_the_lemmas(lean: EmbeddedLean) -> None:
    assert lean.elaborate(LEMMAS, RUN_LIMITS).status == "ok"


def test_terms_are_read_as_polynomials() -> None:
    assert read_polynomial("f n + 2 * (a + f n)") == {("f n",): 3, ("a",): 2}
    assert read_polynomial("(a + 1) ^ 2") == {("a", "a"): 1, ("a",): 2, (): 1}
    assert read_polynomial("total (fun k => k + 1) n + n.succ") == {("total (fun k => k + 1) n",): 1, ("n",): 1, (): 1}
    assert write_plainly("f (m + (n + 1)) + Nat.zero") == "f (m + n + 1) + 0"
    differences: list[tuple[str, str]] = []
    assert read_polynomial("a + b - c + d", differences) == {("a + b - c",): 1, ("d",): 1}
    assert differences == [("a + b", "c")]


def test_facts_stand_at_the_arguments_of_the_target() -> None:
    goal = parse_goal("f : Nat → Nat\nh : ∀ (n : Nat), f n ≤ 1\nm : Nat\n⊢ f (m + (m + 1)) ≤ 1")
    assert find_arguments(goal)[:3] == ["m", "m + m", "m + m + 1"]
    assert "(h (m + m + 1))" in [fact.term for fact in find_facts(goal)]
