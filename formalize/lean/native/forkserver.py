"""Loads Lean once and forks a fresh process for each run. Run by path, never imported.

    python -I -S forkserver.py LIBLEANSHARED SOCKET

Two thirds of a small check are spent on loading Lean; here that is done before the first request. The server itself
never reads a text or a module: each run has a process of its own, in a session of its own, as if it had been started
from a command line. Requests come over the socket of the given number, one at a time; see `../forkserver_client.py`.
"""

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import socket
import struct
import sys
import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

# Started without site-packages, so that it starts quickly: the folder of our own packages is named here.
sys.path.append(str(Path(__file__).parents[4]))
LENGTH = struct.Struct("!I")
STATUS = struct.Struct("!i")
STACK_BYTES = 1 << 29
PROGRAMS = {"export": "export_table", "check": "check_table", "probe": "probes", "parse": "parse_text"}
"""Modules of this folder that a run can become, beside `lean`; each has a `main`. "execute": the first argument."""
MARK = "CURATE_RUN"
"""What a jailed run is not told: the variable by which curate finds what belongs to a run."""


def main() -> None:
    library = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
    library.lean_initialize()
    channel = socket.socket(fileno=int(sys.argv[2]))
    while True:
        header, pipes, _, _ = socket.recv_fds(channel, LENGTH.size, 2)
        if len(header) < LENGTH.size:
            os._exit(0)
        request = json.loads(receive(channel, LENGTH.unpack(header)[0]))
        load(request)
        child = os.fork()
        if child == 0:
            channel.close()
            run(library, request, pipes)
        for pipe in pipes:
            os.close(pipe)
        channel.sendall(STATUS.pack(child))
        wait_with(channel, child)
        _, status = os.waitpid(child, 0)
        channel.sendall(STATUS.pack(os.waitstatus_to_exitcode(status)))


def load(request: dict[str, Any]) -> None:
    """Imports what the run becomes, before the fork, so that the next one of its kind finds it here."""
    if request["program"] in PROGRAMS:
        own("main", PROGRAMS[request["program"]])
    if request["jail"] is not None:
        own("confine", "jail")


@cache
def own(function: str, module: str) -> Callable[..., Any]:
    """A function of a module of this folder."""
    found: Callable[..., Any] = getattr(import_module(f"curate.formalize.lean.native.{module}"), function)
    return found


def wait_with(channel: socket.socket, child: int) -> None:
    """Returns when the run has ended. When curate itself is gone, the run is killed and so is this process."""
    handle = os.pidfd_open(child)
    watched: list[Any] = [handle, channel]
    ready, _, _ = select.select(watched, [], [])
    os.close(handle)
    if channel in ready:  # no request comes during a run, so this is the end of the channel
        for kill in (os.kill, os.killpg):
            with contextlib.suppress(ProcessLookupError):
                kill(child, signal.SIGKILL)
        os._exit(0)


def receive(channel: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = channel.recv(size - len(data))
        if not part:
            os._exit(0)
        data += part
    return data


def run(library: Any, request: dict[str, Any], pipes: list[int]) -> None:
    """Becomes the requested run; does not return."""
    os.setsid()
    for kind, most in ((resource.RLIMIT_FSIZE, request["file_limit"]), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(kind, (most, most))
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, at in enumerate((nothing, *pipes)):
        os.dup2(at, number)
    os.closerange(3, 1 << 16)
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    if request["jail"] is not None:
        del os.environ[MARK]
        own("confine", "jail")(request["jail"])
    arguments = request["arguments"]
    if request["program"] == "execute":
        os.execv(arguments[0], arguments)  # noqa: S606  # the caller's program; nothing of it is a shell's
    if request["program"] in PROGRAMS:
        threading.stack_size(STACK_BYTES)
        worker = threading.Thread(target=own("main", PROGRAMS[request["program"]]), args=(sys.argv[1], arguments, True))
        worker.start()
        worker.join()
        os._exit(3)
    encoded = [b"lean", *map(os.fsencode, arguments)]
    argv = (ctypes.c_char_p * (len(encoded) + 1))(*encoded, None)
    library.lean_main.argtypes = [ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)]
    library.lean_main.restype = ctypes.c_int
    code = library.lean_main(len(encoded), argv)
    ctypes.CDLL(None).fflush(None)
    os._exit(code)


main()
