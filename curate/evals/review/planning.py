"""What a run will take, before anything is sent: requests, tokens, dollars, hours."""

from collections.abc import Mapping
from typing import NamedTuple

from curate.evals.review.asking import build_prompt
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.questions import Question
from curate.evals.review.running import CHARS_A_TOKEN
from curate.formalize.models.prices import Price

ANSWER_TOKENS = 250
"""Of a valid answer, measured; a model that reasons writes far more."""
SECONDS_A_REQUEST = 10.0
SAMPLED = 200


class Plan(NamedTuple):
    """An estimate. `usd` is None where the price is not known."""

    requests: int
    input_tokens: int
    output_tokens: int
    usd: float | None
    hours: float
    cut: float
    """Share of prompts whose diff is cut."""
    sampled: int
    """Prompts that were built for it."""


def plan_run(
    dataset: ReviewSet, asked: Mapping[str, Question], diff_chars: int, price: Price | None, parallel: int,
    requests_a_minute: int | None, tokens_a_minute: int | None,
) -> Plan:  # fmt: skip
    """The estimate for `asked`, from evenly spread prompts."""
    questions = list(asked.values())
    step = max(1, len(questions) // SAMPLED)
    prompts = [build_prompt(dataset, question, diff_chars) for question in questions[::step]]
    share = len(questions) / len(prompts)
    read = round(sum(prompt.chars for prompt in prompts) * share / CHARS_A_TOKEN)
    written = len(questions) * ANSWER_TOKENS
    minutes = [len(questions) * SECONDS_A_REQUEST / 60 / parallel]
    if requests_a_minute:
        minutes.append(len(questions) / requests_a_minute)
    if tokens_a_minute:
        minutes.append(read / tokens_a_minute)
    return Plan(
        requests=len(questions),
        input_tokens=read,
        output_tokens=written,
        usd=None if price is None else price.of(read, written),
        hours=max(minutes) / 60,
        cut=sum(not prompt.whole for prompt in prompts) / len(prompts),
        sampled=len(prompts),
    )
