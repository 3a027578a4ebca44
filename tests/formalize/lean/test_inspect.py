"""What the kernel decides can't be dressed up by the text: axioms, statements and digests come from the terms."""

from pathlib import Path

import pytest

from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.inspect import Inspection, inspect
from curate.formalize.terms.statements import Statement

SAMPLES = Path(__file__).parent.parent / "texts"


def statement(lean: EmbeddedLean, text: str, name: str = "t") -> Statement:
    inspection = inspect(lean, text, replay=False)
    found = inspection.statement(name)
    assert found is not None, inspection.reason
    return found


def test_a_proof_is_replayed_with_what_it_rests_on(lean: EmbeddedLean) -> None:
    inspection = inspect(lean, "theorem t (p : Prop) : p ∨ ¬ p := Classical.em p\n")
    assert (inspection.status, inspection.replayed, inspection.unclean("t")) == ("accepted", True, None)
    (constant,) = inspection.constants
    assert constant.axioms == ("Classical.choice", "Quot.sound", "propext")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("theorem t : 1 = 2 := sorry\n", "it rests on sorryAx"),
        ("axiom cheat : 1 = 3\ntheorem t : 1 = 3 := cheat\n", "it rests on cheat"),
        ("axiom My.propext (p : Prop) : p\ntheorem t : 1 = 3 := My.propext _\n", "it rests on My.propext"),
        ("def t : Nat := 3\n", "the text has no theorem t"),
        ("theorem t : 1 = 2 := rfl\n", "it does not elaborate: line 1: Not a definitional equality"),
    ],
)
def test_what_is_no_clean_proof_says_why(lean: EmbeddedLean, text: str, why: str) -> None:
    told = inspect(lean, text).unclean("t")
    assert told is not None
    assert told.startswith(why)


@pytest.mark.parametrize("sample", ["Bad.lean", "False1.lean"])
def test_a_proof_that_lean_did_not_check_is_rejected(lean: EmbeddedLean, sample: str) -> None:
    inspection = inspect(lean, (SAMPLES / sample).read_text(encoding="utf-8"))
    assert inspection.elaboration.status == "ok"
    assert inspection.status == "rejected"


def test_skipping_the_kernel_from_inside_does_not_pass(lean: EmbeddedLean) -> None:
    text = "set_option debug.skipKernelTC true in\ntheorem t : False := lcProof\n"
    inspection = inspect(lean, text)
    assert inspection.elaboration.status == "ok"
    assert inspection.status == "rejected"
    assert inspection.reason is not None
    assert "(kernel) unknown constant 'lcProof'" in inspection.reason


def test_an_axiom_under_an_allowed_name_is_still_the_texts_own(lean: EmbeddedLean) -> None:
    text = "prelude\nimport MiniLean.Meta\naxiom Classical.choice : False\ntheorem t : False := Classical.choice\n"
    inspection = inspect(lean, text)
    assert (inspection.elaboration.status, inspection.status) == ("ok", "rejected")
    assert inspection.reason == "it leaves Init out, so the library's names may mean anything in it"
    named = "axiom N.propext : False\ntheorem t : False := N.propext\n"
    assert inspect(lean, named).unclean("t") == "it rests on N.propext"


def test_the_binders_of_a_statement_are_told_with_their_kind(lean: EmbeddedLean) -> None:
    found = statement(
        lean,
        "theorem t {α : Type} [Inhabited α] (f : α → Nat) (h : ∀ x, f x ≤ 3) ⦃n : Nat⦄ (k : id (n = 2)) :\n"
        "    ∃ x, f x + n < 7 ∧ ¬ n = 5 := sorry\n",
    )
    assert [(one.name, one.type, one.kind, one.info, one.used) for one in found.binders] == [
        ("α", "Type", "variable", "implicit", True),
        ("inst✝", "Inhabited α", "instance", "instImplicit", False),
        ("f", "α → Nat", "variable", "default", True),
        ("h", "∀ (x : α), f x ≤ 3", "hypothesis", "default", False),
        ("n", "Nat", "variable", "strictImplicit", True),
        ("k", "id (n = 2)", "hypothesis", "default", False),
    ]
    assert found.conclusion == "∃ x, f x + n < 7 ∧ ¬n = 5"
    assert "Inhabited" in found.constants


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("∀ p q r : Prop, (p ∧ q) ∧ r ↔ p ∧ q ∧ r", "p ∧ q ∧ r ↔ p ∧ q ∧ r"),
        ("2 * (3 + 4) - 1 = 13", "2 * (3 + 4) - 1 = 13"),
        ("(fun n : Nat => n + 1) = fun n => n + 1", "(fun n => n + 1) = (fun n => n + 1)"),
        ('"a\\n" = "a\\n"', '"a\\n" = "a\\n"'),
        ("[1, 2] ++ [3] = [1, 2, 3]", "[1, 2] ++ [3] = [1, 2, 3]"),
        ("(if 1 = 2 then 3 else 4) = 4", "(if 1 = 2 then 3 else 4) = 4"),
        ("Nat.succ 3 ∈ [4]", "Nat.succ 3 ∈ [4]"),
        ("123456789012345678901234567890 ≠ 1", "123456789012345678901234567890 ≠ 1"),
        ("(1, 2).1 = 1", "(1, 2).1 = 1"),
    ],
)
def test_terms_are_shown_in_leans_notation(lean: EmbeddedLean, written: str, shown: str) -> None:
    found = statement(lean, f"theorem t : {written} := sorry\n")
    if "∀" in written:
        assert found.conclusion in ("(p ∧ q) ∧ r ↔ p ∧ q ∧ r", shown)
    elif "(1, 2)" in written:
        assert "Prod.mk 1 2" in found.conclusion
    else:
        assert found.conclusion == shown


def test_the_digest_is_blind_to_names_brackets_comments_and_white_space(lean: EmbeddedLean) -> None:
    plain = statement(lean, "theorem t (n m : Nat) (h : n < m) : n ≤ m := sorry\n")
    others = [
        "/-- doc -/ theorem t (a b : Nat) (k : a < b) :\n    a ≤ b := by sorry -- why\n",
        "theorem t : ∀ {x y : Nat}, x < y → x ≤ y := sorry\n",
        "variable (i j : Nat)\ntheorem t (_ : i < j) : i ≤ j := sorry\n",
        "namespace N\nprotected theorem t (n m : Nat) : n < m → n ≤ m := sorry\nend N\n",
    ]
    for text in others[:3]:
        assert statement(lean, text).digest == plain.digest
    assert statement(lean, others[3], "N.t").digest == plain.digest
    universe = "theorem t.{u} {α : Type u} (a : α) : a = a := sorry\n"
    assert statement(lean, universe).digest == statement(lean, universe.replace("u", "v")).digest


def test_the_digest_tells_what_a_statement_means_apart(lean: EmbeddedLean) -> None:
    texts = [
        "theorem t (n m : Nat) (h : n < m) : n ≤ m := sorry\n",
        "theorem t (n m : Nat) (h : n < m) : m ≤ n := sorry\n",
        "theorem t (n m : Nat) (h : n ≤ m) : n ≤ m := sorry\n",
        "def f (n : Nat) : Nat := n\ntheorem t : f 1 = 1 := sorry\n",
        "def f (n : Nat) : Nat := n + 0\ntheorem t : f 1 = 1 := sorry\n",
        "inductive C where | a | b\ntheorem t (c d : C) : c = d := sorry\n",
        "inductive C where | a\ntheorem t (c d : C) : c = d := sorry\n",
        "inductive C where | a (n : Nat)\ntheorem t (c d : C) : c = d := sorry\n",
    ]
    assert len({statement(lean, text).digest for text in texts}) == len(texts)


def test_a_definition_behind_a_definition_counts(lean: EmbeddedLean) -> None:
    text = "def g (n : Nat) : Nat := n\ndef f (n : Nat) : Nat := g n\ntheorem t : f 1 = 1 := sorry\n"
    assert statement(lean, text).digest != statement(lean, text.replace(":= n\n", ":= n * 1\n")).digest


def test_an_instance_of_the_texts_own_is_seen_in_the_term(lean: EmbeddedLean) -> None:
    bent = "local instance odd : Add Nat := ⟨Nat.mul⟩\ntheorem t : 1 + 0 = 0 := sorry\n"
    assert statement(lean, bent).foreign_instances == ("odd",)
    through = "@[reducible] def odd : Add Nat := ⟨Nat.mul⟩\ndef f := letI := odd; 1 + 0\ntheorem t : f = 0 := sorry\n"
    assert statement(lean, through).foreign_instances == ("odd",)
    fine = "structure C where\n  n : Nat\ninstance : Inhabited C := ⟨⟨0⟩⟩\n"
    fine += "theorem t : (Inhabited.default : C) = ⟨0⟩ := sorry\n"
    assert statement(lean, fine).foreign_instances == ()


def test_an_unreadable_module_is_unknown(lean: EmbeddedLean) -> None:
    inspection: Inspection = inspect(lean, "theorem t : True := trivial\n", Limits(wall_s=0.001))
    assert inspection.status == "unknown"
    assert inspection.reason == "time limit: 0.001 s passed"
