"""Files that one process at a time may hold."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from curate.schemas.errors import Stopped


@contextmanager
def hold(lock: Path, otherwise: str) -> Iterator[None]:
    """Holds the file `lock`, made where it is missing, until the block or the process ends.

    Raises:
        Stopped: another process holds it; the message is `otherwise`.
    """
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Stopped(otherwise) from error
        yield


@contextmanager
def hold_output(out: Path) -> Iterator[None]:
    """Holds a file or folder that a command writes, by a lock file beside it.

    Raises:
        Stopped: another run writes it.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    with hold(out.with_name(f".{out.name}.lock"), f"another run writes {out}; wait for it, or name another --out"):
        yield
