"""Which function runs which kind of task, and how a worker calls it."""

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal, TypedDict

from curate.schemas.errors import CurateError, Missing
from curate.tasks.profile import Needs, find_mismatch

KINDS: dict[str, str] = {
    "answer-question": "curate.tasks.reviewing:answer_question",
    "build-head": "curate.builds.lake:run_build_task",
    "check-record": "curate.tasks.records:check_one",
    "find-evidence": "curate.tasks.findings:find_evidence",
    "judge": "curate.tasks.verdicts:judge_one",
    "prove": "curate.tasks.proving:prove_one",
}
"""Kind of a task -> `module:function`, a function from a JSON object to a JSON object. It may keep what it opened, such
as a Lean, and nothing else."""

Ending = Literal["done", "elsewhere", "unfit", "failed"]


class Answer(TypedDict):
    """What a worker sends back. Plain JSON, so that no exception of a worker has to be unpickled.

    ending: done; elsewhere (this worker could not do it, another may); unfit (this worker can do none of the run's
        tasks); failed (the request itself can't be done).
    """

    ending: Ending
    record: dict[str, Any] | None
    reason: str


def find_function(kind: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The function that runs tasks of `kind`. KeyError when there is no such kind."""
    module, _, name = KINDS[kind].partition(":")
    function: Callable[[dict[str, Any]], dict[str, Any]] = getattr(import_module(module), name)
    return function


def run_task(kind: str, request: str, needs: Needs) -> Answer:
    """Runs one task where it is called: on a worker of a cluster, or in a thread here."""
    if mismatch := find_mismatch(needs):
        return Answer(ending="unfit", record=None, reason=mismatch)
    try:
        return Answer(ending="done", record=find_function(kind)(json.loads(request)), reason="")
    except (OSError, MemoryError) as error:  # this machine's disk, memory or network; another one's may do
        return Answer(ending="elsewhere", record=None, reason=f"{type(error).__name__}: {error}")
    except Missing as error:
        return Answer(ending="unfit", record=None, reason=str(error))
    except CurateError as error:
        return Answer(ending="failed", record=None, reason=str(error))
