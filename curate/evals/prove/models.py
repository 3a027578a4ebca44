"""The model of an agent, with what it answered before: a run that goes on asks nothing twice."""

from pathlib import Path

from curate.evals.prove.records import Prover
from curate.formalize.models.api import ChatModel, Message, Reply, Settings, request_digest
from curate.formalize.models.cassette import Cassette, Recorded, read_cassette
from curate.formalize.models.providers import open_model as open_provider
from curate.schemas.errors import Refused
from curate.schemas.store.jsonl import append_line

CASSETTE = "cassette:"


class Remembering:
    """Asks a model, and keeps each answer; what was asked before in the same words is answered from what was kept."""

    def __init__(self, model: ChatModel, path: Path) -> None:
        self._model, self._path = model, path
        kept = read_cassette(path) if path.exists() else ()
        self._kept = {one.request: one.reply for one in kept}

    @property
    def name(self) -> str:
        """The model that is asked."""
        return self._model.name

    def answer(self, messages: tuple[Message, ...], timeout_s: float) -> Reply:
        """The model's answer, kept before it is used.

        Raises:
            ProviderProblem: there is none.
        """
        request = request_digest(self.name, messages)
        if request not in self._kept:
            reply = self._model.answer(messages, timeout_s)
            append_line(self._path, Recorded(request=request, model=self.name, reply=reply))
            self._kept[request] = reply
        return self._kept[request]


def open_model(prover: Prover, base_url: str | None, calls: Path) -> ChatModel:
    """The model that a prover asks.

    Raises:
        Refused: none is named, or it has no key.
    """
    if prover.model is None:
        raise Refused("the agent needs --model")
    if prover.model.startswith(CASSETTE):
        return Cassette(Path(prover.model.removeprefix(CASSETTE)))
    model = open_provider(prover.model, base_url, Settings(temperature=prover.temperature))
    if model is None:
        raise Refused("name a model with --model: NAME, anthropic/NAME or cassette:FILE")
    return Remembering(model, calls)
