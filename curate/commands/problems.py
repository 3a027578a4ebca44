"""`curate problems`: drafts begun, records listed, shown, checked, activated and archived."""

from pathlib import Path

import click
import tomli_w
from pydantic import ValidationError

from curate.clock import utc_today
from curate.console import Screen
from curate.formalize.lean.api import Limits
from curate.formalize.records.draft import render_template
from curate.formalize.records.examples import write_examples
from curate.formalize.records.problems import write_problem
from curate.grammar import Group
from curate.schemas.errors import Failed, Refused, explain_validation
from curate.schemas.stochbench.folder import find_problems, find_unfinished, read_problem, read_recorded, read_statement
from curate.schemas.stochbench.records import Status, change_status
from curate.schemas.text import printable

_FOLDER = click.option(
    "--problems",
    "directory",
    type=click.Path(path_type=Path),
    default=Path("problems"),
    show_default=True,
    help="Folder of the records.",
)


@click.group(cls=Group)
def command() -> None:
    """Begin drafts; list, show, check, activate and archive problem records."""


@command.command("list")
@_FOLDER
def list_problems(directory: Path) -> None:
    """List the records, and the drafts that have attempts and no record yet."""
    screen = Screen()
    rows = []
    for folder in find_problems(directory):
        try:
            one = read_problem(folder)
        except Refused as error:
            screen.note(str(error))
            continue
        rows.append(
            (
                one.id,
                one.statement_revision,
                one.status,
                one.topic,
                one.representation,
                one.environment.label,
                one.title,
            )
        )
    screen.table("problems", ("id", "rev", "status", "topic", "kind", "Lean", "title"), rows)
    for folder in find_unfinished(directory):
        screen.note(f"{folder.name}: attempts, no record yet")


@command.command("show")
@click.argument("problem_id", metavar="ID")
@_FOLDER
def show_problem(problem_id: str, directory: Path) -> None:
    """Show one record and its statement."""
    folder = _find(directory, problem_id)
    record = tomli_w.dumps(read_problem(folder).model_dump(exclude_none=True), multiline_strings=True)
    for line in [*record.splitlines(), "", *read_statement(folder).splitlines()]:
        click.echo(printable(line))


@command.command("check")
@click.argument("ids", metavar="[ID]...", nargs=-1)
@_FOLDER
@click.option(
    "--project", type=click.Path(path_type=Path), help="Lean project to check in; without it, the embedded Lean."
)
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Number of parallel workers.")
@click.option("--timeout", type=click.FloatRange(1), default=60, show_default=True, help="Seconds for one statement.")
def check_problems(ids: tuple[str, ...], directory: Path, project: Path | None, workers: int, timeout: float) -> None:
    """Elaborate every statement again; exit 1 if any statement no longer matches its record."""
    from curate.formalize.lean.open import open_lean
    from curate.formalize.records.checking import check_folders

    screen = Screen()
    folders = [path for path in find_problems(directory) if not ids or path.name in ids]
    missing = sorted(set(ids) - {path.name for path in folders})
    if missing:
        raise Refused(f"{directory} holds no record {', '.join(missing)}; see curate problems list")
    lean = open_lean(project)
    with screen.progress("checked", len(folders)) as ticker:
        checked = check_folders(
            lean, folders, workers, Limits(wall_s=timeout), lambda one: ticker.advance(1, f"{one.id}: {one.finding}")
        )
    wrong = [one for one in checked if one.finding != "ok"]
    if wrong:
        rows = [(one.id, one.finding, one.words) for one in wrong]
        screen.table("not as recorded", ("id", "finding", "what"), rows)
    peak = max((one.peak_memory_mb or 0.0 for one in checked), default=0.0)
    screen.note(
        f"{len(checked) - len(wrong)} of {len(checked)} as recorded; {lean.environment.label}; {peak:.0f} MB a worker"
    )
    if wrong:
        raise Failed(f"{len(wrong)} of {len(checked)} records are not as recorded")


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
    Screen().note(f"wrote {path}; fill it in and run: curate formalize {path}")


@command.command("examples")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
def examples(directory: Path) -> None:
    """Write the example drafts to DIR."""
    written = write_examples(directory)
    Screen().note(f"wrote {len(written)} files to {directory}")


def _status_command(name: str, status: Status, words: str) -> None:
    @command.command(name, help=words)
    @click.argument("problem_id", metavar="ID")
    @_FOLDER
    @click.option("--by", required=True, help="Who decides it; kept in the record's history.")
    @click.option("--why", required=True, help="The reason; kept in the record's history.")
    def change(problem_id: str, directory: Path, by: str, why: str) -> None:
        folder = _find(directory, problem_id)
        problem, text = read_recorded(folder)
        if problem.status == status:
            raise Refused(f"{problem_id} is {status} already")
        if status == "archived" and problem.status == "draft":
            raise Refused(f"{problem_id} is a draft and was never published, so there is nothing to archive")
        try:
            changed = change_status(problem, status, utc_today(), by, why)
        except ValidationError as error:
            raise click.UsageError(f"--by and --why are one line each: {explain_validation(error)}") from error
        write_problem(directory, changed, text)
        Screen().note(f"{problem_id}: {problem.status} -> {status}")


_status_command("activate", "active", "Let `curate release problems` publish the record ID from now on.")
_status_command("archive", "archived", "Withdraw the record ID from use; published revisions stay as they are.")


def _find(directory: Path, problem_id: str) -> Path:
    folder = next((path for path in find_problems(directory) if path.name == problem_id), None)
    if folder is None:
        raise Refused(f"{directory} holds no record {problem_id}; see curate problems list")
    return folder
