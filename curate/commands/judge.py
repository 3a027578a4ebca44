"""`curate judge`: whether solutions prove, or refute, the statements that they claim to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from curate import exits
from curate.console import Screen
from curate.formalize.judge.batch import judge_all, keep_verdicts
from curate.formalize.judge.challenge import Statement, find_statement, open_challenge
from curate.formalize.judge.intake import find_statements, read_predictions
from curate.formalize.judge.plain_files import read_plain
from curate.grammar import Command, reads, request
from curate.options import scheduler_option
from curate.schemas.stochbench.environment import JudgeLimits
from curate.schemas.stochbench.verdicts import Claim, Submission, Verdict
from curate.tasks.run import open_engine
from curate.tasks.verdicts import JudgeSettings, judge_with, open_judge

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
    scheduler: str | None
    kernels: Sequence[str]
    no_sandbox: bool

    @property
    def limits(self) -> JudgeLimits:
        """What each process may use."""
        return JudgeLimits(wall_s=self.cap, memory_mb=self.memory)

    @property
    def settings(self) -> JudgeSettings:
        """How each solution is judged, wherever that is."""
        return JudgeSettings(
            project=str(self.project.resolve()) if self.project else None,
            limits=self.limits,
            sandbox=not self.no_sandbox,
            kernels=tuple(self.kernels),
        )


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
@scheduler_option
@click.option("--kernel", "kernels", multiple=True, metavar="NAME=COMMAND", help="Ask an independent checker too.")
@click.option("--no-sandbox", is_flag=True, help="Run solutions unconfined; each verdict says so.")
@reads
@request(JudgeRequest)
def command(asked: JudgeRequest, screen: Screen) -> int:
    """Judge SOLUTION, a Lean file, as a proof or disproof of PROBLEM.

    PROBLEM is a record's id or folder, or a Lean file whose one theorem ends in `:= by sorry`.

    Exit code 0: accepted; 1: rejected; 3: unknown; 4: refused, nothing was judged.
    """
    if asked.predictions is not None and asked.out is not None and asked.problem is None:
        submissions = read_predictions(asked.predictions)
        statements = find_statements(submissions, asked.problems)
        judge_predictions = _judge_there if asked.scheduler else _judge_here
        verdicts = judge_predictions(asked, submissions, statements, asked.out, screen)
        _summarize(screen, verdicts, asked.out)
        return exits.DONE
    if asked.problem is None or asked.solution is None or asked.predictions is not None or asked.out is not None:
        raise click.UsageError("give PROBLEM and SOLUTION, or --predictions and --out")
    if asked.scheduler is not None:
        raise click.UsageError("--scheduler goes with --predictions; one solution is judged here")
    statement = find_statement(asked.problem, asked.problems)
    judge = open_judge(asked.settings)
    data = read_plain(asked.solution, asked.limits.source_bytes)
    verdict = judge.judge(open_challenge(judge.lean, statement), data, asked.claims)
    _show(screen, verdict)
    return {"accepted": exits.DONE, "rejected": exits.FAILED, "unknown": UNKNOWN}[verdict.verdict]


def _judge_here(
    asked: JudgeRequest,
    submissions: Sequence[Submission],
    statements: Mapping[str, Statement],
    out: Path,
    screen: Screen,
) -> Sequence[Verdict]:
    judge = open_judge(asked.settings)
    with screen.progress("judged", len(submissions)) as ticker:
        return judge_all(judge, submissions, statements, out, asked.workers, lambda one: ticker.advance())


def _judge_there(
    asked: JudgeRequest,
    submissions: Sequence[Submission],
    statements: Mapping[str, Statement],
    out: Path,
    screen: Screen,
) -> Sequence[Verdict]:
    with open_engine(asked.workers, asked.scheduler) as engine, screen.progress("judged", len(submissions)) as ticker:
        judged = judge_with(engine, asked.settings, statements)
        return keep_verdicts(judged, submissions, out, lambda one: ticker.advance())


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
