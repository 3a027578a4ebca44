"""`releases/ledger.jsonl`: which commit each published version is. Committed, so that a moved tag shows."""

import os
from pathlib import Path

from pydantic import ValidationError

from curate.schemas.base import Record, Sha
from curate.schemas.errors import Refused


class Entry(Record):
    """One published version."""

    dataset: str
    repo: str
    version: str
    commit: Sha
    manifest_sha256: str


def read_ledger(path: Path) -> tuple[Entry, ...]:
    """All entries, in the order in which they were published; none when there is no ledger yet.

    Raises:
        Refused: a line is not an entry.
    """
    if not path.exists():
        return ()
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return tuple(Entry.model_validate_json(line) for line in lines)
    except (ValidationError, UnicodeDecodeError) as error:
        raise Refused(f"{path} holds a line that is no entry; restore it from git") from error


def find_entry(entries: tuple[Entry, ...], repo: str, version: str) -> Entry | None:
    """What the ledger says of a version on a repository."""
    return next((entry for entry in entries if (entry.repo, entry.version) == (repo, version)), None)


def append_entry(path: Path, entry: Entry) -> None:
    """Adds one line; the file is replaced as a whole, so that a kill leaves the old ledger or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{known.model_dump_json()}\n" for known in (*read_ledger(path), entry))
    partial = path.with_name(f".{path.name}.partial")
    with partial.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
