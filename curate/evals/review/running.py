"""A run: its folder, and all its questions asked side by side, each answer kept the moment it is there."""

import queue
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from curate.evals.review.agent import ask_agent, with_tools
from curate.evals.review.asking import ask_question, build_prompt
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.prompt import Prompt
from curate.evals.review.questions import Question, by_key, choose, question_of
from curate.evals.review.rate import Purse, Rate
from curate.evals.review.records import PREDICTIONS, RUN, Mode, Prediction, Questions, RunFile
from curate.evals.review.tree_tools import Trees
from curate.formalize.models.api import ChatModel, ProviderProblem, Reply
from curate.schemas.errors import Refused, Stopped, explain_validation
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsonl import LineWriter, read_lines
from curate.schemas.store.lock import hold

LOCK = ".lock"
TRIES = 3
"""How often a question is asked in one run when the provider fails, beside what its SDK tries."""
SPENT = "the limit of --limit-usd is reached"
CHARS_A_TOKEN = 2.2
"""Of Lean diffs, measured with a vocabulary of 49,000 words; larger ones need fewer tokens."""


class Pace(NamedTuple):
    """How fast, how long and how dear a run may be."""

    parallel: int
    rate: Rate
    purse: Purse
    timeout_s: float
    reask: bool
    trees: Trees | None = None
    """Given: the model may look at the tree of each snapshot's head."""

    def pay(self, reply: Reply) -> None:
        """Counts what a reply cost."""
        self.purse.pay(reply.input_tokens, reply.output_tokens)

    def wait(self, chars: int) -> None:
        """Returns when a request of `chars` characters may be sent.

        Raises:
            ProviderProblem: the money is spent.
        """
        if self.purse.empty:
            raise ProviderProblem(SPENT, lasting=True)
        self.rate.take(int(chars / CHARS_A_TOKEN))


Asker = Callable[[Sequence[Question]], Generator[Prediction | ProviderProblem]]
"""Asks questions, and gives what came of each in the order in which it is ready."""
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


@contextmanager
def hold_run(out: Path) -> Iterator[None]:
    """Keeps other processes away from the run in `out`, which is made when it does not exist.

    Raises:
        Stopped: another process works on it.
        Refused: `out` holds something else.
    """
    begun = (out / RUN).exists()
    if not begun and out.exists() and (not out.is_dir() or any(path.name != LOCK for path in out.iterdir())):
        raise Refused(f"{out} is not a review run (it contains other files); name another --out")
    out.mkdir(parents=True, exist_ok=True)
    with hold(out / LOCK, f"another run is at work on {out}; wait for it, or name another --out"):
        yield


def open_run(out: Path, wanted: RunFile) -> tuple[Prediction, ...]:
    """The predictions of the run in `out`, which is begun when it is not there. Call it in `hold_run`.

    Raises:
        Refused: `out` holds another run.
    """
    path = out / RUN
    if path.exists():
        held = read_run(out)
        for name, what in _MUST_AGREE.items():
            if getattr(held, name) != getattr(wanted, name):
                raise Refused(f"{out} is a run with another {what}; name another --out, or give what it was made with")
        return read_predictions(out, held.questions.mode)
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
    """The predictions of a run, by key: answers come in any order, and scores must not depend on it.

    Raises:
        Refused: one has fields that it must not have, such as a label; a key stands twice; or one is of another mode.
    """
    path = folder / PREDICTIONS
    found = read_lines(path, Prediction, allow_torn=True)
    seen: set[str] = set()
    for one in found:
        if one.key in seen:
            raise Refused(f"{path} answers {one.key} twice; keep one line of them")
        if one.mode != mode or one.key != question_of(one).key:
            raise Refused(f"{path}: the key {one.key} is not that of its fields, or of another mode than the run's")
        seen.add(one.key)
    return tuple(sorted(found, key=lambda one: one.key))


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


def rebuild_prompt(dataset: ReviewSet, question: Question, file: RunFile) -> Prompt:
    """What this version of curate sends for a question of the run that `file` describes."""
    prompt = build_prompt(dataset, question, file.questions.diff_chars)
    return with_tools(prompt) if file.parameters.get("tools") else prompt


def run_questions(
    asked: Mapping[str, Question],
    there: Iterable[Prediction],
    out: Path,
    asker: Asker,
    tick: Callable[[int], None],
) -> RunReport:
    """Asks what has no answer yet, and keeps each answer.

    Raises:
        Stopped: the provider can't be used as it is, or the limit of money is reached; what is answered is kept.
        Refused: `there` holds an answer to a question that is not asked.
    """
    held = {one.key for one in there}
    if strange := sorted(held - asked.keys()):
        raise Refused(f"{out} answers {strange[0]}, which is no question of this run ({len(strange)} such)")
    tick(len(held))
    left = [question for key, question in asked.items() if key not in held]
    failed: dict[str, int] = {}
    answered = 0
    with LineWriter(out / PREDICTIONS) as writer, closing(asker(left)) as coming:
        for outcome in coming:
            if isinstance(outcome, Prediction):
                writer.add(outcome)
                answered += 1
                tick(1)
            elif outcome.lasting:
                raise Stopped(f"{outcome}; what was answered is kept, the same command goes on")
            else:
                failed[str(outcome)] = failed.get(str(outcome), 0) + 1
    return RunReport(len(asked), len(held), answered, failed)


def ask_here(
    model: ChatModel, build: Callable[[Question], Prompt], pace: Pace, head: Callable[[str], str] | None = None
) -> Asker:
    """What asks `model` in `pace.parallel` threads here; `build` makes the prompts, `head` names a commit."""

    def ask(questions: Sequence[Question]) -> Generator[Prediction | ProviderProblem]:
        work: queue.SimpleQueue[Question] = queue.SimpleQueue()
        for question in questions:
            work.put(question)
        return _outcomes([_Slot(model, build, work, pace, head) for _ in range(min(pace.parallel, len(questions)))])

    return ask


def _outcomes(slots: list["_Slot"]) -> Generator[Prediction | ProviderProblem]:
    """What the slots made of each question, in the order in which it is ready.

    After a problem that asking again can't mend only what was on the way then comes in, and that problem last.
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
        yield lasting


class _Slot:
    """One of the questions that are on the way at a time."""

    def __init__(
        self,
        model: ChatModel,
        build: Callable[[Question], Prompt],
        work: "queue.SimpleQueue[Question]",
        pace: Pace,
        head: Callable[[str], str] | None,
    ) -> None:
        self._model, self._build, self._work, self._pace, self._head = model, build, work, pace, head

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
        prompt = self._build(question)
        if self._pace.trees is not None:
            prompt = with_tools(prompt)
        return try_question(self._model, question, prompt, self._pace, self._head)


def try_question(
    model: ChatModel, question: Question, prompt: Prompt, pace: Pace, head: Callable[[str], str] | None = None
) -> Prediction | ProviderProblem:
    """The answer to one question, after at most `TRIES` tries; else the provider's last problem."""
    problem = ProviderProblem("the model was not asked")
    for _ in range(TRIES):
        try:
            return _answer(model, question, prompt, pace, head)
        except ProviderProblem as error:
            problem = error
            if error.lasting:
                break
    return problem


def _answer(
    model: ChatModel, question: Question, prompt: Prompt, pace: Pace, head: Callable[[str], str] | None
) -> Prediction:
    if pace.trees is None or head is None:
        pace.wait(prompt.chars)
        return ask_question(model, question, prompt, pace.timeout_s, pace.reask, pace.pay)
    with pace.trees.open(head(question.item)) as root:
        return ask_agent(model, question, prompt, root, pace.timeout_s, pace.reask, pace.pay, pace.wait)
