"""`releases/ledger.jsonl`: which commit each published version is. Committed, so that a moved tag shows."""

from pathlib import Path

from curate.schemas.base import Record, Sha
from curate.schemas.store.jsonl import append_line, read_lines


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
    return read_lines(path, Entry, allow_torn=True)


def find_entry(entries: tuple[Entry, ...], repo: str, version: str) -> Entry | None:
    """What the ledger says of a version on a repository."""
    return next((entry for entry in entries if (entry.repo, entry.version) == (repo, version)), None)


def append_entry(path: Path, entry: Entry) -> None:
    """Adds one line; it is on disk when this returns."""
    append_line(path, entry)
