"""Provers without a model find proofs, in the form that a script must have to stand in the statement's place."""

import pytest

from curate.evals.prove.goals import Goal, conditions, parse_goal
from curate.evals.prove.search import Node, count_holes, fill, portfolio, search
from curate.evals.prove.steps import expand, find_definitions
from curate.evals.prove.whole import whole_proofs
from curate.evals.prove.workbench import OutOfChecks, Tried, Workbench, split_goals
from curate.formalize.lean.embedded import EmbeddedLean

RUN = "def run (step : Nat → Nat) (x : Nat) : Nat → Nat\n  | 0 => x\n  | n + 1 => step (run step x n)\n"
ABSORBING = RUN + "theorem t (step : Nat → Nat) (a : Nat) (ha : step a = a) : ∀ n, run step a n = a := by sorry\n"
SUM = "theorem t (f : Nat → Nat) (h : f 0 = 0) (hf : ∀ x, f (x + 1) = f x + 1) : ∀ x, f x = x := by sorry\n"


def test_a_goal_is_taken_apart() -> None:
    shown = (
        "case succ\nstep : Nat → Nat\na b : Nat\ninst✝ : Inhabited Nat\nh :\n  a = b\n⊢ (if a ≤ b then 0 else 1) ≤ 1"
    )
    goal = parse_goal(shown)
    assert goal.target == "(if a ≤ b then 0 else 1) ≤ 1"
    assert ("a", "Nat") in goal.hypotheses
    assert ("b", "Nat") in goal.hypotheses
    assert [name for name, _ in goal.hypotheses if "✝" in name] == []
    assert goal.of_type("Nat") == ["a", "b"]
    assert conditions(goal) == ["a ≤ b"]
    assert split_goals("a : Nat\n⊢ a = 0\n\nb : Nat\n⊢ b = 1") == ["a : Nat\n⊢ a = 0", "b : Nat\n⊢ b = 1"]


def test_steps_fit_the_goal() -> None:
    goal = Goal((("n", "Nat"), ("h", "f 0 = 0"), ("k", "n ≤ 3")), "run f n ≤ n.succ + 1")
    steps = list(expand(goal, ["run", "walk"], 0))
    assert "simp only [run]\nskip" in steps
    assert not [one for one in steps if "walk" in one]
    assert "rw [h]\nskip" in steps
    assert any(one.startswith("induction n using Linear.rec with") for one in steps)
    assert not any(one.startswith("induction") for one in expand(goal, [], 2))
    assert "exact Nat.le_trans k (Nat.le_succ _)" in list(whole_proofs(goal, []))
    assert find_definitions("@[simp] def a.b (n : Nat) := n\nabbrev c := 1\ntheorem d : 1 = 1") == ["a.b", "c"]


@pytest.mark.parametrize(
    ("hypotheses", "target", "step"),
    [
        ((), "∀ (n : Nat), n = n", "intro x0\nskip"),
        ((), "0 ≤ 1 → 1 = 1", "intro x0\nskip"),
        ((("h", "∃ n, n = 0"),), "1 = 2", "obtain ⟨hw, hp⟩ := h\nskip"),
        ((("h", "a = b ∧ b = c"),), "a = d", "obtain ⟨hl, hr⟩ := h\nskip"),
        ((), "a = b ∧ b = a", "constructor\n· skip\n· skip"),
    ],
)
def test_a_form_that_leaves_one_sensible_step_gets_no_other(hypotheses, target, step) -> None:  # type: ignore[no-untyped-def]
    with_holes = [one for one in expand(Goal(hypotheses, target), ["run"], 0) if "skip" in one]
    assert with_holes == [step]


def test_a_step_stands_in_the_first_hole_indented_as_it_is() -> None:
    script = fill("intro n\nskip", "induction n with\n| zero => skip\n| succ n ih => skip")
    assert script == "intro n\ninduction n with\n| zero => skip\n| succ n ih => skip"
    assert fill(script, "show 0 = 0\nrfl").splitlines()[2:5] == ["| zero =>", "    show 0 = 0", "    rfl"]
    assert fill("constructor\n· skip\n· skip", "rw [h]\nskip") == "constructor\n· rw [h]\n  skip\n· skip"


@pytest.mark.parametrize(
    ("holes", "step", "goals", "wanted"),
    [
        ((1,), "rw [h]\nskip", 1, (1,)),
        ((1, 1), "rw [h]\nskip", 1, (0, 1)),
        ((1, 1), "rfl", 1, (1,)),
        ((1,), "constructor\n· skip\n· skip", 2, (1, 1)),
        ((1,), "constructor\n· skip\n· skip", 1, None),
        ((1, 1), "apply h\nskip", 3, (2, 1)),
    ],
)
def test_it_is_known_which_hole_leaves_which_goals(holes, step, goals, wanted) -> None:  # type: ignore[no-untyped-def]
    node = Node(0.0, 0, "skip", ("⊢ p",) * sum(holes), holes)
    assert count_holes(node, step, Tried("open", ("⊢ q",) * goals)) == wanted


@pytest.mark.lean
def test_the_portfolio_proves_what_one_induction_proves(lean: EmbeddedLean) -> None:
    bench = Workbench(lean, SUM, 500)
    script = portfolio(bench)
    assert script is not None
    assert bench.check(bench.text_with(script)).status == "solved"
    assert portfolio(Workbench(lean, "theorem t (a b : Nat) : a = b := by sorry\n", 500)) is None


@pytest.mark.lean
def test_the_search_proves_what_the_portfolio_does_not(lean: EmbeddedLean) -> None:
    assert portfolio(Workbench(lean, ABSORBING, 500)) is None
    bench = Workbench(lean, ABSORBING, 1500)
    script = search(bench)
    assert script is not None
    assert bench.check(bench.text_with(script)).status == "solved"


@pytest.mark.lean
def test_a_goal_that_is_proved_is_not_proved_once_more(lean: EmbeddedLean) -> None:
    """What the second of two goals needs is asked for once, not once for each proof of the first."""
    bench = Workbench(lean, "theorem t (a b c : Nat) (h : a = b) (k : b ≤ c) : a = b ∧ a ≤ c := by sorry\n", 1000)
    script = search(bench)
    assert script is not None
    assert 1000 - bench.checks_left < 60


@pytest.mark.lean
def test_a_search_ends_with_its_checks(lean: EmbeddedLean) -> None:
    with pytest.raises(OutOfChecks):
        search(Workbench(lean, "theorem t (a b : Nat) : a + b = b := by sorry\n", 30))


@pytest.mark.lean
def test_a_hundred_errors_hide_no_answer(lean: EmbeddedLean) -> None:
    bench = Workbench(lean, "theorem t (p : Prop) (h : p) : p := by sorry\n", 1000)
    wrong = "exact (1 : Nat)\nexact (2 : Nat)"
    answers = bench.try_all([wrong] * 300 + ["exact h"])
    assert len(answers) == 301
    assert [one.status for one in answers[-3:]] == ["wrong", "wrong", "solved"]


@pytest.mark.lean
def test_a_whole_text_with_a_hole_or_an_error_is_not_solved(lean: EmbeddedLean) -> None:
    bench = Workbench(lean, ABSORBING, 10)
    assert bench.check(ABSORBING).status == "wrong"
    assert bench.check("theorem t : 1 = := by\n").error == "parse"
    assert bench.check("theorem t : nothing = 1 := rfl\n").error == "name"
    assert bench.check("theorem t : 1 = 1 := rfl\0\n").status == "wrong"
