"""`curate problems`: the records, listed, shown and checked."""

from pathlib import Path

import click

from curate.console import Screen
from curate.formalize.elaboration import Limits
from curate.formalize.problems import find_problems, find_unfinished, read_problem, read_statement
from curate.formalize.toml import render_toml
from curate.grammar import Group
from curate.schemas.errors import Failed, Refused
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
    """List, show and check problem records."""


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
    folder = next((path for path in find_problems(directory) if path.name == problem_id), None)
    if folder is None:
        raise Refused(f"{directory} holds no record {problem_id}; see curate problems list")
    record = render_toml(read_problem(folder).model_dump(exclude_none=True))
    for line in [*record.splitlines(), "", *read_statement(folder).splitlines()]:
        click.echo(printable(line))


@command.command("check")
@click.argument("ids", metavar="[ID]...", nargs=-1)
@_FOLDER
@click.option(
    "--project", type=click.Path(path_type=Path), help="Lean project to check in; without it, the embedded Lean."
)
@click.option(
    "--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Statements checked side by side."
)
@click.option("--wall", type=click.FloatRange(1), default=60, show_default=True, help="Seconds for one statement.")
def check_problems(ids: tuple[str, ...], directory: Path, project: Path | None, workers: int, wall: float) -> None:
    """Elaborate every statement again; exit with 1 when one is no longer what was recorded."""
    from curate.formalize.checking import check_folders
    from curate.formalize.leans import open_lean

    screen = Screen()
    folders = [path for path in find_problems(directory) if not ids or path.name in ids]
    missing = sorted(set(ids) - {path.name for path in folders})
    if missing:
        raise Refused(f"{directory} holds no record {', '.join(missing)}; see curate problems list")
    lean = open_lean(project)
    with screen.progress("checked", len(folders)) as ticker:
        checked = check_folders(
            lean, folders, workers, Limits(wall_s=wall), lambda one: ticker.advance(1, f"{one.id}: {one.finding}")
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
