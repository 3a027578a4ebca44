"""The task of `review run`: one question put to a model, from whichever machine has room."""

import atexit
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from threading import Lock
from typing import Any

from curate.evals.review.models import opened_model
from curate.evals.review.prompt import Prompt
from curate.evals.review.questions import Question
from curate.evals.review.rate import Purse, Rate
from curate.evals.review.records import Prediction
from curate.evals.review.running import Asker, Pace, try_question
from curate.formalize.models.api import ChatModel, Message, ProviderProblem, Settings
from curate.schemas.base import Record
from curate.schemas.errors import Missing, Refused
from curate.tasks.profile import own_version
from curate.tasks.run import Engine
from curate.tasks.task import Task

KIND = "answer-question"
ASKS = 6
"""Most requests of one question, each of which may take the time that an answer has: three tries, each asked twice."""


class ModelNamed(Record):
    """A model as the command line names it. Its key is in the environment of each worker, and in no task."""

    name: str
    base_url: str | None
    settings: Settings


class QuestionRequest(Record):
    """One question with its prompt."""

    model: ModelNamed
    question: dict[str, Any]
    messages: tuple[Message, ...]
    whole: bool
    timeout_s: float
    reask: bool


class Answered(Record):
    """What came of it: a prediction, or the words of a provider that gave none."""

    prediction: Prediction | None = None
    problem: str = ""
    lasting: bool = False


def answer_question(request: dict[str, Any]) -> dict[str, Any]:
    """Asks one question where it is called."""
    asked = QuestionRequest.model_validate(request)
    pace = Pace(1, Rate(None, None), Purse(None, None), asked.timeout_s, asked.reask)
    prompt = Prompt(asked.messages, asked.whole)
    outcome = try_question(_MODELS.open(asked.model), Question(**asked.question), prompt, pace)
    if isinstance(outcome, Prediction):
        return Answered(prediction=outcome).model_dump(mode="json")
    return Answered(problem=str(outcome), lasting=outcome.lasting).model_dump(mode="json")


class _Models:
    """The models of this process, each opened once and closed at its end."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: dict[str, ChatModel] = {}
        self._stack = ExitStack()
        atexit.register(self._stack.close)

    def open(self, named: ModelNamed) -> ChatModel:
        """The model that is named.

        Raises:
            Missing: it can't be asked from this machine: no key, or no package.
        """
        key = named.model_dump_json()
        with self._lock:
            if key not in self._open:
                try:
                    opened = opened_model(named.name, named.base_url, named.settings)
                    self._open[key] = self._stack.enter_context(opened)
                except Refused as error:
                    raise Missing(str(error)) from error
            return self._open[key]


_MODELS = _Models()


def ask_with(engine: Engine, model: ModelNamed, build: Callable[[Question], Prompt], pace: Pace) -> Asker:
    """What asks questions with `engine`. The rates and the limit of money hold over all workers together."""

    def tasks(questions: Sequence[Question], unpaid: list[ProviderProblem]) -> Iterator[Task]:
        for question in questions:
            prompt = build(question)
            try:
                pace.wait(prompt.chars)
            except ProviderProblem as problem:
                unpaid.append(problem)
                return
            request = QuestionRequest(
                model=model,
                question=question._asdict(),
                messages=prompt.messages,
                whole=prompt.whole,
                timeout_s=pace.timeout_s,
                reask=pace.reask,
            )
            yield Task.of(KIND, request.model_dump(mode="json"), ASKS * pace.timeout_s)

    def ask(questions: Sequence[Question]) -> Generator[Prediction | ProviderProblem]:
        unpaid: list[ProviderProblem] = []
        for outcome in engine.run(tasks(questions, unpaid), own_version()):
            if outcome.record is None:
                yield ProviderProblem(outcome.reason)
                continue
            answered = Answered.model_validate(outcome.record)
            if answered.prediction is None:
                yield ProviderProblem(answered.problem, answered.lasting)
                continue
            for one in answered.prediction.asks:
                pace.purse.pay(one.input_tokens, one.output_tokens)
            yield answered.prediction
        yield from unpaid

    return ask
