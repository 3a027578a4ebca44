"""Vacuous, trivial, disproved, needless: proven only with a proof that the kernel took."""

import tomllib
from pathlib import Path

import pytest

from curate.formalize.checks.statement_checks import CHECKS, check_statement
from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.inspect import inspect
from curate.schemas.stochbench.records import CheckResult


def check(lean: EmbeddedLean, text: str, proof: str | None = None) -> dict[str, CheckResult]:
    results = check_statement(lean, text, Limits(), proof)
    assert tuple(one.check for one in results) == CHECKS
    assert all((one.proof is not None) == (one.answer == "proven") for one in results)
    return {one.check: one for one in results}


@pytest.mark.parametrize(
    "binders",
    ["(n : Nat) (h : n < n)", "(p : Prop) (h : p) (k : ¬ p)", "(n : Nat) (h : n = 0) (k : n = 3)",
     "(n : Nat) (h : n < 0)", "(f : Nat → Nat) (h : f 0 = 1) (k : f 0 = 2)"],
)  # fmt: skip
def test_contradictory_hypotheses_are_vacuous(lean: EmbeddedLean, binders: str) -> None:
    found = check(lean, f"theorem t {binders} : 3 = 7 := by sorry\n")["vacuous"]
    assert found.answer == "proven"
    assert found.proof is not None
    assert "False.elim" in found.proof


def test_a_contradiction_bundled_in_a_structure_is_vacuous(lean: EmbeddedLean) -> None:
    text = "structure S where\n  n : Nat\n  low : n = 1\n  high : n = 2\ntheorem t (s : S) : s.n = 7 := by sorry\n"
    assert check(lean, text)["vacuous"].answer == "proven"


def test_a_contradiction_that_is_the_very_claim_is_not_vacuous(lean: EmbeddedLean) -> None:
    found = check(lean, "theorem t (n : Nat) (h : n < n) : False := by sorry\n")["vacuous"]
    assert (found.answer, found.reason) == ("not_found", "the question does not arise here")


@pytest.mark.parametrize(
    "text",
    [
        "theorem t (p q r : Prop) (h : p ∧ (q ∧ r)) : r := by sorry\n",
        "theorem t (f : Nat → Nat) (h : ∀ n, f n = n) : f 3 = 3 := by sorry\n",
        "structure S where\n  f : Nat → Nat\n  big : f 3 = 7\ntheorem t (s : S) : s.f 3 = 7 := by sorry\n",
        "theorem t (n : Nat) : n + 0 = n := by sorry\n",
        "theorem t : 2 ^ 5 = 32 := by sorry\n",
    ],
)
def test_what_a_hypothesis_or_rfl_gives_is_trivial(lean: EmbeddedLean, text: str) -> None:
    found = check(lean, text)
    assert found["trivial"].answer == "proven"
    assert found["vacuous"].answer == "not_found"
    # What is reported can be put after the statement, and is accepted there.
    inspection = inspect(lean, text + (found["trivial"].proof or ""))
    (name,) = [one.name for one in inspection.constants if one.name.startswith("curate_trivial")]
    assert inspection.unclean(name) is None


@pytest.mark.parametrize(
    "text",
    [
        "theorem t (n m : Nat) (h : n ≤ m) : n = m := by sorry\n",
        "theorem t (f : Nat → Nat) : f 0 = 0 := by sorry\n",
        "universe u\ntheorem t {α : Type u} (n : Nat) : n = 0 := by sorry\n",
        "theorem t (p q : Prop) (h : p ∨ q) : p := by sorry\n",
    ],
)
def test_a_false_statement_is_disproved(lean: EmbeddedLean, text: str) -> None:
    found = check(lean, text)
    assert found["disproved"].answer == "proven"
    assert {found[one].answer for one in ("vacuous", "trivial")} == {"not_found"}


def test_a_sound_statement_is_none_of_it(lean: EmbeddedLean) -> None:
    found = check(lean, "theorem t (n m k : Nat) (h : n ≤ m) : n * k ≤ m * k := by sorry\n")
    assert [found[one].answer for one in CHECKS] == ["not_found", "not_found", "unknown", "not_found"]
    assert "only a proof tells" in found["unused"].reason


def test_a_proof_tells_which_hypotheses_are_needless(lean: EmbeddedLean) -> None:
    text = "theorem t (n m : Nat) (h : n ≤ m) (k : 0 < n) : n ≤ m + 1 := by sorry\n"
    proof = text.replace("by sorry", "Nat.le_trans h (Nat.le_succ m)")
    found = check(lean, text, proof)["unused"]
    assert (found.answer, found.subjects) == ("proven", ("k",))


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        ("theorem t (n : Nat) (h : 0 < n) : 1 ≤ n := sorry\n", "it rests on sorryAx"),
        ("theorem t (n : Nat) (h : 0 < n) : 0 < n := h\n", None),
        ("theorem t (n : Nat) (h : 1 < n) : 0 < n := Nat.lt_trans (by decide) h\n",
         "the proof is one of another statement"),
        ("theorem t (n : Nat) (h : 0 < n) : 1 ≤ n := foo\n", "it does not elaborate: line 1: Unknown identifier `foo`"),
    ],
)  # fmt: skip
def test_a_proof_of_something_else_tells_nothing(lean: EmbeddedLean, proof: str, reason: str | None) -> None:
    found = check(lean, "theorem t (n : Nat) (h : 0 < n) : 0 < n := by sorry\n", proof)["unused"]
    if reason is None:
        assert found.answer == "not_found"
    else:
        assert found.answer == "unknown"
        assert reason in found.reason


def test_where_lean_gives_no_answer_all_is_unknown(lean: EmbeddedLean) -> None:
    results = check_statement(lean, "theorem t : 1 = foo := by sorry\n")
    assert {one.answer for one in results} == {"unknown"}
    assert {one.reason for one in results} == {"it does not elaborate: line 1: Unknown identifier `foo`"}


def test_notation_that_bends_the_negation_proves_nothing(lean: EmbeddedLean) -> None:
    """The elaborated type decides, so that a text can't have another theorem proved in its stead."""
    text = 'theorem t (n : Nat) : n = n + 0 * n := by sorry\nprefix:max "¬" => fun (_ : Prop) => True\n'
    assert check(lean, text)["disproved"].answer == "not_found"


def test_a_candidate_after_the_hundredth_error_is_not_taken_for_a_good_one(lean: EmbeddedLean) -> None:
    hypotheses = "".join(f" (h{place} : n = n ∨ m = {place})" for place in range(4))
    results = check_statement(lean, f"theorem t (n m : Nat){hypotheses} : n + 1 = m := by sorry\n")
    assert next(one for one in results if one.check == "disproved").answer == "proven"
    wrong = "".join(f"theorem a{place} : 1 = 2 := rfl\n" for place in range(150))
    assert sum(one.severity == "error" for one in lean.elaborate(wrong).diagnostics) >= 150


CASES = Path(__file__).parents[2] / "cases" / "formalize"
FOUND = ("m01", "m02", "m03", "m04", "m06", "m07", "m08", "m14", "m20", "m21")
"""Kinds that no other test here holds; `benchmarks/formalize_checks.py` tries all of them."""


@pytest.mark.parametrize("name", FOUND)
def test_each_kind_of_statement_that_is_not_worth_having_is_found(lean: EmbeddedLean, name: str) -> None:
    statements = tomllib.loads((CASES / "misformalized.toml").read_text(encoding="utf-8"))["statement"]
    (one,) = [one for one in statements if f"theorem {name} " in one["text"]]
    assert check(lean, one["text"].lstrip() + "\n")[one["said"]].answer == "proven"


@pytest.mark.parametrize("name", ["g04", "g12", "g15", "g24"])
def test_nothing_is_said_against_a_good_statement(lean: EmbeddedLean, name: str) -> None:
    statements = tomllib.loads((CASES / "good.toml").read_text(encoding="utf-8"))["statements"]
    (text,) = [text for text in statements if f"theorem {name} " in text]
    assert {one.answer for one in check(lean, f"{text}\n").values()} <= {"not_found", "unknown"}
