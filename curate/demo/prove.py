"""`curate demo --prove`: two provers on ten problems, judged, reported and put on a board."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from curate.console import Screen
from curate.demo.shell import Shell

CASSETTE = Path(__file__).parent / "agent.jsonl"
"""Turns of a made-up agent. They show how an agent works, and say nothing about how good any model is."""
PROBLEMS = (
    "copies-stay-together",
    "memoryless-waiting-times",
    "no-level-is-jumped-over",
    "no-level-is-jumped-over-abstract",
    "renewals-invert-times-abstract",
    "square-of-fair-capital",
    "square-of-fair-capital-abstract",
    "work-is-conserved",
    "work-is-conserved-abstract",
    "workload-covers-what-came-abstract",
)
LIMITS = "--cap 60 --workers 2"


def run_demo(screen: Screen, directory: Path, problems: Sequence[str] = PROBLEMS) -> None:
    """Runs the portfolio and a recorded agent on some of StochBench's own problems.

    Every line that is shown with a `$` is run as it stands, in `directory`.

    Raises:
        Failed: a line did not succeed, such as where the embedded Lean is not installed.
    """
    shutil.copyfile(CASSETTE, directory / "agent.jsonl")
    shell = Shell(screen, directory, {})
    screen.note(f"the agent's turns were made up and recorded; in {directory}:")
    shell.run("curate problems examples problems")
    only = " ".join(f"--only {name}" for name in problems)
    shell.run(f"curate prove freeze --name demo {only} --out set.json")
    shell.run(f"curate prove run --prover portfolio --set set.json --max-checks 200 {LIMITS} --out portfolio --quiet")
    shell.run(
        f"curate prove run --prover agent --model cassette:agent.jsonl --set set.json {LIMITS} --out agent --quiet"
    )
    for run, said in (("portfolio", "--on 2026-01-01 --no-model"), ("agent", "--on 2026-01-02")):
        shell.run(f"curate judge --predictions {run}/predictions.jsonl --out {run}/verdicts.jsonl --quiet")
        shell.run(f"curate prove declare {run} --name {run} --by demo {said}")
    shell.run("curate prove report agent --against portfolio")
    shell.run("curate prove board portfolio agent --set set.json")
