"""Runs one child under limits. Whatever it started is dead when `run_limited` returns.

This is no sandbox: a child can still read and write files that this user can. It holds a program that hangs, grows,
floods its output or leaves children behind, not one that wants to get out.
"""

import logging
import os
import resource
import secrets
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Literal, Protocol

from curate.formalize.lean.api import Limits
from curate.schemas.value import value

_LOG = logging.getLogger(__name__)

PROC = Path("/proc")
COOKIE = "CURATE_RUN"
"""Environment variable that marks all processes of one run, also those that left its process group."""
POLL_S = 0.05
LOOKS_PER_SEARCH = 10
"""Reading every process's environment is dear, so strays are looked for at each tenth look only, and at the end."""
FILE_LIMIT_BYTES = 1 << 30
"""The largest file a child may write."""
PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR")
"""Variables of ours that a child may see. No token is ever among them."""
_CHUNK = 1 << 16


@value
class Outcome:
    """How a child ended. `stopped` says which limit ended it, or None when it ended by itself."""

    code: int
    """The exit code; the negative number of the signal when a signal ended it."""
    stopped: Literal["time", "memory", "output"] | None
    stdout: bytes
    stderr: bytes
    wall_s: float
    peak_memory_mb: float | None
    """Largest sum seen of what the whole group held for itself; None where /proc is missing."""

    def why_unknown(self, limits: Limits) -> str | None:
        """Why nothing can be concluded from this run; None when the program ended by itself, and not by a crash."""
        match self.stopped:
            case "time":
                return f"time limit: {limits.wall_s:g} s passed"
            case "memory":
                return f"memory limit: more than {limits.memory_mb} MB were held"
            case "output":
                return f"output limit: more than {limits.output_mb} MB were written"
        if self.code < 0:
            return f"crash: ended by {_signal_name(-self.code)}"
        if self.code > 128:
            return f"crash: exit code {self.code}"
        return None


def child_environment(extra: Mapping[str, str], also: Iterable[str] = ()) -> dict[str, str]:
    """The environment of a child: the variables of ours that it may see, those in `also`, and `extra`."""
    seen = {name: os.environ[name] for name in (*PASSED_ON, *also) if name in os.environ}
    return {"LANG": "C.UTF-8", **seen, **extra}


class Child(Protocol):
    """A started child, as far as it is watched: `subprocess.Popen` is one."""

    @property
    def pid(self) -> int:
        """Its process id, which is that of its group too."""

    @property
    def stdout(self) -> IO[bytes] | None:
        """The pipe to read its stdout from."""

    @property
    def stderr(self) -> IO[bytes] | None:
        """The pipe to read its stderr from."""

    def poll(self) -> int | None:
        """The exit code if it has ended."""

    def wait(self, timeout: float | None = None) -> int:
        """The exit code; `subprocess.TimeoutExpired` when it has not ended within `timeout` seconds."""


Starter = Callable[[Sequence[str], Path, Mapping[str, str]], Child]
"""Starts a child from a command line, a folder and a whole environment: closed stdin, a session of its own."""


def start_process(argv: Sequence[str], cwd: Path, env: Mapping[str, str]) -> Child:
    """Starts a program."""
    return subprocess.Popen(
        argv,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def run_limited(
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    limits: Limits,
    start: Starter = start_process,
) -> Outcome:
    """Runs `argv` under limits, and kills all of it at the end.

    Raises:
        OSError: the program can't be started.
    """
    cookie = secrets.token_hex(16)
    started = time.monotonic()
    _LOG.debug("runs %s in %s", " ".join(argv), cwd)
    child = start(argv, cwd, {**env, COOKIE: cookie})
    watch = _Watch(child, cookie, limits, started)
    try:
        watch.until_end()
    finally:
        watch.kill_all()
    return Outcome(
        code=child.wait(),
        stopped=watch.stopped,
        stdout=bytes(watch.output[child.stdout]),
        stderr=bytes(watch.output[child.stderr]),
        wall_s=round(time.monotonic() - started, 4),
        peak_memory_mb=watch.peak_mb,
    )


class _Watch:
    """One child while it runs: what it wrote, what it holds, and which limit it ran into."""

    def __init__(self, child: Child, cookie: str, limits: Limits, started: float) -> None:
        self.child, self.cookie, self.limits = child, cookie, limits
        self.deadline = started + limits.wall_s
        self.output: dict[IO[bytes] | None, bytearray] = {
            child.stdout: bytearray(),
            child.stderr: bytearray(),
        }
        self.room = limits.output_mb << 20
        self.stopped: Literal["time", "memory", "output"] | None = None
        self.peak_mb: float | None = None
        self._looks = 0
        self._strays: list[int] = []
        if PROC.is_dir():
            _limit_files(child.pid)

    def until_end(self) -> None:
        """Returns when the child has ended or has run into a limit. Grandchildren that hold its pipes don't matter."""
        with selectors.DefaultSelector() as selector:
            for pipe in self.output:
                if pipe is not None:
                    os.set_blocking(pipe.fileno(), False)
                    selector.register(pipe, selectors.EVENT_READ)
            next_look = time.monotonic()
            while self.stopped is None:
                ended = self.child.poll() is not None
                ready = selector.select(0 if ended else POLL_S) if selector.get_map() else []
                for key, _ in ready:
                    self._read(selector, key.fileobj)  # type: ignore[arg-type]  # only pipes were registered
                now = time.monotonic()
                if ended and not ready:
                    return
                if not selector.get_map() and not ended:
                    self._wait_a_little()
                if now >= next_look:
                    next_look = now + POLL_S
                    self._look_at_memory()
                if now >= self.deadline and not ended:
                    self.stopped = "time"

    def kill_all(self) -> None:
        """Kills the process group and whatever carries the run's mark, then reaps the child."""
        below = _descendants(self.child.pid)
        for _ in range(5):
            _kill_group(self.child.pid)
            strays = [pid for pid in (*below, *_marked(self.cookie)) if pid != self.child.pid]
            below = set()
            for pid in strays:
                _kill(pid)
            if not strays:
                break
        self.child.wait()
        for pipe in self.output:
            if pipe is not None:
                pipe.close()

    def _read(self, selector: selectors.BaseSelector, pipe: IO[bytes]) -> None:
        try:
            chunk = os.read(pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            selector.unregister(pipe)
            return
        self.room -= len(chunk)
        if self.room < 0:
            self.stopped = "output"
            return
        self.output[pipe] += chunk

    def _wait_a_little(self) -> None:
        try:
            self.child.wait(POLL_S)
        except subprocess.TimeoutExpired:
            return

    def _look_at_memory(self) -> None:
        if self._looks % LOOKS_PER_SEARCH == LOOKS_PER_SEARCH - 1:
            self._strays = _marked(self.cookie)
        self._looks += 1
        members = _group(self.child.pid).union(self._strays, _descendants(self.child.pid))
        held = [mb for pid in members if (mb := _held_mb(pid)) is not None]
        if not held:
            return
        self.peak_mb = round(max(self.peak_mb or 0.0, sum(held)), 1)
        if sum(held) > self.limits.memory_mb:
            self.stopped = "memory"


def _limit_files(pid: int) -> None:
    for kind, most in ((resource.RLIMIT_FSIZE, FILE_LIMIT_BYTES), (resource.RLIMIT_CORE, 0)):
        try:
            resource.prlimit(pid, kind, (most, most))
        except (ProcessLookupError, PermissionError):  # it has ended already
            return


def _processes() -> list[int]:
    return [int(entry.name) for entry in os.scandir(PROC) if entry.name.isdigit()] if PROC.is_dir() else []


def _group(group: int) -> set[int]:
    found = set()
    for pid in _processes():
        try:
            if os.getpgid(pid) == group:
                found.add(pid)
        except (ProcessLookupError, PermissionError):
            continue
    return found


def _descendants(pid: int) -> set[int]:
    """All processes below one, as far as each one's parent still lives: those of a session of their own among them."""
    found, todo = set[int](), [pid]
    while todo:
        at = PROC / str(todo.pop()) / "task"
        try:
            told = [(task / "children").read_text().split() for task in at.iterdir()]
        except OSError:  # it has ended, or the system does not tell
            continue
        new = {int(child) for line in told for child in line} - found
        found |= new
        todo += new
    return found


def _marked(cookie: str) -> list[int]:
    """Processes whose environment carries the run's mark: those that started a session of their own among them."""
    mark = f"{COOKIE}={cookie}".encode()
    found = []
    for pid in _processes():
        try:
            if mark in (PROC / str(pid) / "environ").read_bytes():
                found.append(pid)
        except OSError:  # it ended, or belongs to somebody else
            continue
    return found


def _held_mb(pid: int) -> float | None:
    """Anonymous and shared memory of a process in MB. Pages of files, which the system can drop, are not counted."""
    try:
        lines = (PROC / str(pid) / "status").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    fields = dict(line.split(":", 1) for line in lines if line.startswith(("RssAnon:", "RssShmem:")))
    return sum(int(value.split()[0]) for value in fields.values()) / 1024


def _kill_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
