"""`curate problems`: drafts begun, records listed, checked, paired, reviewed and imported, activated and archived."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from curate.grammar import Group, reads, request
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
from curate.schemas.stochbench.folder import (
    RECORD,
    STATEMENT,
    find_problems,
    find_unfinished,
    read_problem,
    read_recorded,
    read_statement,
)
from curate.schemas.stochbench.records import Problem, Status, change_status
from curate.schemas.store.digest import digest_text
from curate.tasks.records import check_with
from curate.tasks.run import open_engine


@dataclass(frozen=True)
class FolderRequest:
    """The records of one folder."""

    directory: Path


@dataclass(frozen=True)
class PairRequest:
    """Two records to be linked, or none."""

    ids: tuple[str, ...]
    directory: Path


@dataclass(frozen=True)
class ShowRequest:
    """One record."""

    problem_id: str
    directory: Path


@dataclass(frozen=True)
class CheckRequest:
    """Records that are elaborated again, where and by how many."""

    ids: tuple[str, ...]
    directory: Path
    project: Path | None
    probe: bool
    workers: int
    scheduler: str | None
    timeout: float


@dataclass(frozen=True)
class NewRequest:
    """The draft that is begun."""

    problem_id: str


@dataclass(frozen=True)
class StatusRequest:
    """A record that is let into use or taken out of it, by whom and why."""

    problem_id: str
    directory: Path
    by: str
    why: str


@click.group(cls=Group)
def command() -> None:
    """Begin and import drafts; list, check, pair, review, activate and archive problem records."""


@command.command("list")
@PROBLEMS_FOLDER
@reads
@request(FolderRequest)
def list_problems(asked: FolderRequest, screen: Screen) -> None:
    """List the records, and the drafts that have attempts and no record yet."""
    found, damaged = read_all(asked.directory)
    rows = list_rows(found)
    columns = ("id", "revision", "status", "topic", "representation", "gift", "pair", "library", "title")
    cells = [["" if row[column] is None else row[column] for column in columns] for row in rows]
    screen.show(rows, [Table("problems", columns, cells)])
    for folder in find_unfinished(asked.directory):
        screen.note(f"{folder.name}: attempts, no record yet")
    _refuse_damaged(screen, damaged)


def _refuse_damaged(screen: Screen, damaged: Sequence[str]) -> None:
    """Says after a result which records it does not hold.

    Raises:
        Refused: there are any.
    """
    for line in damaged:
        screen.note(line)
    if damaged:
        raise Refused(f"{len(damaged)} records can't be read and are left out above; mend or remove them")


@command.command("stats")
@PROBLEMS_FOLDER
@reads
@request(FolderRequest)
def count_records(asked: FolderRequest, screen: Screen) -> None:
    """Count the records by topic, representation, library, gift strength and status."""
    found, damaged = read_all(asked.directory)
    rows = count_problems(found)
    columns = ("topic", "representation", "library", "gift", "status", "count")
    cells = [["not rated" if row[column] is None else row[column] for column in columns] for row in rows]
    screen.show(rows, [Table("problems", columns, cells), Note(f"{len(found)} records")])
    _refuse_damaged(screen, damaged)


@command.command("pair")
@click.argument("ids", metavar="[LITERAL ABSTRACT]", nargs=-1)
@PROBLEMS_FOLDER
@reads
@request(PairRequest)
def pair_problems(asked: PairRequest, screen: Screen) -> None:
    """List the literal/abstract pairs, or link two records that state one fact."""
    if len(asked.ids) == 2:
        literal, abstract = asked.ids
        link_pair(asked.directory, literal, abstract)
        screen.note(f"{literal} and {abstract} are a pair")
        return
    if asked.ids:
        raise click.UsageError("name two records to link them, or none to list the pairs")
    found, damaged = read_all(asked.directory)
    rows, wrong = find_pairs(found)
    cells = [(row["literal"], row["abstract"], row["topic"], " / ".join(map(str, row["gift"]))) for row in rows]
    screen.show(rows, [Table("pairs", ("literal", "abstract", "topic", "gift"), cells), Note(f"{len(rows)} pairs")])
    _refuse_damaged(screen, damaged)
    if wrong:
        raise Failed(f"links that do not hold: {'; '.join(wrong)}")


@command.command("show")
@click.argument("problem_id", metavar="ID")
@PROBLEMS_FOLDER
@reads
@request(ShowRequest)
def show_problem(asked: ShowRequest, screen: Screen) -> None:
    """Show one record and its statement."""
    folder = find_folder(asked.directory, asked.problem_id)
    problem, statement = read_problem(folder), read_statement(folder)
    record = tomli_w.dumps(problem.model_dump(exclude_none=True), multiline_strings=True)
    lines = [*record.splitlines(), "", *statement.splitlines()]
    screen.show({"problem": problem, "statement": statement}, [Line(line) for line in lines])
    if digest_text(statement) != problem.text_sha256:
        screen.note(f"{folder / STATEMENT} is not the text that {RECORD} was written for; formalize it again")


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
@request(CheckRequest, excludes=(("workers", "scheduler"),))
def check_problems(asked: CheckRequest, screen: Screen) -> None:
    """Elaborate every statement again; exit 1 if any statement no longer matches its record."""
    directory, project, ids = asked.directory, asked.project, asked.ids
    folders = [path for path in find_problems(directory) if not ids or path.name in ids]
    missing = sorted(set(ids) - {path.name for path in folders})
    if missing:
        raise Refused(f"{directory} holds no record {', '.join(missing)}; see curate problems list")
    with open_engine(asked.workers, asked.scheduler) as engine, screen.progress("checked", len(folders)) as ticker:
        checked = check_with(
            engine, folders, project, asked.timeout, lambda one: ticker.advance(1, f"{one.id}: {one.finding}")
        )
    if asked.probe or project is not None:
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
    where = str(project) if project is not None else ", ".join(sorted(libraries))
    screen.note(f"{len(checked) - len(wrong)} of {len(checked)} as recorded; {where}; {peak:.0f} MB a worker")
    if wrong and all(one.finding == "unreadable" for one in wrong):
        raise Refused(f"{len(wrong)} of {len(checked)} records can't be read: {wrong[0].words}")
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
@request(NewRequest)
def new_draft(asked: NewRequest, screen: Screen) -> None:
    """Create a draft template ID.lean."""
    path, text = Path(f"{asked.problem_id}.lean"), render_template(asked.problem_id)
    try:
        with path.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError as error:
        raise Refused(f"{path} already exists; choose another id, or edit it") from error
    screen.note(f"wrote {path}; fill it in and run: curate formalize {path}")


@command.command("examples")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@request(FolderRequest)
def examples(asked: FolderRequest, screen: Screen) -> None:
    """Write the example drafts and StochBench's own problems to DIR."""
    from curate.formalize.records.shipped import write_set

    written = write_examples(asked.directory)
    count = write_set(asked.directory)
    screen.note(f"wrote {len(written)} drafts and {count} problem records to {asked.directory}")


def _status_command(name: str, status: Status, words: str) -> None:
    @command.command(name, help=words)
    @click.argument("problem_id", metavar="ID")
    @PROBLEMS_FOLDER
    @click.option("--by", required=True, help="Who decides it; kept in the record's history.")
    @click.option("--why", required=True, help="The reason; kept in the record's history.")
    @request(StatusRequest)
    def change(asked: StatusRequest, screen: Screen) -> None:
        name = asked.problem_id
        problem, text = read_recorded(find_folder(asked.directory, name))
        if status == "active" and problem.environment.implementation == "signatures":
            raise Refused(f"{name} {problem.environment.label}; formalize it with --project first")
        if problem.status == status:
            raise Refused(f"{name} is {status} already")
        if status == "archived" and problem.status == "draft":
            raise Refused(f"{name} is a draft and was never published, so there is nothing to archive")
        try:
            changed = change_status(problem, status, utc_today(), asked.by, asked.why)
        except ValidationError as error:
            raise click.UsageError(f"--by and --why are one line each: {explain_validation(error)}") from error
        write_problem(asked.directory, changed, text)
        screen.note(f"{name}: {problem.status} -> {status}")


_status_command("activate", "active", "Let `curate release problems` publish the record ID from now on.")
_status_command("archive", "archived", "Withdraw the record ID from use; published revisions stay as they are.")

for _reading in (review_problem, quiz_reader, import_published):
    command.add_command(_reading)
