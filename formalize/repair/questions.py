"""Asks a model for the next statement, again when the answer is not of the asked form, and counts what that took."""

from curate.formalize.models.api import ChatModel, Message, ProviderProblem, Reply
from curate.formalize.models.prices import Price
from curate.formalize.repair.answers import Answer, parse_answer
from curate.formalize.repair.journal import Spending, Strategy, Unanswered
from curate.formalize.repair.prompt import build_reask

MAX_ASKS = 3
MAX_KEPT_ANSWER = 20_000


def ask_statement(
    model: ChatModel,
    price: Price | None,
    messages: tuple[Message, ...],
    theorem: str,
    strategy: Strategy,
    timeout_s: float,
) -> tuple[Answer, Spending] | Unanswered:
    """The statement that the model gives, or why there is none. Every answer that was paid for is counted."""
    replies: list[Reply] = []
    problem = ""
    while len(replies) < MAX_ASKS:
        left = timeout_s - sum(reply.wall_s for reply in replies)
        if left <= 0:
            return _unanswered("the time for the model is over", strategy, replies, model, price, final=False)
        try:
            replies.append(model.answer(messages, left))
        except ProviderProblem as error:
            return _unanswered(str(error), strategy, replies, model, price, final=True)
        answer = parse_answer(replies[-1].text, theorem)
        if isinstance(answer, Answer):
            return answer, _spending(model, price, replies)
        problem = answer
        messages = build_reask(messages, replies[-1].text, problem)
    words = f"{model.name} was asked {MAX_ASKS} times: {problem}"
    return _unanswered(words, strategy, replies, model, price, final=False)


def _unanswered(
    why: str, strategy: Strategy, replies: list[Reply], model: ChatModel, price: Price | None, final: bool
) -> Unanswered:
    return Unanswered(
        why=why,
        strategy=strategy,
        answer=replies[-1].text[:MAX_KEPT_ANSWER] if replies else "",
        spending=_spending(model, price, replies) if replies else None,
        final=final,
    )


def _spending(model: ChatModel, price: Price | None, replies: list[Reply]) -> Spending:
    input_tokens = sum(reply.input_tokens for reply in replies)
    output_tokens = sum(reply.output_tokens for reply in replies)
    return Spending(
        model=model.name,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cost=price.of(input_tokens, output_tokens) if price else None,
        wall_s=sum(reply.wall_s for reply in replies),
        asks=len(replies),
    )
