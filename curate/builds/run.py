"""Builds the heads of a plan, here or on a cluster, and keeps each result as it comes."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from curate.builds.heads import Head
from curate.builds.jail import check_jail
from curate.builds.lake import CACHE_S, LINT_S, TOOLCHAIN_S, BuildRequest
from curate.builds.record import BuildResult
from curate.console import Screen
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsonl import read_lines, render_lines
from curate.tasks.run import open_engine, run_tasks
from curate.tasks.task import Outcome, Task

KIND = "build-head"


@dataclass(frozen=True)
class BuildSettings:
    """How heads are built; the fields of `BuildRequest` but for the commit."""

    clone: Path
    workdir: Path
    lake: str
    cache: bool
    lint: bool
    wall_s: float
    memory_mb: int
    sandbox: bool


def run_builds(
    heads: Sequence[Head],
    settings: BuildSettings,
    results: Path,
    workers: int,
    scheduler: str | None,
    screen: Screen,
) -> list[BuildResult]:
    """Builds `heads` in their order; `results` then holds every result so far, one a commit, sorted by commit.

    A head that can't be built now (unknown) is tried again by the next run; one that was built is not.

    Raises:
        Missing: no jail can be made here.
        Stopped: the scheduler is gone; what was built is kept.
    """
    if settings.sandbox and scheduler is None:
        check_jail()
    tasks = [make_task(head, settings) for head in heads]
    with open_engine(workers, scheduler) as engine:
        journal = settings.workdir / "builds.journal.jsonl"
        outcomes = run_tasks(tasks, engine, {}, journal, screen, "builds", _is_decided)
    built = [BuildResult.model_validate(outcome.record) for outcome in outcomes if outcome.record is not None]
    known = {result.sha: result for result in read_lines(results, BuildResult)} | {one.sha: one for one in built}
    write_file(results, render_lines(known[sha] for sha in sorted(known)).encode())
    return built


def _is_decided(outcome: Outcome) -> bool:
    return outcome.record is not None and outcome.record["verdict"] != "unknown"


def make_task(head: Head, settings: BuildSettings) -> Task:
    """The build of one head as a task."""
    request = BuildRequest(
        sha=head.sha,
        clone=str(settings.clone.resolve()),
        workdir=str(settings.workdir.resolve()),
        lake=settings.lake,
        cache=settings.cache,
        lint=settings.lint,
        wall_s=settings.wall_s,
        memory_mb=settings.memory_mb,
        sandbox=settings.sandbox,
    )
    return Task.of(KIND, request.model_dump(mode="json"), TOOLCHAIN_S + CACHE_S + settings.wall_s + LINT_S)
