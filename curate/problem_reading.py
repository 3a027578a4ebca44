"""The commands of `curate problems` for readers: a page on a statement, planted near misses, and others' problems."""

from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import click
from pydantic import ValidationError

from curate.clock import utc_today
from curate.console import Line, Screen, Table
from curate.formalize.records.problems import write_problem
from curate.grammar import Command, reads, request
from curate.options import PROBLEMS_FOLDER
from curate.problem_import import import_problems, write_imported
from curate.problem_set import choose_lean, find_folder, render_page, write_quiz
from curate.schemas.errors import Refused, explain_validation
from curate.schemas.stochbench.folder import find_problems, read_recorded
from curate.schemas.stochbench.records import Source, Topic, Verdict, add_review
from curate.schemas.store.jsonl import read_lines

MODEL_TIMEOUT_S = 120.0


@dataclass(frozen=True)
class ReviewRequest:
    """One statement to be read, or a reader's word on it."""

    problem_id: str
    directory: Path
    model_name: str | None
    base_url: str | None
    mark: Verdict | None
    by: str | None
    why: str | None


@dataclass(frozen=True)
class QuizRequest:
    """Sheets for a reader, or a reader's answers."""

    directory: Path
    out: Path
    count: int
    seed: int
    score: Path | None


@dataclass(frozen=True)
class ImportRequest:
    """Published problems, and the work that they are from."""

    source: str
    out: Path
    work: str
    author: str
    year: int
    licence: str
    preamble: Path | None
    topic: Topic | None


@click.command("review", cls=Command)
@click.argument("problem_id", metavar="ID")
@PROBLEMS_FOLDER
@click.option(
    "--model", "model_name", help="Lay this model's reading of the Lean beside the words; see curate formalize."
)
@click.option("--base-url", help="Address of an OpenAI-compatible server.")
@click.option("--mark", type=click.Choice(get_args(Verdict)), help="Keep your word on it; expires when it moves.")
@click.option("--by", help="Who decides it.")
@click.option("--why", help="The reason.")
@reads
@request(ReviewRequest)
def review_problem(asked: ReviewRequest, screen: Screen) -> None:
    """Lay out what one needs to decide whether a statement means what its words say; --mark keeps the decision."""
    from curate.formalize.models.providers import open_model
    from curate.formalize.run.review import ask_words, make_page

    problem, text = read_recorded(find_folder(asked.directory, asked.problem_id))
    if (asked.mark, asked.by, asked.why) == (None, None, None):
        lean = choose_lean(None)(problem) if problem.environment.implementation != "project" else None
        model = open_model(asked.model_name, asked.base_url) if asked.model_name else None
        words = ask_words(model, text, MODEL_TIMEOUT_S) if model else None
        page = make_page(lean, problem, text, words)
        screen.show(page.model_dump(), render_page(page))
        return
    if asked.mark is None or asked.by is None or asked.why is None:
        raise click.UsageError("--mark, --by and --why go together")
    try:
        marked = add_review(problem, asked.mark, utc_today(), asked.by, asked.why)
    except ValidationError as error:
        raise click.UsageError(f"--by and --why are one line each: {explain_validation(error)}") from error
    write_problem(asked.directory, marked, text)
    screen.note(f"{asked.problem_id}: {asked.mark}, as long as the statement stays as it is")


@click.command("quiz", cls=Command)
@PROBLEMS_FOLDER
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("quiz"), show_default=True, help="Folder of the quiz."
)
@click.option("--count", type=click.IntRange(1), default=20, show_default=True, help="How many sheets.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same sheets.")
@click.option(
    "--score", type=click.Path(path_type=Path), help="A reader's answers, to be held against the quiz in --out."
)
@reads
@request(QuizRequest)
def quiz_reader(asked: QuizRequest, screen: Screen) -> None:
    """Write sheets for a reader, near misses planted among them, or say how many of those a reader missed.

    A reader gets OUT/sheets.jsonl and writes a line {"sheet": 1, "verdict": "faithful"} or "doubtful" for each sheet.
    """
    from curate.formalize.run.quiz import Answer, KeyLine, make_quiz, score_answers

    out = asked.out
    if asked.score is not None:
        found = score_answers(read_lines(out / "key.jsonl", KeyLine), read_lines(asked.score, Answer))
        words = (
            f"{found.read} sheets read, {found.planted} of them planted: {found.missed} missed; "
            f"{found.doubted} honest ones doubted; {found.unanswered} not answered"
        )
        screen.show({**found.model_dump(), "miss_rate": found.miss_rate}, [Line(words)])
        return
    own = [read_recorded(folder) for folder in find_problems(asked.directory)]
    honest = [
        (one, text) for one, text in own if one.environment.implementation == "embedded" and one.status == "active"
    ]
    if not honest:
        raise Refused(f"{asked.directory} holds no active record of the embedded Lean to plant near misses in")
    made = list(make_quiz(choose_lean(None)(honest[0][0]), honest, asked.count, asked.seed))
    write_quiz(out, made)
    screen.note(f"wrote {len(made)} sheets to {out}/sheets.jsonl; keep {out}/key.jsonl from the reader")


@click.command("import", cls=Command)
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
@request(ImportRequest)
def import_published(asked: ImportRequest, screen: Screen) -> None:
    """Make drafts of published problems: rows of StochBench's shape, or a folder of Lean files.

    FILE is .jsonl, .json or .parquet; DIR holds Lean files in the style of formal-conjectures; OWNER/NAME is a dataset
    on the Hub. What could not be mapped is said row by row.
    """
    try:
        cited = Source(
            work=asked.work, author=asked.author, year=asked.year, locator="as published", licence=asked.licence
        )
    except ValidationError as error:
        raise click.UsageError(explain_validation(error)) from error
    if Path(asked.source).is_dir() and asked.topic is None:
        raise click.UsageError("Lean files name no topic; name it with --topic")
    imported = import_problems(asked.source, cited, asked.preamble, asked.topic)
    count = write_imported(asked.out, imported)
    cells = [(one.name, one.id or "", "; ".join(one.unmapped)) for one in imported]
    rows = [one.model_dump(exclude={"draft", "proof"}) for one in imported]
    screen.show(rows, [Table("imported", ("name", "draft", "not mapped"), cells)])
    screen.note(
        f"{count} of {len(imported)} became drafts in {asked.out}; "
        f"next: curate formalize {asked.out}/ID.lean --project DIR"
    )
