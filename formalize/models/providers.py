"""Models behind a network: any OpenAI-compatible server through the openai SDK, Anthropic through its own."""

import os

from curate.formalize.models.anthropic_messages import AnthropicModel
from curate.formalize.models.api import Settings
from curate.formalize.models.openai_chat import OpenAIModel
from curate.formalize.models.sdk import DEFAULTS, SdkModel
from curate.schemas.distribution import install_advice
from curate.schemas.errors import Missing, Refused


def open_model(name: str, base_url: str | None, settings: Settings = DEFAULTS) -> SdkModel | None:
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
