"""`curate prove freeze`, `declare` and `board`: provers compared on a set that stays."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

import click
from pydantic import ValidationError

from curate.commands.prove.folders import read_all_problems, read_statements
from curate.commands.prove.reading import RUN, show_tables
from curate.console import Screen
from curate.evals.prove.board import Declaration, make_entry, read_declaration, render_board, write_declaration
from curate.evals.prove.frozen import choose_frozen, read_frozen, write_frozen
from curate.evals.prove.frozen import freeze as freeze_set
from curate.evals.prove.records import read_run
from curate.evals.prove.results import read_rows
from curate.evals.prove.running import choose
from curate.grammar import Command, reads, request
from curate.options import PROBLEMS_FOLDER, Day
from curate.schemas.errors import explain_validation


@dataclass(frozen=True)
class FreezeRequest:
    """Problems that become a set."""

    directory: Path
    name: str
    only: tuple[str, ...]
    out: Path


@dataclass(frozen=True)
class DeclareRequest:
    """What those who ran a prover say of it."""

    folder: Path
    name: str
    on: date
    by: str
    cutoff: date | None
    no_model: bool


@dataclass(frozen=True)
class BoardRequest:
    """Runs to be compared on a set."""

    folders: tuple[Path, ...]
    frozen: Path
    directory: Path


@click.command("freeze", cls=Command)
@PROBLEMS_FOLDER
@click.option("--name", required=True, help="The set's name.")
@click.option("--only", multiple=True, metavar="ID", help="These problems alone. [default: all active ones]")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="File of the set.")
@request(FreezeRequest)
def freeze(asked: FreezeRequest, screen: Screen) -> None:
    """Freeze the active problems, by id, revision and text, as a set that boards compare provers on."""
    made = freeze_set(asked.name, choose(read_statements(asked.directory), asked.only, None))
    write_frozen(asked.out, made)
    screen.done(f"{asked.out}: {len(made.problems)} problems, digest {made.digest[:16]}")


@click.command("declare", cls=Command)
@RUN
@click.option("--name", required=True, help="The prover, as the board shows it.")
@click.option("--on", type=Day(), required=True, help="The day of the run.")
@click.option("--by", required=True, help="Who ran it, and stands for what is declared.")
@click.option("--cutoff", type=Day(), help="The day on which the model's texts end.")
@click.option("--no-model", is_flag=True, help="The prover has learned nothing from texts.")
@request(DeclareRequest, excludes=[("cutoff", "no-model")])
def declare(asked: DeclareRequest, screen: Screen) -> None:
    """Declare who ran RUN and when, and what its model may have read. Without either, that is not known."""
    read_run(asked.folder)
    learned = "nothing" if asked.no_model else "until" if asked.cutoff else "not known"
    said = {"name": asked.name, "on": asked.on, "by": asked.by, "learned": learned, "cutoff": asked.cutoff}
    try:
        write_declaration(asked.folder, Declaration.model_validate(said))
    except ValidationError as error:
        raise click.UsageError(f"--name and --by are one line each: {explain_validation(error)}") from error
    screen.note(f"{asked.folder}: {asked.name} on {asked.on.isoformat()}, learned {learned}")


@click.command("board", cls=Command)
@click.argument("folders", metavar="RUN...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--set", "frozen", type=click.Path(path_type=Path), required=True, help="The frozen set.")
@PROBLEMS_FOLDER
@reads
@request(BoardRequest)
def board(asked: BoardRequest, screen: Screen) -> None:
    """Compare judged runs on a frozen set: shares, first and unique solves, what judging cost, what may be known."""
    frozen = read_frozen(asked.frozen)
    choose_frozen(read_statements(asked.directory), frozen)
    problems = read_all_problems(asked.directory)
    entries = [
        make_entry(read_declaration(folder), read_rows(folder, problems), frozen, folder) for folder in asked.folders
    ]
    show_tables(screen, list(render_board(frozen, entries)))
