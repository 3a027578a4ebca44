"""Frozen sets stay; boards tell who proved what first and alone, and what was readable; tasks judge themselves."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from prove_predictions import PROBLEMS, rows

from curate.evals.prove.board import (
    Declaration,
    make_entry,
    may_have_seen,
    published,
    read_declaration,
    render_board,
    write_declaration,
)
from curate.evals.prove.frozen import FrozenSet, choose_frozen, freeze, read_frozen, write_frozen
from curate.evals.prove.harbor import find_answer, render_task
from curate.formalize.judge.challenge import Statement
from curate.formalize.records.shipped import write_set
from curate.schemas.errors import Refused
from curate.schemas.stochbench.folder import read_recorded

STATEMENTS = {name: Statement(name, f"theorem t : {name} := by sorry\n", one) for name, one in PROBLEMS.items()}
SET = freeze("twelve", STATEMENTS)
SEARCH = Declaration(name="search", on=date(2026, 2, 1), by="somebody", learned="nothing")
MODEL = Declaration(name="model", on=date(2026, 3, 1), by="somebody", learned="until", cutoff=date(2026, 1, 1))


def test_a_frozen_set_is_taken_as_it_was_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    write_frozen(path, SET)
    write_frozen(path, SET)
    assert read_frozen(path) == SET
    assert list(choose_frozen(STATEMENTS, SET)) == sorted(PROBLEMS)
    other = freeze("twelve", {name: one for name, one in STATEMENTS.items() if name != "beta"})
    assert other.digest != SET.digest
    with pytest.raises(Refused, match="never changed"):
        write_frozen(path, other)
    changed = {**STATEMENTS, "beta": Statement("beta", "theorem t : False := by sorry\n", PROBLEMS["beta"])}
    with pytest.raises(Refused, match="beta"):
        choose_frozen(changed, SET)
    revised = PROBLEMS["beta"].model_copy(update={"statement_revision": 2})
    with pytest.raises(Refused, match="beta"):
        choose_frozen({**STATEMENTS, "beta": replace(STATEMENTS["beta"], record=revised)}, SET)
    twice = FrozenSet(name="twice", problems=(SET.problems[0], SET.problems[0]))
    path.write_text(twice.model_dump_json())
    with pytest.raises(Refused, match="twice"):
        read_frozen(path)


def test_a_board_tells_first_and_unique_solves_and_what_judging_cost(tmp_path: Path) -> None:
    every = rows(verdict={"steps_s": {"build": 0.5, "kernel": 0.25}})
    without = tuple(row for row in every if row.prediction.problem not in ("beta", "wrong"))
    lesser = (*without, *(row._replace(verdict=None) for row in every if row.prediction.problem in ("beta", "wrong")))
    late = make_entry(SEARCH.model_copy(update={"on": date(2026, 4, 1)}), every, SET, tmp_path)
    board, solved = render_board(SET, [late, make_entry(MODEL, lesser, SET, tmp_path)])
    assert board.title == "board on twelve: 6 problems, 1 of them disproved"
    lines = {str(row[0]): row[1:] for row in board.rows}
    # alpha, beta-abstract by both, the model first; beta by the search alone; of five problems, since one is false
    assert lines["model"] == ("2026-03-01", 2, "40.0 % [11.8, 76.9]", 2, 0, "0.50", "0.25", "0 of 0")
    assert lines["search"] == ("2026-04-01", 3, "60.0 % [23.1, 88.2]", 1, 1, "0.50", "0.25", "3 of 5")
    assert [row[:3] for row in solved.rows] == [
        ("alpha", "model", "2026-03-01"),
        ("beta", "search", "2026-04-01"),
        ("beta-abstract", "model", "2026-03-01"),
    ]


def test_two_runs_of_one_day_share_a_first_solve(tmp_path: Path) -> None:
    other = SEARCH.model_copy(update={"name": "again"})
    entries = [make_entry(one, rows(), SET, tmp_path) for one in (SEARCH, other)]
    _, solved = render_board(SET, entries)
    assert {row[1] for row in solved.rows} == {"shared"}


def test_a_run_that_lacks_a_problem_of_the_set_has_no_place_on_its_board(tmp_path: Path) -> None:
    some = tuple(row for row in rows() if row.prediction.problem != "gamma")
    with pytest.raises(Refused, match="gamma"):
        make_entry(SEARCH, some, SET, tmp_path)


def test_what_a_model_may_have_read_is_told_by_days_and_never_guessed(tmp_path: Path) -> None:
    problem = PROBLEMS["alpha"]
    assert published(problem) == date(2026, 1, 1)
    assert may_have_seen(SEARCH, problem) == "no"
    assert may_have_seen(MODEL, problem) == "possible"  # published on the day on which its texts end
    earlier = MODEL.model_copy(update={"cutoff": date(2025, 12, 31)})
    assert may_have_seen(earlier, problem) == "no"
    unknown = Declaration(name="m", on=date(2026, 3, 1), by="s", learned="not known")
    assert may_have_seen(unknown, problem) == "not known"
    never = problem.model_copy(update={"history": ()})
    assert may_have_seen(earlier, never) == "not known"
    write_declaration(tmp_path, MODEL)
    assert read_declaration(tmp_path) == MODEL
    with pytest.raises(Refused, match="prove declare"):
        read_declaration(tmp_path / "other")
    with pytest.raises(ValueError, match="cut-off"):
        Declaration(name="m", on=date(2026, 3, 1), by="s", learned="until")


@pytest.mark.lean
def test_a_task_judges_its_own_oracle_solution_and_nothing_less(tmp_path: Path) -> None:
    write_set(tmp_path / "problems")
    folder = tmp_path / "problems" / "memoryless-waiting-times"
    problem, text = read_recorded(folder)
    task = tmp_path / "task"
    answer = find_answer(folder)
    for file in render_task(problem, text, (folder / "problem.toml").read_text(), answer, "0.1.0", 900.0):
        path = task / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text)
        path.chmod(0o755 if file.executable else 0o644)
    settings = tomllib.loads((task / "task.toml").read_text())
    assert (settings["agent"]["timeout_sec"], settings["metadata"]["id"]) == (900.0, problem.id)
    assert text.rstrip() in (task / "instruction.md").read_text()
    assert "mathlib-curate[lean]==0.1.0" in (task / "environment/Dockerfile").read_text()
    assert "/app/solution.lean" in (task / "solution/solve.sh").read_text()

    assert reward(task, tmp_path, task / "solution/proof.lean") == {"reward": 1, "disproof": 0}
    assert reward(task, tmp_path, task / "environment/statement.lean") == {"reward": 0, "disproof": 0}
    assert reward(task, tmp_path, tmp_path / "missing.lean") == {"reward": 0, "disproof": 0}
    shutil.rmtree(task / "tests" / problem.id)  # nothing can be judged: no reward, and no failure of the agent's
    assert reward(task, tmp_path, task / "solution/proof.lean") is None


def reward(task: Path, tmp_path: Path, solution: Path) -> object:
    """What the task's own test writes."""
    logs = tmp_path / "logs"
    shutil.rmtree(logs, ignore_errors=True)
    bin_ = tmp_path / "bin"
    bin_.mkdir(exist_ok=True)
    (bin_ / "curate").write_text(f'#!/bin/sh\nexec {sys.executable} -m curate "$@"\n')
    (bin_ / "curate").chmod(0o755)
    env = {**os.environ, "CURATE_SOLUTION": str(solution), "CURATE_LOGS": str(logs),
           "PATH": f"{bin_}:{os.environ['PATH']}"}  # fmt: skip
    subprocess.run(["bash", str(task / "tests/test.sh")], env=env, check=False, capture_output=True, timeout=120)
    path = logs / "reward.json"
    return json.loads(path.read_text()) if path.exists() else None
