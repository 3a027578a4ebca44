"""`curate judge`: whether solutions prove, or refute, the statements that they claim to."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from curate import exits
from curate.console import Screen
from curate.formalize.judge.batch import judge_all
from curate.formalize.judge.challenge import find_statement, open_challenge
from curate.formalize.judge.intake import find_statements, read_predictions, read_solution
from curate.formalize.judge.judge import Judge
from curate.formalize.judge.kernels import parse_kernel
from curate.formalize.judge.lean import open_judged
from curate.grammar import Command, reads, request
from curate.schemas.stochbench.verdicts import Claim, JudgeLimits, Verdict

UNKNOWN = 3
"""Exit code of a verdict that is neither: the same command may come to one."""


@dataclass(frozen=True)
class JudgeRequest:
    """One solution, or a file of predictions, to be judged."""

    problem: Path | None
    solution: Path | None
    claims: Claim | None
    predictions: Path | None
    out: Path | None
    problems: Path
    project: Path | None
    cap: float
    memory: int
    workers: int
    kernels: Sequence[str]
    no_sandbox: bool


@click.command(cls=Command)
@click.argument("problem", type=click.Path(path_type=Path), required=False)
@click.argument("solution", type=click.Path(path_type=Path), required=False)
@click.option("--claims", type=click.Choice(["proof", "disproof"]), help="What SOLUTION is judged as.")
@click.option("--predictions", type=click.Path(path_type=Path), help="Judge every line of this file instead.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File of verdicts, with --predictions.")
@click.option(
    "--problems",
    type=click.Path(path_type=Path),
    default=Path("problems"),
    show_default=True,
    help="Folder of the problem records.",
)
@click.option("--project", type=click.Path(path_type=Path, file_okay=False), help="Judge with this project's Lean.")
@click.option("--cap", default=60.0, show_default=True, help="Seconds that each process may take.")
@click.option("--memory", default=4096, show_default=True, help="MB that each process may hold.")
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Verdicts made in parallel.")
@click.option("--kernel", "kernels", multiple=True, metavar="NAME=COMMAND", help="Ask an independent checker too.")
@click.option("--no-sandbox", is_flag=True, help="Run solutions unconfined; each verdict says so.")
@reads
@request(JudgeRequest)
def command(asked: JudgeRequest, screen: Screen) -> int:
    """Judge SOLUTION, a Lean file, as a proof or disproof of PROBLEM.

    PROBLEM is a record's id or folder, or a Lean file whose one theorem ends in `:= by sorry`.

    Exit code 0: accepted; 1: rejected; 3: unknown; 4: refused, nothing was judged.
    """
    checkers = tuple(parse_kernel(text) for text in asked.kernels)
    limits = JudgeLimits(wall_s=asked.cap, memory_mb=asked.memory)
    if asked.predictions is not None and asked.out is not None and asked.problem is None:
        submissions = read_predictions(asked.predictions)
        statements = find_statements(submissions, asked.problems)
        judge = Judge(open_judged(asked.project, limits, jailed=not asked.no_sandbox), checkers)
        with screen.progress("judged", len(submissions)) as ticker:
            verdicts = judge_all(judge, submissions, statements, asked.out, asked.workers, lambda one: ticker.advance())
        _summarize(screen, verdicts, asked.out)
        return exits.DONE
    if asked.problem is None or asked.solution is None or asked.predictions is not None or asked.out is not None:
        raise click.UsageError("give PROBLEM and SOLUTION, or --predictions and --out")
    statement = find_statement(asked.problem, asked.problems)
    data = read_solution(asked.solution, limits.source_bytes)
    judge = Judge(open_judged(asked.project, limits, jailed=not asked.no_sandbox), checkers)
    verdict = judge.judge(open_challenge(judge.lean, statement), data, asked.claims)
    _show(screen, verdict)
    return {"accepted": exits.DONE, "rejected": exits.FAILED, "unknown": UNKNOWN}[verdict.verdict]


def _show(screen: Screen, verdict: Verdict) -> None:
    if screen.as_json:
        screen.json(verdict.model_dump(mode="json"))
        return
    what = verdict.claim or "solution"
    reason = f" ({verdict.reason}): {verdict.detail}" if verdict.reason else f" in {verdict.wall_s:.2f} s"
    screen.line(f"{verdict.problem}: {what} {verdict.verdict}{reason}")
    if verdict.verdict == "accepted":
        screen.note(f"rests on {', '.join(verdict.axioms) or 'no axioms'}; {verdict.environment.label}")
    if not verdict.sandbox:
        screen.note("judged without a sandbox: the solution could have changed anything on this machine")


def _summarize(screen: Screen, verdicts: Sequence[Verdict], out: Path) -> None:
    counts = Counter((one.verdict, one.claim or "", one.reason or "") for one in verdicts)
    rows = [(*key, count) for key, count in sorted(counts.items())]
    screen.table("verdicts", ("verdict", "claim", "reason", "count"), rows)
    screen.done(f"{out}: {len(verdicts)} verdicts")
