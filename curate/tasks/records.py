"""The task of `problems check`: one record elaborated again."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from curate.formalize.lean.api import Limits
from curate.formalize.records.checking import Checked, Chooser, check_record
from curate.problem_set import choose_lean
from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.stochbench.folder import read_problem, read_statement
from curate.schemas.stochbench.records import Problem
from curate.tasks.profile import needs_of
from curate.tasks.run import Engine
from curate.tasks.task import Task

KIND = "check-record"
PARTS = 4
"""A check compiles, and where that is not enough it reads the module, asks the kernel and inspects: each is limited."""


class CheckRequest(Record):
    """One record with its statement; `project` is a folder on the worker."""

    problem: Problem
    text: str
    project: str | None
    wall_s: float


def check_one(request: dict[str, Any]) -> dict[str, Any]:
    """Checks one record where it is called."""
    asked = CheckRequest.model_validate(request)
    limits = Limits(wall_s=asked.wall_s)
    return check_record(_chooser(asked.project), asked.problem, asked.text, limits).model_dump(mode="json")


@cache
def _chooser(project: str | None) -> Chooser:
    return choose_lean(Path(project) if project else None)


def check_with(
    engine: Engine, folders: Sequence[Path], project: Path | None, wall_s: float, done: Callable[[Checked], None]
) -> tuple[Checked, ...]:
    """Checks records with `engine`; `done` is told of each as it ends. What is returned stands in their order."""
    found: dict[Path, Checked] = {}
    asked: dict[str, Path] = {}
    tasks: list[Task] = []
    for folder in folders:
        try:
            request = CheckRequest(
                problem=read_problem(folder),
                text=read_statement(folder),
                project=str(project.resolve()) if project else None,
                wall_s=wall_s,
            )
        except Refused as error:
            found[folder] = Checked(id=folder.name, finding="unreadable", words=str(error))
            done(found[folder])
            continue
        tasks.append(Task.of(KIND, request.model_dump(mode="json"), PARTS * wall_s))
        asked[tasks[-1].digest] = folder
    for outcome in engine.run(tasks, needs_of(project)):
        folder = asked[outcome.digest]
        if outcome.record is None:
            found[folder] = Checked(id=folder.name, finding="unknown", words=outcome.reason)
        else:
            found[folder] = Checked.model_validate(outcome.record)
        done(found[folder])
    return tuple(found[folder] for folder in folders)
