"""A Lean that is loaded once: runs are forked from a process that did nothing but load it (`native/forkserver.py`)."""

import atexit
import json
import os
import select
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Literal

from curate.formalize.lean.process import FILE_LIMIT_BYTES

FORK_SERVER = Path(__file__).parent / "native" / "forkserver.py"
_LENGTH = struct.Struct("!I")
_STATUS = struct.Struct("!i")
Program = Literal["lean", "export", "check", "probe", "parse", "execute"]
"""What a run becomes: Lean itself, a script of `native/`, or the program that the first argument is the path of."""


class WarmChild:
    """One forked run, with the part of `subprocess.Popen` that the watch over children needs."""

    def __init__(
        self, server: "_ForkServer", give_back: "Callable[[_ForkServer], None]", pid: int, pipes: list[int]
    ) -> None:
        self.pid = pid
        self.stdout: IO[bytes] | None = os.fdopen(pipes[0], "rb", buffering=0)
        self.stderr: IO[bytes] | None = os.fdopen(pipes[1], "rb", buffering=0)
        self._code: int | None = None
        self._server, self._give_back = server, give_back

    def poll(self) -> int | None:
        """The exit code if the run has ended."""
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code.

        Raises:
            subprocess.TimeoutExpired: the run has not ended within `timeout` seconds.
        """
        code = self._look(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("lean", timeout or 0)
        return code

    def _look(self, timeout: float | None) -> int | None:
        if self._code is None and select.select([self._server.channel], [], [], timeout)[0]:
            try:
                self._code = self._server.receive()
                self._give_back(self._server)
            except ConnectionError:
                self._code = -9
                self._server.close()
        return self._code


class WarmLean:
    """Fork servers for one library: as many as there were runs at the same time."""

    def __init__(self, library: Path) -> None:
        self._library = library
        self._idle: list[_ForkServer] = []
        self._all: list[_ForkServer] = []
        self._lock = threading.Lock()
        atexit.register(self.close)

    def start(
        self,
        program: Program,
        arguments: Sequence[str],
        cwd: Path,
        env: Mapping[str, str],
        jail: Mapping[str, object] | None = None,
    ) -> WarmChild:
        """Starts one run. `jail`: the policy of `native/jail.py` under which it is confined.

        Raises:
            OSError: no fork server could be started, or it did not answer.
        """
        request = {
            "program": program,
            "arguments": list(arguments),
            "cwd": str(cwd),
            "env": dict(env),
            "jail": jail,
            "file_limit": FILE_LIMIT_BYTES,
        }
        data = json.dumps(request).encode()
        while True:
            server, is_new = self._take()
            try:
                pid, pipes = server.fork(data)
            except OSError:
                server.close()
                if is_new:
                    raise
                continue  # it was ended since its last run
            return WarmChild(server, self._give_back, pid, pipes)

    def close(self) -> None:
        """Ends all fork servers."""
        with self._lock:
            ended, self._idle, self._all = self._all, [], []
        for server in ended:
            server.close()

    def _take(self) -> "tuple[_ForkServer, bool]":
        """A fork server that has nothing to do, and whether it is new."""
        with self._lock:
            if self._idle:
                return self._idle.pop(), False
        server = _ForkServer(self._library)
        with self._lock:
            self._all.append(server)
        return server, True

    def _give_back(self, server: "_ForkServer") -> None:
        with self._lock:
            self._idle.append(server)


class _ForkServer:
    def __init__(self, library: Path) -> None:
        self.channel, theirs = socket.socketpair()
        argv = [
            sys.executable,
            "-I",
            "-S",
            str(FORK_SERVER),
            str(library),
            str(theirs.fileno()),
        ]
        self._process = subprocess.Popen(
            argv,
            env={"LANG": "C.UTF-8"},
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        theirs.close()

    def fork(self, request: bytes) -> tuple[int, list[int]]:
        """Has a run started: its process id, and the ends of its stdout and stderr to read from."""
        ends = [os.pipe(), os.pipe()]
        try:
            socket.send_fds(self.channel, [_LENGTH.pack(len(request))], [write for _, write in ends])
            self.channel.sendall(request)
        finally:
            for _, write in ends:
                os.close(write)
        try:
            return self.receive(), [read for read, _ in ends]
        except OSError:
            for read, _ in ends:
                os.close(read)
            raise

    def receive(self) -> int:
        """The next number that it sends."""
        data = b""
        while len(data) < _STATUS.size:
            part = self.channel.recv(_STATUS.size - len(data))
            if not part:
                raise ConnectionError("the process that Lean is forked from has ended")
            data += part
        number: int = _STATUS.unpack(data)[0]
        return number

    def close(self) -> None:
        """Ends the server."""
        self.channel.close()
        self._process.kill()
        self._process.wait()


@cache
def warm_lean(library: Path) -> WarmLean:
    """The one set of fork servers for a library in this process."""
    return WarmLean(library)
