"""A worker whose project has another Lean or another Mathlib gets none of a run's tasks."""

import json
import os
from pathlib import Path

import pytest
from cluster_processes import Cluster

from curate.schemas.errors import Stopped
from curate.tasks.cluster import DaskEngine
from curate.tasks.profile import find_mismatch, needs_of
from curate.tasks.task import Task


def write_program(path: Path, *lines: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)


def make_toolchain(folder: Path, version: str) -> str:
    """A `lean` of a version and its `lake`; the PATH that finds them."""
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    write_program(folder / "lean", f"echo 'Lean (version {version}, commit {'a' * 40}, Release)'")
    write_program(folder / "lake", "shift", f"PATH='{path}' exec \"$@\"")
    return path


def use_mathlib(project: Path, revision: str) -> None:
    packages = [{"type": "git", "name": "mathlib", "rev": revision}]
    (project / "lake-manifest.json").write_text(json.dumps({"version": "1.1.0", "packages": packages}))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose Lean is 4.35.0 here."""
    monkeypatch.setenv("PATH", make_toolchain(tmp_path / "here", "4.35.0"))
    root = tmp_path / "project"
    root.mkdir()
    (root / "lean-toolchain").write_text("leanprover/lean4:v4.35.0\n")
    (root / "lakefile.toml").write_text('name = "walks"\n')
    use_mathlib(root, "1" * 40)
    return root


def test_a_project_with_another_mathlib_does_not_fit(project: Path) -> None:
    needs = needs_of(project)
    use_mathlib(project, "2" * 40)
    assert f'"mathlib_revision": "{"2" * 40}"' in (find_mismatch(needs) or "")
    assert find_mismatch(needs_of(project)) is None
    absent = needs_of(project)
    absent["project"] = str(project.parent / "elsewhere")
    assert "is not a directory" in (find_mismatch(absent) or "")


def test_tasks_go_to_the_worker_whose_project_has_the_run_s_lean(
    cluster: Cluster, project: Path, tmp_path: Path
) -> None:
    other = make_toolchain(tmp_path / "other", "4.34.0")
    needs, tasks = needs_of(project), [Task.of("probe-square", {"n": n}, 1.0) for n in range(10)]
    cluster.add_worker(PATH=other)
    cluster.wait_for(1)
    engine = DaskEngine(str(cluster.file), no_worker_s=1.0)
    try:
        with pytest.raises(Stopped, match=r"no worker fits this run; .* has another Lean or Mathlib here: .*4\.34\.0"):
            list(engine.run(tasks, needs))
        cluster.add_worker()
        cluster.wait_for(2)
        outcomes = list(engine.run(tasks, needs))
    finally:
        engine.close()
    assert {outcome.digest for outcome in outcomes} == {task.digest for task in tasks}
    assert {(outcome.state, outcome.tries) for outcome in outcomes} == {("done", 1)}
