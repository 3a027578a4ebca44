"""Honest proofs are accepted: of every shipped example, under other names, with lemmas of their own, in a project."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from curate.formalize.judge.challenge import Statement, find_statement, open_challenge
from curate.formalize.judge.judge import Judge
from curate.formalize.judge.lean import open_judged
from curate.formalize.lean.embedded import EmbeddedLean
from curate.schemas.errors import Refused
from curate.schemas.stochbench.environment import JudgeLimits
from tests.formalize.records.test_examples import PROOFS, formalized, proved

CASES = Path(__file__).parents[2] / "cases" / "judge"

pytestmark = pytest.mark.lean


def with_helper(text: str) -> str:
    """The text with a lemma of its own at its end."""
    return f"{text}\ntheorem judge_helper (p q : Prop) (hp : p) (hq : q) : q ∧ p := ⟨hq, hp⟩\n"


def test_the_proof_of_every_example_is_accepted(judge: Judge, lean: EmbeddedLean, tmp_path: Path) -> None:
    def check(path: Path) -> str | None:
        text, _ = formalized(path.stem, lean, tmp_path)
        challenge = open_challenge(judge.lean, Statement(path.stem, text, None))
        helped = judge.judge(challenge, with_helper(proved(path.stem, text)).encode())
        hole = judge.judge(challenge, text.encode())
        told = [(one.verdict, one.reason) for one in (helped, hole)]
        wanted = [("accepted", None), ("rejected", "axioms")]
        return None if told == wanted else f"{path.stem}: {told} {helped.detail}"

    with ThreadPoolExecutor(2) as pool:
        wrong = [words for words in pool.map(check, sorted(PROOFS.iterdir())) if words]
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "theorem target (m : Nat) : m * 1 = m + 0 := by simp\n",
        "theorem target : ∀ {k : Nat}, k * 1 = k + 0 := by intro k; simp\n",
        "variable (z : Nat)\ntheorem target : z * 1 = z + 0 := by simp\n",
        "theorem one (n : Nat) : n * 1 = n := Nat.mul_one n\ntheorem target (n : Nat) : n * 1 = n + 0 := one n\n",
        "section\nopen Nat\ntheorem target (n : Nat) : n * 1 = n + 0 := by simp\nend\n",
    ],
)
def test_other_names_brackets_and_lemmas_do_not_matter(text: str, judge: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    verdict = judge.judge(challenges["times-one"], text.encode())
    assert (verdict.verdict, verdict.reason) == ("accepted", None), verdict.detail


def test_a_project_is_judged_with_its_own_library(project: Path, judge: Judge, lean_cache: Path) -> None:
    in_project = Judge(open_judged(project, JudgeLimits(wall_s=6, memory_mb=2048), cache=lean_cache))
    challenge = open_challenge(in_project.lean, find_statement(CASES / "problems" / "fixed-point.lean"))
    honest = in_project.judge(challenge, (CASES / "attacks" / "ok-plain.lean").read_bytes())
    assert (honest.verdict, honest.environment.implementation) == ("accepted", "project")
    assert honest.sandbox == judge.lean.sandbox.layers
    hole = in_project.judge(challenge, (CASES / "problems" / "fixed-point.lean").read_bytes())
    assert hole.reason == "axioms"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("theorem t : 1 = 1 := rfl\n", "does not state"),
        ("theorem t : 1 = := by sorry\n", "does not compile"),
        ("theorem a : 1 = 1 := by sorry\ntheorem b : 1 = 1 := by sorry\n", "does not state"),
        ("axiom cheat : False\ntheorem t : 1 = 2 := by sorry\n", "does not state"),
    ],
)
def test_a_statement_that_is_none_is_refused(text: str, why: str, judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "s.lean").write_text(text)
    with pytest.raises(Refused, match=re.escape(why)):
        open_challenge(judge.lean, find_statement(tmp_path / "s.lean"))
