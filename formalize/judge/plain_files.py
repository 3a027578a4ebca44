"""Files that the judge is given by others, opened with suspicion."""

import os
import stat
from pathlib import Path

from curate.schemas.errors import Refused


def read_plain(path: Path, most: int) -> bytes:
    """A plain file's bytes; of a larger one the first `most` + 1.

    Raises:
        Refused: it is a folder, a pipe, a device or a file of /proc, or can't be read.
    """
    try:
        at = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise Refused(f"{path} can't be read: {error.strerror}") from error
    status = os.fstat(at)
    if not stat.S_ISREG(status.st_mode) or status.st_dev == _device(Path("/proc")):
        os.close(at)
        raise Refused(f"{path} is not a plain file; copy what it holds into one and name that")
    with os.fdopen(at, "rb", buffering=0) as stream:
        data = bytearray()
        while len(data) <= most and (more := stream.read(most + 1 - len(data))):
            data += more
    return bytes(data)


def expect_plain(out: Path) -> None:
    """Passes a place for a file of ours: nothing, or a plain file.

    Raises:
        Refused: a folder, a pipe or a device stands there.
    """
    if out.exists() and not out.is_file():
        raise Refused(f"{out} is not a plain file; name another --out")


def _device(folder: Path) -> int | None:
    return folder.stat().st_dev if folder.exists() else None
