"""`curate formalize`: a draft becomes a problem record, or is told why not."""

import hashlib
from datetime import UTC, datetime
from pathlib import Path

import click

from curate.console import Screen
from curate.formalize.assistant import Job, run_loop
from curate.formalize.cassette import Cassette, Recorder
from curate.formalize.conclusion import Conclusion, conclude
from curate.formalize.draft import Draft, draft_from_words, parse_draft, render_template
from curate.formalize.journal import Event, Journal
from curate.formalize.loop import Budget, State
from curate.formalize.models import ChatModel
from curate.formalize.prices import Price, find_price
from curate.formalize.problems import ATTEMPTS
from curate.formalize.providers import open_model
from curate.formalize.shipping import write_examples
from curate.formalize.telling import tell_conclusion, tell_errors, tell_event
from curate.formalize.workplace import open_workplace
from curate.grammar import Command
from curate.schemas.errors import Failed, Refused, Stopped


@click.command(cls=Command)
@click.argument("draft", type=click.Path(path_type=Path), required=False)
@click.option("--new", "new_id", metavar="ID", help="Write ID.lean, a draft to fill in, and do no more.")
@click.option(
    "--informal", is_flag=True, help="DRAFT is Markdown with front matter and words only; a model writes the Lean."
)
@click.option(
    "--examples", type=click.Path(path_type=Path), help="Write the shipped drafts to this folder, and do no more."
)
@click.option(
    "--project", type=click.Path(path_type=Path), help="Lean project to elaborate in; without it, the embedded Lean."
)
@click.option(
    "--model",
    "model_name",
    envvar="CURATE_MODEL",
    default="none",
    show_default=True,
    help="NAME, anthropic/NAME, cassette:FILE or none.",
)
@click.option("--base-url", help="Address of an OpenAI-compatible server.")
@click.option("--record", type=click.Path(path_type=Path), help="Append the model's answers to this cassette.")
@click.option("--price-in", type=float, help="US dollars for a million tokens that the model reads.")
@click.option("--price-out", type=float, help="US dollars for a million tokens that the model writes.")
@click.option(
    "--max-rounds", type=click.IntRange(1), default=20, show_default=True, help="Texts given to Lean in this run."
)
@click.option("--timeout", type=click.FloatRange(1), default=600, show_default=True, help="Seconds for this run.")
@click.option("--max-cost", type=click.FloatRange(0), help="US dollars for this run.")
@click.option("--accept", is_flag=True, help="Let changes of the statement and a trivial statement through.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("problems"), show_default=True, help="Folder of the records."
)
def command(
    draft: Path | None,
    new_id: str | None,
    informal: bool,
    examples: Path | None,
    project: Path | None,
    model_name: str,
    base_url: str | None,
    record: Path | None,
    price_in: float | None,
    price_out: float | None,
    max_rounds: int,
    timeout: float,
    max_cost: float | None,
    accept: bool,
    out: Path,
) -> None:
    """Repair the Lean statement of DRAFT until it elaborates, check it, and write a problem record.

    Exit codes: 0 record written, 1 not repaired, 3 stopped and can go on, 4 refused. The draft is never changed.
    """
    screen = Screen()
    if new_id is not None or examples is not None:
        _write_starts(screen, new_id, examples)
        return
    if draft is None:
        raise click.UsageError("name a DRAFT, or --new ID to begin one")
    data = _read(draft)
    parsed = draft_from_words(data) if informal else parse_draft(data)
    model = _open_model(model_name, base_url, record)
    price = _price(model, price_in, price_out, max_cost)
    lean, names = open_workplace(project)
    screen.note(f"{lean.environment.label}; model: {model.name if model else 'none'}")
    folder = out / parsed.header.id

    def show(event: Event) -> None:
        for line in tell_event(event):
            screen.note(line)

    job = Job(
        draft=parsed,
        lean=lean,
        names=names,
        model=model,
        price=price,
        journal=Journal(folder / ATTEMPTS, data),
        budget=Budget(max_rounds=max_rounds, timeout_s=timeout, max_cost=max_cost),
        show=show,
    )
    state, stop = run_loop(job)
    digest = hashlib.sha256(data).hexdigest()
    conclusion = conclude(job, state, stop, out, digest, accept, datetime.now(UTC).date())
    _finish(screen, parsed, state, conclusion, job.journal.path)


def _write_starts(screen: Screen, new_id: str | None, examples: Path | None) -> None:
    if new_id is not None:
        path = Path(f"{new_id}.lean")
        text = render_template(new_id)
        try:
            with path.open("x", encoding="utf-8") as stream:
                stream.write(text)
        except FileExistsError as error:
            raise Refused(f"{path} is there already; name another id, or edit it") from error
        screen.note(f"wrote {path}; fill it in and run: curate formalize {path}")
    if examples is not None:
        written = write_examples(examples)
        screen.note(f"wrote {len(written)} files to {examples}")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Refused(f"{path} can't be read: {error.strerror}") from error


def _open_model(name: str, base_url: str | None, record: Path | None) -> ChatModel | None:
    if name.startswith("cassette:"):
        return Cassette(Path(name.removeprefix("cassette:")))
    model = open_model(name, base_url)
    if model is None and record is not None:
        raise click.UsageError("--record records the answers of a model; name one with --model")
    return Recorder(model, record) if model is not None and record is not None else model


def _price(
    model: ChatModel | None, price_in: float | None, price_out: float | None, max_cost: float | None
) -> Price | None:
    if (price_in is None) != (price_out is None):
        raise click.UsageError("--price-in and --price-out go together")
    if price_in is not None and price_out is not None:
        return Price(input=price_in, output=price_out)
    price = Price(input=0, output=0) if isinstance(model, Cassette) else find_price(model.name) if model else None
    if model is not None and price is None and max_cost is not None:
        raise click.UsageError(f"the price of {model.name} is not known; --max-cost needs --price-in and --price-out")
    return price


def _finish(screen: Screen, draft: Draft, state: State, conclusion: Conclusion, journal: Path) -> None:
    for line in tell_conclusion(conclusion):
        screen.note(line)
    if conclusion.kind == "recorded":
        return
    if state.current is not None and state.current.errors:
        for line in tell_errors(state.current.made.text, state.current.errors):
            screen.note(line)
    words = f"{draft.header.id}: {conclusion.words} (attempts: {journal})"
    if conclusion.kind == "refused":
        raise Refused(words)
    if conclusion.kind == "stopped":
        raise Stopped(f"{words}; the same command goes on from here")
    raise Failed(words)
