"""The agent's model, with what it answered before: a run that goes on asks nothing twice."""

from pathlib import Path

from curate.formalize.models.api import ChatModel, Message, Reply, request_digest
from curate.formalize.models.cassette import Recorded, read_cassette
from curate.schemas.store.jsonl import append_line


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
