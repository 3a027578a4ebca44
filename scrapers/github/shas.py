"""What an answer about one commit's check rows means for the ledger.

Rows once seen stay: a later answer that lacks some of them, or is none at all, never takes any away.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from curate.schemas.base import Record
from curate.scrapers.github.entries import SHORT_READS
from curate.scrapers.github.ledger import ShaEntry, ShaStatus, ShaTodo
from curate.scrapers.github.pages import read_rows
from curate.scrapers.github.session import Session

SETTLED = timedelta(days=2)
"""So long after the last row, or after the push, nothing more is waited for."""
KEPT_FOR = timedelta(days=410)
"""GitHub deletes check rows 400 days after, in ten days (github/docs, retention-checks-data.md)."""
ATTEMPTS = 2
"""So often an id is asked for before "not found" is final."""
_FINISHED = frozenset({"COMPLETED", "SUCCESS", "FAILURE", "ERROR"})


class ShaTask(Record):
    """A commit in `todo`: its key there, its sha and what is known of it."""

    key: str
    sha: str
    todo: ShaTodo


class ShaAnswer(NamedTuple):
    """What was answered for one commit: `rows` is None where it has no roll-up, `total` is GitHub's own count."""

    rows: Sequence[Mapping[str, Any]] | None
    total: int | None
    pages: tuple[int, ...]
    at: datetime


def keep_rows(session: Session, task: ShaTask, answer: ShaAnswer) -> None:
    """Enters what was answered for one commit."""
    known = session.ledger.read(f"sha/{task.sha}", ShaEntry)
    if answer.rows is None:
        born = task.todo.committed_at
        status: ShaStatus = "expired" if born is not None and answer.at - born > KEPT_FOR else "empty"
        _note(session, task, status, answer.pages, final=answer.at - task.todo.pushed_by > SETTLED)
        return
    rows = {identify_row(row): row for row in answer.rows}
    short = (known.short if known else 0) + 1 if answer.total is not None and len(rows) < answer.total else 0
    pages = answer.pages
    if known is not None and known.status == "ok" and _holds_more(session, task, known, rows):
        pages = (*known.pages, *pages)
    final = all(is_settled(row, answer.at) for row in rows.values()) and not 0 < short < SHORT_READS
    _note(session, task, "ok", pages, final=final, short=short)


def note_absent(session: Session, tasks: Sequence[ShaTask]) -> None:
    """Enters that GitHub knows no commits with these ids."""
    for task in tasks:
        known = session.ledger.read(f"sha/{task.sha}", ShaEntry)
        attempts = known.attempts + 1 if known else 1
        with session.ledger.transaction():
            _note(session, task, "not_found", (), final=attempts >= ATTEMPTS)


def note_error(session: Session, task: ShaTask) -> None:
    """Enters that the rows of a commit could not be had this time."""
    with session.ledger.transaction():
        _note(session, task, "error", (), final=False)


def identify_row(row: Mapping[str, Any]) -> str:
    """What tells a check row from the others, whether GraphQL or REST gave it."""
    return str(row.get("node_id") or row["id"])


def is_finished(row: Mapping[str, Any]) -> bool:
    """Whether a check row (of GraphQL or REST) has ended."""
    return str(row.get("state", row.get("status", ""))).upper() in _FINISHED


def is_settled(row: Mapping[str, Any], now: datetime) -> bool:
    """Whether a check row (of GraphQL or REST) has ended so long ago that it will not change."""
    ended = row.get("completedAt") or row.get("completed_at") or row.get("createdAt") or row.get("created_at")
    age = now - datetime.fromisoformat(ended) if ended else timedelta(0)
    return age > KEPT_FOR or (is_finished(row) and (not ended or age > SETTLED))


def _holds_more(session: Session, task: ShaTask, known: ShaEntry, rows: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether what is kept has a row that `rows` lack, or one that had ended and has not in `rows`."""
    for page in known.pages:
        for row in read_rows(session.pages, page, task.todo.node_id):
            now = rows.get(identify_row(row))
            if now is None or (is_finished(row) and not is_finished(now)):
                return True
    return False


def _note(
    session: Session, task: ShaTask, status: ShaStatus, pages: tuple[int, ...], *, final: bool, short: int = 0
) -> None:
    """Enters an answer; rows that an earlier one gave stay, and `last` says what came instead of them."""
    known = session.ledger.read(f"sha/{task.sha}", ShaEntry)
    attempts = known.attempts + 1 if known else 1
    entry = ShaEntry(sha=task.sha, status=status, attempts=attempts, pages=pages, final=final, last=status, short=short)
    if status != "ok" and known is not None and known.status == "ok":
        kept = {"status": "ok", "pages": known.pages, "short": known.short}
        entry = entry.model_copy(update=kept)
    session.ledger.write(f"sha/{task.sha}", entry)
    if final:
        session.ledger.delete(task.key)
