"""Recorded answers of a model: played back by the digest of what is asked, or recorded while a model is asked."""

from pathlib import Path

from pydantic import ValidationError

from curate.formalize.models.api import ChatModel, Message, ProviderProblem, Reply, request_digest
from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.store.jsonl import append_line

MAX_CASSETTE_BYTES = 64 << 20


class Recorded(Record):
    """One answer. The question is kept as its digest only."""

    request: str
    model: str
    reply: Reply


class Cassette:
    """Plays recorded answers; asks nobody."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._recorded = {(item.model, item.request): item.reply for item in read_cassette(path)}
        models = sorted({model for model, _ in self._recorded})
        if len(models) != 1:
            raise Refused(f"the cassette {path} must hold answers of one model, not of {len(models)}")
        self._name = models[0]

    @property
    def name(self) -> str:
        """The model whose answers these are."""
        return self._name

    def answer(self, messages: tuple[Message, ...], timeout_s: float) -> Reply:
        """The recorded answer to exactly this conversation."""
        reply = self._recorded.get((self._name, request_digest(self._name, messages)))
        if reply is None:
            raise ProviderProblem(
                f"the cassette {self._path.name} holds no answer to this question: the draft, Lean or the question's "
                "wording differs from what was recorded; ask a model and record anew with --record"
            )
        return reply


class Recorder:
    """Asks a model and keeps each answer."""

    def __init__(self, model: ChatModel, path: Path) -> None:
        self._model, self._path = model, path

    @property
    def name(self) -> str:
        """The model that is asked."""
        return self._model.name

    def answer(self, messages: tuple[Message, ...], timeout_s: float) -> Reply:
        """The model's answer, recorded before it is used."""
        reply = self._model.answer(messages, timeout_s)
        item = Recorded(request=request_digest(self.name, messages), model=self.name, reply=reply)
        append_line(self._path, item)
        return reply


def read_cassette(path: Path) -> tuple[Recorded, ...]:
    """All answers of a cassette.

    Raises:
        Refused: the file is not there or is not a cassette.
    """
    try:
        if path.stat().st_size > MAX_CASSETTE_BYTES:
            raise Refused(f"the cassette {path} has more than {MAX_CASSETTE_BYTES} bytes")
        lines = path.read_text(encoding="utf-8").splitlines()
        return tuple(Recorded.model_validate_json(line) for line in lines if line.strip())
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"the cassette {path} can't be read: {error}") from error
    except ValidationError as error:
        raise Refused(f"{path} is not a cassette: each line must be one recorded answer") from error
