"""Tries in a jail what a hostile program would try. Run by the fork server; see `formalize/judge/selftest.py`.

One JSON object is written to stdout: for each probe "held", or what it could do.
"""

import ctypes
import json
import os
import socket
import time
from collections.abc import Callable
from typing import Any

PR_SET_NAME, PTRACE_ATTACH, NEW_USER = 15, 16, 0x10000000


def could(*attempts: Callable[[], Any]) -> str:
    """ "held" when every attempt fails."""
    for place, attempt in enumerate(attempts):
        try:
            attempt()
        except OSError:
            continue
        return f"attempt {place} succeeded"
    return "held"


def succeed(result: int) -> None:
    """Raises where a call of the C library failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")


def fork_until_refused(limit: int) -> str:
    for made in range(limit + 8):
        try:
            if os.fork() == 0:
                time.sleep(60)
                os._exit(0)
        except OSError:
            return "held" if made <= limit else f"{made} processes"
    return f"more than {limit} processes"


def count_processes() -> str:
    seen = sum(entry.isdigit() for entry in os.listdir("/proc"))
    return "held" if seen <= 2 else f"it sees {seen} processes"


def leave_behind(name: str) -> None:
    """A child in a session of its own, which the jail must not outlive."""
    if os.fork() == 0:
        os.setsid()
        ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode(), 0, 0, 0)
        time.sleep(600)
        os._exit(0)


def write_large(megabytes: int) -> None:
    with open("large", "wb", buffering=0) as stream:
        for _ in range(megabytes + 1):
            if stream.write(b"x" * (1 << 20)) < 1 << 20:
                raise OSError("the file is cut")


def check_rights(libc: Any) -> str:
    with open("/proc/self/status", encoding="utf-8") as stream:
        status = dict(line.split(":\t", 1) for line in stream.read().splitlines() if ":\t" in line)
    if int(status["CapEff"], 16) or int(status["CapPrm"], 16) or status["NoNewPrivs"] != "1":
        return "capabilities, or no no_new_privs"
    with open("program", "w", encoding="utf-8") as stream:
        stream.write("#!/bin/sh\n")
    os.chmod("program", 0o755)
    return could(
        lambda: succeed(libc.unshare(NEW_USER)),
        lambda: succeed(libc.mount(b"none", b"/proc", b"tmpfs", 0, None)),
        lambda: succeed(libc.ptrace(PTRACE_ATTACH, 1, 0, 0)),
        lambda: os.kill(1, 9),
        lambda: os.setuid(0),
        lambda: os.symlink("/proc/1/root", "link"),
        lambda: os.mkfifo("pipe"),
        lambda: os.execv("program", ["program"]),
        lambda: os.execv("/bin/sh", ["sh", "-c", "exit"]),
    )


def main(path: str, arguments: list[str], loaded: bool) -> None:
    """Runs all probes; ends the process."""
    asked = json.loads(arguments[0])
    libc = ctypes.CDLL(None, use_errno=True)
    outside, library = asked["outside"], asked["library"]
    told = {
        "processes": count_processes(),
        "read-outside": could(lambda: open(outside).read(), lambda: open("/etc/passwd").read()),
        "list-outside": could(lambda: os.listdir(os.path.dirname(outside)), lambda: os.listdir("/home")),
        "write-outside": could(
            lambda: open(outside, "a").write("!"), lambda: open("/tmp/new", "w"), lambda: open("/new", "w")
        ),
        "change-library": could(
            lambda: open(library, "r+b").write(b"!"), lambda: os.chmod(library, 0o600), lambda: os.unlink(library)
        ),
        "network": could(
            lambda: socket.socket().connect(("127.0.0.1", asked["port"])),
            lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 53)),
        ),
        "sockets": could(lambda: socket.socket(socket.AF_UNIX).connect("\0" + asked["name"])),
        "large-file": could(lambda: write_large(asked["file_mb"])),
        "rights": check_rights(libc),
    }
    leave_behind(asked["name"])
    told["forks"] = fork_until_refused(asked["processes"])
    os.write(1, json.dumps(told).encode())
    os._exit(0)
