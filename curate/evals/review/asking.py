"""One question put to a model: the prompt, the answer, and one more try when it is not of the asked form."""

import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from curate.evals.review.answer import (
    AXIS_SCHEMA,
    COMPARISON_SCHEMA,
    REVIEW_SCHEMA,
    Answered,
    Invalid,
    parse_axis,
    parse_comparison,
    parse_review,
    read_answer,
)
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.prompt import REASK, Prompt, axis_prompt, pair_prompt, review_prompt
from curate.evals.review.questions import Question
from curate.evals.review.records import Ask, Mode, Prediction
from curate.formalize.models.api import ChatModel, Message, ProviderProblem, Reply

CUT_OFF = frozenset({"length", "max_tokens", "model_context_window_exceeded", "model_length"})
"""What providers say when the limit of tokens ended an answer."""
T = TypeVar("T")


class Form(NamedTuple):
    """How an answer of one mode is asked for and read."""

    schema: dict[str, object]
    parse: Callable[[str], Answered]


FORMS: dict[Mode, Form] = {
    "review": Form(REVIEW_SCHEMA, parse_review),
    "pairs": Form(COMPARISON_SCHEMA, parse_comparison),
    "axes": Form(AXIS_SCHEMA, parse_axis),
}


def build_prompt(dataset: ReviewSet, question: Question, diff_chars: int) -> Prompt:
    """The prompt of `question`."""
    if question.mode == "pairs":
        first, second = dataset.versions(question.item)
        if question.order == "BA":
            first, second = second, first
        return pair_prompt(dataset.show(first, question.stage), dataset.show(second, question.stage), diff_chars)
    shown = dataset.show(question.item, question.stage)
    if question.axis is not None:
        return axis_prompt(shown, diff_chars, question.axis)
    return review_prompt(shown, diff_chars)


def ask_question(
    model: ChatModel, question: Question, prompt: Prompt, timeout_s: float, reask: bool, paid: Callable[[Reply], None]
) -> Prediction:
    """The model's answer to `question`, valid or not.

    Args:
        reask: whether an invalid answer is asked for once more; both are kept.
        paid: told each reply.

    Raises:
        ProviderProblem: there is no answer.
    """
    messages, asks = prompt.messages, list[Ask]()
    for _ in range(2 if reask else 1):
        reply = within(timeout_s, lambda sent=messages: model.answer(sent, timeout_s), model.name)  # type: ignore[misc]  # mypy can't infer a default
        paid(reply)
        asks.append(ask_of(reply))
        read = read_reply(question, asks[-1])
        if not isinstance(read, Invalid):
            break
        messages = messages_again(prompt, reply.text, str(read))
    return make_prediction(question, prompt, asks)


def read_reply(question: Question, ask: Ask) -> Answered | Invalid:
    """The answer in `ask`, or why it is invalid."""
    return read_answer(ask.text, ask.finish in CUT_OFF, FORMS[question.mode].parse)


def messages_again(prompt: Prompt, said: str, why: str) -> tuple[Message, ...]:
    """The messages that ask once more after an invalid answer."""
    again = Message(role="user", content=REASK.format(why=why))
    return (*prompt.messages, Message(role="assistant", content=said or "(empty)"), again)


def make_prediction(question: Question, prompt: Prompt, asks: Sequence[Ask]) -> Prediction:
    """The record of all answers to `question`; the last one counts."""
    read = [read_reply(question, ask) for ask in asks]
    return Prediction.model_validate(
        {
            **question._asdict(),
            "key": question.key,
            "prompt_sha256": prompt.sha256,
            "prompt_chars": prompt.chars,
            "whole": prompt.whole,
            "asks": asks,
            "invalid": [one.reason if isinstance(one, Invalid) else None for one in read],
            "answer": None if isinstance(read[-1], Invalid) else read[-1],
        }
    )


def within(seconds: float, call: Callable[[], T], name: str) -> T:
    """What `call` returns, if it does within `seconds`; a server that sends a byte now and then is left behind.

    Raises:
        ProviderProblem: it took longer. Its thread is left to itself.
    """
    outcome: list[T] = []
    failure: list[BaseException] = []

    def work() -> None:
        try:
            outcome.append(call())
        except BaseException as error:  # handed on to the caller's thread
            failure.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    if failure:
        raise failure[0]
    if not outcome:
        raise ProviderProblem(f"{name}: no whole answer within {seconds:g} s; run again, or raise --timeout")
    return outcome[0]


def ask_of(reply: Reply) -> Ask:
    """`reply` as a run keeps it."""
    return Ask(
        text=reply.text,
        finish=reply.finish,
        served=reply.served,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        cached_tokens=reply.cached_tokens,
        reasoning_tokens=reply.reasoning_tokens,
        wall_s=round(reply.wall_s, 3),
    )
