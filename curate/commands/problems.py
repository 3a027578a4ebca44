"""`curate problems`: drafts begun, records listed, checked, paired, reviewed and imported, activated and archived."""

from collections.abc import Callable
from pathlib import Path

import click
import tomli_w
from pydantic import ValidationError

from curate.clock import utc_today
from curate.console import Line, Note, Screen, Table
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.records.draft import render_template
from curate.formalize.records.examples import write_examples
from curate.formalize.records.problems import write_problem
from curate.grammar import Group, current_screen, open_screen, reads
from curate.options import PROBLEMS_FOLDER, scheduler_option
from curate.problem_reading import import_published, quiz_reader, review_problem
from curate.problem_set import (
    choose_lean,
    count_problems,
    find_folder,
    find_pairs,
    link_pair,
    list_rows,
    name_library,
    note_closed,
    read_all,
)
from curate.schemas.errors import Failed, Refused, explain_validation
from curate.schemas.stochbench.folder import find_problems, find_unfinished, read_problem, read_recorded, read_statement
from curate.schemas.stochbench.records import Problem, Status, change_status
from curate.tasks.records import check_with
from curate.tasks.run import open_engine


@click.group(cls=Group)
def command() -> None:
    """Begin and import drafts; list, check, pair, review, activate and archive problem records."""


@command.command("list")
@PROBLEMS_FOLDER
@reads
@click.pass_context
def list_problems(context: click.Context, directory: Path) -> None:
    """List the records, and the drafts that have attempts and no record yet."""
    screen = open_screen(context)
    found, damaged = read_all(directory)
    for line in damaged:
        screen.note(line)
    rows = list_rows(found)
    columns = ("id", "revision", "status", "topic", "representation", "gift", "pair", "library", "title")
    cells = [["" if row[column] is None else row[column] for column in columns] for row in rows]
    screen.show(rows, [Table("problems", columns, cells)])
    for folder in find_unfinished(directory):
        screen.note(f"{folder.name}: attempts, no record yet")


@command.command("stats")
@PROBLEMS_FOLDER
@reads
@click.pass_context
def count_records(context: click.Context, directory: Path) -> None:
    """Count the records by topic, representation, library, gift strength and status."""
    screen = open_screen(context)
    found, damaged = read_all(directory)
    for line in damaged:
        screen.note(line)
    rows = count_problems(found)
    columns = ("topic", "representation", "library", "gift", "status", "count")
    cells = [["not rated" if row[column] is None else row[column] for column in columns] for row in rows]
    screen.show(rows, [Table("problems", columns, cells), Note(f"{len(found)} records")])


@command.command("pair")
@click.argument("ids", metavar="[LITERAL ABSTRACT]", nargs=-1)
@PROBLEMS_FOLDER
@reads
@click.pass_context
def pair_problems(context: click.Context, ids: tuple[str, ...], directory: Path) -> None:
    """List the literal/abstract pairs, or link two records that state one fact."""
    screen = open_screen(context)
    if len(ids) == 2:
        link_pair(directory, *ids)
        screen.note(f"{ids[0]} and {ids[1]} are a pair")
        return
    if ids:
        raise click.UsageError("name two records to link them, or none to list the pairs")
    rows, wrong = find_pairs(read_all(directory)[0])
    cells = [(row["literal"], row["abstract"], row["topic"], " / ".join(map(str, row["gift"]))) for row in rows]
    screen.show(rows, [Table("pairs", ("literal", "abstract", "topic", "gift"), cells), Note(f"{len(rows)} pairs")])
    if wrong:
        raise Failed(f"links that do not hold: {'; '.join(wrong)}")


@command.command("show")
@click.argument("problem_id", metavar="ID")
@PROBLEMS_FOLDER
@reads
def show_problem(problem_id: str, directory: Path) -> None:
    """Show one record and its statement."""
    folder = find_folder(directory, problem_id)
    problem, statement = read_problem(folder), read_statement(folder)
    record = tomli_w.dumps(problem.model_dump(exclude_none=True), multiline_strings=True)
    lines = [*record.splitlines(), "", *statement.splitlines()]
    current_screen().show({"problem": problem, "statement": statement}, [Line(line) for line in lines])


@command.command("check")
@click.argument("ids", metavar="[ID]...", nargs=-1)
@PROBLEMS_FOLDER
@click.option(
    "--project",
    type=click.Path(path_type=Path),
    help="Lean project to check in; without it, each record is checked with what it was made with.",
)
@click.option(
    "--probe", is_flag=True, help="Try whether the library closes each statement by itself; on with --project."
)
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Number of parallel workers.")
@scheduler_option
@click.option("--timeout", type=click.FloatRange(1), default=60, show_default=True, help="Seconds for one statement.")
@reads
def check_problems(
    ids: tuple[str, ...],
    directory: Path,
    project: Path | None,
    probe: bool,
    workers: int,
    scheduler: str | None,
    timeout: float,
) -> None:
    """Elaborate every statement again; exit 1 if any statement no longer matches its record."""
    screen = current_screen()
    folders = [path for path in find_problems(directory) if not ids or path.name in ids]
    missing = sorted(set(ids) - {path.name for path in folders})
    if missing:
        raise Refused(f"{directory} holds no record {', '.join(missing)}; see curate problems list")
    with open_engine(workers, scheduler) as engine, screen.progress("checked", len(folders)) as ticker:
        checked = check_with(
            engine, folders, project, timeout, lambda one: ticker.advance(1, f"{one.id}: {one.finding}")
        )
    if probe or project is not None:
        _probe(
            screen,
            choose_lean(project),
            [folder for folder, one in zip(folders, checked, strict=True) if one.finding == "ok"],
        )
    wrong = [one for one in checked if one.finding != "ok"]
    rows = [(one.id, one.finding, one.words) for one in wrong]
    table = Table("not as recorded", ("id", "finding", "what"), rows)
    screen.show([one.model_dump(mode="json") for one in checked], [table] if wrong else [])
    peak = max((one.peak_memory_mb or 0.0 for one in checked), default=0.0)
    chosen = {folder.name for folder in folders}
    libraries = {name_library(one.environment) for one in read_all(directory)[0] if one.id in chosen}
    asked = str(project) if project is not None else ", ".join(sorted(libraries))
    screen.note(f"{len(checked) - len(wrong)} of {len(checked)} as recorded; {asked}; {peak:.0f} MB a worker")
    if wrong:
        raise Failed(f"{len(wrong)} of {len(checked)} records are not as recorded")


def _probe(screen: Screen, choose: Callable[[Problem], LeanBackend], folders: list[Path]) -> None:
    from curate.formalize.run.drift import find_closing

    with screen.progress("probed", len(folders)) as ticker:
        for folder in folders:
            problem, text = read_recorded(folder)
            lean = choose(problem)
            if lean.environment.implementation == "signatures":
                ticker.advance(1)
                continue
            closed = find_closing(lean, problem, text, utc_today())
            ticker.advance(1)
            if isinstance(closed, str):
                screen.note(f"{problem.id}: not probed: {closed}")
            elif closed is not None and note_closed(folder.parent, problem, closed):
                screen.note(f"{problem.id}: {closed.tactic} closes it since {closed.library}")


@command.command("new")
@click.argument("problem_id", metavar="ID")
def new_draft(problem_id: str) -> None:
    """Create a draft template ID.lean."""
    path, text = Path(f"{problem_id}.lean"), render_template(problem_id)
    try:
        with path.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError as error:
        raise Refused(f"{path} already exists; choose another id, or edit it") from error
    current_screen().note(f"wrote {path}; fill it in and run: curate formalize {path}")


@command.command("examples")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
def examples(directory: Path) -> None:
    """Write the example drafts and StochBench's own problems to DIR."""
    from curate.formalize.records.shipped import write_set

    written = write_examples(directory)
    count = write_set(directory)
    current_screen().note(f"wrote {len(written)} drafts and {count} problem records to {directory}")


def _status_command(name: str, status: Status, words: str) -> None:
    @command.command(name, help=words)
    @click.argument("problem_id", metavar="ID")
    @PROBLEMS_FOLDER
    @click.option("--by", required=True, help="Who decides it; kept in the record's history.")
    @click.option("--why", required=True, help="The reason; kept in the record's history.")
    def change(problem_id: str, directory: Path, by: str, why: str) -> None:
        folder = find_folder(directory, problem_id)
        problem, text = read_recorded(folder)
        if status == "active" and problem.environment.implementation == "signatures":
            raise Refused(f"{problem_id} {problem.environment.label}; formalize it with --project first")
        if problem.status == status:
            raise Refused(f"{problem_id} is {status} already")
        if status == "archived" and problem.status == "draft":
            raise Refused(f"{problem_id} is a draft and was never published, so there is nothing to archive")
        try:
            changed = change_status(problem, status, utc_today(), by, why)
        except ValidationError as error:
            raise click.UsageError(f"--by and --why are one line each: {explain_validation(error)}") from error
        write_problem(directory, changed, text)
        current_screen().note(f"{problem_id}: {problem.status} -> {status}")


_status_command("activate", "active", "Let `curate release problems` publish the record ID from now on.")
_status_command("archive", "archived", "Withdraw the record ID from use; published revisions stay as they are.")

for _reading in (review_problem, quiz_reader, import_published):
    command.add_command(_reading)
