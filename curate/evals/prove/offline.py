"""Runs a program without the network: `python -m curate.evals.prove.offline PROGRAM [ARGUMENT]...`.

The program gets a network namespace of its own, which holds nothing. Files and processes are as they were: this keeps
a tool from looking things up, and is no sandbox.
"""

import ctypes
import os
import sys

NEW_USER, NEW_NETWORK = 0x10000000, 0x40000000
EXIT_CODE = 97
"""Of a program that was not started, since it would have had the network."""


def leave_network() -> None:
    """Puts this process into a network namespace of its own, as the user that it is.

    Raises:
        OSError: the system does not allow that.
    """
    user, group = os.geteuid(), os.getegid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(NEW_USER | NEW_NETWORK) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    for name, line in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:  # noqa: PTH123  # a file of the kernel
            file.write(line)


def main() -> None:
    """Becomes the program."""
    try:
        leave_network()
    except OSError as error:
        sys.stderr.write(f"{sys.argv[1]} was not started: it can't be kept from the network here: {error}\n")
        raise SystemExit(EXIT_CODE) from error
    os.execvp(sys.argv[1], sys.argv[1:])  # noqa: S606  # a program that the user named


if __name__ == "__main__":
    main()
