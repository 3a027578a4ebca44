"""What hypotheses give, by rule and by hand, and the near misses of a statement."""

import pytest

from curate.formalize.checks.hypotheses import tag_hypotheses
from curate.formalize.gate.module_rules import check_honesty
from curate.formalize.lean.open import open_lean
from curate.formalize.terms.statements import Statement
from curate.formalize.text.mutants import make_mutants
from curate.schemas.errors import Refused
from curate.schemas.stochbench.gift import rate_gift

TEXT = """def Small (n : Nat) : Prop := n < 5

theorem one (f : Nat → Nat) (a b : Nat) (hs : Small a) (hab : a ≤ b) (hf : ∀ n, f n = n) (h : f a = b) : f a = b := by
  sorry
"""


@pytest.fixture(scope="module")
def statement() -> Statement:
    found = check_honesty(open_lean(None), TEXT).statement
    assert found is not None
    return found


@pytest.mark.lean
def test_a_rule_knows_definitions_bounds_and_the_conclusion_itself(statement: Statement) -> None:
    tagged, untagged = tag_hypotheses(statement, {}, {"Small"})
    assert {one.name: one.tag for one in tagged} == {"hs": "definitional", "hab": "regularity", "h": "conclusion"}
    assert untagged == ("hf",)
    assert rate_gift(tagged, untagged).gift is None


@pytest.mark.lean
def test_a_person_tags_the_rest_but_never_hides_the_conclusion(statement: Statement) -> None:
    words = {"hf": "intermediate lemma: f is known", "h": "regularity: harmless"}
    tagged, untagged = tag_hypotheses(statement, words, {"Small"})
    assert untagged == ()
    assert {one.name: (one.tag, one.by) for one in tagged}["hf"] == ("intermediate", "hand")
    assert {one.name: one.tag for one in tagged}["h"] == "conclusion"
    assert rate_gift(tagged).gift == 3
    assert rate_gift(tagged[:3]).gift == 2


@pytest.mark.lean
def test_words_about_no_hypothesis_or_without_a_tag_are_refused(statement: Statement) -> None:
    with pytest.raises(Refused, match="has no hypothesis hx"):
        tag_hypotheses(statement, {"hx": "regularity: x"}, ())
    with pytest.raises(Refused, match="no tag and reason"):
        tag_hypotheses(statement, {"hf": "harmless"}, ())


def test_a_statement_without_hypotheses_gives_nothing_away() -> None:
    assert rate_gift(()) == (0, "no hypotheses")


def test_near_misses_change_the_theorem_alone_and_one_thing_each() -> None:
    text = "def P (n : Nat) : Prop := n ≤ 3\n\ntheorem t (n : Nat) (h : n ≤ 3) : ∀ m, P n := by sorry\n"
    found = {one.words: one.text for one in make_mutants(text, ["h"])}
    assert all(one.startswith("def P (n : Nat) : Prop := n ≤ 3\n") for one in found.values())
    assert "theorem t (n : Nat) : ∀ m, P n" in found["without h : n ≤ 3"]
    assert any("(h : n < 3)" in one for one in found.values())
    assert any("∃ m, P n" in one for one in found.values())
    assert len(found) == 3
