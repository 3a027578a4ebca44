"""A model that can be asked: one small interface, whoever stands behind it."""

import hashlib
import json
from typing import Literal, Protocol

from curate.schemas.base import Record
from curate.schemas.errors import CurateError

MAX_OUTPUT_TOKENS = 4096
MAX_ANSWER_CHARS = 100_000


class Message(Record):
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class Reply(Record):
    """What a model answered. A provider that counts no tokens gives 0."""

    text: str
    input_tokens: int
    output_tokens: int
    wall_s: float


class ProviderProblem(CurateError):
    """A model could not be asked. The message says why and what to do; the attempts so far are kept."""


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
    asked = {"model": model, "messages": [message.model_dump() for message in messages]}
    return hashlib.sha256(json.dumps(asked, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
