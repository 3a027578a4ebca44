"""What a jailed program can't do, and what happens where the jail can't be made."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from curate.formalize.judge.judge import Judge
from curate.formalize.judge.lean import JudgedLean
from curate.formalize.judge.selftest import PROBES, check_sandbox, find_through
from curate.formalize.lean.process import Outcome
from curate.schemas.stochbench.environment import JudgeLimits

ROOT = Path(__file__).parents[3]
JAIL = ROOT / "formalize" / "lean" / "native" / "jail.py"
CASES = ROOT / "tests" / "cases" / "judge"
SYSTEM = [path for path in ("/usr", "/lib", "/lib64", "/etc/ld.so.cache", sys.base_prefix) if Path(path).exists()]
ESCAPE = """@[extern "-"]
axiom IO.FS.writeFile (path : String) (content : String) (w : Unit) : EStateM.Result Unit Unit Unit
@[macro Lean.Parser.Term.paren] unsafe def put : Lean.Macro := fun _ _ s =>
  match IO.FS.writeFile "PLACE" "escaped" () with
  | .ok _ _ => EStateM.Result.error Lean.Macro.Exception.unsupportedSyntax s
  | .error _ _ => EStateM.Result.error (Lean.Macro.Exception.error .missing "could not write") s
theorem target : True := (trivial)
"""

pytestmark = pytest.mark.lean


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user can reach."""
    made = Path(tempfile.mkdtemp(prefix="curate-test-", dir="/tmp"))
    made.chmod(0o777)
    yield made
    shutil.rmtree(made, ignore_errors=True)


def policy(folder: Path, **changed: object) -> Path:
    """The file of a policy under which Python itself can run."""
    (folder / "root").mkdir(exist_ok=True)
    rules = {
        "root": str(folder / "root"),
        "read": [],
        "execute": [*SYSTEM, str(JAIL.parent)],
        "scratch": str(folder / "scratch"),
        "scratch_mb": 16,
        "cwd": str(folder / "scratch"),
        "take": None,
        "become": 65534 if os.geteuid() == 0 else None,
        "cpu_s": 10,
        "file_mb": 8,
        "processes": 32,
        "open_files": 64,
        **changed,
    }
    path = folder / "policy.json"
    path.write_text(json.dumps(rules))
    path.chmod(0o644)
    return path


def run(path: Path, *argv: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [os.path.realpath(sys.executable), "-I", "-S", str(JAIL), str(path), *argv]
    return subprocess.run(command, capture_output=True, check=False, timeout=60, **options)  # type: ignore[call-overload]


def test_the_probes_hold(judged: JudgedLean) -> None:
    check_sandbox(judged.sandbox)
    assert len(PROBES) == 10


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user, and the other tests are that user's")
@pytest.mark.parametrize("user", ["0", "1000"])
def test_a_program_can_start_in_the_jail_whoever_asks(user: str, folder: Path, judged: JudgedLean) -> None:
    rules = policy(folder, become=65534 if user == "0" else None, execute=[*SYSTEM])
    copy = folder / "jail.py"
    shutil.copy(JAIL, copy)
    python = shutil.which("python3", path="/usr/bin:/bin")
    if python is None:
        pytest.skip("needs a python3 in /usr/bin, which every user can start")
    code = "import os; print(os.getuid(), os.getpid(), sorted(os.listdir('/proc')) != [])"
    argv = [python, "-I", "-S", str(copy), str(rules), python, "-I", "-S", "-c", code]
    ended = subprocess.run(argv, capture_output=True, check=False, user=int(user), extra_groups=[], timeout=60)
    assert (ended.returncode, ended.stdout) == (0, b"65534 2 True\n"), ended.stderr


def test_a_layer_that_is_missing_is_named_and_nothing_runs(folder: Path, judged: JudgedLean) -> None:
    """A jail in a jail: inside, no further user namespace can be made."""
    rules = policy(folder)
    (folder / "inner").mkdir()
    inner = policy(folder / "inner", become=None)
    rules = policy(folder, read=[str(inner)])
    python = os.path.realpath(sys.executable)
    ended = run(rules, python, "-I", "-S", str(JAIL), str(inner), python, "-c", "print('ran')")
    assert ended.returncode == 97
    assert ended.stdout == b""
    assert ended.stderr.startswith(b"jail: user")


def test_an_old_landlock_is_refused(folder: Path, judged: JudgedLean) -> None:
    changed = JAIL.read_text(encoding="utf-8").replace("NEEDED_LANDLOCK = 3", "NEEDED_LANDLOCK = 99")
    copy = folder / "jail.py"
    copy.write_text(changed, encoding="utf-8")
    python = os.path.realpath(sys.executable)
    argv = [python, "-I", "-S", str(copy), str(policy(folder)), python, "-c", "print('ran')"]
    ended = subprocess.run(argv, capture_output=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout) == (97, b"")
    assert b"Landlock" in ended.stderr


def test_a_probe_that_gets_through_is_told() -> None:
    told = dict.fromkeys(PROBES, "held") | {"network": "attempt 0 succeeded"}
    outcome = Outcome(
        code=0, stopped=None, stdout=json.dumps(told).encode(), stderr=b"", wall_s=0.1, peak_memory_mb=None
    )
    assert find_through(outcome, "no-such-name") == ["network (attempt 0 succeeded)"]
    silent = replace(outcome, stdout=b"", code=1)
    assert "gave no answer" in find_through(silent, "no-such-name")[0]


def test_only_a_plain_file_leaves_the_jail(folder: Path, judged: JudgedLean) -> None:
    python, taken = os.path.realpath(sys.executable), folder / "taken"
    for code, wanted in (
        ("open('out', 'w').write('made')", b"made"),
        ("import os; os.mkdir('out')", b""),
        ("open('out', 'w').write('x' * 2000)", b""),
        ("pass", b""),
    ):
        rules = policy(folder, take=[str(folder / "scratch" / "out"), str(taken), 1000])
        assert run(rules, python, "-I", "-S", "-c", code).returncode == 0
        assert taken.read_bytes() == wanted
        taken.unlink()


def test_code_in_a_solution_writes_no_file_and_the_library_stays_as_it_was(
    judge: Judge, challenges, folder: Path, lean
) -> None:  # type: ignore[no-untyped-def]
    before = {path: path.read_bytes() for path in lean.prelude.directory.rglob("*.olean")}
    unguarded = Judge(judge.lean, gate=False)
    for place in (folder / "escaped", lean.prelude.directory / "MiniLean" / "Core.olean"):
        verdict = unguarded.judge(challenges["run-once"], ESCAPE.replace("PLACE", str(place)).encode())
        assert (verdict.verdict, verdict.reason) == ("rejected", "build")
        assert "could not write" in verdict.detail
    assert not (folder / "escaped").exists()
    assert {path: path.read_bytes() for path in lean.prelude.directory.rglob("*.olean")} == before


def test_the_same_code_writes_where_there_is_no_sandbox(judge: Judge, challenges, folder: Path) -> None:  # type: ignore[no-untyped-def]
    open_ = JudgedLean(
        judge.lean.environment,
        judge.lean.sandbox.__class__(judge.lean.sandbox.lean, JudgeLimits(), jailed=False),
        judge.lean.search_path,
    )
    verdict = Judge(open_, gate=False).judge(
        challenges["run-once"], ESCAPE.replace("PLACE", str(folder / "escaped")).encode()
    )
    assert verdict.sandbox == ()
    assert (folder / "escaped").read_text() == "escaped"


def test_no_process_is_left_after_hostile_runs(folder: Path, judged: JudgedLean) -> None:
    """Forks, sessions of their own, signals ignored: dead with the jail, whether it ends by itself or is killed."""
    mark = f"curate-left-{os.getpid()}"
    code = (
        "import os, signal, sys, time\n"
        "for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(number, signal.SIG_IGN)\n"
        "for _ in range(4):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        time.sleep(300)\n"
        "print('up', flush=True)\n"
        "time.sleep(float(sys.argv[1]))\n"
    )
    python = os.path.realpath(sys.executable)
    for number in range(50):
        argv = [python, "-I", "-S", str(JAIL), str(policy(folder)), python, "-I", "-S", "-c", code]
        kill = number % 2 == 0
        with subprocess.Popen(
            [*argv, "300" if kill else "0", mark], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as started:
            assert started.stdout is not None
            assert started.stdout.readline() == b"up\n"
            if kill:
                started.kill()
    deadline = time.monotonic() + 10
    while running(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert running(mark) == []


def running(mark: str) -> list[str]:
    """Processes with this word in their command line."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark.encode() in (entry / "cmdline").read_bytes():
                found.append(entry.name)
        except OSError:
            continue
    return found
