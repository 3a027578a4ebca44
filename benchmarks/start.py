"""How long short commands take, beside a Python that does nothing, in the same run.

Run: python benchmarks/start.py --dataset DIR --number N [--times 5]

DIR is a dataset that `curate prs` built, and N a pull request in it. CPU seconds of the process and its children, the
smallest of `--times`; the second number is how many times that of `python -c pass` it is. The floor of a new text is
what the fork server itself takes: a Python that loads Lean, and one parse and one elaboration forked from it.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

CURATE = [sys.executable, "-m", "curate"]
FORKED = """
import sys
from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import open_embedded
from curate.formalize.lean.forkserver_client import warm_lean
lean = open_embedded()
if sys.argv[1:]:
    lean.parser.parse(sys.argv[1], Limits())
    lean.compile(sys.argv[1], None)
"""
"""With a text, what the fork server does for it; without, what all else of this script takes."""


def used() -> float:
    """CPU seconds of all children that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def measure(command: list[str], times: int) -> float:
    """The smallest CPU time of `command`."""
    spent = []
    for _ in range(times):
        before = used()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        spent.append(used() - before)
    return min(spent)


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--dataset", required=True)
    parser.add_argument("--number", required=True)
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has compiled modules
    floor = measure([sys.executable, "-c", "pass"], options.times)
    text = "theorem t : 1 + 1 = 2 := rfl\n"
    forked = measure([sys.executable, "-c", FORKED, text], options.times)
    forked -= measure([sys.executable, "-c", FORKED], options.times)
    with tempfile.TemporaryDirectory() as name:
        known, fresh = Path(name) / "Known.lean", Path(name) / "New.lean"
        known.write_text(text)
        subprocess.run([*CURATE, "lean", "check", str(known)], stderr=subprocess.DEVNULL, check=True)

        def check_new() -> float:
            spent = []
            for _ in range(options.times):
                fresh.write_text(f"theorem t_{uuid.uuid4().hex} : 1 + 1 = 2 := rfl\n")
                spent.append(measure([*CURATE, "lean", "check", str(fresh)], 1))
            return min(spent)

        found = {
            "--help": measure([*CURATE, "--help"], options.times),
            "funnel": measure([*CURATE, "funnel", "--dataset", options.dataset], options.times),
            "explain": measure([*CURATE, "explain", options.number, "--dataset", options.dataset], options.times),
            "lean check, a kept answer": measure([*CURATE, "lean", "check", str(known)], options.times),
            "lean check, a new text": check_new(),
        }
    print(f"python -c pass: {floor:.2f} s; the fork server with two runs: {forked:.2f} s")
    for what, seconds in found.items():
        print(f"curate {what}: {seconds:.2f} s, {seconds / floor:.1f} times the floor")


if __name__ == "__main__":
    main()
