"""Measures the provers that need no model: predicts, judges and reports. A run that was stopped goes on.

    python -m benchmarks.provers drafts --prover search --max-checks 1000 --out DIR
    python -m benchmarks.provers set --prover search --max-checks 400 --out DIR

`drafts`: on the records that `curate formalize` makes of the shipped drafts by rules and cassette; `set`: on the active
problems of the shipped set.
"""

import argparse
import subprocess
import sys
from pathlib import Path

CURATE = [sys.executable, "-c", "from curate.cli import main; main()"]
REFUSED = 4


def curate(*words: str, may_refuse: bool = False) -> None:
    done = subprocess.run([*CURATE, *words], check=False)
    if done.returncode and not (may_refuse and done.returncode == REFUSED):
        raise SystemExit(done.returncode)


def make_drafts(folder: Path) -> Path:
    """Records of the shipped drafts, active; those that are refused, as worthless ones must be, are not there."""
    problems = folder / "problems"
    if problems.exists():
        return problems
    drafts = folder / "drafts"
    curate("problems", "examples", str(drafts), "--quiet")
    making = folder / "making"
    cassette = f"cassette:{drafts / 'cassette.jsonl'}"
    for draft in sorted(drafts.glob("*.lean")):
        options = ("--accept", "--model", cassette, "--out", str(making), "--quiet")
        curate("formalize", str(draft), *options, may_refuse=True)
    for record in sorted(making.glob("*/problem.toml")):
        word = ("--by", "benchmark", "--why", "to be proved", "--quiet")
        curate("problems", "activate", record.parent.name, "--problems", str(making), *word)
    making.rename(problems)
    return problems


def make_set(folder: Path) -> Path:
    problems = folder / "problems"
    if not problems.exists():
        curate("problems", "examples", str(problems), "--quiet")
    return problems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("drafts", "set"))
    parser.add_argument("--prover", choices=("portfolio", "search"), required=True)
    parser.add_argument("--max-checks", type=int, required=True)
    parser.add_argument("--cap", default="300")
    parser.add_argument("--workers", default="2")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    folder = given.out / given.what
    folder.mkdir(parents=True, exist_ok=True)
    problems = ("--problems", str(make_drafts(folder) if given.what == "drafts" else make_set(folder)))
    run = folder / f"{given.prover}-{given.max_checks}"
    limits = ("--max-checks", str(given.max_checks), "--cap", given.cap, "--workers", given.workers)
    curate("prove", "run", "--prover", given.prover, *problems, *limits, "--yes", "--out", str(run))
    files = ("--predictions", str(run / "predictions.jsonl"), "--out", str(run / "verdicts.jsonl"))
    curate("judge", *files, *problems)
    curate("prove", "report", str(run), *problems)


if __name__ == "__main__":
    main()
