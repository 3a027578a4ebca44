"""`curate problems`: drafts begun, records listed, checked, paired, reviewed and imported, activated and archived."""

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import click
import tomli_w
from pydantic import ValidationError

from curate.clock import utc_today
from curate.console import Line, Note, Screen, Table
from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.records.draft import render_template
from curate.formalize.records.examples import write_examples
from curate.formalize.records.problems import write_problem
from curate.grammar import Group, current_screen, open_screen, reads
from curate.problem_import import import_problems, write_imported
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
    render_page,
    write_quiz,
)
from curate.schemas.errors import Failed, Refused, explain_validation
from curate.schemas.stochbench.folder import find_problems, find_unfinished, read_problem, read_recorded, read_statement
from curate.schemas.stochbench.records import Problem, Source, Status, Topic, Verdict, add_review, change_status
from curate.schemas.store.jsonl import read_lines

MODEL_TIMEOUT_S = 120.0
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
@_FOLDER
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
@_FOLDER
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
@_FOLDER
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
@_FOLDER
@click.option(
    "--project",
    type=click.Path(path_type=Path),
    help="Lean project to check in; without it, each record is checked with what it was made with.",
)
@click.option(
    "--probe", is_flag=True, help="Try whether the library closes each statement by itself; on with --project."
)
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Number of parallel workers.")
@click.option("--timeout", type=click.FloatRange(1), default=60, show_default=True, help="Seconds for one statement.")
def check_problems(
    ids: tuple[str, ...], directory: Path, project: Path | None, probe: bool, workers: int, timeout: float
) -> None:
    """Elaborate every statement again; exit 1 if any statement no longer matches its record."""
    from curate.formalize.records.checking import check_folders

    screen = current_screen()
    folders = [path for path in find_problems(directory) if not ids or path.name in ids]
    missing = sorted(set(ids) - {path.name for path in folders})
    if missing:
        raise Refused(f"{directory} holds no record {', '.join(missing)}; see curate problems list")
    choose = choose_lean(project)
    with screen.progress("checked", len(folders)) as ticker:
        checked = check_folders(
            choose, folders, workers, Limits(wall_s=timeout), lambda one: ticker.advance(1, f"{one.id}: {one.finding}")
        )
    if probe or project is not None:
        _probe(screen, choose, [folder for folder, one in zip(folders, checked, strict=True) if one.finding == "ok"])
    wrong = [one for one in checked if one.finding != "ok"]
    if wrong:
        rows = [(one.id, one.finding, one.words) for one in wrong]
        screen.table("not as recorded", ("id", "finding", "what"), rows)
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


@command.command("review")
@click.argument("problem_id", metavar="ID")
@_FOLDER
@click.option(
    "--model", "model_name", help="Lay this model's reading of the Lean beside the words; see curate formalize."
)
@click.option("--base-url", help="Address of an OpenAI-compatible server.")
@click.option("--mark", type=click.Choice(get_args(Verdict)), help="Keep your word on it; expires when it moves.")
@click.option("--by", help="Who decides it.")
@click.option("--why", help="The reason.")
@reads
@click.pass_context
def review_problem(
    context: click.Context,
    problem_id: str,
    directory: Path,
    model_name: str | None,
    base_url: str | None,
    mark: Verdict | None,
    by: str | None,
    why: str | None,
) -> None:
    """Lay out what one needs to decide whether a statement means what its words say; --mark keeps the decision."""
    from curate.formalize.models.providers import open_model
    from curate.formalize.run.review import ask_words, make_page

    screen = open_screen(context)
    problem, text = read_recorded(find_folder(directory, problem_id))
    if (mark, by, why) == (None, None, None):
        lean = choose_lean(None)(problem) if problem.environment.implementation != "project" else None
        model = open_model(model_name, base_url) if model_name else None
        words = ask_words(model, text, MODEL_TIMEOUT_S) if model else None
        page = make_page(lean, problem, text, words)
        screen.show(page.model_dump(), render_page(page))
        return
    if mark is None or by is None or why is None:
        raise click.UsageError("--mark, --by and --why go together")
    try:
        marked = add_review(problem, mark, utc_today(), by, why)
    except ValidationError as error:
        raise click.UsageError(f"--by and --why are one line each: {explain_validation(error)}") from error
    write_problem(directory, marked, text)
    screen.note(f"{problem_id}: {mark}, as long as the statement stays as it is")


@command.command("quiz")
@_FOLDER
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("quiz"), show_default=True, help="Folder of the quiz."
)
@click.option("--count", type=click.IntRange(1), default=20, show_default=True, help="How many sheets.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same sheets.")
@click.option(
    "--score", type=click.Path(path_type=Path), help="A reader's answers, to be held against the quiz in --out."
)
@reads
@click.pass_context
def quiz_reader(context: click.Context, directory: Path, out: Path, count: int, seed: int, score: Path | None) -> None:
    """Write sheets for a reader, near misses planted among them, or say how many of those a reader missed.

    A reader gets OUT/sheets.jsonl and writes a line {"sheet": 1, "verdict": "faithful"} or "doubtful" for each sheet.
    """
    from curate.formalize.run.quiz import Answer, KeyLine, make_quiz, score_answers

    screen = open_screen(context)
    if score is not None:
        found = score_answers(read_lines(out / "key.jsonl", KeyLine), read_lines(score, Answer))
        words = (
            f"{found.read} sheets read, {found.planted} of them planted: {found.missed} missed; "
            f"{found.doubted} honest ones doubted; {found.unanswered} not answered"
        )
        screen.show({**found.model_dump(), "miss_rate": found.miss_rate}, [Line(words)])
        return
    own = [read_recorded(folder) for folder in find_problems(directory)]
    honest = [
        (one, text) for one, text in own if one.environment.implementation == "embedded" and one.status == "active"
    ]
    if not honest:
        raise Refused(f"{directory} holds no active record of the embedded Lean to plant near misses in")
    made = list(make_quiz(choose_lean(None)(honest[0][0]), honest, count, seed))
    write_quiz(out, made)
    screen.note(f"wrote {len(made)} sheets to {out}/sheets.jsonl; keep {out}/key.jsonl from the reader")


@command.command("import")
@click.argument("source", metavar="FILE|DIR|OWNER/NAME")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("drafts"), show_default=True, help="Folder of drafts."
)
@click.option("--work", required=True, help="The published work, for the drafts' source.")
@click.option("--author", required=True, help="Its authors.")
@click.option("--year", type=int, required=True, help="Its year.")
@click.option("--licence", required=True, help="Its licence.")
@click.option(
    "--preamble", type=click.Path(path_type=Path), help="Lean file with the imports and variables of the rows."
)
@click.option("--topic", type=click.Choice(get_args(Topic)), help="The topic of Lean files, which name none.")
@reads
@click.pass_context
def import_published(
    context: click.Context,
    source: str,
    out: Path,
    work: str,
    author: str,
    year: int,
    licence: str,
    preamble: Path | None,
    topic: Topic | None,
) -> None:
    """Make drafts of published problems: rows of StochBench's shape, or a folder of Lean files.

    FILE is .jsonl, .json or .parquet; DIR holds Lean files in the style of formal-conjectures; OWNER/NAME is a dataset
    on the Hub. What could not be mapped is said row by row.
    """
    screen = open_screen(context)
    try:
        cited = Source(work=work, author=author, year=year, locator="as published", licence=licence)
    except ValidationError as error:
        raise click.UsageError(explain_validation(error)) from error
    if Path(source).is_dir() and topic is None:
        raise click.UsageError("Lean files name no topic; name it with --topic")
    imported = import_problems(source, cited, preamble, topic)
    count = write_imported(out, imported)
    cells = [(one.name, one.id or "", "; ".join(one.unmapped)) for one in imported]
    rows = [one.model_dump(exclude={"draft", "proof"}) for one in imported]
    screen.show(rows, [Table("imported", ("name", "draft", "not mapped"), cells)])
    screen.note(
        f"{count} of {len(imported)} became drafts in {out}; next: curate formalize {out}/ID.lean --project DIR"
    )


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
    @_FOLDER
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
