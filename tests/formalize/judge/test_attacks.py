"""Solutions that try to be accepted are not, with every layer of the judge and without its source gate."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from curate.formalize.judge.judge import REFUSED_WORDS, Judge

CASES = Path(__file__).parents[2] / "cases" / "judge"
ATTACKS = sorted((CASES / "attacks").glob("*.lean"))
RUN = "def run (step : Nat → Nat) (x : Nat) : Nat → Nat\n  | 0 => x\n  | n + 1 => step (run step x n)\n"
LARGE = {
    "large-source": RUN + "-- " + "x" * (1 << 20) + "\ntheorem target : True := trivial\n",
    "flood-of-messages": "#print Nat\n" * 20_000 + "theorem target : True := trivial\n",
    "deep-term": f"theorem target : True := by\n  have : {'(' * 60_000}0{')' * 60_000} = 0 := rfl\n  trivial\n",
}
"""Attacks that are too large to keep as files; on `run-once`, and never accepted."""

pytestmark = pytest.mark.lean


def head(path: Path) -> dict[str, str]:
    """The first lines of an attack: what it tries, on which problem, and which verdicts are right."""
    text = path.read_bytes()[:600].decode("utf-8", "replace")
    return dict(re.findall(r"^-- (kind|problem|verdict): (.+?)\s*$", text, re.MULTILINE))


@pytest.fixture(scope="module")
def hasty(judge: Judge) -> Judge:
    """A judge that gives up soon."""
    sandbox = judge.lean.sandbox
    limits = replace(sandbox.limits, wall_s=2.0)
    return Judge(replace(judge.lean, sandbox=replace(sandbox, limits=limits)))


@pytest.mark.parametrize("path", ATTACKS, ids=lambda path: path.stem)
def test_a_solution_gets_the_verdict_that_its_first_lines_name(path, judge: Judge, hasty: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    wanted = head(path)
    judge = hasty if "unknown" in wanted["verdict"] else judge  # a bomb need not use all of a limit
    verdict = judge.judge(challenges[wanted["problem"]], path.read_bytes())
    assert verdict.verdict in wanted["verdict"].split(" or "), (verdict.reason, verdict.detail)
    assert (verdict.reason is None) == (verdict.verdict == "accepted")
    if verdict.reason == "source":  # nothing may hang on the words of the source alone
        behind = Judge(judge.lean, gate=False).judge(challenges[wanted["problem"]], path.read_bytes())
        assert behind.verdict in wanted["verdict"].split(" or "), (behind.reason, behind.detail)


@pytest.mark.parametrize("name", LARGE)
def test_a_large_solution_is_not_accepted(name: str, hasty: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    assert hasty.judge(challenges["run-once"], LARGE[name].encode()).verdict in ("rejected", "unknown")


def test_there_is_an_attack_of_every_kind_of_answer() -> None:
    assert len(ATTACKS) + len(LARGE) >= 125
    assert {head(path)["verdict"] for path in ATTACKS} >= {"accepted", "rejected", "rejected or unknown"}
    assert {"runs-code", "extern", "option"} <= REFUSED_WORDS


def test_what_is_claimed_is_judged(judge: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    both = (CASES / "attacks" / "both.lean").read_bytes()
    as_proof = judge.judge(challenges["run-once"], both, "proof")
    as_disproof = judge.judge(challenges["run-once"], both, "disproof")
    assert (as_proof.verdict, as_proof.reason) == ("rejected", "axioms")
    assert (as_disproof.verdict, as_disproof.claim) == ("accepted", "disproof")


def test_a_proof_of_one_problem_is_no_proof_of_another(judge: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    honest = (CASES / "attacks" / "ok-plain.lean").read_bytes()
    assert judge.judge(challenges["fixed-point"], honest).verdict == "accepted"
    for other in ("run-once", "all-equal", "sum-is-product", "reflexive"):
        swapped = judge.judge(challenges[other], honest)
        assert (swapped.verdict, swapped.reason) == ("rejected", "statement")


def test_a_solution_without_a_module_that_the_statement_rests_on_is_rejected(judge: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    challenge = challenges["fixed-point"]
    wider = replace(challenge, library=challenge.library | {"Elsewhere"})
    verdict = judge.judge(wider, (CASES / "attacks" / "ok-plain.lean").read_bytes())
    assert (verdict.verdict, verdict.reason) == ("rejected", "statement")
    assert "does not import Elsewhere" in verdict.detail


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("", {"rejected missing"}),
        ("-- nothing but a remark\n", {"rejected missing"}),
        ("\ufefftheorem target (n : Nat) : n * 1 = n + 0 := by simp\n", {"rejected build", "accepted None"}),
        ("theorem target (n : Nat) : n * 1 = n + 0 := by\r\n  simp\r\n", {"accepted None"}),
        ("theorem target (n : Nat) : n * 1 = n + 0 := by simp\n" * 2, {"rejected build"}),
        ("namespace A\ntheorem target (n : Nat) : n * 1 = n + 0 := by simp\nend A\n", {"rejected missing"}),
        ("def target (n : Nat) : n * 1 = n + 0 := by simp\n", {"rejected not-a-theorem"}),
        ("axiom target (n : Nat) : n * 1 = n + 0\n", {"rejected not-a-theorem"}),
        ("opaque target (n : Nat) : n * 1 = n + 0 := by simp\n", {"rejected not-a-theorem", "rejected source"}),
        ("unsafe def target (n : Nat) : n * 1 = n + 0 := by simp\n", {"rejected not-a-theorem", "rejected source"}),
        ("inductive target : Prop\n", {"rejected not-a-theorem"}),
    ],
)
def test_odd_files_get_a_verdict(text: str, verdicts: set[str], judge: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    verdict = judge.judge(challenges["times-one"], text.encode())
    assert f"{verdict.verdict} {verdict.reason}" in verdicts, verdict.detail


def test_a_detail_tells_no_path_and_no_control_character(judge: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    text = 'theorem target (n : Nat) : n * 1 = "a\\u001b[2J/home/somebody/secret/file" := rfl\n'
    verdict = judge.judge(challenges["times-one"], text.encode())
    assert verdict.verdict == "rejected"
    assert "/home" not in verdict.detail
    assert verdict.detail.isprintable()
