"""Runs that are forked from a loaded Lean are processes of their own, held to the same limits."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.forkserver_client import WarmLean
from curate.formalize.lean.process import Outcome, child_environment, run_limited

ENDLESS = "set_option maxHeartbeats 0\ntheorem t (p : Prop) : p := by repeat skip\n"


@pytest.fixture
def warm(lean: EmbeddedLean):  # type: ignore[no-untyped-def]
    own = WarmLean(lean.prelude.library)
    yield own
    own.close()


def run(warm: WarmLean, arguments: list[str], folder: Path, limits: Limits = Limits(), **env: str) -> Outcome:
    def start(argv, cwd, environment):  # type: ignore[no-untyped-def]
        return warm.start("lean", argv, cwd, environment)

    return run_limited(arguments, cwd=folder, env=child_environment(env), limits=limits, start=start)


def test_each_run_has_its_own_folder_and_environment(warm: WarmLean, lean: EmbeddedLean, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "A.lean").write_text("theorem t : True := trivial\n#print axioms t\n")
    path = str(lean.prelude.directory)
    good = run(warm, ["A.lean"], tmp_path / "a", LEAN_PATH=path)
    assert (good.code, good.stdout) == (0, b"'t' does not depend on any axioms\n")
    elsewhere = run(warm, ["A.lean"], tmp_path, LEAN_PATH=path)
    assert elsewhere.code == 1
    without = run(warm, ["A.lean"], tmp_path / "a", LEAN_PATH="/nowhere")
    assert without.code == 1
    assert b"Init" in without.stdout


def test_an_endless_run_is_killed_and_the_next_one_is_answered(
    warm: WarmLean, lean: EmbeddedLean, tmp_path: Path
) -> None:
    path = str(lean.prelude.directory)
    (tmp_path / "E.lean").write_text(ENDLESS)
    (tmp_path / "A.lean").write_text("theorem t : True := trivial\n")
    assert run(warm, ["E.lean"], tmp_path, Limits(wall_s=1.0), LEAN_PATH=path).stopped == "time"
    assert run(warm, ["A.lean"], tmp_path, LEAN_PATH=path).code == 0


def test_runs_at_the_same_time_do_not_mix(warm: WarmLean, lean: EmbeddedLean, tmp_path: Path) -> None:
    path, seen = str(lean.prelude.directory), {}

    def work(number: int) -> None:
        (tmp_path / f"N{number}.lean").write_text(f"#reduce {number} + 0\n")
        seen[number] = run(warm, [f"N{number}.lean"], tmp_path, LEAN_PATH=path).stdout

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {number: f"{number}\n".encode() for number in range(4)}


def test_a_killed_fork_server_is_replaced(warm: WarmLean, lean: EmbeddedLean, tmp_path: Path) -> None:
    path = str(lean.prelude.directory)
    (tmp_path / "A.lean").write_text("theorem t : True := trivial\n")
    assert run(warm, ["A.lean"], tmp_path, LEAN_PATH=path).code == 0
    os.kill(warm._all[0]._process.pid, signal.SIGKILL)
    warm._all[0]._process.wait()
    assert run(warm, ["A.lean"], tmp_path, LEAN_PATH=path).code == 0


def test_a_run_ends_with_the_program_that_asked_for_it(lean: EmbeddedLean, tmp_path: Path) -> None:
    (tmp_path / "E.lean").write_text(ENDLESS)
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom curate.formalize.lean.forkserver_client import WarmLean\n"
        "library, folder, prelude = sys.argv[1:]\n"
        "child = WarmLean(Path(library)).start('lean', ['E.lean'], Path(folder), {'LEAN_PATH': prelude})\n"
        "print(child.pid, flush=True)\ntime.sleep(60)\n"
    )
    argv = [sys.executable, "-c", code, str(lean.prelude.library), str(tmp_path), str(lean.prelude.directory)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE) as asking:
        assert asking.stdout is not None
        pid = int(asking.stdout.readline())
        os.kill(pid, 0)
        asking.kill()
    deadline = time.monotonic() + 20
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()


def test_closing_leaves_no_process(warm: WarmLean, lean: EmbeddedLean, tmp_path: Path) -> None:
    (tmp_path / "A.lean").write_text("theorem t : True := trivial\n")
    run(warm, ["A.lean"], tmp_path, LEAN_PATH=str(lean.prelude.directory))
    (server,) = warm._all
    warm.close()
    assert server._process.returncode is not None
