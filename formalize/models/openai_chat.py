"""Models of any OpenAI-compatible server, through the openai SDK."""

import json
from typing import Any

from curate.formalize.models.api import Message, Reply, Settings
from curate.formalize.models.sdk import DEFAULTS, RETRIES, SdkModel, make_call, make_reply


class OpenAIModel(SdkModel):
    """A model of an OpenAI-compatible server: OpenAI, vLLM, Ollama, OpenRouter, Anthropic's compatible endpoint."""

    def __init__(self, name: str, base_url: str | None, api_key: str, settings: Settings = DEFAULTS) -> None:
        import openai

        client = openai.OpenAI(api_key=api_key, base_url=base_url, max_retries=RETRIES)
        super().__init__(name, client, openai.OpenAIError, settings)

    def body(self, messages: tuple[Message, ...]) -> dict[str, Any]:
        """What is sent, to the chat completions that every compatible server has."""
        settings = self.settings
        sent: dict[str, Any] = {
            "model": self.name,
            "messages": [_turn(message) for message in messages],
            "max_completion_tokens": settings.max_output_tokens,
        }
        if settings.temperature is not None:
            sent["temperature"] = settings.temperature
        if settings.answer_schema is not None:
            named = {"name": "answer", "strict": True, "schema": settings.answer_schema}
            sent["response_format"] = {"type": "json_schema", "json_schema": named}
        if settings.tools:
            sent["tools"] = [{"type": "function", "function": tool.model_dump()} for tool in settings.tools]
        return sent

    def send(self, client: Any, body: dict[str, Any]) -> Any:
        """The chat completion."""
        return client.chat.completions.create(**body)

    @staticmethod
    def read(answer: Any, wall_s: float) -> Reply:
        """The reply in a chat completion."""
        choice, usage = answer.choices[0], answer.usage
        functions = [(call, getattr(call, "function", None)) for call in choice.message.tool_calls or ()]
        return make_reply(
            choice.message.content or "",
            usage.prompt_tokens if usage else 0,
            usage.completion_tokens if usage else 0,
            wall_s,
            finish=choice.finish_reason,
            served=answer.model,
            cached_tokens=_count(usage, "prompt_tokens_details", "cached_tokens"),
            reasoning_tokens=_count(usage, "completion_tokens_details", "reasoning_tokens"),
            calls=tuple(
                make_call(place, getattr(call, "id", None), function.name, _arguments(function.arguments))
                for place, (call, function) in enumerate(functions)
                if function is not None
            ),
        )


def _turn(message: Message) -> dict[str, Any]:
    turn: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.calls:
        turn["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.calls
        ]
    if message.call_id is not None:
        turn["tool_call_id"] = message.call_id
    return turn


def _arguments(written: object) -> str:
    """Some servers send an object where the API has a text."""
    return written if isinstance(written, str) else json.dumps(written)


def _count(usage: object, details: str, name: str) -> int:
    """A number that a server may leave out."""
    return getattr(getattr(usage, details, None), name, None) or 0
