"""A conversation in which a model calls tools: one bounded loop, whoever asks and whatever the tools do."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError

from curate.formalize.models.api import ChatModel, Message, Reply, ToolCall, ToolOffer
from curate.schemas.base import Record
from curate.schemas.errors import explain_validation
from curate.schemas.text import storable

MAX_CALLS = 16
"""Calls of one turn that are answered; more are told to come in the next turn."""


@dataclass(frozen=True)
class Tool:
    """Something that a model may call."""

    name: str
    description: str
    arguments: type[Record]
    """What the model writes is read strictly as this record; its JSON Schema is what the model is told."""
    use: Callable[[Any], str | None]
    """The answer to arguments of that record; None: the work is done, and the conversation ends."""

    @property
    def offer(self) -> ToolOffer:
        """The tool as a model is told of it."""
        return ToolOffer(name=self.name, description=self.description, parameters=self.arguments.model_json_schema())


class Bounds(NamedTuple):
    """How far a conversation may go."""

    turns: int
    """Answers of the model."""
    tokens: int | None
    """Read and written in all turns together; each turn reads again what came before. None: any number."""
    answer_chars: int
    """Of one answer of a tool."""
    timeout_s: float
    """Of one turn."""


Ended = Literal["answer", "done", "turns", "tokens"]


class Conversation(NamedTuple):
    """What was said, and why it ended: the model answered without a call, a tool said so, or a bound was reached."""

    messages: tuple[Message, ...]
    replies: tuple[Reply, ...]
    ended: Ended


def converse(
    model: ChatModel,
    messages: tuple[Message, ...],
    tools: Sequence[Tool],
    bounds: Bounds,
    tell: Callable[[Reply], None],
) -> Conversation:
    """Lets `model`, which was opened with the offers of `tools`, speak and call until it answers or a bound is reached.

    Every call gets an answer; one that can't be used is answered by why, and what a tool raises ends the conversation.

    Args:
        tell: told each reply as soon as it is there.

    Raises:
        ProviderProblem: the model gives no answer.
    """
    replies: list[Reply] = []
    by_name = {tool.name: tool for tool in tools}
    spent = 0
    while len(replies) < bounds.turns:
        reply = model.answer(messages, bounds.timeout_s)
        replies.append(reply)
        tell(reply)
        messages = (*messages, Message(role="assistant", content=reply.text, calls=reply.calls))
        if not reply.calls:
            return Conversation(messages, tuple(replies), "answer")
        for place, call in enumerate(reply.calls):
            answer = use_tool(by_name, call) if place < MAX_CALLS else "too many calls in one turn; call again"
            if answer is None:
                return Conversation(messages, tuple(replies), "done")
            messages = (*messages, Message(role="tool", content=cut(answer, bounds.answer_chars), call_id=call.id))
        spent += reply.input_tokens + reply.output_tokens
        if bounds.tokens is not None and spent >= bounds.tokens:
            return Conversation(messages, tuple(replies), "tokens")
    return Conversation(messages, tuple(replies), "turns")


def use_tool(tools: dict[str, Tool], call: ToolCall) -> str | None:
    """The tool's answer to `call`, or what is wrong with the call; None: the work is done."""
    tool = tools.get(call.name)
    if tool is None:
        return f"there is no such tool; the tools are {', '.join(tools)}"
    try:
        arguments = tool.arguments.model_validate(json.loads(call.arguments or "{}"))
    except ValidationError as error:
        return f"the arguments of {tool.name} are wrong: {explain_validation(error)}"
    except (ValueError, RecursionError):  # RecursionError: deep nesting
        return f"the arguments of {tool.name} are not one JSON object"
    return tool.use(arguments)


def cut(text: str, chars: int) -> str:
    """`text` in `chars` characters, and how much is left out; what UTF-8 can't hold is replaced."""
    text = storable(text)
    return text if len(text) <= chars else f"{text[:chars]}\n[{len(text) - chars} more characters left out]"
