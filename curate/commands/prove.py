"""`curate prove`: provers run over StochBench's problems, and what was proved."""

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from curate.clock import utc_today
from curate.console import Line, Screen
from curate.evals.prove.records import PREDICTIONS, TIMES, Prediction, Prover, Times, read_predictions, read_run
from curate.evals.prove.report import Table, compare_runs, render_report
from curate.evals.prove.results import VERDICTS, Row, classify_failure, join_rows, read_overrides
from curate.evals.prove.running import begin_run, choose, run_provers
from curate.formalize.judge.challenge import Statement
from curate.formalize.models.prices import Price, find_price
from curate.grammar import Group, open_screen, reads
from curate.options import check_result_options, result_options
from curate.schemas.errors import Refused
from curate.schemas.stochbench.folder import find_problems, read_problem, read_recorded
from curate.schemas.stochbench.records import Problem
from curate.schemas.stochbench.verdicts import Verdict
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsonl import read_lines

ASK_ABOVE_H = 1.0
"""Hours of proving above which a run asks for --yes."""
_PROBLEMS = click.option(
    "--problems",
    "directory",
    type=click.Path(path_type=Path),
    default=Path("problems"),
    show_default=True,
    help="Folder of the records.",
)


@click.group("prove", cls=Group)
def command() -> None:
    """Run provers over problems, and report what the judge accepted."""


@command.command("run")
@click.option(
    "--prover", type=click.Choice(["portfolio", "search", "agent", "command"]), required=True, help="Who proves."
)
@click.option("--model", help="The agent's model: NAME, anthropic/NAME or cassette:FILE.")
@click.option("--base-url", help="Server of the model, in OpenAI's form.")
@click.option("--command", "command_line", help="A prover of your own: it is given the path of a task file.")
@_PROBLEMS
@click.option("--only", multiple=True, metavar="ID", help="Prove these problems alone.")
@click.option("--limit", type=click.IntRange(1), help="Prove the first N problems alone.")
@click.option("--k", "samples", type=click.IntRange(1, 100), default=1, show_default=True, help="Samples a problem.")
@click.option("--cap", default=900.0, show_default=True, help="Seconds a sample may take.")
@click.option("--memory", default=4096, show_default=True, help="MB a sample may hold.")
@click.option("--max-checks", default=3000, show_default=True, help="Texts a sample may put to Lean.")
@click.option("--max-tokens", default=200_000, show_default=True, help="Tokens a sample of the agent may use.")
@click.option("--temperature", type=float, help="Sent to the model when given.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Samples in parallel.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder of the run.")
@click.option("--plan", is_flag=True, help="Print what the run may cost, and exit.")
@click.option("--yes", is_flag=True, help="Start although the run may take long.")
def run(
    prover: str,
    model: str | None,
    base_url: str | None,
    command_line: str | None,
    directory: Path,
    only: tuple[str, ...],
    limit: int | None,
    samples: int,
    cap: float,
    memory: int,
    max_checks: int,
    max_tokens: int,
    temperature: float | None,
    workers: int,
    out: Path,
    plan: bool,
    yes: bool,
) -> None:
    """Prove active problems; the same command resumes a run that was stopped."""
    _check_options(prover, model, command_line)
    prover_record = Prover.model_validate(
        {
            "name": prover,
            "model": model,
            "command": tuple(shlex.split(command_line or "")),
            "max_checks": max_checks,
            "max_tokens": max_tokens,
            "temperature": temperature,
        }
    )
    statements = choose(read_statements(directory), only, limit)
    screen, price = open_screen(click.get_current_context()), _price(model)
    number = len(statements) * samples
    hours = number * cap / 3600 / workers
    if plan or (hours > ASK_ABOVE_H and not yes):
        _print_plan(screen, number, hours, max_tokens if prover == "agent" else 0, price)
        if plan:
            return
        raise Refused("this may take long; give --yes, or fewer --k, a smaller --cap, --limit or --only")
    started = begin_run(out, prover_record, statements, samples, cap, memory)
    with screen.progress("proved or given up", number) as ticker:
        found = run_provers(
            started, statements, out, workers, price, base_url, lambda one: ticker.advance(1, one.ended)
        )
    claimed = sum(one.ended == "solved" for one in found)
    screen.done(
        f"{out}: {len(found)} predictions, {claimed} of them claim a proof",
        f"curate judge --predictions {out / PREDICTIONS} --out {out / VERDICTS} --problems {directory}",
    )


@command.command("report")
@click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))
@_PROBLEMS
@click.option("--against", type=click.Path(path_type=Path), help="Compare with this run.")
@result_options
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def report(
    folder: Path, directory: Path, against: Path | None, release: Path | None, result: Path | None, as_json: bool
) -> None:
    """Report what the judge accepted of RUN, why the rest failed, and what it cost."""
    check_result_options(release, result)
    problems = _records(directory)
    rows = read_rows(folder, problems)
    tables = list(render_report(read_run(folder), rows, read_overrides(folder)))
    if release and result:
        from curate.evals.hub import render_prove_result  # pyarrow takes longer to import than all else

        write_file(result, render_prove_result(read_run(folder), rows, release, utc_today()).encode())
    if against is not None:
        tables.append(compare_runs(rows, read_rows(against, problems)))
    _print(open_screen(click.get_current_context()), tables, as_json)


@command.command("show")
@click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))
@click.argument("problem")
@_PROBLEMS
@reads
def show(folder: Path, problem: str, directory: Path) -> None:
    """Show every sample of PROBLEM in RUN: its end, its verdict and its text."""
    rows = [row for row in read_rows(folder, _records(directory)) if row.prediction.problem == problem]
    if not rows:
        raise Refused(f"{folder} holds no sample of {problem}")
    value = [{"prediction": row.prediction, "verdict": row.verdict, "failure": classify_failure(row)} for row in rows]
    open_screen(click.get_current_context()).show(value, [line for row in rows for line in _sample_lines(row)])


def _sample_lines(row: Row) -> Iterator[Line]:
    verdict = f"{row.verdict.verdict} {row.verdict.reason or ''}" if row.verdict else "no verdict"
    failure = classify_failure(row)
    yield Line(f"{row.prediction.key}: {row.prediction.ended}, {verdict.strip()}" + (f", {failure}" if failure else ""))
    for line in (row.prediction.text or "(no text)").splitlines():
        yield Line(f"    {line}")


def read_statements(directory: Path) -> Mapping[str, Statement]:
    """The active problems of a folder with their statements, by id.

    Raises:
        Refused: there is none, or a record is damaged.
    """
    found = {}
    for folder in find_problems(directory):
        record, text = read_recorded(folder)
        if record.status == "active":
            found[record.id] = Statement(record.id, text, record)
    if not found:
        raise Refused(f"{directory} holds no active problem; see curate problems examples")
    return found


def read_rows(folder: Path, problems: Mapping[str, Problem]) -> tuple[Row, ...]:
    """The samples of a run with their verdicts.

    Raises:
        Refused: it was not judged, or not wholly.
    """
    predictions: tuple[Prediction, ...] = read_predictions(folder)
    verdicts = read_lines(folder / VERDICTS, Verdict)
    return join_rows(predictions, read_lines(folder / TIMES, Times, allow_torn=True), verdicts, problems)


def _records(directory: Path) -> dict[str, Problem]:
    return {folder.name: read_problem(folder) for folder in find_problems(directory)}


def _check_options(prover: str, model: str | None, command_line: str | None) -> None:
    if (prover == "agent") != (model is not None):
        raise click.UsageError("--model goes with --prover agent, and with no other")
    if (prover == "command") != (command_line is not None):
        raise click.UsageError("--command goes with --prover command, and with no other")


def _price(model: str | None) -> Price | None:
    if model is None or model.startswith("cassette:"):
        return Price(input=0.0, output=0.0)
    return find_price(model.rpartition("/")[2])


def _print_plan(screen: Screen, number: int, hours: float, tokens: int, price: Price | None) -> None:
    most = f"at most {number * price.of(tokens, tokens):.2f}" if price else "unknown"
    rows = [("samples", number), ("hours, at most", f"{hours:.1f}"), ("tokens, at most", number * tokens)]
    screen.table("plan", ("what", "how much"), [*rows, ("US dollars", most)])


def _print(screen: Screen, tables: list[Table], as_json: bool) -> None:
    if as_json:
        screen.json(
            {table.title: [dict(zip(table.columns, row, strict=True)) for row in table.rows] for table in tables}
        )
        return
    for table in tables:
        screen.line(table.title)
        screen.table(table.title, table.columns, table.rows)
        screen.line("")
