"""`curate builds`: evidence for heads whose check runs GitHub has deleted, by building them again."""

from dataclasses import dataclass
from pathlib import Path

import click

from curate.builds.agreement import read_agreement, read_built
from curate.builds.heads import check_tables
from curate.builds.plan import plan_builds
from curate.builds.rendering import render_agreement, render_build_plan, render_builds
from curate.builds.run import BuildSettings, run_builds
from curate.console import Screen
from curate.grammar import Command, Group, reads, request
from curate.options import dataset_option, engine_options
from curate.schemas.errors import Refused
from curate.scrapers.repository import find_repository

RESULTS = Path("builds.jsonl")


@dataclass(frozen=True)
class PlanRequest:
    """What to plan for."""

    dataset: Path
    git: Path
    results: Path
    with_checks: int
    workers: int


@dataclass(frozen=True)
class RunRequest:
    """What to build, and how."""

    dataset: Path
    git: Path
    results: Path
    workdir: Path
    with_checks: int
    limit: int | None
    cache: bool
    lint: bool
    timeout: float
    memory: int
    lake: str
    sandbox: bool
    workers: int
    scheduler: str | None


@dataclass(frozen=True)
class AgreementRequest:
    """What to compare."""

    dataset: Path
    results: Path


@click.group(name="builds", cls=Group, short_help="Build heads again whose check runs GitHub has deleted.")
def command() -> None:
    """Build heads again whose check runs GitHub has deleted, as evidence of the class local_build.

    `curate prs --evidence checks,local_build --local-builds builds.jsonl` uses the results.
    """


_git = click.option("--git", required=True, type=click.Path(path_type=Path, exists=True, file_okay=False),
                    help="Clone of the repository that holds the heads.")  # fmt: skip
_results = click.option("--results", type=click.Path(path_type=Path, dir_okay=False), default=RESULTS,
                        show_default=True, help="JSON lines with the results of builds.")  # fmt: skip


_with_checks = click.option(
    "--with-checks",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Take N heads more at random whose check runs are left: `agreement` compares them.",
)


@command.command(name="plan", cls=Command, short_help="List heads without evidence, with an estimate in hours.")
@dataset_option
@_git
@_results
@_with_checks
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True,
              help="Number of builds side by side, for the estimate.")  # fmt: skip
@reads
@request(PlanRequest)
def plan(asked: PlanRequest, screen: Screen) -> None:
    """List the heads of a dataset that nobody can label, by year and reason, with an estimate from measured builds."""
    found = plan_builds(asked.dataset, _open_clone(asked.git), asked.results, asked.workers, asked.with_checks)
    screen.show(found._asdict(), render_build_plan(found, asked.workers))


@command.command(name="run", cls=Command, short_help="Build heads without evidence.")
@dataset_option
@_git
@_results
@click.option(
    "--workdir",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the worktrees, which stay between runs.",
)
@_with_checks
@click.option("--limit", type=click.IntRange(min=1), help="Most heads to build in this run.")
@click.option(
    "--cache/--no-cache",
    default=False,
    show_default=True,
    help="Run `lake exe cache get` first. It is code of the commit, with the network.",
)
@click.option("--lint/--no-lint", default=True, show_default=True, help="Run the commit's own text linter too.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=1),
    default=7200.0,
    show_default=True,
    help="Longest time of one `lake build`, in seconds.",
)
@click.option(
    "--memory", type=click.IntRange(min=64), default=16384, show_default=True, help="Most memory of one build, in MB."
)
@click.option("--lake", default="lake", show_default=True, help="The program to build with.")
@click.option("--sandbox/--no-sandbox", default=True, show_default=True,
              help="Build in a jail (bubblewrap): no network, your files read-only.")  # fmt: skip
@engine_options
@request(RunRequest)
def run(asked: RunRequest, screen: Screen) -> None:
    """Build the heads of a dataset that have no evidence, neighbours after each other, and keep every result."""
    clone = _open_clone(asked.git)
    planned = plan_builds(asked.dataset, clone, asked.results, asked.workers, asked.with_checks)
    settings = BuildSettings(
        clone, asked.workdir, asked.lake, asked.cache, asked.lint, asked.timeout, asked.memory, asked.sandbox
    )
    heads = planned.todo[: asked.limit]
    built = run_builds(heads, settings, asked.results, asked.workers, asked.scheduler, screen)
    screen.show([result.model_dump(mode="json") for result in built], render_builds(built, len(heads)))
    screen.done(f"wrote {asked.results}", f"curate prs --evidence checks,local_build --local-builds {asked.results} …")


@command.command(name="agreement", cls=Command, short_help="Compare builds with the check runs that are left.")
@dataset_option
@_results
@reads
@request(AgreementRequest)
def agreement(asked: AgreementRequest, screen: Screen) -> None:
    """Compare local builds with the check runs that GitHub still has: the error rate of either."""
    check_tables(asked.dataset)
    found = read_agreement(asked.dataset, read_built(asked.results))
    screen.show(found, render_agreement(found))


def _open_clone(path: Path) -> Path:
    clone = find_repository(path)
    if clone is None:
        raise Refused(f"{path} is not a git repository; name a clone with --git")
    return clone
