"""Files that one process at a time may hold, and folders that go with the process that made them."""

import fcntl
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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


@contextmanager
def passing_folder(place: Path) -> Iterator[Path]:
    """A new folder in `place` that goes with the block; what killed processes left there goes now."""
    place.mkdir(parents=True, exist_ok=True)
    for left in place.glob("*.lock"):
        with suppress(Stopped), hold(left, "in use"):
            shutil.rmtree(left.with_suffix(""), ignore_errors=True)
            left.unlink(missing_ok=True)
    folder = place / uuid.uuid4().hex
    lock = folder.with_suffix(".lock")
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # another process may just be asking whether the folder is left over
        folder.mkdir()
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            lock.unlink(missing_ok=True)
