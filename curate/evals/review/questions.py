"""The questions of a run: one key each, the same on every machine."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from curate.evals.review.answer import AXES
from curate.evals.review.prompt import Order
from curate.evals.review.records import Mode, Prediction, Questions
from curate.schemas.mathlibpr.rules.evidence import Stage

ORDERS: tuple[Order, Order] = ("AB", "BA")


class Question(NamedTuple):
    """One question to a model."""

    mode: Mode
    item: str
    stage: Stage
    repeat: int
    axis: str | None = None
    order: Order | None = None

    @property
    def key(self) -> str:
        """What names the question in its run."""
        parts = [self.item, f"stage{self.stage}", f"r{self.repeat}", self.axis or "", self.order or ""]
        return "|".join(part for part in parts if part)


def question_of(prediction: Prediction) -> Question:
    """The question that was answered."""
    return Question(
        prediction.mode, prediction.item, prediction.stage, prediction.repeat, prediction.axis, prediction.order
    )


class Choosable(NamedTuple):
    """A snapshot or a pair that can be asked about."""

    item: str
    pull: int
    split: str


def choose(items: Sequence[Choosable], questions: Questions) -> list[str]:
    """The items that `questions` is about, in the order of the dataset; a sample takes whole pull requests."""
    held = [one for one in items if questions.split in (None, one.split)]
    if questions.items is not None:
        named = set(questions.items)
        held = [one for one in held if one.item in named]
    if questions.sample is not None:
        pulls = sorted({one.pull for one in held})
        drawn = set(random.Random(questions.seed).sample(pulls, min(questions.sample, len(pulls))))  # noqa: S311  # a sample, no secret
        held = [one for one in held if one.pull in drawn]
    return [one.item for one in held]


def list_questions(items: Sequence[str], questions: Questions) -> Iterator[Question]:
    """Every question, stage by stage."""
    sides: Sequence[tuple[str | None, Order | None]] = [(None, None)]
    if questions.mode == "axes":
        sides = [(axis, None) for axis in AXES]
    elif questions.mode == "pairs":
        sides = [(None, order) for order in ORDERS]
    for stage in questions.stages:
        for repeat in range(1, questions.repeat + 1):
            for item in items:
                for axis, order in sides:
                    yield Question(questions.mode, item, stage, repeat, axis, order)


def by_key(items: Sequence[str], questions: Questions) -> Mapping[str, Question]:
    """Every question by its key."""
    return {one.key: one for one in list_questions(items, questions)}
