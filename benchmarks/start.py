"""How long short commands take, beside a Python that does nothing, in the same run.

Run: python benchmarks/start.py --dataset DIR --number N [--times 5]

DIR is a dataset that `curate prs` built, and N a pull request in it. CPU seconds of the process and its children, the
smallest of `--times`; the second number is how many times that of `python -c pass` it is.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

CURATE = [sys.executable, "-m", "curate"]


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
    floor = measure([sys.executable, "-c", "pass"], options.times)
    with tempfile.TemporaryDirectory() as name:
        known, fresh = Path(name) / "Known.lean", Path(name) / "New.lean"
        known.write_text("theorem t : 1 + 1 = 2 := rfl\n")
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
    print(f"python -c pass: {floor:.2f} s")
    for what, seconds in found.items():
        print(f"curate {what}: {seconds:.2f} s, {seconds / floor:.1f} times the floor")


if __name__ == "__main__":
    main()
