"""`curate formalize`: a draft becomes a problem record, or is told why not."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import click

from curate.clock import utc_today
from curate.console import Screen
from curate.formalize.models.api import ChatModel
from curate.formalize.models.cassette import Cassette, Recorder
from curate.formalize.models.prices import Price, find_price
from curate.formalize.models.providers import open_model
from curate.formalize.records.draft import Draft, draft_from_words, parse_draft
from curate.formalize.records.files import read_file
from curate.formalize.repair.journal import Event, Journal
from curate.formalize.repair.loop import Budget, State
from curate.formalize.run.driver import Job, run_loop
from curate.formalize.run.messages import render_errors, render_event, render_outcome
from curate.formalize.run.outcome import RunOutcome, conclude
from curate.formalize.run.setup import open_setup
from curate.grammar import Command, request
from curate.schemas.errors import Failed, Refused, Stopped
from curate.schemas.stochbench.folder import ATTEMPTS


@dataclass(frozen=True)
class FormalizeRequest:
    """A draft to be repaired, checked and recorded, and with what."""

    draft: Path
    informal: bool
    project: Path | None
    library: str | None
    model_name: str
    base_url: str | None
    record: Path | None
    price_in: float | None
    price_out: float | None
    max_rounds: int
    timeout: float
    max_cost: float | None
    accept: bool
    out: Path


@click.command(cls=Command)
@click.argument("draft", type=click.Path(path_type=Path))
@click.option(
    "--informal", is_flag=True, help="DRAFT is Markdown with front matter and words only; a model writes the Lean."
)
@click.option(
    "--project", type=click.Path(path_type=Path), help="Lean project to elaborate in; without it, the embedded Lean."
)
@click.option(
    "--library", help="signatures:REV: elaborate on curate's signatures of Mathlib REV; nothing is proved there."
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
    "--max-rounds", type=click.IntRange(1), default=20, show_default=True, help="Maximum number of Lean runs."
)
@click.option("--timeout", type=click.FloatRange(1), default=600, show_default=True, help="Seconds for this run.")
@click.option("--max-cost", type=click.FloatRange(0), help="US dollars for this run.")
@click.option("--accept", is_flag=True, help="Accept a changed or trivial statement.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("problems"), show_default=True, help="Folder of the records."
)
@request(FormalizeRequest, excludes=(("project", "library"),))
def command(asked: FormalizeRequest, screen: Screen) -> None:
    """Repair the Lean statement of DRAFT until it elaborates, check it, and write a problem record.

    `curate problems new ID` begins a draft. Exit codes: 0 record written, 1 not repaired, 3 stopped and resumable,
    4 refused. The draft is never changed.
    """
    data = read_file(asked.draft)
    parsed = draft_from_words(data) if asked.informal else parse_draft(data)
    model = _open_model(asked.model_name, asked.base_url, asked.record)
    price = _price(model, asked.price_in, asked.price_out, asked.max_cost)
    lean, names = open_setup(asked.project, library=asked.library)
    screen.note(f"{lean.environment.label}; model: {model.name if model else 'none'}")
    folder = asked.out / parsed.header.id

    def show(event: Event) -> None:
        for line in render_event(event):
            screen.note(line)

    job = Job(
        draft=parsed,
        lean=lean,
        names=names,
        model=model,
        price=price,
        journal=Journal(folder / ATTEMPTS, data),
        budget=Budget(max_rounds=asked.max_rounds, timeout_s=asked.timeout, max_cost=asked.max_cost),
        show=show,
    )
    digest = hashlib.sha256(data).hexdigest()
    with job.journal.only_run():
        state, stop = run_loop(job)
        conclusion = conclude(job, state, stop, asked.out, digest, asked.accept, utc_today())
    _finish(screen, parsed, state, conclusion, job.journal.path)


def _open_model(name: str, base_url: str | None, record: Path | None) -> ChatModel | None:
    if name.startswith("cassette:"):
        if record is not None or base_url is not None:
            raise click.UsageError("a cassette asks no server; leave out --record and --base-url")
        return Cassette(Path(name.removeprefix("cassette:")))
    model = open_model(name, base_url)
    if model is None and (record is not None or base_url is not None):
        raise click.UsageError("--record and --base-url are about a model; name one with --model")
    return Recorder(model, record) if model is not None and record is not None else model


def _price(
    model: ChatModel | None, price_in: float | None, price_out: float | None, max_cost: float | None
) -> Price | None:
    if (price_in is None) != (price_out is None):
        raise click.UsageError("--price-in and --price-out go together")
    if model is None and (price_in is not None or max_cost is not None):
        raise click.UsageError("prices and --max-cost are about a model; name one with --model")
    if price_in is not None and price_out is not None:
        return Price(input=price_in, output=price_out)
    price = Price(input=0, output=0) if isinstance(model, Cassette) else find_price(model.name) if model else None
    if model is not None and price is None and max_cost is not None:
        raise click.UsageError(f"the price of {model.name} is not known; --max-cost needs --price-in and --price-out")
    return price


def _finish(screen: Screen, draft: Draft, state: State, conclusion: RunOutcome, journal: Path) -> None:
    for line in render_outcome(conclusion):
        screen.note(line)
    if conclusion.kind == "recorded":
        return
    if state.current is not None and state.current.errors:
        for line in render_errors(state.current.made.text, state.current.errors):
            screen.note(line)
    words = f"{draft.header.id}: {conclusion.words} (attempts: {journal})"
    if conclusion.kind == "refused":
        raise Refused(words)
    if conclusion.kind == "stopped":
        raise Stopped(f"{words}; run the same command again to resume")
    raise Failed(words)
