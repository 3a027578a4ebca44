"""Every child is held to its limits, and nothing of it is left."""

import os
import sys
import time
from pathlib import Path

import pytest

from curate.formalize.lean.api import Limits
from curate.formalize.lean.process import COOKIE, PROC, child_environment, run_limited

needs_proc = pytest.mark.skipif(not PROC.is_dir(), reason="needs /proc, which this system does not have")


def run(code: str, limits: Limits, tmp_path: Path):  # type: ignore[no-untyped-def]
    return run_limited([sys.executable, "-I", "-S", "-c", code], cwd=tmp_path, env=child_environment({}), limits=limits)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    return state != "Z"


def test_what_a_child_writes_and_how_it_ends_is_told(tmp_path: Path) -> None:
    outcome = run("import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)", Limits(), tmp_path)
    assert (outcome.code, outcome.stdout, outcome.stderr) == (7, b"out\n", b"err\n")
    assert outcome.why_unknown(Limits()) is None


def test_a_child_that_does_not_end_is_killed_at_its_time_limit(tmp_path: Path) -> None:
    limits = Limits(wall_s=0.5)
    started = time.monotonic()
    outcome = run("import time; print('begun', flush=True); time.sleep(60)", limits, tmp_path)
    assert time.monotonic() - started < 10
    assert outcome.stopped == "time"
    assert outcome.stdout == b"begun\n"
    assert outcome.why_unknown(limits) == "time limit: 0.5 s passed"


def test_ten_gigabytes_of_output_are_cut(tmp_path: Path) -> None:
    limits = Limits(output_mb=2)
    code = "import os\nblock = b'x' * (1 << 20)\nfor _ in range(10_000): os.write(1, block)"
    outcome = run(code, limits, tmp_path)
    assert outcome.stopped == "output"
    assert len(outcome.stdout) <= 2 << 20
    assert outcome.why_unknown(limits) == "output limit: more than 2 MB were written"


@needs_proc
def test_memory_is_summed_over_the_whole_group(tmp_path: Path) -> None:
    limits = Limits(memory_mb=150, wall_s=30)
    code = "import os, time\nos.fork(); os.fork()\nblock = bytearray(os.urandom(1 << 20) * 60)\ntime.sleep(30)"
    outcome = run(code, limits, tmp_path)
    assert outcome.stopped == "memory"
    assert outcome.peak_memory_mb is not None
    assert outcome.peak_memory_mb > 150


@needs_proc
def test_grandchildren_die_even_when_they_leave_the_group_and_hold_the_pipes(tmp_path: Path) -> None:
    code = (
        "import os, time\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        open('grandchild', 'w').write(str(os.getpid()))\n"
        "        os.rename('grandchild', 'grandchild.pid')\n"
        "        time.sleep(60)\n"
        "    os._exit(0)\n"
        "while not os.path.exists('grandchild.pid'): time.sleep(0.01)\n"
    )
    started = time.monotonic()
    outcome = run(code, Limits(wall_s=30), tmp_path)
    assert time.monotonic() - started < 10
    assert outcome.code == 0
    grandchild = int((tmp_path / "grandchild.pid").read_text())
    assert not is_alive(grandchild)


def test_a_crash_is_unknown_and_named(tmp_path: Path) -> None:
    outcome = run("import os; os.abort()", Limits(), tmp_path)
    assert outcome.why_unknown(Limits()) == "crash: ended by SIGABRT"


def test_no_token_reaches_a_child_and_stdin_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    code = "import os, sys; print(sorted(os.environ), repr(sys.stdin.read()))"
    outcome = run(code, Limits(), tmp_path)
    assert b"TOKEN" not in outcome.stdout
    assert b"KEY" not in outcome.stdout
    assert COOKIE.encode() in outcome.stdout
    assert outcome.stdout.rstrip().endswith(b"''")


def test_a_missing_tool_is_an_error_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        run_limited([str(tmp_path / "no-such-tool")], cwd=tmp_path, env={}, limits=Limits())


@pytest.mark.parametrize(
    "name",
    ["HF_TOKEN", "GITHUB_TOKEN", "GH_TOKEN", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "AWS_SECRET_ACCESS_KEY", "HOME"],
)
def test_a_child_sees_no_variable_that_can_hold_a_secret(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "hidden")
    assert "hidden" not in child_environment({}).values()
