"""A module that Lean did not write does not get past the judge, whatever its bytes say."""

import random
import struct

import pytest

from curate.formalize.judge.identity import Module
from curate.formalize.judge.judge import Judge
from curate.formalize.judge.steps import build, check, read
from curate.formalize.judge.verdicts import Ended
from curate.formalize.terms.table_reader import Malformed, read_table

BIG_NUMBER = 250
"""Tag of an object that holds a number too large for a word."""
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


def shrink_numbers(module: bytes) -> bytes:
    """Makes each number of two words one of one word, which Lean would never store as a large one."""
    forged = bytearray(module)
    places = [
        at
        for at in range(0, len(forged) - 32, 8)
        if forged[at + 7] == BIG_NUMBER and struct.unpack_from("<i", forged, at + 12)[0] == 2
    ]
    assert places
    for at in places:
        struct.pack_into("<i", forged, at + 12, 1)
    return bytes(forged)


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
    """One node of an accepted table is changed at a time: 200 of them are compared, some are given to the kernel."""
    chance = random.Random(1)
    text, table = read(judge.lean, build_once(judge))
    honest = Module(table)
    reached = sorted(honest._below([table.constants["target"].type]))
    lines = text.split(b"\n")
    of_term = [place for place, line in enumerate(lines) if line.endswith(b"}") and b'"ie":' in line]
    same = asked = 0
    for _ in range(200):
        place = of_term[chance.choice(reached)]
        changed = list(lines)
        changed[place] = mutate(lines[place], chance)
        try:
            module = Module(read_table(b"\n".join(changed)))
        except Malformed:
            continue
        if module.parts(table.constants["target"].type, ()) == honest.parts(table.constants["target"].type, ()):
            same += 1
            assert harmless(lines[place], changed[place])
        elif asked < 8:
            asked += 1
            with pytest.raises(Ended):
                check(judge.lean, b"\n".join(changed))
    assert asked == 8
    assert same < 100


def mutate(line: bytes, chance: random.Random) -> bytes:
    """The line of one term, with one number in it changed, or its binder."""
    if b'"binderInfo":"default"' in line and chance.random() < 0.2:
        return line.replace(b'"binderInfo":"default"', b'"binderInfo":"implicit"')
    head, ie = line.rsplit(b',"ie":', 1)
    digits = [at for at, byte in enumerate(head) if 48 <= byte <= 57]
    at = chance.choice(digits or [0])
    return head[:at] + bytes([48 + (head[at] - 47) % 10]) + head[at + 1 :] + b',"ie":' + ie


def harmless(before: bytes, after: bytes) -> bool:
    """Whether two lines differ in a bound variable's name or bracket alone, or not at all."""
    words = (b'"lam"', b'"forallE"', b'"letE"')
    return before == after or any(word in before for word in words)
