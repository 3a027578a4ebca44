"""The task of `judge`: one solution judged."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from curate.formalize.judge.batch import Case
from curate.formalize.judge.challenge import Challenge, Statement, open_challenge
from curate.formalize.judge.judge import Judge
from curate.formalize.judge.kernels import parse_kernel
from curate.formalize.judge.lean import open_judged
from curate.schemas.base import Record
from curate.schemas.errors import Failed
from curate.schemas.stochbench.environment import JudgeLimits
from curate.schemas.stochbench.records import Problem
from curate.schemas.stochbench.verdicts import Submission, Verdict
from curate.tasks.profile import needs_of
from curate.tasks.run import Engine
from curate.tasks.task import Task

KIND = "judge"
PROCESSES = 6
"""Processes of one verdict, each of which may take the limit: those of the statement and those of the solution."""


class JudgeSettings(Record):
    """How solutions are judged. `project` is a folder on the worker; `kernels` as NAME=COMMAND."""

    project: str | None
    limits: JudgeLimits
    sandbox: bool
    kernels: tuple[str, ...]


class JudgeOne(Record):
    """One solution and what it is judged against. `earlier`: a verdict that stands if judging again would repeat it."""

    settings: JudgeSettings
    problem: str
    statement: str
    record: Problem | None
    submission: Submission
    earlier: Verdict | None


def judge_one(request: dict[str, Any]) -> dict[str, Any]:
    """Judges one solution where it is called."""
    asked = JudgeOne.model_validate(request)
    judge = open_judge(asked.settings)
    record = asked.record.model_dump_json() if asked.record else None
    challenge = _challenge(asked.settings, asked.problem, asked.statement, record)
    return judge.judge_again(challenge, asked.submission, asked.earlier).model_dump(mode="json")


@lru_cache(maxsize=4)
def open_judge(settings: JudgeSettings) -> Judge:
    """The judge of these settings, opened once a process: its sandbox passed its self-test there.

    Raises:
        Refused: the sandbox does not hold here, the folder is no Lean project, or a kernel is named wrongly.
        Failed: that Lean is not there, or its modules can't be read.
    """
    kernels = tuple(parse_kernel(text) for text in settings.kernels)
    project = Path(settings.project) if settings.project else None
    return Judge(open_judged(project, settings.limits, jailed=settings.sandbox), kernels)


@lru_cache(maxsize=64)
def _challenge(settings: JudgeSettings, problem: str, text: str, record: str | None) -> Challenge:
    known = Problem.model_validate_json(record) if record else None
    return open_challenge(open_judge(settings).lean, Statement(problem, text, known))


def judge_with(
    engine: Engine, settings: JudgeSettings, statements: Mapping[str, Statement]
) -> Callable[[Sequence[Case]], Iterator[tuple[int, Verdict]]]:
    """What judges cases with `engine`.

    Raises:
        Failed: a solution could not be judged anywhere; the message says which and why.
    """

    def judge_cases(cases: Sequence[Case]) -> Iterator[tuple[int, Verdict]]:
        places: dict[str, list[Case]] = {}
        tasks = []
        for case in cases:
            task = _task(settings, statements[case.submission.problem], case)
            if task.digest not in places:
                tasks.append(task)
            places.setdefault(task.digest, []).append(case)
        lost = list[str]()
        for outcome in engine.run(tasks, needs_of(Path(settings.project) if settings.project else None)):
            for case in places[outcome.digest]:
                if outcome.record is None:
                    lost.append(f"{case.submission.problem}#{case.submission.sample}: {outcome.reason}")
                else:
                    yield case.place, Verdict.model_validate(outcome.record)
        if lost:
            raise Failed(f"{len(lost)} solutions have no verdict, run the same command again; {lost[0]}")

    return judge_cases


def _task(settings: JudgeSettings, statement: Statement, case: Case) -> Task:
    request = JudgeOne(
        settings=settings,
        problem=statement.problem,
        statement=statement.text,
        record=statement.record,
        submission=case.submission,
        earlier=case.earlier,
    )
    return Task.of(KIND, request.model_dump(mode="json"), PROCESSES * settings.limits.wall_s)
