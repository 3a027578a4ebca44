"""The records of a review run: what was asked for, and what each question was answered. Neither holds a label."""

from typing import Any, Literal

from curate.evals.review.answer import AxisReview, Comparison, Reason, Review
from curate.evals.review.prompt import DIFF_CHARS, Order
from curate.schemas.base import Record
from curate.schemas.mathlibpr.rows import SplitName
from curate.schemas.mathlibpr.rules.evidence import Stage

Mode = Literal["review", "pairs", "axes"]
RUN, PREDICTIONS = "run.json", "predictions.jsonl"


class Questions(Record):
    """Which questions a run asks."""

    mode: Mode = "review"
    stages: tuple[Stage, ...] = (1,)
    split: SplitName | None = None
    """None: all splits."""
    sample: int | None = None
    """Number of pull requests, drawn with `seed`; None: all."""
    seed: int = 0
    repeat: int = 1
    diff_chars: int = DIFF_CHARS
    items: tuple[str, ...] | None = None
    """Of an import: the snapshots or pairs that it is about; None: all that the other fields choose."""


class RunFile(Record):
    """run.json: what the predictions beside it are answers to."""

    format: Literal[1]
    kind: Literal["review-run"]
    dataset: str
    dataset_sha256: str
    """Of the dataset's manifest."""
    label_rules: int
    prompt_version: int
    questions: Questions
    model: str
    """As it was named on the command line."""
    parameters: dict[str, Any]
    """What was sent beside the messages; what is not in it was not sent."""
    reask: bool
    tool: str


class Ask(Record):
    """One answer of a model."""

    text: str
    finish: str | None
    served: str | None
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    reasoning_tokens: int
    wall_s: float


class Called(Record):
    """A tool that a model called before it answered."""

    tool: str
    arguments: str
    """As the model wrote them, the first 300 characters."""
    answer_chars: int


class Prediction(Record):
    """What a model answered to one question, the re-ask included. A failed request is no prediction."""

    key: str
    item: str
    """A snapshot's id, or a pair's."""
    mode: Mode
    stage: Stage
    repeat: int
    axis: str | None = None
    order: Order | None = None
    """AB: the earlier version was shown first."""
    prompt_sha256: str | None
    """None: there was no prompt, a person answered."""
    prompt_chars: int
    whole: bool
    """Whether the diff was shown without a cut."""
    asks: tuple[Ask, ...]
    invalid: tuple[Reason | None, ...]
    """For each ask why its answer is invalid; None: it is valid."""
    answer: Review | Comparison | AxisReview | None
    """None: no answer was valid."""
    calls: tuple[Called, ...] = ()
    """Of a model with tools, what it called."""

    @property
    def verdict(self) -> str | None:
        """What was decided: of a pair, which version is more ready. None: no answer was valid."""
        if isinstance(self.answer, Comparison):
            return self.answer.more_merge_ready
        return self.answer.verdict if self.answer else None

    @property
    def percent(self) -> int | None:
        """How likely the snapshot is merge ready or, of a pair, how sure the model is; None where it was not asked."""
        if isinstance(self.answer, Review):
            return self.answer.p_merge_ready
        return self.answer.confidence if isinstance(self.answer, Comparison) else None

    @property
    def valid_at_first(self) -> bool:
        """Whether the first answer was of the asked form."""
        return self.invalid[0] is None
