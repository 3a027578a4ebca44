"""A module that Lean did not write does not get past the judge, whatever its bytes say."""

import contextlib
import random
from pathlib import Path

import pytest

from curate.formalize.judge.challenge import find_statement
from curate.formalize.judge.identity import Module, compare_proof
from curate.formalize.judge.judge import Judge
from curate.formalize.judge.steps import build, check, read
from curate.formalize.judge.verdicts import Ended
from curate.formalize.terms.table_reader import read_table
from tests.formalize.judge.forging import ANCHOR, Mutator, shrink_numbers, swap_proof

CASES = Path(__file__).parents[2] / "cases" / "judge"
PROOF = """def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
inductive Color where | red | green
theorem helper (a : Nat) : a + 18446744073709551619 = a + 18446744073709551619 := rfl
theorem target (step : Nat → Nat) (a : Nat) (ha : step a = a) : ∀ n, run step a n = a := by
  intro n
  induction n with
  | zero => rfl
  | succ n ih => rw [run, ih, ha]
"""

pytestmark = pytest.mark.lean


def test_a_number_that_is_not_stored_as_lean_stores_it_proves_nothing(judge: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    honest = "theorem target : Nat.beq 18446744073709551619 3 = false := by decide\n"
    forged = shrink_numbers(build(judge.lean, honest).module)
    verdict = judge.judge_module(challenges["equal-literals"], forged)
    assert (verdict.verdict, verdict.reason) == ("rejected", "kernel"), verdict.detail


@pytest.mark.parametrize("seed", range(20))
def test_changed_bytes_of_a_module_are_never_accepted_as_a_false_theorem(seed, judge: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    chance = random.Random(seed)
    module = bytearray(build_once(judge))
    for _ in range(chance.choice((1, 1, 4))):
        at = chance.randrange(64, len(module))
        module[at] = chance.choice((0, 1, 255, module[at] ^ 1 << chance.randrange(8)))
    verdict = judge.judge_module(challenges["run-once"], bytes(module), "proof")
    assert verdict.verdict in ("rejected", "unknown")


_BUILT: list[bytes] = []


def build_once(judge: Judge) -> bytes:
    """The compiled module of `PROOF`."""
    if not _BUILT:
        _BUILT.append(build(judge.lean, PROOF).module)
    return _BUILT[0]


def test_a_changed_table_is_another_statement_unless_the_kernel_takes_it(judge: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    """One node of the statement is changed at a time: all are compared, some are given to the kernel."""
    chance = random.Random(1)
    text, table = read(judge.lean, build_once(judge))
    honest, mutator = Module(table), Mutator(text, chance)
    reached = sorted(honest.below([table.constants["target"].type]))
    others = []
    for _ in range(200):
        number = chance.choice(reached)
        changed = mutator.change(number)
        why, _ = compare_proof(honest, "target", Module(read_table(changed)))
        if changed == text:  # the first of its kind, for which there is no other
            assert why is None
        elif why is None:
            assert mutator.is_binder(number), "only a bracket may change without changing the statement"
        else:
            others.append(changed)
    assert len(others) > 100
    taken = 0
    for changed in others[:6]:
        with contextlib.suppress(Ended):
            check(judge.lean, changed)
            taken += 1
    assert taken < 3, "the kernel takes hardly any other statement with this proof"


def test_a_proof_put_under_another_theorem_is_refused_by_the_kernel(judge: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    for name in ("run-once", "chain-structure"):
        stated = find_statement(CASES / "problems" / f"{name}.lean").text
        module = build(judge.lean, f"{stated}\n{ANCHOR}").module
        verdict = judge.judge_module(challenges[name], swap_proof(module, challenges[name].name))
        assert (verdict.verdict, verdict.reason) == ("rejected", "kernel"), verdict.detail
