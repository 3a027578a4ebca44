"""curate review show, plan, run and batch: what is asked, what it takes, and asking it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from curate import exits
from curate.commands.review.options import (
    FOLDER,
    PlanRequest,
    RunRequest,
    SubmitRequest,
    limits,
    model_options,
    pace_options,
    question_options,
    run_options,
)
from curate.console import Screen
from curate.evals.review.asking import build_prompt
from curate.evals.review.batch_run import collect_answers, submit_questions
from curate.evals.review.batches import open_batches
from curate.evals.review.checkout import open_clone
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.models import opened_model, price_of
from curate.evals.review.planning import plan_run
from curate.evals.review.prompt import DIFF_CHARS, Prompt
from curate.evals.review.questions import Question
from curate.evals.review.rate import Purse, Rate
from curate.evals.review.records import Prediction, Questions
from curate.evals.review.running import (
    Pace,
    hold_run,
    open_run,
    plan_questions,
    read_predictions,
    read_run,
    run_questions,
)
from curate.evals.review.tree_tools import Trees
from curate.formalize.models.api import Settings
from curate.formalize.models.prices import Price
from curate.grammar import Command, Group, reads, request
from curate.options import dataset_option, workspace_option
from curate.review_reports import render_plan, render_prompt, render_run
from curate.schemas.errors import Refused
from curate.workspace import default_workspace


@dataclass(frozen=True)
class ShowRequest:
    """One snapshot or pair at one stage."""

    dataset: Path
    item: str
    stage: str
    axis: str | None
    diff_chars: int


@click.command("show", cls=Command)
@click.argument("item", metavar="SNAPSHOT")
@dataset_option
@click.option("--stage", type=click.Choice(["1", "2", "3"]), default="1", show_default=True, help="Evidence shown.")
@click.option("--axis", help="The question on this axis alone.")
@click.option("--diff-chars", type=click.IntRange(min=1000), default=DIFF_CHARS, show_default=True,
              help="Budget of a diff, in characters.")  # fmt: skip
@reads
@request(ShowRequest)
def show(asked: ShowRequest, screen: Screen) -> None:
    """Print the exact prompt for SNAPSHOT, an id, or for a pair's id, with its sizes."""
    dataset = ReviewSet(asked.dataset)
    pair = asked.item in {one.item for one in dataset.pairs}
    if not pair and asked.item not in {one.item for one in dataset.snapshots}:
        raise Refused(f"{asked.dataset} has no snapshot with a patch and no pair called {asked.item}")
    question = Question("pairs" if pair else "axes" if asked.axis else "review", asked.item, int(asked.stage), 1,  # type: ignore[arg-type]  # one of the three choices
                        asked.axis, "AB" if pair else None)  # fmt: skip
    prompt = build_prompt(dataset, question, asked.diff_chars)
    screen.show({"messages": prompt.messages, "chars": prompt.chars, "sha256": prompt.sha256, "whole": prompt.whole},
                render_prompt(prompt))  # fmt: skip


@click.command("plan", cls=Command)
@dataset_option
@question_options
@model_options
@pace_options
@reads
@request(PlanRequest)
def plan(asked: PlanRequest, screen: Screen) -> None:
    """Estimate requests, tokens, dollars and hours of a run; sends nothing."""
    dataset = ReviewSet(asked.dataset)
    questions = asked.questions
    requests, tokens = limits(asked.rate)
    estimate = plan_run(
        dataset, plan_questions(dataset, questions), questions.diff_chars, price_of(asked.model, asked.price),
        asked.parallel, requests, tokens,
    )  # fmt: skip
    screen.show(estimate, render_plan(estimate))


@click.command("run", cls=Command)
@dataset_option
@question_options
@model_options
@pace_options
@run_options
@click.option("--limit-usd", type=float, help="Stop when this much is spent.")
@click.option("--timeout", type=float, default=300.0, show_default=True, help="Seconds that an answer may take.")
@click.option("--tools", is_flag=True, help="Let the model look at the tree of each head: list, read, grep.")
@click.option("--git", type=click.Path(path_type=Path, exists=True), help="With --tools, a clone that holds the heads.")
@workspace_option
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), help="Keep the answers in this cassette.")
@request(RunRequest, {"git": ("tools",), "workspace": ("tools",)})
def run(asked: RunRequest, screen: Screen) -> int:
    """Ask a model about every snapshot, and keep each answer the moment it is there.

    Exit code 3 when questions are left without an answer: the same command asks them again.
    """
    dataset, questions = ReviewSet(asked.dataset), asked.questions
    planned = plan_questions(dataset, questions)
    price = price_of(asked.model, asked.price)
    if asked.limit_usd is not None and price is None:
        raise Refused(f"the price of {asked.model} is not known, so --limit-usd can't be held; give --price IN,OUT")
    with hold_run(asked.out), opened_model(asked.model, asked.base_url, asked.settings, asked.record) as model:
        there = open_run(asked.out, asked.run_file(dataset))
        purse = Purse(price, asked.limit_usd, spent(there, price))
        pace = Pace(asked.parallel, Rate(*limits(asked.rate)), purse, asked.timeout, asked.reask, open_trees(asked))
        with screen.progress(f"asking {model.name}", len(planned)) as ticker:
            report = run_questions(
                model, dataset, planned, there, asked.out, questions.diff_chars, pace, ticker.advance
            )  # fmt: skip
    screen.show(report, render_run(report))
    if report.failed:
        screen.error("questions are left without an answer; the same command asks them again")
        return exits.STOPPED
    screen.done(f"asked {report.answered} questions", f"curate review report {asked.out} --dataset {asked.dataset}")
    return exits.DONE


def open_trees(asked: RunRequest) -> Trees | None:
    """Where the trees of heads come from; None: the model gets no tools."""
    if asked.git is None:
        return None
    return Trees(open_clone(asked.git), (asked.workspace or default_workspace()) / "blobs")


def spent(there: tuple[Prediction, ...], price: Price | None) -> float:
    """What the answers of earlier runs cost."""
    asks = [ask for one in there for ask in one.asks]
    return sum(price.of(ask.input_tokens, ask.output_tokens) for ask in asks) if price else 0.0


@click.group("batch", cls=Group)
def batch() -> None:
    """Ask by a provider's batches: half the price, answered within a day."""


@batch.command("submit")
@dataset_option
@question_options
@model_options
@run_options
@request(SubmitRequest)
def submit(asked: SubmitRequest, screen: Screen) -> None:
    """Hand in every question that has no answer and is not on the way."""
    dataset = ReviewSet(asked.dataset)
    planned = plan_questions(dataset, asked.questions)
    with hold_run(asked.out), opened_model(asked.model, asked.base_url, asked.settings) as model:
        batches = open_batches(model)
        there = open_run(asked.out, asked.run_file(dataset))
        made, requests = submit_questions(
            batches, builder(dataset, asked.questions), planned, {one.key for one in there}, asked.out
        )  # fmt: skip
    screen.done(f"handed in {requests} requests in {made} batches", f"curate review batch collect {asked.out}")


@dataclass(frozen=True)
class CollectRequest:
    """A run whose batches are asked for."""

    run: Path
    dataset: Path
    base_url: str | None


@batch.command("collect")
@click.argument("run", metavar="RUN", type=FOLDER)
@dataset_option
@click.option("--base-url", metavar="URL", help="Address of an OpenAI-compatible server of yours.")
@request(CollectRequest)
def collect(asked: CollectRequest, screen: Screen) -> int:
    """Keep the answers of the batches that have ended.

    Exit code 3 when questions are left without an answer: collect again later, or submit them again.
    """
    dataset, file = ReviewSet(asked.dataset), read_run(asked.run)
    if file.dataset_sha256 != dataset.sha256:
        raise Refused(f"{asked.run} was run on another dataset than {asked.dataset}")
    planned = plan_questions(dataset, file.questions)
    with hold_run(asked.run), opened_model(file.model, asked.base_url, Settings()) as model:
        build = builder(dataset, file.questions)
        waiting = collect_answers(open_batches(model), build, planned, asked.run, file.reask)
    left = len(planned) - len(read_predictions(asked.run, file.questions.mode))
    if left:
        todo = f"{waiting} batches have not ended; collect again later" if waiting else "submit again"
        screen.error(f"{left} of {len(planned)} questions have no answer yet: {todo}")
        return exits.STOPPED
    screen.done(f"{len(planned)} questions are answered", f"curate review report {asked.run} --dataset {asked.dataset}")
    return exits.DONE


def builder(dataset: ReviewSet, questions: Questions) -> Callable[[Question], Prompt]:
    """What builds the prompt of a question."""
    return lambda question: build_prompt(dataset, question, questions.diff_chars)
