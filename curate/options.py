"""Options and types that several commands share."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class Day(click.ParamType[date]):
    """A UTC day as YYYY-MM-DD, in no other of the forms that ISO 8601 has."""

    name = "YYYY-MM-DD"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(str(value)) if _DAY.fullmatch(str(value)) else self._refuse(value, param, ctx)
        except ValueError:
            return self._refuse(value, param, ctx)

    def _refuse(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        self.fail(f"{value!r} is not a day; write it as 2026-04-05", param, ctx)


def parse_days(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[date, ...]:
    """One or two ascending days with a comma between; none for None."""
    if value is None:
        return ()
    days = tuple(Day().convert(part.strip(), param, ctx) for part in value.split(","))
    if len(days) > 2 or list(days) != sorted(set(days)):
        raise click.BadParameter("give one or two ascending days, such as 2025-10-01,2026-01-01", ctx, param)
    return days


def dataset_option(command: F) -> F:
    """Adds --dataset, a folder that `curate prs` wrote."""
    text = "A folder that curate prs wrote."
    return click.option(
        "--dataset", type=click.Path(path_type=Path), default=Path("mathlibpr"), show_default=True, help=text
    )(command)


def workspace_option(command: F) -> F:
    """Adds --workspace, which CURATE_WORKSPACE names for all commands."""
    text = "Where archive, clones and patches are kept. [default: curate in your data folder; see curate doctor]"
    return click.option("--workspace", type=click.Path(path_type=Path), envvar="CURATE_WORKSPACE", help=text)(command)


def engine_options(command: F) -> F:
    """Adds --workers and --scheduler: where the tasks of a command run."""
    here = "Number of parallel workers on this machine."
    workers = click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help=here)
    return workers(scheduler_option(command))


def scheduler_option(command: F) -> F:
    """Adds --scheduler, for commands whose number of workers here is named otherwise."""
    there = "A Dask scheduler that runs the tasks instead: its address, or its scheduler file."
    return click.option("--scheduler", metavar="ADDRESS|FILE", help=there)(command)


def result_options(command: F) -> F:
    """Adds --release and --result: the Hub's result file of a model for a release."""
    where = "With --result: the release that the run was on, a folder."
    what = "Write the model's result for the Hub's leaderboards: .eval_results/NAME.yaml of its repository."
    release = click.option("--release", type=click.Path(path_type=Path, exists=True, file_okay=False), help=where)
    return release(click.option("--result", type=click.Path(path_type=Path, dir_okay=False), help=what)(command))


def check_result_options(release: Path | None, result: Path | None) -> None:
    """Refuses one of the two without the other."""
    if (release is None) != (result is None):
        raise click.UsageError("--release and --result go together")


PROBLEMS_FOLDER = click.option(
    "--problems",
    "directory",
    type=click.Path(path_type=Path),
    default=Path("problems"),
    show_default=True,
    help="Folder of the records.",
)
