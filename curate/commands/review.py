"""curate review: measure reviewers on MathlibPR."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import click

from curate import __version__, exits
from curate.console import Screen
from curate.evals.review import PROMPT_VERSION
from curate.evals.review.asking import FORMS, build_prompt
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.models import opened_model, price_of, sent_parameters
from curate.evals.review.planning import plan_run
from curate.evals.review.prompt import DIFF_CHARS
from curate.evals.review.questions import Question
from curate.evals.review.rate import Purse, Rate
from curate.evals.review.records import Prediction, Questions, RunFile
from curate.evals.review.running import Pace, open_run, plan_questions, run_questions
from curate.formalize.models.api import Settings
from curate.grammar import Group, reads, request
from curate.options import Day, dataset_option, workspace_option
from curate.review_reports import render_plan, render_prompt, render_report, render_run, render_scores
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import SPLITS
from curate.schemas.store.jsontext import write_json
from curate.scrapers.repository import find_repository
from curate.workspace import default_workspace

FOLDER = click.Path(path_type=Path, file_okay=False)
SCORES = "scores.json"


def parse_stages(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, ...]:
    """Distinct stages, ascending."""
    stages = sorted({part.strip() for part in value.split(",")})
    if not stages or not set(stages) <= {"1", "2", "3"}:
        raise click.BadParameter("give stages among 1, 2 and 3, such as 1,3", ctx, param)
    return tuple(int(stage) for stage in stages)


def parse_numbers(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """Two numbers above 0 with a comma between."""
    if value is None:
        return None
    try:
        first, second = (float(part) for part in value.split(","))
    except ValueError:
        raise click.BadParameter("give two numbers with a comma between", ctx, param) from None
    if not (0 <= first < 1e12 and 0 <= second < 1e12):
        raise click.BadParameter("give two numbers that are not below 0", ctx, param)
    return first, second


def question_options(command: Any) -> Any:
    """Adds what decides which questions are asked."""
    for option in reversed((
        click.option("--stage", "stages", default="1", show_default=True, callback=parse_stages, metavar="1,2,3",
                     help="Evidence shown: 1 code, 2 findings as well, 3 title and body as well."),
        click.option("--mode", type=click.Choice(["review", "axes"]), default="review", show_default=True,
                     help="review: one question a snapshot; axes: one for each of the eight axes."),
        click.option("--pairs", is_flag=True, help="Show both versions of a pair in one prompt, in both orders."),
        click.option("--split", type=click.Choice(SPLITS), help="Only this split. [default: all]"),
        click.option("--sample", type=click.IntRange(min=1), help="Draw this many pull requests."),
        click.option("--seed", type=int, default=0, show_default=True, help="Seed of the sample."),
        click.option("--repeat", type=click.IntRange(1, 100), default=1, show_default=True, help="How often."),
        click.option("--diff-chars", type=click.IntRange(min=1000), default=DIFF_CHARS, show_default=True,
                     help="Budget of a diff, in characters."),
    )):  # fmt: skip
        command = option(command)
    return command


def model_options(command: Any) -> Any:
    """Adds what decides who is asked, how fast and for how much."""
    for option in reversed((
        click.option("--model", required=True, help="NAME, anthropic/NAME, cassette:FILE or local:smollm2."),
        click.option("--base-url", metavar="URL", help="Address of an OpenAI-compatible server of yours."),
        click.option("--parallel", type=click.IntRange(1, 256), default=4, show_default=True, help="At a time."),
        click.option("--rate", callback=parse_numbers, metavar="RPM,TPM", help="A minute: requests, tokens; 0: any."),
        click.option("--price", callback=parse_numbers, metavar="IN,OUT", help="US dollars for a million tokens."),
    )):  # fmt: skip
        command = option(command)
    return command


@dataclass(frozen=True)
class Asked:
    """Which questions, of which dataset."""

    dataset: Path
    stages: tuple[int, ...]
    mode: str
    pairs: bool
    split: str | None
    sample: int | None
    seed: int
    repeat: int
    diff_chars: int

    @property
    def questions(self) -> Questions:
        """The questions as run.json keeps them."""
        return Questions.model_validate(
            {
                "mode": "pairs" if self.pairs else self.mode,
                "stages": self.stages,
                "split": self.split,
                "sample": self.sample,
                "seed": self.seed,
                "repeat": self.repeat,
                "diff_chars": self.diff_chars,
            }
        )


@dataclass(frozen=True)
class PlanRequest(Asked):
    """What `plan` is asked."""

    model: str
    base_url: str | None
    parallel: int
    rate: tuple[float, float] | None
    price: tuple[float, float] | None


@dataclass(frozen=True)
class RunRequest(PlanRequest):
    """What `run` is asked."""

    out: Path
    limit_usd: float | None
    timeout: float
    max_output_tokens: int
    temperature: float | None
    schema: bool
    reask: bool
    record: Path | None


@click.group("review", cls=Group)
def command() -> None:
    """Measure models that review pull requests: can they tell merge ready from not yet?"""


@dataclass(frozen=True)
class ShowRequest:
    """One snapshot or pair at one stage."""

    dataset: Path
    item: str
    stage: str
    axis: str | None
    diff_chars: int


@command.command("show")
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


@command.command("plan")
@dataset_option
@question_options
@model_options
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


@command.command("run")
@dataset_option
@question_options
@model_options
@click.option("--out", type=FOLDER, required=True, help="The run's folder; the same command goes on in it.")
@click.option("--limit-usd", type=float, help="Stop when this much is spent.")
@click.option("--timeout", type=float, default=300.0, show_default=True, help="Seconds that an answer may take.")
@click.option("--max-output-tokens", type=click.IntRange(min=16), default=4096, show_default=True,
              help="Limit of an answer, hidden reasoning included.")  # fmt: skip
@click.option("--temperature", type=float, help="Sent when it is given; not every model takes it.")
@click.option("--schema/--no-schema", default=True, show_default=True, help="Send the answer's JSON Schema.")
@click.option("--reask/--no-reask", default=True, show_default=True, help="Ask once more after an invalid answer.")
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), help="Keep the answers in this cassette.")
@request(RunRequest)
def run(asked: RunRequest, screen: Screen) -> int:
    """Ask a model about every snapshot, and keep each answer the moment it is there.

    Exit code 3 when questions are left without an answer: the same command asks them again.
    """
    dataset, questions = ReviewSet(asked.dataset), asked.questions
    planned = plan_questions(dataset, questions)
    settings = Settings(
        max_output_tokens=asked.max_output_tokens,
        temperature=asked.temperature,
        answer_schema=dict(FORMS[questions.mode].schema) if asked.schema else None,
    )
    price = price_of(asked.model, asked.price)
    if asked.limit_usd is not None and price is None:
        raise Refused(f"the price of {asked.model} is not known, so --limit-usd can't be held; give --price IN,OUT")
    wanted = RunFile(
        format=1, kind="review-run", dataset=dataset.manifest.dataset, dataset_sha256=dataset.sha256,
        label_rules=dataset.manifest.label_rules, prompt_version=PROMPT_VERSION, questions=questions, model=asked.model,
        parameters=sent_parameters(settings), reask=asked.reask, tool=__version__,
    )  # fmt: skip
    with opened_model(asked.model, asked.base_url, settings, asked.record) as model:
        there = open_run(asked.out, wanted)
        purse = Purse(price, asked.limit_usd, spent(there, price))
        pace = Pace(asked.parallel, Rate(*limits(asked.rate)), purse, asked.timeout, asked.reask)
        with screen.progress(f"asking {model.name}", len(planned)) as ticker:
            report = run_questions(
                model, dataset, planned, there, asked.out, questions.diff_chars, pace, ticker.advance
            )
    screen.show(report, render_run(report))
    if report.failed:
        screen.error("questions are left without an answer; the same command asks them again")
        return exits.STOPPED
    screen.done(f"asked {report.answered} questions", f"curate review report {asked.out} --dataset {asked.dataset}")
    return exits.DONE


def limits(rate: tuple[float, float] | None) -> tuple[int | None, int | None]:
    """Requests and tokens a minute; None: no limit."""
    requests, tokens = rate or (0, 0)
    return int(requests) or None, int(tokens) or None


def spent(there: tuple[Prediction, ...], price: Any) -> float:
    """What the answers of earlier runs cost."""
    asks = [ask for one in there for ask in one.asks]
    return sum(price.of(ask.input_tokens, ask.output_tokens) for ask in asks) if price else 0.0


@dataclass(frozen=True)
class ReportRequest:
    """Which runs are scored on which dataset."""

    dataset: Path
    runs: tuple[Path, ...]
    partial: bool
    cut_off: date | None
    draws: int


def report_options(command: Any) -> Any:
    """Adds what scores depend on."""
    for option in reversed((
        dataset_option,
        click.option("--partial", is_flag=True, help="Score what is there although questions have no answer."),
        click.option("--cut-off", type=Day(), help="Last day of the model's training data; slices by it."),
        click.option("--draws", type=click.IntRange(min=1), default=2000, show_default=True, help="Bootstrap draws."),
        reads,
    )):  # fmt: skip
        command = option(command)
    return command


@command.command("score")
@click.argument("runs", metavar="RUN", type=FOLDER, nargs=-1, required=True)
@report_options
@request(ReportRequest)
def score(asked: ReportRequest, screen: Screen) -> None:
    """Score each RUN and write its scores.json.

    Exit code 3 when questions have no answer and --partial is not given.
    """
    from curate.evals.review.report import make_report  # numpy takes longer to import than all else

    for folder in asked.runs:
        report = make_report(asked.dataset, [folder], asked.partial, asked.cut_off, asked.draws)
        write_json(folder / SCORES, plain_report(report))
        screen.show(plain_report(report), render_scores(report.scores, report.pairs))


@command.command("report")
@click.argument("runs", metavar="RUN", type=FOLDER, nargs=-1, required=True)
@report_options
@request(ReportRequest)
def report(asked: ReportRequest, screen: Screen) -> None:
    """Print all tables for the RUNs together: scores, pairs, slices, axes, agreement, baselines and shortcuts."""
    from curate.evals.review.report import make_report

    made = make_report(asked.dataset, asked.runs, asked.partial, asked.cut_off, asked.draws)
    screen.show(plain_report(made), render_report(made))


@dataclass(frozen=True)
class BaselineRequest:
    """A dataset whose baselines are asked for."""

    dataset: Path
    draws: int


@command.command("baseline")
@dataset_option
@click.option("--draws", type=click.IntRange(min=1), default=2000, show_default=True, help="Bootstrap draws.")
@reads
@request(BaselineRequest)
def baseline(asked: BaselineRequest, screen: Screen) -> None:
    """Score what reads nothing or only numbers: constants, chance, size, date, a regression on the findings."""
    from curate.evals.review.report import make_report

    made = make_report(asked.dataset, [], draws=asked.draws)
    screen.show(plain_report(made), render_report(made))


@dataclass(frozen=True)
class CheckoutRequest:
    """Whose tree goes where."""

    dataset: Path
    item: str
    git: Path
    out: Path
    workspace: Path | None
    copy: bool


@command.command("checkout")
@click.argument("item", metavar="SNAPSHOT")
@dataset_option
@click.option("--git", type=click.Path(path_type=Path, exists=True), required=True, help="A clone that holds the head.")
@click.option("--out", type=FOLDER, required=True, help="A new folder for the tree.")
@workspace_option
@click.option("--copy", is_flag=True, help="Copy files instead of linking them, for an agent that writes.")
@request(CheckoutRequest)
def checkout(asked: CheckoutRequest, screen: Screen) -> None:
    """Put the tree of SNAPSHOT's head into a folder: plain read-only files, no .git, nothing from after the head."""
    from curate.evals.review.checkout import checkout_tree

    head = ReviewSet(asked.dataset).head(asked.item)
    repository = find_repository(asked.git)
    if repository is None:
        raise Refused(f"{asked.git} holds no git repository; give a clone, bare or not")
    store = (asked.workspace or default_workspace()) / "blobs"
    made = checkout_tree(repository, head, store, asked.out, asked.copy)
    for path in made.left_out:
        screen.note(f"left out: {path}")
    screen.done(f"{made.files} files in {asked.out}, {made.fresh} of them new in {store},")


def plain_report(report: Any) -> dict[str, Any]:
    """A report as JSON keeps it: measures with their intervals; nan becomes null."""
    from curate.evals.review.plain import plain

    value: dict[str, Any] = plain(report)
    return value
