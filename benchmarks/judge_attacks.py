"""The judge against its attacks: verdicts in three settings, changed tables, processes left behind, times.

    python benchmarks/judge_attacks.py [--rounds 3] [--parts attacks forged changed left times]

Settings: all layers; the source gate left out; the source gate left out and a forged module in the solution's place.
"""

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from curate.formalize.gate.module_rules import check_honesty
from curate.formalize.judge.challenge import Challenge, find_statement, open_challenge
from curate.formalize.judge.identity import Module, compare_proof
from curate.formalize.judge.judge import Judge
from curate.formalize.judge.lean import JudgedLean, open_judged
from curate.formalize.judge.steps import build, check, read
from curate.formalize.judge.verdicts import Ended
from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import open_embedded
from curate.schemas.stochbench.environment import JudgeLimits
from curate.schemas.stochbench.verdicts import Verdict

sys.path.insert(0, str(Path(__file__).parent.parent))
from curate.formalize.terms.table_reader import Malformed, read_table
from tests.formalize.judge.forging import ANCHOR, Mutator, shrink_numbers, swap_proof
from tests.formalize.judge.test_attacks import ATTACKS, CASES, LARGE, head
from tests.formalize.judge.test_forged import PROOF

LITERALS = "theorem target : Nat.beq 18446744073709551619 3 = false := by decide\n"
HOSTILE = (
    "code-disk",
    "code-exit",
    "code-flood",
    "code-folder",
    "code-link",
    "code-proc",
    "code-exit-quoted",
    "code-write",
    "time-bomb",
    "partial-loop",
    "huge-term",
    "skip-kernel",
    "unsafe-cast",
    "decide-native",
)
"""Attacks that run code of their own or run into a limit."""
HEAVY = sorted((CASES / "heavy").glob("*.lean"))
"""Attacks that use all of a limit: too dear for each run of the tests."""
PARTS = ("attacks", "forged", "changed", "left", "times")


def run_attacks(judge: Judge, challenges: dict[str, Challenge]) -> tuple[int, list[Verdict]]:
    """How many verdicts are as the files' first lines say, and all of them."""
    good, verdicts = 0, []
    for path in (*ATTACKS, *HEAVY):
        wanted = head(path)
        verdict = judge.judge(challenges[wanted["problem"]], path.read_bytes())
        good += verdict.verdict in wanted["verdict"].split(" or ")
        verdicts.append(verdict)
    for text in LARGE.values():
        verdict = judge.judge(challenges["run-once"], text.encode())
        good += verdict.verdict != "accepted"
        verdicts.append(verdict)
    return good, verdicts


def compare_times(judge: Judge, challenges: dict[str, Challenge], rounds: int) -> None:
    """Judging beside the plain check (gate, compile, kernel) of the same honest files, in turns."""
    lean, plain, judged = open_embedded(), [], []
    for path in [path for path in ATTACKS if path.stem.startswith("ok-")] * rounds:
        started = time.monotonic()
        check_honesty(lean, path.read_text(encoding="utf-8"), Limits(wall_s=20), hole=False)
        plain.append(time.monotonic() - started)
        judged.append(judge.judge(challenges[head(path)["problem"]], path.read_bytes()).wall_s)
    first, second = statistics.median(plain), statistics.median(judged)
    print(f"median of {len(plain)}: plain check {first:.2f} s, judged {second:.2f} s, ratio {second / first:.1f}")


def judge_forged(judge: Judge, challenges: dict[str, Challenge]) -> Counter[str]:
    """Each file's verdict when a forged module is put in the place of what Lean wrote of it: the theorem under its name
    with the proof of another one. Where the file has no such theorem or does not compile, the module is one of its
    problem."""
    counts: Counter[str] = Counter()
    for path in ATTACKS:
        name = head(path)["problem"]
        challenge = challenges[name]
        stated = (CASES / "problems" / f"{name}.lean").read_text(encoding="utf-8")
        for text in (path.read_text(encoding="utf-8", errors="replace"), stated):
            try:
                module = build(judge.lean, f"{text}\n{ANCHOR}").module
                forged = swap_proof(module, challenge.name)
            except (Ended, KeyError):
                continue
            verdict = judge.judge_module(challenge, forged)
            whose = "the problem's" if text is stated else "its own"
            counts[f"{whose}: {verdict.verdict} {verdict.reason}"] += 1
            break
        else:
            counts["not forged"] += 1
    verdict = judge.judge_module(challenges["equal-literals"], shrink_numbers(build(judge.lean, LITERALS).module))
    counts[f"numbers: {verdict.verdict} {verdict.reason}"] += 1
    return counts


def judge_changed(lean: JudgedLean, number: int) -> Counter[str]:
    """What becomes of an accepted table, one node of which was changed: of the statement, or of anything in it."""
    text, table = read(lean, build(lean, PROOF).module)
    challenge, chance = Module(table), random.Random(1)
    mutator, stated = Mutator(text, chance), sorted(challenge.below([table.constants["target"].type]))
    counts: Counter[str] = Counter()
    for turn in range(number):
        place = chance.choice(stated) if turn % 2 == 0 else chance.randrange(len(table.terms))
        changed = mutator.change(place)
        if changed == text:
            counts["no other node of its kind"] += 1
            continue
        try:
            module = Module(read_table(changed))
            same = "the same" if compare_proof(challenge, "target", module)[0] is None else "another"
        except Malformed:
            counts["malformed"] += 1
            continue
        try:
            check(lean, changed)
            counts[f"{same} statement, taken by the kernel"] += 1
        except Ended as ended:
            counts[f"{same} statement, {ended.reason}"] += 1
    return counts


def left_after(judge: Judge, challenges: dict[str, Challenge], number: int) -> tuple[int, int]:
    """Processes of ours before and after this many hostile runs."""
    paths = [path for path in (*ATTACKS, *HEAVY) if path.stem in HOSTILE]
    before = count_processes()
    for turn in range(number):
        path = paths[turn % len(paths)]
        verdict = judge.judge(challenges[head(path)["problem"]], path.read_bytes())
        assert verdict.verdict != "accepted", path
    return before, count_processes()


def count_processes() -> int:
    """Processes of Lean, and those that were forked of them."""
    found = 0
    for entry in Path("/proc").iterdir():
        try:
            found += entry.name.isdigit() and b"forkserver.py" in (entry / "cmdline").read_bytes()
        except OSError:
            continue
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    asked = parser.parse_args()
    rounds, parts = asked.rounds, asked.parts
    lean = open_judged(None, JudgeLimits(wall_s=20, memory_mb=2048))
    named = sorted({head(path)["problem"] for path in ATTACKS})
    challenges = {name: open_challenge(lean, find_statement(CASES / "problems" / f"{name}.lean")) for name in named}
    guarded, unguarded = Judge(lean), Judge(lean, gate=False)
    if "attacks" in parts:
        for label, judge in (("all layers", guarded), ("no source gate", unguarded)) * rounds:
            good, verdicts = run_attacks(judge, challenges)
            counts = Counter(f"{one.verdict} {one.reason or ''}".strip() for one in verdicts)
            print(f"{label}: {good} of {len(verdicts)} as expected; {dict(counts.most_common())}", flush=True)
    if "forged" in parts:
        print(f"forged modules: {dict(judge_forged(unguarded, challenges).most_common())}", flush=True)
    if "changed" in parts:
        print(f"changed tables: {dict(judge_changed(lean, 200).most_common())}", flush=True)
    if "left" in parts:
        limits = replace(lean.sandbox.limits, wall_s=4.0)
        hasty = replace(lean, sandbox=replace(lean.sandbox, limits=limits))
        before, after = left_after(Judge(hasty, gate=False), challenges, 50)
        print(f"processes before and after 50 hostile runs: {before} {after}", flush=True)
    if "times" in parts:
        compare_times(guarded, challenges, rounds)


if __name__ == "__main__":
    main()
