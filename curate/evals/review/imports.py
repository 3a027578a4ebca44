"""Answers that were collected elsewhere, as a run like any other: logs of inspect_ai."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from curate.evals.review.answer import AXES
from curate.evals.review.asking import build_prompt, make_prediction
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.prompt import DIFF_CHARS, Order, digest_turns
from curate.evals.review.questions import Question
from curate.evals.review.records import Ask, Mode, Prediction, Questions
from curate.schemas.base import Record
from curate.schemas.distribution import install_advice
from curate.schemas.errors import Missing, Refused, explain_validation
from curate.schemas.mathlibpr.rules.evidence import Stage
from curate.schemas.text import storable

METADATA = "curate"
"""Where a sample of a log keeps what it asked."""
MAX_LOG_BYTES = 1 << 30
SENT = ("max_tokens", "temperature", "top_p", "seed", "reasoning_effort")
"""What of a log's settings a run records."""


class Asked(Record):
    """A question as a sample of a log names it; the sample's epoch is the repeat."""

    mode: Mode
    item: str
    stage: Stage
    axis: str | None = None
    order: Order | None = None
    diff_chars: int = DIFF_CHARS


class Imported(NamedTuple):
    """What an import found."""

    model: str
    questions: Questions
    parameters: dict[str, Any]
    predictions: tuple[Prediction, ...]
    failed: int
    """Questions without an answer."""


class _Loose(BaseModel):
    """Part of a log; what we don't read may be of any shape."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class _Turn(_Loose):
    role: str
    content: str | list[dict[str, Any]]


class _Choice(_Loose):
    message: _Turn
    stop_reason: str | None = None


class _Usage(_Loose):
    input_tokens: int = 0
    output_tokens: int = 0
    input_tokens_cache_read: int | None = None
    reasoning_tokens: int | None = None


class _Output(_Loose):
    model: str | None = None
    choices: list[_Choice] = []
    usage: _Usage | None = None
    time: float | None = None


class _Sample(_Loose):
    id: str | int
    epoch: int
    input: str | list[_Turn]
    output: _Output = _Output()
    metadata: dict[str, Any] = {}
    error: dict[str, Any] | None = None


class _Config(_Loose):
    epochs: int | None = None


class _Eval(_Loose):
    model: str
    config: _Config = _Config()
    packages: dict[str, Any] = {}


class _Plan(_Loose):
    config: dict[str, Any] = {}


class _Log(_Loose):
    eval: _Eval
    plan: _Plan = _Plan()
    samples: list[_Sample]


def import_inspect(path: Path, dataset: ReviewSet) -> Imported:
    """The answers in a log of the task `mathlibpr`.

    Raises:
        Refused: it is no such log, or what it asked is not what the dataset and the prompt make of its questions.
        Missing: it is an `.eval` file and inspect_ai is not installed.
    """
    log = _read_log(path)
    asked = [(_asked(path, sample), sample) for sample in log.samples]
    if len({(one.mode, one.diff_chars) for one, _ in asked}) != 1:
        raise Refused(f"{path} must hold questions of one mode and one --diff-chars")
    if len({(sample.id, sample.epoch) for sample in log.samples}) != len(log.samples):
        raise Refused(f"{path} answers the same question twice; keep one of the answers")
    predictions, failed = [], 0
    for one, sample in asked:
        question = Question(one.mode, one.item, one.stage, sample.epoch, one.axis, one.order)
        _check_known(path, dataset, question)
        prompt = build_prompt(dataset, question, one.diff_chars)
        turns = [] if isinstance(sample.input, str) else [(turn.role, _text(turn.content)) for turn in sample.input]
        if digest_turns(turns) != prompt.sha256:
            raise Refused(
                f"{path} asked {question.key} in other words than this version of curate does of {dataset.folder}: "
                "the dataset, the version of the prompt or --diff-chars differs"
            )
        if sample.error or not sample.output.choices:
            failed += 1
        else:
            predictions.append(make_prediction(question, prompt, [_ask(sample.output)]))
    questions = choose_asked([one for one, _ in asked], max(log.eval.config.epochs or 1, *(s.epoch for _, s in asked)))
    sent = {name: log.plan.config[name] for name in SENT if log.plan.config.get(name) is not None}
    version = str(log.eval.packages.get("inspect_ai", "not known"))
    return Imported(log.eval.model, questions, {"inspect_ai": version, **sent}, tuple(predictions), failed)


def _read_log(path: Path) -> _Log:
    try:
        if path.stat().st_size > MAX_LOG_BYTES:
            raise Refused(f"{path} has more than {MAX_LOG_BYTES} bytes")
        value = _unpack(path) if path.suffix == ".eval" else json.loads(path.read_bytes())
        log = _Log.model_validate(value)
    except OSError as error:
        raise Refused(f"{path} can't be read: {error.strerror or error}") from error
    except ValidationError as error:
        raise Refused(f"{path} is no log of inspect_ai: {explain_validation(error)}") from error
    except (ValueError, RecursionError) as error:  # RecursionError: deep nesting
        raise Refused(f"{path} is no log of inspect_ai: it is not JSON") from error
    if not log.samples:
        raise Refused(f"{path} holds no sample")
    return log


def _unpack(path: Path) -> Any:
    """An `.eval` file by inspect_ai's own reader: the format is its own affair."""
    try:
        from inspect_ai.log import read_eval_log
    except ImportError as error:
        raise Missing(
            f"{path} is packed; run: inspect log dump {path} > log.json, or {install_advice('inspect')}"
        ) from error
    return read_eval_log(str(path)).model_dump(mode="json")


def _asked(path: Path, sample: _Sample) -> Asked:
    try:
        return Asked.model_validate(sample.metadata.get(METADATA))
    except ValidationError as error:
        raise Refused(
            f"{path}: the sample {sample.id} is no question of curate: {explain_validation(error)}"
        ) from error


def _check_known(path: Path, dataset: ReviewSet, question: Question) -> None:
    pool = dataset.pairs if question.mode == "pairs" else dataset.snapshots
    sided = (question.axis in AXES) == (question.mode == "axes") and bool(question.order) == (question.mode == "pairs")
    if question.item not in {one.item for one in pool} or not sided or question.repeat < 1:
        raise Refused(f"{path} answers {question.key}, which is no question about {dataset.folder}")


def _text(content: str | list[dict[str, Any]]) -> str:
    """What was said; of a list of parts the texts, reasoning left out."""
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text", "")) for part in content if part.get("type") == "text")


def _ask(output: _Output) -> Ask:
    choice, usage = output.choices[0], output.usage or _Usage()
    return Ask(
        text=storable(_text(choice.message.content)),
        finish=choice.stop_reason,
        served=output.model,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cached_tokens=usage.input_tokens_cache_read or 0,
        reasoning_tokens=usage.reasoning_tokens or 0,
        wall_s=round(output.time or 0.0, 3),
    )


def choose_asked(asked: Sequence[Asked], repeat: int) -> Questions:
    """The choice of questions that `asked` are, each asked `repeat` times.

    Raises:
        Refused: they are of several stages.
    """
    if len({one.stage for one in asked}) != 1:
        raise Refused("an import must be of one stage; give a file for each")
    return Questions(
        mode=asked[0].mode,
        stages=(asked[0].stage,),
        items=tuple(sorted({one.item for one in asked})),
        repeat=repeat,
        diff_chars=asked[0].diff_chars,
    )
