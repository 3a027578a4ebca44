"""A model that is asked through its provider's SDK; what goes wrong there gets a clear word."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from curate.formalize.models.api import MAX_ANSWER_CHARS, Message, ProviderProblem, Reply, Settings, ToolCall
from curate.schemas.text import printable, storable

RETRIES = 2
"""How often the SDK asks again after 429, 5xx or a lost connection; it obeys Retry-After."""
MAX_NAME_CHARS = 200
DEFAULTS = Settings()
NO_CREDIT = ("insufficient_quota", "credit balance", "billing", "insufficient credits")


class SdkModel(ABC):
    """What the models of all SDKs have in common; a subclass says what is sent and how an answer is read."""

    def __init__(
        self, name: str, client: Any, error: type[Exception], settings: Settings, retries: int = RETRIES
    ) -> None:
        """
        Args:
            error: what the SDK raises.
            retries: how often the SDK asks again; every try has an equal share of the time.
        """
        self._name, self.client, self.error, self.settings = name, client, error, settings
        self._tries = retries + 1

    @property
    def name(self) -> str:
        """As the provider calls it."""
        return self._name

    @abstractmethod
    def body(self, messages: tuple[Message, ...]) -> dict[str, Any]:
        """What is sent."""

    @abstractmethod
    def send(self, client: Any, body: dict[str, Any]) -> Any:
        """The SDK's object for the answer to `body`."""

    @staticmethod
    @abstractmethod
    def read(answer: Any, wall_s: float) -> Reply:
        """The reply in the SDK's object."""

    def answer(self, messages: tuple[Message, ...], timeout_s: float) -> Reply:
        """The next turn."""
        started = time.monotonic()
        with explained(self._name, self.error):
            client = self.client.with_options(timeout=timeout_s / self._tries)
            answer = self.send(client, self.body(messages))
            return self.read(answer, time.monotonic() - started)


@contextmanager
def explained(name: str, sdk_error: type[Exception]) -> Iterator[None]:
    """Turns what an SDK raises, or the use of an answer of another shape, into a clear word."""
    try:
        yield
    except sdk_error as error:
        raise explain(name, error) from error
    except (ValueError, AttributeError, IndexError, TypeError, RecursionError) as error:
        # a body that is no JSON, of another shape or of endless depth comes through the SDK as what its use raises
        raise ProviderProblem(f"{name}: the provider's answer could not be read; try again later") from error


def make_reply(
    text: str,
    input_tokens: int,
    output_tokens: int,
    wall_s: float,
    finish: str | None = None,
    served: str | None = None,
    **more: Any,
) -> Reply:
    """A reply whose texts are bounded and can be stored; a count below 0 is none."""
    return Reply(
        text=storable(text[:MAX_ANSWER_CHARS]),
        input_tokens=max(0, input_tokens),
        output_tokens=max(0, output_tokens),
        wall_s=wall_s,
        finish=None if finish is None else storable(finish[:MAX_NAME_CHARS]),
        served=None if served is None else storable(served[:MAX_NAME_CHARS]),
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


def make_call(place: int, call_id: object, name: object, arguments: str) -> ToolCall:
    """A call of a tool; one without an id of its own is named by its place in the turn."""
    return ToolCall(
        id=storable(str(call_id or f"call-{place}")),
        name=storable(str(name)),
        arguments=storable(arguments[:MAX_ANSWER_CHARS]),
    )
