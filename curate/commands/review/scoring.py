"""curate review score, report and baseline."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import click

from curate.clock import utc_today
from curate.commands.review.options import FOLDER
from curate.console import Screen
from curate.grammar import Command, reads, request
from curate.options import Day, check_result_options, dataset_option, result_options
from curate.review_reports import render_report, render_scores
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsontext import write_json

SCORES = "scores.json"


@dataclass(frozen=True)
class ReportRequest:
    """Which runs are scored on which dataset."""

    dataset: Path
    runs: tuple[Path, ...]
    partial: bool
    cut_off: date | None
    draws: int


def report_options(command: Any) -> Any:
    """Adds what scores depend on."""
    for option in reversed((
        dataset_option,
        click.option("--partial", is_flag=True, help="Score what is there although questions have no answer."),
        click.option("--cut-off", type=Day(), help="Last day of the model's training data; slices by it."),
        click.option("--draws", type=click.IntRange(min=1), default=2000, show_default=True, help="Bootstrap draws."),
        reads,
    )):  # fmt: skip
        command = option(command)
    return command


@click.command("score", cls=Command)
@click.argument("runs", metavar="RUN", type=FOLDER, nargs=-1, required=True)
@report_options
@request(ReportRequest)
def score(asked: ReportRequest, screen: Screen) -> None:
    """Score each RUN and write its scores.json.

    Exit code 3 when questions have no answer and --partial is not given.
    """
    from curate.evals.review.report import make_report  # numpy takes longer to import than all else

    for folder in asked.runs:
        report = make_report(asked.dataset, [folder], asked.partial, asked.cut_off, asked.draws)
        write_json(folder / SCORES, plain_report(report))
        screen.show(plain_report(report), render_scores(report.scores, report.pairs))


@dataclass(frozen=True)
class TablesRequest(ReportRequest):
    """The same, and the release for which the Hub's result file is written, if one is."""

    release: Path | None
    result: Path | None


@click.command("report", cls=Command)
@click.argument("runs", metavar="RUN", type=FOLDER, nargs=-1, required=True)
@report_options
@result_options
@request(TablesRequest)
def report(asked: TablesRequest, screen: Screen) -> None:
    """Print all tables for the RUNs together: scores, pairs, slices, axes, agreement, baselines and shortcuts."""
    from curate.evals.review.report import make_report

    check_result_options(asked.release, asked.result)
    made = make_report(asked.dataset, asked.runs, asked.partial, asked.cut_off, asked.draws)
    if asked.release and asked.result:
        from curate.hub_results import render_review_result

        write_file(asked.result, render_review_result(made, asked.dataset, asked.release, utc_today()).encode())
    screen.show(plain_report(made), render_report(made))


@dataclass(frozen=True)
class BaselineRequest:
    """A dataset whose baselines are asked for."""

    dataset: Path
    draws: int


@click.command("baseline", cls=Command)
@dataset_option
@click.option("--draws", type=click.IntRange(min=1), default=2000, show_default=True, help="Bootstrap draws.")
@reads
@request(BaselineRequest)
def baseline(asked: BaselineRequest, screen: Screen) -> None:
    """Score what reads nothing or only numbers: constants, chance, size, date, a regression on the findings."""
    from curate.evals.review.report import make_report

    made = make_report(asked.dataset, [], draws=asked.draws)
    screen.show(plain_report(made), render_report(made))


def plain_report(report: Any) -> dict[str, Any]:
    """A report as JSON keeps it: measures with their intervals; nan becomes null."""
    from curate.evals.review.plain import plain

    value: dict[str, Any] = plain(report)
    return value
