"""An edit of a rule keeps what the draft says, or a person is asked: told by what Lean reads, and by its digest."""

import pytest
from repairing import doubts_about, repair

from curate.formalize.gate.module_rules import check_honesty
from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.repair.journal import Made
from curate.formalize.repair.meaning import find_doubts
from curate.formalize.repair.rules import OBLIGATIONS, RULES
from curate.formalize.repair.rules.context import Edit, place_after

pytestmark = pytest.mark.lean

KEPT = {
    "or under a bound": (
        "(f : Nat → Nat) (h : ∃ k > 2, f k = 1 ∨ f k = 3) : ∃ k, 2 < k",
        "(f : Nat → Nat) (h : ∃ k, k > 2 ∧ (f k = 1 ∨ f k = 3)) : ∃ k, 2 < k",
    ),
    "an implication under a bound": (
        "(f : Nat → Nat) : ∃ k > 7, f k = 1 → f (k + 1) = 1",
        "(f : Nat → Nat) : ∃ k, k > 7 ∧ (f k = 1 → f (k + 1) = 1)",
    ),
    "an equivalence under a bound": (
        "(f g : Nat → Nat) (h : ∀ k > 2, f k = 1 ↔ g k = 1) : f 3 = 1 → g 3 = 1",
        "(f g : Nat → Nat) (h : ∀ k, k > 2 → (f k = 1 ↔ g k = 1)) : f 3 = 1 → g 3 = 1",
    ),
    "an arrow that begins a comment": (
        "(f : Nat → Nat) (h : ∀ k, f (k + 1) ≤ f k + 1) : f 0 ≤ 2 --> f 1 ≤ 3",
        "(f : Nat → Nat) (h : ∀ k, f (k + 1) ≤ f k + 1) : f 0 ≤ 2 → f 1 ≤ 3",
    ),
    "a product as an argument": (
        "(k : Nat) (f : Nat → Nat) : f 3k = f 6 → f 2 = f 2",
        "(k : Nat) (f : Nat → Nat) : f (3 * k) = f 6 → f 2 = f 2",
    ),
    "a call whose field is taken": (
        "(f : Nat → Nat) (h : ∀ k, f(k).succ = f(k + 1)) : f 0 < f 1",
        "(f : Nat → Nat) (h : ∀ k, (f k).succ = f (k + 1)) : f 0 < f 1",
    ),
    "a call that is an argument": (
        "(f g : Nat → Nat) (h : ∀ k, f g(k) = k) : f (g 1) = 1",
        "(f g : Nat → Nat) (h : ∀ k, f (g k) = k) : f (g 1) = 1",
    ),
    "a chain": (
        "(f : Nat → Nat) (h : ∀ k, 1 ≤ f k < 4) : f 0 < 4",
        "(f : Nat → Nat) (h : ∀ k, 1 ≤ f k ∧ f k < 4) : f 0 < 4",
    ),
    "a chain beside a connective": (
        "(a b c : Nat) (h : a < b < c ∨ c < a) : a ≠ c",
        "(a b c : Nat) (h : (a < b ∧ b < c) ∨ c < a) : a ≠ c",
    ),
    "exactly one": (
        "(f : Nat → Nat) : ∃! k, f 2 = k",
        "(f : Nat → Nat) : ∃ k, f 2 = k ∧ ∀ y, f 2 = y → y = k",
    ),
    "a square": ("(k : Nat) (h : 1 < k) : k < k²", "(k : Nat) (h : 1 < k) : k < k ^ 2"),
    "membership in a range": (
        "(f : Nat → Nat) (h : ∀ i ∈ Finset.range 4, f i = 0) : f 3 = 0",
        "(f : Nat → Nat) (h : ∀ i, i < 4 → f i = 0) : f 3 = 0",
    ),
    "a type that nothing binds": (
        "(R : S → S → Prop) (h : ∀ s, R s s) (a : S) : ∃ b, R a b",
        "{S : Type _} (R : S → S → Prop) (h : ∀ s, R s s) (a : S) : ∃ b, R a b",
    ),
}
ASKED = {
    "a product in a power": "(f : Nat → Nat) (h : ∀ k, f k = 3^3k) : f 0 ≤ f 1",
    "a product that divides": "(f : Nat → Nat) (M : Nat) (h : ∀ k, f k = M / 4k) : f 1 ≤ M",
    "a square after an argument": "(f : Nat → Nat) (h : ∀ k, f k² = k) : f 0 ≤ 1",
    "another name of the text's own": "(c : Nat → Nat) (h : ∀ n, c n = ruin1 n) : ∀ n, ruin2 n + c n = c n + ruin1 n",
    "a Greek letter beside its twin": "(f : Nat → Nat) (v : Nat) (h : ∀ k, f k ≤ f (k + 1)) : f ν ≤ f (v + ν)",
    "a letter that looks like a number": "(f : Nat → Nat) (h : ∀ n, f n ≤ f O) : f 2 ≤ f O + 1",
    "a bracket that is closed at the end": "(f : Nat → Nat) (c : Nat) (h : c > 3) : (∀ n, f n ≤ c → f 5 ≤ c + f 7",
    "a bracket that is taken away": "(f g : Nat → Nat) (h : ∀ k, f k ≤ g k) : f 1 + 1) ≤ g 1 + 1",
    "a variable that nothing binds": "(f : Nat → Nat) (h : ∀ k, f k ≤ c) : f 3 ≤ c + 1",
    "a variable that another hypothesis binds": (
        "(f : Nat → Nat) (h : f n ≤ 5) (k : ∀ (n : Nat) (m : Nat), f n ≤ f m + m) : f n ≤ 5 + n"
    ),
    "a chain in both directions": "(a b c : Nat) (h : a < b > c) : a + c < b + b",
    "a negated chain": "(a b c : Nat) (h : ¬ a < b < c) : b ≤ a ∨ c ≤ b",
}
PREAMBLE = "def ruin1 (n : Nat) : Nat := n\n\n"


def digest(lean: EmbeddedLean, text: str) -> str:
    statement = check_honesty(lean, text).statement
    assert statement is not None
    return statement.digest


@pytest.mark.parametrize("name", KEPT)
def test_what_is_repaired_without_a_question_says_what_the_draft_said(lean: EmbeddedLean, name: str) -> None:
    draft, meaning = (f"theorem t {words} := by sorry\n" for words in KEPT[name])
    found = repair(lean, draft)
    assert digest(lean, found.text) == digest(lean, meaning), found.text
    assert doubts_about(lean, found) == ()


@pytest.mark.parametrize("name", ASKED)
def test_what_may_mean_something_else_is_asked_about(lean: EmbeddedLean, name: str) -> None:
    found = repair(lean, f"{PREAMBLE}theorem t {ASKED[name]} := by sorry\n")
    assert found.status == "ok", found.diagnostics
    assert doubts_about(lean, found)


def find(lean: EmbeddedLean, before: str, rule: str, edit: Edit, unit: tuple[int, int] | None = None) -> bool:
    """Whether one edit of a rule is doubted."""
    text = before[: edit.start] + edit.replacement + before[edit.end :]
    units = () if unit is None else (place_after([edit], unit, own=True),)
    draft = Made(origin="draft", text=before, diff="", why="")
    made = Made(origin="rule", text=text, diff="", why="", rule=rule, edits=(edit,), units=units)
    return bool(find_doubts(lean, [draft, made], Limits()))


PROOFS = {
    "a product that another operation takes apart": (
        "theorem t : 2 ^ 2k = 4 := by sorry",
        "juxtaposition",
        "2k",
        "2 * k",
        True,
    ),
    "a product that stays one": ("theorem t : 2 + 2k = 4 := by sorry", "juxtaposition", "2k", "2 * k", False),
    "an ending that eats a part of the statement": (
        "theorem t : p ∧ q = r := by sorry",
        "ending",
        "∧ q = r",
        "= q",
        True,
    ),
    "an ending after the statement": ("theorem t : p = q := by Sorry", "ending", "Sorry", "sorry", False),
    "a name that a quantifier binds": ("theorem t : ∀ N, M ≤ N := by sorry", "known-spelling", "M", "N", True),
    "a name that nothing binds": ("theorem t : ∀ n, M ≤ n := by sorry", "known-spelling", "M", "Nat.zero", False),
    "a sign that runs into the next": ("theorem t : a < = b := by sorry", "ascii-sign", " =", "=", True),
}


@pytest.mark.parametrize("name", PROOFS)
def test_an_edit_is_doubted_when_its_proof_fails(lean: EmbeddedLean, name: str) -> None:
    text, rule, old, new, doubted = PROOFS[name]
    at = text.index(old)
    edit = Edit(start=at, end=at + len(old), replacement=new)
    assert find(lean, text, rule, edit, (at, at + len(old)) if rule == "juxtaposition" else None) is doubted


def test_every_rule_that_owes_a_proof_is_a_rule_and_the_guessing_ones_owe_none() -> None:
    guesses = {"misspelt", "wrong-member", "missing-bracket", "extra-bracket", "binder-too-late", "unbound-variable"}
    assert not guesses & set(OBLIGATIONS)
    assert len(RULES) > 40


def test_a_place_moves_with_what_is_put_before_it_and_grows_with_what_is_put_into_it() -> None:
    edits = [Edit(start=0, end=0, replacement="ab"), Edit(start=6, end=7, replacement="xyz")]
    assert place_after(edits, (5, 9)) == (7, 13)
    at_its_ends = [Edit(start=5, end=5, replacement="("), Edit(start=9, end=9, replacement=")")]
    assert place_after(at_its_ends, (5, 9)) == (6, 10)
    assert place_after(at_its_ends, (5, 9), own=True) == (5, 11)
