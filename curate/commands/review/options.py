"""What the review commands are asked: their options, and the requests that these fill."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from curate import __version__
from curate.evals.review import PROMPT_VERSION
from curate.evals.review.agent import offers
from curate.evals.review.asking import FORMS
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.models import sent_parameters
from curate.evals.review.prompt import DIFF_CHARS
from curate.evals.review.records import Questions, RunFile
from curate.formalize.models.api import Settings
from curate.schemas.mathlibpr.rows import SPLITS

FOLDER = click.Path(path_type=Path, file_okay=False)


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
    """Adds who is asked."""
    for option in reversed((
        click.option("--model", required=True, help="NAME, anthropic/NAME, cassette:FILE or local:smollm2."),
        click.option("--base-url", metavar="URL", help="Address of an OpenAI-compatible server of yours."),
    )):  # fmt: skip
        command = option(command)
    return command


def pace_options(command: Any) -> Any:
    """Adds how fast and for how much is asked."""
    for option in reversed((
        click.option("--parallel", type=click.IntRange(1, 256), default=4, show_default=True, help="At a time."),
        click.option("--rate", callback=parse_numbers, metavar="RPM,TPM", help="A minute: requests, tokens; 0: any."),
        click.option("--price", callback=parse_numbers, metavar="IN,OUT", help="US dollars for a million tokens."),
    )):  # fmt: skip
        command = option(command)
    return command


def run_options(command: Any) -> Any:
    """Adds what a run keeps in its run.json, and where that lies."""
    for option in reversed((
        click.option("--out", type=FOLDER, required=True, help="The run's folder; the same command goes on in it."),
        click.option("--max-output-tokens", type=click.IntRange(min=16), default=4096, show_default=True,
                     help="Limit of an answer, hidden reasoning included."),
        click.option("--temperature", type=float, help="Sent when it is given; not every model takes it."),
        click.option("--schema/--no-schema", default=True, show_default=True, help="Send the answer's JSON Schema."),
        click.option("--reask/--no-reask", default=True, show_default=True,
                     help="Ask once more after an invalid answer."),
    )):  # fmt: skip
        command = option(command)
    return command


def limits(rate: tuple[float, float] | None) -> tuple[int | None, int | None]:
    """Requests and tokens a minute; None: no limit."""
    requests, tokens = rate or (0, 0)
    return int(requests) or None, int(tokens) or None


def describe_run(
    dataset: ReviewSet, questions: Questions, model: str, parameters: dict[str, Any], reask: bool
) -> RunFile:
    """run.json of a run of this version on `dataset`."""
    return RunFile(
        format=1,
        kind="review-run",
        dataset=dataset.manifest.dataset,
        dataset_sha256=dataset.sha256,
        label_rules=dataset.manifest.label_rules,
        prompt_version=PROMPT_VERSION,
        questions=questions,
        model=model,
        parameters=parameters,
        reask=reask,
        tool=__version__,
    )


@dataclass(frozen=True)
class QuestionOptions:
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
class PlanRequest(QuestionOptions):
    """What `plan` is asked."""

    model: str
    base_url: str | None
    parallel: int
    rate: tuple[float, float] | None
    price: tuple[float, float] | None


@dataclass(frozen=True)
class SubmitRequest(QuestionOptions):
    """What asks a model, at once or by batches."""

    model: str
    base_url: str | None
    out: Path
    max_output_tokens: int
    temperature: float | None
    schema: bool
    reask: bool

    @property
    def settings(self) -> Settings:
        """What is sent beside the messages."""
        return Settings(
            max_output_tokens=self.max_output_tokens,
            temperature=self.temperature,
            answer_schema=dict(FORMS[self.questions.mode].schema) if self.schema else None,
        )

    def run_file(self, dataset: ReviewSet) -> RunFile:
        """run.json of the run."""
        return describe_run(dataset, self.questions, self.model, sent_parameters(self.settings), self.reask)


@dataclass(frozen=True)
class RunRequest(SubmitRequest):
    """What `run` is asked."""

    parallel: int
    rate: tuple[float, float] | None
    price: tuple[float, float] | None
    limit_usd: float | None
    timeout: float
    scheduler: str | None
    record: Path | None
    tools: bool
    git: Path | None
    workspace: Path | None

    def __post_init__(self) -> None:
        if self.tools and self.git is None:
            raise click.UsageError("--tools needs --git, a clone that holds the heads")
        if self.tools and self.pairs:
            raise click.UsageError("--tools and --pairs contradict each other: a pair has two trees")

    @property
    def settings(self) -> Settings:
        """What is sent beside the messages; several servers take no schema beside tools."""
        settings = super().settings
        return settings.model_copy(update={"tools": offers(), "answer_schema": None}) if self.tools else settings
