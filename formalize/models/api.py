"""A model that can be asked: one small interface, whoever stands behind it."""

import hashlib
import json
from typing import Annotated, Any, Literal, Protocol

from pydantic import Field

from curate.schemas.base import Record
from curate.schemas.errors import CurateError

MAX_OUTPUT_TOKENS = 4096
MAX_ANSWER_CHARS = 100_000


class ToolOffer(Record):
    """A tool as a model is told of it."""

    name: str
    description: str
    parameters: dict[str, Any]
    """JSON Schema of its arguments."""


class ToolCall(Record):
    """A tool that a model asks for."""

    id: str
    name: str
    arguments: str
    """JSON as the model wrote it; nothing is known of its shape."""


class Message(Record):
    """One turn of a conversation. A `tool` turn is the answer to one call of the assistant's turn before."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str | None = None
    """Of a `tool` turn: the call that it answers."""


Tokens = Annotated[int, Field(ge=0, le=1 << 40)]


class Reply(Record):
    """What a model answered. A provider that counts no tokens gives 0."""

    text: str
    input_tokens: Tokens
    output_tokens: Tokens
    wall_s: float
    finish: str | None = None
    """Why the model stopped, in the provider's word: `length` and `max_tokens` mean that it was cut off."""
    served: str | None = None
    """How the server named the model that answered."""
    cached_tokens: Tokens = 0
    """Of the input tokens, those that the provider had read before."""
    reasoning_tokens: Tokens = 0
    """Of the output tokens, those that the model did not show."""
    calls: tuple[ToolCall, ...] = ()
    """Tools that the model asks for before it goes on."""


class Settings(Record):
    """What is asked for beside the messages. What is None is not sent."""

    max_output_tokens: int = MAX_OUTPUT_TOKENS
    temperature: float | None = None
    answer_schema: dict[str, Any] | None = None
    """A JSON Schema for the answer, for servers that take one."""
    tools: tuple[ToolOffer, ...] = ()
    """What the model may call; not every server takes tools and a schema for the answer together."""


class ProviderProblem(CurateError):
    """A model could not be asked. The message says why and what to do; the attempts so far are kept."""

    def __init__(self, words: str, lasting: bool = False) -> None:
        """
        Args:
            lasting: whether asking again is pointless until something outside changes: a key, credit, a name.
        """
        super().__init__(words)
        self.lasting = lasting


class ChatModel(Protocol):
    """A model that answers a conversation."""

    @property
    def name(self) -> str:
        """As the provider calls it."""

    def answer(self, messages: tuple[Message, ...], timeout_s: float) -> Reply:
        """The next turn.

        Raises:
            ProviderProblem: there is no answer.
        """


def request_digest(model: str, messages: tuple[Message, ...]) -> str:
    """sha256 of what is asked of whom; the key of a recorded answer."""
    asked = {"model": model, "messages": [message.model_dump(exclude_defaults=True) for message in messages]}
    return hashlib.sha256(json.dumps(asked, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
