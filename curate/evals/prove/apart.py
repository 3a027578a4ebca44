"""Runs a program without the network, or with a folder that it can't change.

    python -m curate.evals.prove.apart [--no-network] [--keep FOLDER] -- PROGRAM [ARGUMENT]...

The program gets namespaces of its own and no capabilities. All else is as it was: this keeps a tool from looking things
up and a prover from its own results, and is no sandbox.
"""

import argparse
import ctypes
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

NEW_USER, NEW_NETWORK, NEW_MOUNTS = 0x10000000, 0x40000000, 0x00020000
MS_RDONLY, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE, MS_RELATIME = 1, 32, 4096, 16384, 1 << 18, 1 << 21
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 24, 38
CAPABILITIES = 64
"""More than any kernel has."""
EXIT_CODE = 97
"""Of a program that was not started."""
_libc = ctypes.CDLL(None, use_errno=True)


def apart(command: Sequence[str], *, network: bool = True, keep: Path | None = None) -> list[str]:
    """The command line that runs `command` so."""
    flags = [] if network else ["--no-network"]
    kept = [] if keep is None else ["--keep", str(keep.resolve())]
    return [sys.executable, "-m", "curate.evals.prove.apart", *flags, *kept, "--", *command]


def is_possible(folder: Path) -> bool:
    """Whether this system lets a program be kept from changing `folder`."""
    command = apart([sys.executable, "-c", ""], keep=folder)
    return subprocess.run(command, check=False, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0


def enter(network: bool, keep: str | None) -> None:
    """Puts this process into namespaces of its own.

    Raises:
        OSError: the system does not allow that.
    """
    user, group = os.geteuid(), os.getegid()
    flags = NEW_USER | (0 if network else NEW_NETWORK) | (NEW_MOUNTS if keep is not None else 0)
    _call(_libc.unshare(flags))
    for name, line in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:  # noqa: PTH123  # a file of the kernel
            file.write(line)
    if keep is not None:
        _make_read_only(keep.encode())
    for capability in range(CAPABILITIES):
        _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)  # fails for those that the kernel does not have
    _call(_libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))


def _make_read_only(folder: bytes) -> None:
    _call(_libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None))
    _call(_libc.mount(folder, folder, None, MS_BIND | MS_REC, None))
    flags = os.statvfs(folder).f_flag  # those that are set can't be taken away here
    kept = flags & (os.ST_NOSUID | os.ST_NODEV | os.ST_NOEXEC | os.ST_NOATIME | os.ST_NODIRATIME)
    relative = MS_RELATIME if flags & os.ST_RELATIME else 0
    _call(_libc.mount(None, folder, None, MS_REMOUNT | MS_BIND | MS_RDONLY | kept | relative, None))


def _call(result: int) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def main() -> None:
    """Becomes the program."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--no-network", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("command", nargs="+")
    given = parser.parse_args()
    try:
        enter(not given.no_network, given.keep)
        os.execvp(given.command[0], given.command)  # noqa: S606  # a program that the user named
    except OSError as error:
        sys.stderr.write(f"{given.command[0]} was not started: {error}\n")
        raise SystemExit(EXIT_CODE) from error


if __name__ == "__main__":
    main()
