"""Models behind a network: any OpenAI-compatible server through the openai SDK, Anthropic through its own."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from curate.formalize.models.api import MAX_ANSWER_CHARS, ChatModel, Message, ProviderProblem, Reply, Settings
from curate.schemas.distribution import install_advice
from curate.schemas.errors import Missing, Refused
from curate.schemas.text import printable, storable

RETRIES = 2
"""How often the SDK asks again after 429, 5xx or a lost connection; it obeys Retry-After."""
DEFAULTS = Settings()
NO_CREDIT = ("insufficient_quota", "credit balance", "billing", "insufficient credits")


class OpenAIModel:
    """A model of an OpenAI-compatible server: OpenAI, vLLM, Ollama, OpenRouter, Anthropic's compatible endpoint."""

    def __init__(self, name: str, base_url: str | None, api_key: str, settings: Settings = DEFAULTS) -> None:
        import openai

        self._sdk, self._settings = openai, settings
        self.client = openai.OpenAI(api_key=api_key, base_url=base_url, max_retries=RETRIES)
        self._name = name

    @property
    def name(self) -> str:
        """As the provider calls it."""
        return self._name

    def body(self, messages: tuple[Message, ...]) -> dict[str, Any]:
        """What is sent, to the chat completions that every compatible server has."""
        settings = self._settings
        sent: dict[str, Any] = {
            "model": self._name,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            "max_completion_tokens": settings.max_output_tokens,
        }
        if settings.temperature is not None:
            sent["temperature"] = settings.temperature
        if settings.answer_schema is not None:
            named = {"name": "answer", "strict": True, "schema": settings.answer_schema}
            sent["response_format"] = {"type": "json_schema", "json_schema": named}
        return sent

    def answer(self, messages: tuple[Message, ...], timeout_s: float) -> Reply:
        """The next turn."""
        started = time.monotonic()
        with explained(self._name, self._sdk.OpenAIError):
            client = self.client.with_options(timeout=timeout_s / (RETRIES + 1))
            completion = client.chat.completions.create(**self.body(messages))
            return read_completion(completion, time.monotonic() - started)


def read_completion(completion: Any, wall_s: float) -> Reply:
    """The reply in a chat completion."""
    choice, usage = completion.choices[0], completion.usage
    return _reply(
        choice.message.content or "",
        usage.prompt_tokens if usage else 0,
        usage.completion_tokens if usage else 0,
        wall_s,
        finish=choice.finish_reason,
        served=completion.model,
        cached_tokens=_count(usage, "prompt_tokens_details", "cached_tokens"),
        reasoning_tokens=_count(usage, "completion_tokens_details", "reasoning_tokens"),
    )


class AnthropicModel:
    """A model of Anthropic's."""

    def __init__(self, name: str, base_url: str | None, api_key: str, settings: Settings = DEFAULTS) -> None:
        import anthropic

        self._sdk, self._settings = anthropic, settings
        self.client = anthropic.Anthropic(api_key=api_key, base_url=base_url, max_retries=RETRIES)
        self._name = name

    @property
    def name(self) -> str:
        """As the provider calls it."""
        return self._name

    def body(self, messages: tuple[Message, ...]) -> dict[str, Any]:
        """What is sent."""
        settings = self._settings
        turns = [message for message in messages if message.role != "system"]
        sent: dict[str, Any] = {
            "model": self._name,
            "system": "\n\n".join(message.content for message in messages if message.role == "system"),
            "messages": [{"role": message.role, "content": message.content} for message in turns],
            "max_tokens": settings.max_output_tokens,
        }
        if settings.temperature is not None:
            sent["temperature"] = settings.temperature
        if settings.answer_schema is not None:
            sent["output_config"] = {"format": {"type": "json_schema", "schema": settings.answer_schema}}
        return sent

    def answer(self, messages: tuple[Message, ...], timeout_s: float) -> Reply:
        """The next turn."""
        started = time.monotonic()
        with explained(self._name, self._sdk.AnthropicError):
            client = self.client.with_options(timeout=timeout_s / (RETRIES + 1))
            reply = client.messages.create(**self.body(messages))
            return read_message(reply, time.monotonic() - started)


def read_message(reply: Any, wall_s: float) -> Reply:
    """The reply in one of Anthropic's messages."""
    cached = reply.usage.cache_read_input_tokens or 0
    return _reply(
        "".join(block.text for block in reply.content if block.type == "text"),
        reply.usage.input_tokens + cached,
        reply.usage.output_tokens,
        wall_s,
        finish=reply.stop_reason,
        served=reply.model,
        cached_tokens=cached,
    )


def _count(usage: object, details: str, name: str) -> int:
    """A number that a server may leave out."""
    return getattr(getattr(usage, details, None), name, None) or 0


@contextmanager
def explained(name: str, sdk_error: type[Exception]) -> Iterator[None]:
    """Turns what an SDK raises, or the use of an answer of another shape, into a clear word."""
    try:
        yield
    except sdk_error as error:
        raise explain(name, error) from error
    except (ValueError, AttributeError, IndexError, TypeError) as error:
        # a body that is no JSON, or JSON of another shape, comes through the SDK as what its use raises
        raise ProviderProblem(f"{name}: the provider's answer could not be read; try again later") from error


def _reply(text: str, input_tokens: int, output_tokens: int, wall_s: float, **more: Any) -> Reply:
    return Reply(
        text=storable(text[:MAX_ANSWER_CHARS]),
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        wall_s=wall_s,
        **more,
    )


def explain(model: str, error: Exception) -> ProviderProblem:
    """What a provider's error means, and what to do. Nothing of a request's headers is in it."""
    status = getattr(error, "status_code", None)
    said = printable(str(getattr(error, "message", "") or error), 200)
    lasting = True
    reason = f"{said} {getattr(error, 'code', None) or ''}".lower()
    if type(error).__name__ == "APITimeoutError":
        lasting = False
        words = "the provider did not answer in time; run again, or raise --timeout"
    elif type(error).__name__ == "APIConnectionError":
        lasting = False
        words = "the provider can't be reached; look at --base-url and the network"
    elif status == 402 or any(word in reason for word in NO_CREDIT):
        words = "the account has no credit; top it up and run again"
    elif status in (401, 403):
        words = "the provider refused the key; look at the key's variable"
    elif status == 404:
        words = "the provider knows no such model or address; look at --model and --base-url"
    elif status == 429:
        lasting = False
        words = "the provider's rate limit held after several tries; run again later"
    elif isinstance(status, int) and status >= 500:
        lasting = False
        words = f"the provider failed with status {status} after several tries; run again later"
    else:
        words = f"the provider refused the request ({said})"
    return ProviderProblem(f"{model}: {words}", lasting)


def open_model(name: str, base_url: str | None, settings: Settings = DEFAULTS) -> ChatModel | None:
    """The model that `--model` names; None for `none`.

    `anthropic/NAME` goes to Anthropic's SDK, any other name to the openai SDK; an `openai/` in front is dropped.

    Raises:
        Refused: no key is in the environment.
        Missing: the SDK is not installed.
    """
    if name in ("", "none"):
        return None
    provider, _, rest = name.partition("/")
    try:
        if provider == "anthropic" and rest:
            return AnthropicModel(rest, base_url, _key("ANTHROPIC_API_KEY", base_url), settings)
        plain = rest if provider == "openai" and rest else name
        return OpenAIModel(
            plain, base_url or os.environ.get("OPENAI_BASE_URL"), _key("OPENAI_API_KEY", base_url), settings
        )
    except ImportError as error:
        raise Missing(f"models need their SDKs; run: {install_advice('models')}") from error


def _key(variable: str, base_url: str | None) -> str:
    key = os.environ.get(variable)
    if key:
        return key
    if base_url is not None:
        return "none"  # a server of one's own asks for no key, but the SDKs want one
    raise Refused(f"--model needs a key in the environment variable {variable}, or --base-url of a server of yours")
