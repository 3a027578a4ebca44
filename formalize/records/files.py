"""Lean texts that a person names on the command line."""

import stat
from pathlib import Path

from curate.formalize.text.lexer import nesting_depth
from curate.schemas.errors import Refused

MAX_TEXT_BYTES = 1 << 20
MAX_DEPTH = 1_000


def read_file(path: Path) -> bytes:
    """The bytes of a regular file of at most `MAX_TEXT_BYTES`.

    Raises:
        Refused: it does not exist, is not a regular file, or is larger.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise Refused(f"{path} is not a regular file; name a Lean file")
        if status.st_size > MAX_TEXT_BYTES:
            raise Refused(f"{path} has {status.st_size} bytes; at most {MAX_TEXT_BYTES} are read")
        return path.read_bytes()
    except OSError as error:
        raise Refused(f"{path} can't be read: {error.strerror}") from error


def read_lean_file(path: Path) -> str:
    """The text of a Lean file without a byte order mark; line ends are kept.

    Raises:
        Refused: as `read_file` says, it is not UTF-8, or its brackets nest deeper than any statement's.
    """
    try:
        text = read_file(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"{path} is not UTF-8 (byte {error.start}); save it as UTF-8") from error
    if nesting_depth(text) > MAX_DEPTH:
        raise Refused(f"in {path} brackets nest more than {MAX_DEPTH} deep, which no statement does")
    return text
