"""What an answered header means for the ledger: the entry of the pull request, and what is still to do."""

from datetime import datetime
from typing import Any

from curate.scrapers.github.bundles import find_replaced, find_shas, open_bundle
from curate.scrapers.github.ledger import Ledger, PullEntry, ShaEntry, pull_key, todo_pull_key, todo_sha_key


def keep_bundle(ledger: Ledger, node: Any, page: int, again: bool = False) -> None:
    """Enters the header `node` of page `page`, what is left to ask of it, and its commits (`again`: all of them)."""
    number = node["number"]
    key = pull_key(number)
    entry = open_bundle(node, page, ledger.read(key, PullEntry))
    ledger.write(key, entry)
    if entry.draft is not None:
        ledger.write(todo_pull_key(number), entry.draft)
    else:
        ledger.delete(todo_pull_key(number))
    keep_shas(ledger, number, node, datetime.fromisoformat(node["updatedAt"]), again)


def keep_shas(ledger: Ledger, number: int, node: Any, updated_at: datetime, again: bool = False) -> None:
    """Notes in `todo` each commit of `node` whose check rows may be missing or may still change."""
    for sha, todo in find_shas(node, updated_at):
        if again or _is_open(ledger.read(f"sha/{sha}", ShaEntry), sha == node.get("headRefOid")):
            ledger.write(todo_sha_key(number, sha), todo)
    for sha in find_replaced(node):
        ledger.archive.put(f"{ledger.prefix}todo/git/{sha}", b"")


def note_pull_error(ledger: Ledger, number: int, node_id: str) -> None:
    """Enters that pull request `number` could not be fetched this time; what was known of it stays."""
    known = ledger.read(pull_key(number), PullEntry)
    fresh = known or PullEntry(number=number, node_id=node_id, status="error")
    entry = fresh.model_copy(update={"status": "error", "attempts": fresh.attempts + 1, "draft": None})
    ledger.write(pull_key(number), entry)
    ledger.write(todo_pull_key(number), entry)


def _is_open(entry: ShaEntry | None, is_head: bool) -> bool:
    return entry is None or not entry.final or (is_head and entry.status in ("empty", "expired"))
