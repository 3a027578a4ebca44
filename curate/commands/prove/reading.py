"""`curate prove report`, `show` and `classify`: what came of a run."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import click

from curate.clock import utc_today
from curate.commands.prove.folders import read_all_problems
from curate.console import Line, Screen
from curate.console import Table as Block
from curate.evals.prove.records import read_predictions, read_run
from curate.evals.prove.report import Table, compare_runs, render_report
from curate.evals.prove.results import (
    OVERRIDES,
    Failure,
    Override,
    Row,
    classify_failure,
    read_overrides,
    read_rows,
)
from curate.grammar import Command, reads, request
from curate.options import PROBLEMS_FOLDER, check_result_options, result_options
from curate.schemas.errors import Refused
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsonl import append_line

RUN = click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))


@dataclass(frozen=True)
class ReportRequest:
    """One run, alone or beside another."""

    folder: Path
    directory: Path
    against: Path | None
    release: Path | None
    result: Path | None


@dataclass(frozen=True)
class ShowRequest:
    """The samples of one problem."""

    folder: Path
    problem: str
    directory: Path


@dataclass(frozen=True)
class ClassifyRequest:
    """A person's word on why a sample failed."""

    folder: Path
    key: str
    failure: Failure
    by: str
    why: str


@click.command("report", cls=Command)
@RUN
@PROBLEMS_FOLDER
@click.option("--against", type=click.Path(path_type=Path), help="Compare with this run.")
@result_options
@reads
@request(ReportRequest)
def report(asked: ReportRequest, screen: Screen) -> None:
    """Report what the judge accepted of RUN, why the rest failed, and what it cost."""
    check_result_options(asked.release, asked.result)
    problems = read_all_problems(asked.directory)
    rows = read_rows(asked.folder, problems)
    tables = list(render_report(read_run(asked.folder), rows, read_overrides(asked.folder)))
    if asked.release and asked.result:
        from curate.hub_results import render_prove_result  # pyarrow takes longer to import than all else

        text = render_prove_result(read_run(asked.folder), rows, asked.release, utc_today())
        write_file(asked.result, text.encode())
    if asked.against is not None:
        tables.append(compare_runs(rows, read_rows(asked.against, problems)))
    show_tables(screen, tables)


@click.command("show", cls=Command)
@RUN
@click.argument("problem")
@PROBLEMS_FOLDER
@reads
@request(ShowRequest)
def show(asked: ShowRequest, screen: Screen) -> None:
    """Show every sample of PROBLEM in RUN: its end, its verdict, why it failed, and its text."""
    every = read_rows(asked.folder, read_all_problems(asked.directory))
    rows = [row for row in every if row.prediction.problem == asked.problem]
    if not rows:
        raise Refused(f"{asked.folder} holds no sample of {asked.problem}")
    words = read_overrides(asked.folder)
    value = [
        {
            "prediction": row.prediction,
            "verdict": row.verdict,
            "failure": classify_failure(row),
            "override": words.get(row.prediction.key),
        }
        for row in rows
    ]
    screen.show(value, [line for row in rows for line in _sample_lines(row, words.get(row.prediction.key))])


def _sample_lines(row: Row, word: Override | None) -> Iterator[Line]:
    verdict = f"{row.verdict.verdict} {row.verdict.reason or ''}" if row.verdict else "no verdict"
    failure = classify_failure(row)
    yield Line(f"{row.prediction.key}: {row.prediction.ended}, {verdict.strip()}" + (f", {failure}" if failure else ""))
    if word is not None:
        yield Line(f"  {word.by} says {word.failure}: {word.why}")
    for line in (row.prediction.text or "(no text)").splitlines():
        yield Line(f"    {line}")


@click.command("classify", cls=Command)
@RUN
@click.argument("key", metavar="PROBLEM#SAMPLE")
@click.argument("failure", type=click.Choice(get_args(Failure)))
@click.option("--by", required=True, help="Who says so.")
@click.option("--why", required=True, help="The reason.")
@request(ClassifyRequest)
def classify(asked: ClassifyRequest, screen: Screen) -> None:
    """Say why a sample failed. The rule's word is kept beside yours, and the report shows both."""
    if asked.key not in {one.key for one in read_predictions(asked.folder)}:
        raise Refused(f"{asked.folder} holds no sample {asked.key}; write it as PROBLEM#0")
    word = Override(key=asked.key, failure=asked.failure, by=asked.by, why=asked.why)
    append_line(asked.folder / OVERRIDES, word)
    screen.note(f"{asked.key}: {asked.failure}, says {asked.by}")


def show_tables(screen: Screen, tables: list[Table]) -> None:
    """Tables with their titles, or one JSON object of them."""
    value = {table.title: [dict(zip(table.columns, row, strict=True)) for row in table.rows] for table in tables}
    blocks = [block for table in tables for block in (Line(table.title), Block(*table), Line(""))]
    screen.show(value, blocks)
