"""A run through a provider's batches: the same questions and records, handed in and collected later.

`batches.jsonl` in the run's folder keeps what was handed in. An invalid answer is asked for again in the next batch.
"""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from curate.evals.review.answer import Invalid
from curate.evals.review.asking import ask_of, make_prediction, messages_again, read_reply
from curate.evals.review.batches import Batches
from curate.evals.review.prompt import Prompt
from curate.evals.review.questions import Question
from curate.evals.review.records import PREDICTIONS, Ask, Prediction
from curate.formalize.models.api import Message
from curate.schemas.base import Record
from curate.schemas.store.jsonl import LineWriter, read_lines

BATCHES = "batches.jsonl"
MAX_REQUESTS, MAX_BYTES = 10_000, 90 << 20
"""Below what the providers take in one batch."""


class Submitted(Record):
    """A batch that was handed in."""

    kind: Literal["submitted"] = "submitted"
    batch: str
    keys: tuple[str, ...]


class Collected(Record):
    """A batch whose answers were kept."""

    kind: Literal["collected"] = "collected"
    batch: str


class FirstAnswer(Record):
    """An invalid first answer, kept until the second one is there."""

    kind: Literal["first"] = "first"
    key: str
    ask: Ask


_EVENT: TypeAdapter[Submitted | Collected | FirstAnswer] = TypeAdapter(Submitted | Collected | FirstAnswer)
Build = Callable[[Question], Prompt]


class BatchState:
    """What `batches.jsonl` says."""

    def __init__(self, out: Path) -> None:
        self.open: dict[str, tuple[str, ...]] = {}
        self.first: dict[str, Ask] = {}
        for event in read_lines(out / BATCHES, _EVENT, allow_torn=True):
            if isinstance(event, Submitted):
                self.open[event.batch] = event.keys
            elif isinstance(event, Collected):
                self.open.pop(event.batch, None)
            else:
                self.first[event.key] = event.ask

    @property
    def on_the_way(self) -> set[str]:
        """Keys of the questions in open batches."""
        return {key for keys in self.open.values() for key in keys}


def submit_questions(
    batches: Batches,
    build: Build,
    asked: Mapping[str, Question],
    answered: set[str],
    out: Path,
) -> tuple[int, int]:
    """Hands in what has no answer and is not on the way; numbers of batches and of requests.

    Each batch is noted the moment that the provider has it.
    """
    state = BatchState(out)
    left = [key for key in asked if key not in answered | state.on_the_way]
    made, at = 0, 0
    with LineWriter(out / BATCHES) as writer:
        while at < len(left):
            sent: dict[str, tuple[Message, ...]] = {}
            keys: list[str] = []
            size = 0
            while at < len(left) and len(keys) < MAX_REQUESTS and size < MAX_BYTES:
                key = left[at]
                prompt = build(asked[key])
                first = state.first.get(key)
                messages = (
                    prompt.messages if first is None else messages_again(prompt, first.text, _why(asked[key], first))
                )
                sent[custom_id(key)] = messages
                size += 2 * prompt.chars
                keys.append(key)
                at += 1
            writer.add(Submitted(batch=batches.submit(sent), keys=tuple(keys)))
            made += 1
    return made, len(left)


def collect_answers(batches: Batches, build: Build, asked: Mapping[str, Question], out: Path, reask: bool) -> int:
    """Keeps the answers of every batch that has ended; the number of batches that have not.

    Answers are kept before the batch counts as collected; one that was kept before is not kept twice.
    """
    state = BatchState(out)
    held = {one.key for one in read_lines(out / PREDICTIONS, Prediction, allow_torn=True)}
    waiting = 0
    with LineWriter(out / PREDICTIONS) as predictions, LineWriter(out / BATCHES) as writer:
        for batch, keys in state.open.items():
            answers = batches.collect(batch)
            if answers is None:
                waiting += 1
                continue
            for key in keys:
                reply = answers.get(custom_id(key))
                if reply is None or key in held:
                    continue
                question, first = asked[key], state.first.get(key)
                ask = ask_of(reply)
                invalid = isinstance(read_reply(question, ask), Invalid)
                if invalid and reask and first is None:
                    writer.add(FirstAnswer(key=key, ask=ask))
                else:
                    predictions.add(make_prediction(question, build(question), [*([first] if first else []), ask]))
                    held.add(key)
            writer.add(Collected(batch=batch))
    return waiting


def custom_id(key: str) -> str:
    """A name for a question that every provider takes: letters and digits, at most 64."""
    return hashlib.sha256(key.encode()).hexdigest()[:40]


def _why(question: Question, first: Ask) -> str:
    return str(read_reply(question, first))
