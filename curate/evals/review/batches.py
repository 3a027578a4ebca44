"""Batch APIs: many requests handed in at once, answered within a day at half the price, in any order."""

import json
from collections.abc import Mapping
from typing import Any, Protocol

from curate.formalize.models.anthropic_messages import AnthropicModel
from curate.formalize.models.api import ChatModel, Message, ProviderProblem, Reply
from curate.formalize.models.openai_chat import OpenAIModel
from curate.formalize.models.sdk import explained
from curate.schemas.errors import Refused

Answers = dict[str, Reply | None]
"""By custom id; None: the request failed and may be sent again."""
ENDED_BADLY = frozenset({"failed", "cancelled"})


class Batches(Protocol):
    """A provider's batches."""

    def submit(self, asked: Mapping[str, tuple[Message, ...]]) -> str:
        """Hands in one batch of requests by custom id; the batch's id."""

    def collect(self, batch: str) -> Answers | None:
        """The answers of `batch`; None: it has not ended."""


def open_batches(model: ChatModel) -> Batches:
    """The batches of the provider behind `model`.

    Raises:
        Refused: it has none.
    """
    if isinstance(model, OpenAIModel):
        return _OpenAIBatches(model)
    if isinstance(model, AnthropicModel):
        return _AnthropicBatches(model)
    raise Refused("batches need a provider: an OpenAI-compatible server with a batch API, or anthropic/NAME")


class _OpenAIBatches:
    def __init__(self, model: OpenAIModel) -> None:
        self._model = model

    def submit(self, asked: Mapping[str, tuple[Message, ...]]) -> str:
        lines = [
            {"custom_id": name, "method": "POST", "url": "/v1/chat/completions", "body": self._model.body(messages)}
            for name, messages in asked.items()
        ]
        data = "".join(json.dumps(line) + "\n" for line in lines).encode()
        with explained(self._model.name, self._model.error):
            file = self._model.client.files.create(file=("requests.jsonl", data), purpose="batch")
            batch = self._model.client.batches.create(
                input_file_id=file.id, endpoint="/v1/chat/completions", completion_window="24h"
            )
            return str(batch.id)

    def collect(self, batch: str) -> Answers | None:
        from openai.types.chat import ChatCompletion

        with explained(self._model.name, self._model.error):
            held = self._model.client.batches.retrieve(batch)
            if held.status in ENDED_BADLY:
                raise ProviderProblem(f"{self._model.name}: the batch {batch} ended as {held.status}", lasting=True)
            if held.status not in ("completed", "expired"):
                return None
            answers: Answers = {}
            for name in (held.output_file_id, held.error_file_id):
                for line in self._model.client.files.content(name).text.splitlines() if name else ():
                    entry = json.loads(line)
                    response = entry.get("response") or {}
                    good = response.get("status_code") == 200
                    answers[entry["custom_id"]] = (
                        self._model.read(ChatCompletion.model_validate(response["body"]), 0.0) if good else None
                    )
            return answers


class _AnthropicBatches:
    def __init__(self, model: AnthropicModel) -> None:
        self._model = model

    def submit(self, asked: Mapping[str, tuple[Message, ...]]) -> str:
        requests: list[Any] = [
            {"custom_id": name, "params": self._model.body(messages)} for name, messages in asked.items()
        ]
        with explained(self._model.name, self._model.error):
            return str(self._model.client.messages.batches.create(requests=requests).id)

    def collect(self, batch: str) -> Answers | None:
        with explained(self._model.name, self._model.error):
            if self._model.client.messages.batches.retrieve(batch).processing_status != "ended":
                return None
            return {
                entry.custom_id: self._model.read(entry.result.message, 0.0)
                if entry.result.type == "succeeded"
                else None
                for entry in self._model.client.messages.batches.results(batch)
            }
