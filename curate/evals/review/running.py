"""A run: its folder, and all its questions asked side by side, each answer kept the moment it is there."""

import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from curate.evals.review.asking import ask_question, build_prompt
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.questions import Question, by_key, choose
from curate.evals.review.rate import Purse, Rate
from curate.evals.review.records import PREDICTIONS, RUN, Mode, Prediction, Questions, RunFile
from curate.formalize.models.api import ChatModel, ProviderProblem, Reply
from curate.schemas.errors import Refused, Stopped, explain_validation
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsonl import LineWriter, read_lines

TRIES = 3
"""How often a question is asked in one run when the provider fails, beside what its SDK tries."""
CHARS_A_TOKEN = 2.2
"""Of Lean diffs, measured with a vocabulary of 49,000 words; larger ones need fewer tokens."""


class Pace(NamedTuple):
    """How fast, how long and how dear a run may be."""

    parallel: int
    rate: Rate
    purse: Purse
    timeout_s: float
    reask: bool


_Ready = queue.SimpleQueue[Prediction | ProviderProblem | BaseException | None]


class RunReport(NamedTuple):
    """What a run did."""

    asked: int
    """Questions of the run."""
    there: int
    """Those that an earlier run had answered."""
    answered: int
    failed: dict[str, int]
    """Words of the provider, and how many questions stay without an answer for it."""


def open_run(out: Path, wanted: RunFile) -> tuple[Prediction, ...]:
    """The predictions of the run in `out`, which is made when it is not there.

    Raises:
        Refused: `out` holds another run, or something else.
    """
    path = out / RUN
    if path.exists():
        held = read_run(out)
        for name, what in _MUST_AGREE.items():
            if getattr(held, name) != getattr(wanted, name):
                raise Refused(f"{out} is a run with another {what}; name another --out, or give what it was made with")
        return read_predictions(out, held.questions.mode)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise Refused(f"{out} is not a review run (it contains other files); name another --out")
    out.mkdir(parents=True, exist_ok=True)
    write_file(path, (wanted.model_dump_json(indent=2) + "\n").encode())
    return ()


_MUST_AGREE = {
    "dataset_sha256": "dataset",
    "prompt_version": "version of the prompt",
    "model": "model",
    "questions": "choice of questions",
    "parameters": "set of parameters",
    "reask": "rule for asking again",
}


def read_run(folder: Path) -> RunFile:
    """run.json of `folder`.

    Raises:
        Refused: there is none, or it is of another form.
    """
    path = folder / RUN
    try:
        return RunFile.model_validate_json(path.read_bytes())
    except OSError as error:
        raise Refused(f"{folder} is no review run: it has no {RUN}; curate review run makes one") from error
    except ValidationError as error:
        raise Refused(f"{path} is no record of a review run: {explain_validation(error)}") from error


def read_predictions(folder: Path, mode: Mode) -> tuple[Prediction, ...]:
    """The predictions of a run.

    Raises:
        Refused: one has fields that it must not have, such as a label; a key stands twice; or one is of another mode.
    """
    path = folder / PREDICTIONS
    found = read_lines(path, Prediction, allow_torn=True)
    seen: set[str] = set()
    for one in found:
        question = Question(one.mode, one.item, one.stage, one.repeat, one.axis, one.order)
        if one.key in seen:
            raise Refused(f"{path} answers {one.key} twice; keep one line of them")
        if one.mode != mode or one.key != question.key:
            raise Refused(f"{path}: the key {one.key} is not that of its fields, or of another mode than the run's")
        seen.add(one.key)
    return found


def plan_questions(dataset: ReviewSet, questions: Questions) -> Mapping[str, Question]:
    """The questions of a run by key, in the order in which they are asked.

    Raises:
        Refused: there is nothing to ask about.
    """
    pool = dataset.pairs if questions.mode == "pairs" else dataset.snapshots
    items = choose(pool, questions)
    if not items:
        what = "pairs with both patches" if questions.mode == "pairs" else "snapshots with a patch"
        raise Refused(f"{dataset.folder} has no {what}" + (f" in {questions.split}" if questions.split else ""))
    return by_key(items, questions)


def run_questions(
    model: ChatModel,
    dataset: ReviewSet,
    asked: Mapping[str, Question],
    there: Iterable[Prediction],
    out: Path,
    diff_chars: int,
    pace: Pace,
    tick: Callable[[int], None],
) -> RunReport:
    """Asks what has no answer yet.

    Raises:
        Stopped: the provider can't be used as it is, or the limit of money is reached; what is answered is kept.
        Refused: `there` holds an answer to a question that is not asked.
    """
    held = {one.key for one in there}
    if strange := sorted(held - asked.keys()):
        raise Refused(f"{out} answers {strange[0]}, which is no question of this run ({len(strange)} such)")
    tick(len(held))
    work: queue.SimpleQueue[Question] = queue.SimpleQueue()
    left = [question for key, question in asked.items() if key not in held]
    for question in left:
        work.put(question)
    slots = [_Slot(model, dataset, work, diff_chars, pace) for _ in range(min(pace.parallel, len(left)))]
    failed: dict[str, int] = {}
    answered = 0
    with LineWriter(out / PREDICTIONS) as writer:
        for outcome in _outcomes(slots):
            if isinstance(outcome, Prediction):
                writer.add(outcome)
                answered += 1
                tick(1)
            else:
                failed[str(outcome)] = failed.get(str(outcome), 0) + 1
    return RunReport(len(asked), len(held), answered, failed)


def _outcomes(slots: list["_Slot"]) -> Iterable[Prediction | ProviderProblem]:
    """What the slots made of each question, in the order in which it is ready.

    Raises:
        Stopped: a slot met a problem that asking again can't mend; what was on the way then has come in before.
    """
    ready: _Ready = queue.SimpleQueue()
    stop = threading.Event()
    for slot in slots:
        threading.Thread(target=slot.work_off, args=(ready, stop), daemon=True).start()
    running, lasting = len(slots), None
    try:
        while running:
            outcome = ready.get()
            if outcome is None:
                running -= 1
            elif isinstance(outcome, ProviderProblem) and outcome.lasting:
                lasting = outcome
                stop.set()
            elif isinstance(outcome, Prediction | ProviderProblem):
                yield outcome
            else:
                raise outcome
    finally:
        stop.set()
    if lasting is not None:
        raise Stopped(f"{lasting}; what was answered is kept, the same command goes on")


class _Slot:
    """One of the questions that are on the way at a time."""

    def __init__(
        self, model: ChatModel, dataset: ReviewSet, work: "queue.SimpleQueue[Question]", diff_chars: int, pace: Pace
    ) -> None:
        self._model, self._dataset, self._work = model, dataset, work
        self._diff_chars, self._pace = diff_chars, pace

    def work_off(self, ready: "_Ready", stop: threading.Event) -> None:
        """Asks one question after the other until none is left or `stop` is set; None in `ready` is its end."""
        while not stop.is_set():
            try:
                question = self._work.get_nowait()
            except queue.Empty:
                break
            try:
                ready.put(self._ask(question))
            except BaseException as error:  # handed on to the thread that collects
                ready.put(error)
        ready.put(None)

    def _ask(self, question: Question) -> Prediction | ProviderProblem:
        prompt = build_prompt(self._dataset, question, self._diff_chars)
        problem = ProviderProblem("the model was not asked")
        for _ in range(TRIES):
            if self._pace.purse.empty:
                return ProviderProblem("the limit of --limit-usd is reached", lasting=True)
            self._pace.rate.take(int(prompt.chars / CHARS_A_TOKEN))
            try:
                return ask_question(self._model, question, prompt, self._pace.timeout_s, self._pace.reask, self._pay)
            except ProviderProblem as error:
                problem = error
                if error.lasting:
                    break
        return problem

    def _pay(self, reply: Reply) -> None:
        self._pace.purse.pay(reply.input_tokens, reply.output_tokens)
