"""The judge against its attacks: verdicts in three settings, times beside the plain check, processes left behind.

    python benchmarks/judge_attacks.py [--rounds 3]

Settings: all layers; the source gate left out; the source gate left out and a forged module in the solution's place.
"""

import argparse
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

from curate.formalize.gate.module_rules import check_honesty
from curate.formalize.judge.challenge import Challenge, find_statement, open_challenge
from curate.formalize.judge.judge import Judge
from curate.formalize.judge.lean import open_judged
from curate.formalize.judge.steps import build
from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import open_embedded
from curate.schemas.stochbench.verdicts import JudgeLimits, Verdict

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.formalize.judge.test_attacks import ATTACKS, CASES, LARGE, head
from tests.formalize.judge.test_forged import shrink_numbers

FORGED = "theorem target : Nat.beq 18446744073709551619 3 = false := by decide\n"


def run_attacks(judge: Judge, challenges: dict[str, Challenge]) -> tuple[int, list[Verdict]]:
    """How many verdicts are as the files' first lines say, and all of them."""
    good, verdicts = 0, []
    for path in ATTACKS:
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


def count_lean_processes() -> int:
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
    rounds = parser.parse_args().rounds
    lean = open_judged(None, JudgeLimits(wall_s=20, memory_mb=2048))
    named = sorted({head(path)["problem"] for path in ATTACKS})
    challenges = {name: open_challenge(lean, find_statement(CASES / "problems" / f"{name}.lean")) for name in named}
    before = count_lean_processes()
    for label, judge in (("all layers", Judge(lean)), ("no source gate", Judge(lean, gate=False))):
        for _ in range(rounds):
            good, verdicts = run_attacks(judge, challenges)
            counts = Counter(f"{one.verdict} {one.reason or ''}".strip() for one in verdicts)
            print(f"{label}: {good} of {len(verdicts)} as expected; {dict(counts.most_common())}")
    forged = shrink_numbers(build(lean, FORGED).module)
    for _ in range(rounds):
        verdict = Judge(lean, gate=False).judge_module(challenges["equal-literals"], forged)
        print(f"forged module: {verdict.verdict} {verdict.reason}: {verdict.detail[:80]}")
    print(f"fork servers before and after: {before} {count_lean_processes()}")
    compare_times(Judge(lean), challenges, rounds)


if __name__ == "__main__":
    main()
