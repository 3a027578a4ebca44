"""Models of Anthropic's, through its SDK."""

import json
from itertools import groupby
from typing import Any

from curate.formalize.models.api import Message, Reply, Settings
from curate.formalize.models.sdk import DEFAULTS, RETRIES, SdkModel, make_call, make_reply


class AnthropicModel(SdkModel):
    """A model of Anthropic's."""

    def __init__(self, name: str, base_url: str | None, api_key: str, settings: Settings = DEFAULTS) -> None:
        import anthropic

        client = anthropic.Anthropic(api_key=api_key, base_url=base_url, max_retries=RETRIES)
        super().__init__(name, client, anthropic.AnthropicError, settings)

    def body(self, messages: tuple[Message, ...]) -> dict[str, Any]:
        """What is sent."""
        settings = self.settings
        sent: dict[str, Any] = {
            "model": self.name,
            "system": "\n\n".join(message.content for message in messages if message.role == "system"),
            "messages": _turns(messages),
            "max_tokens": settings.max_output_tokens,
        }
        if settings.temperature is not None:
            sent["temperature"] = settings.temperature
        if settings.answer_schema is not None:
            sent["output_config"] = {"format": {"type": "json_schema", "schema": settings.answer_schema}}
        if settings.tools:
            sent["tools"] = [
                {"name": tool.name, "description": tool.description, "input_schema": tool.parameters}
                for tool in settings.tools
            ]
        return sent

    def send(self, client: Any, body: dict[str, Any]) -> Any:
        """The message."""
        return client.messages.create(**body)

    @staticmethod
    def read(answer: Any, wall_s: float) -> Reply:
        """The reply in one of Anthropic's messages."""
        cached = answer.usage.cache_read_input_tokens or 0
        asked = [block for block in answer.content if block.type == "tool_use"]
        return make_reply(
            "".join(block.text for block in answer.content if block.type == "text"),
            answer.usage.input_tokens + cached,
            answer.usage.output_tokens,
            wall_s,
            finish=answer.stop_reason,
            served=answer.model,
            cached_tokens=cached,
            calls=tuple(
                make_call(place, block.id, block.name, json.dumps(block.input)) for place, block in enumerate(asked)
            ),
        )


def _turns(messages: tuple[Message, ...]) -> list[dict[str, Any]]:
    """The turns after the system's; answers to the calls of one turn go back in one turn of the user."""
    turns: list[dict[str, Any]] = []
    for role, group in groupby(messages, key=lambda message: message.role):
        held = list(group)
        if role == "tool":
            results = [{"type": "tool_result", "tool_use_id": one.call_id, "content": one.content} for one in held]
            turns.append({"role": "user", "content": results})
        elif role != "system":
            turns += [{"role": role, "content": _content(one)} for one in held]
    return turns


def _content(message: Message) -> str | list[dict[str, Any]]:
    if not message.calls:
        return message.content
    said = [{"type": "text", "text": message.content}] if message.content.strip() else []
    return said + [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": _object(call.arguments)}
        for call in message.calls
    ]


def _object(arguments: str) -> dict[str, Any]:
    try:
        value = json.loads(arguments)
    except ValueError:
        return {}  # what another provider's model wrote, played to this one
    return value if isinstance(value, dict) else {}
