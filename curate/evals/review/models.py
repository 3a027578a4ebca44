"""The model that `--model` names: a provider's, recorded answers, or the local one."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from curate.evals.review import local
from curate.formalize.models.api import ChatModel, Settings
from curate.formalize.models.cassette import Cassette, Recorder
from curate.formalize.models.openai_chat import OpenAIModel
from curate.formalize.models.prices import Price, find_price
from curate.formalize.models.providers import open_model
from curate.schemas.errors import Refused

CASSETTE = "cassette:"


@contextmanager
def opened_model(
    name: str, base_url: str | None, settings: Settings, record: Path | None = None
) -> Iterator[ChatModel]:
    """The model `name`, ready to be asked.

    Raises:
        Refused: no key is in the environment, the cassette is none, or `name` names no model.
        Missing: what it needs is not installed.
    """
    if name == local.NAME:
        with local.serve_smollm2() as address:
            small = OpenAIModel(local.ALIAS, address, "none", settings)
            with closing(small.client):
                yield _recorded(small, record)
        return
    if name.startswith(CASSETTE):
        yield Cassette(Path(name.removeprefix(CASSETTE)))
        return
    model = open_model(name, base_url, settings)
    if model is None:
        raise Refused("name a model with --model: NAME, anthropic/NAME, cassette:FILE or local:smollm2")
    with closing(model.client):
        yield _recorded(model, record)


def price_of(name: str, given: tuple[float, float] | None) -> Price | None:
    """What the tokens of `name` cost; None: not known. A cassette and the local model cost nothing."""
    if given is not None:
        return Price(input=given[0], output=given[1])
    if name == local.NAME or name.startswith(CASSETTE):
        return Price(input=0.0, output=0.0)
    return find_price(name.rpartition("/")[2])


def sent_parameters(settings: Settings) -> dict[str, Any]:
    """What is sent beside the messages, as run.json keeps it."""
    sent: dict[str, Any] = {
        "max_output_tokens": settings.max_output_tokens,
        "schema": settings.answer_schema is not None,
    }
    if settings.temperature is not None:
        sent["temperature"] = settings.temperature
    return sent


def _recorded(model: ChatModel, record: Path | None) -> ChatModel:
    return Recorder(model, record) if record is not None else model
