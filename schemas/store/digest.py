"""sha256 of files and texts, in hex."""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def digest_file(path: Path) -> str:
    """The sha256 of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest_files(paths: Iterable[Path]) -> str:
    """The sha256 over the sha256 of each file, in the given order."""
    return hashlib.sha256(b"".join(bytes.fromhex(digest_file(path)) for path in paths)).hexdigest()


def digest_text(text: str) -> str:
    """The sha256 of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()
