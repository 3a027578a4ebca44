"""What an answered header means for the ledger: the entry of the pull request, and what is still to do."""

from datetime import datetime
from typing import Any

from curate.scrapers.github.bundles import close_bundle, find_replaced, find_shas, open_bundle
from curate.scrapers.github.ledger import Ledger, PullEntry, ShaEntry, pull_key, todo_pull_key, todo_sha_key
from curate.scrapers.github.pages import Pages, collect_items, find_short_lists

SHORT_KEY = "todo/short/"
"""Keys of the pull requests that the next run asks for again because a list of theirs came out short."""
SHORT_READS = 3
"""So often a list that is shorter than GitHub's own count of it is asked for again; then it is taken as cut."""


def keep_bundle(
    pages: Pages, node: Any, page: int, at: datetime, refused: tuple[str, ...] = (), again: bool = False
) -> None:
    """Enters the header `node` of page `page`, what is left to ask of it, and its commits (`again`: all of them)."""
    number, ledger = node["number"], pages.ledger
    entry = open_bundle(node, page, ledger.read(pull_key(number), PullEntry), at, refused)
    keep_draft(pages, entry, node)
    keep_shas(ledger, number, node, datetime.fromisoformat(node["updatedAt"]), again)


def keep_draft(pages: Pages, entry: PullEntry, header: Any = None) -> None:
    """Enters a bundle that is being put together; one that is whole takes the place of the one before it.

    `header`: its first part, where that is at hand.
    """
    assert entry.draft is not None
    ledger = pages.ledger
    if entry.draft.after:
        ledger.write(pull_key(entry.number), entry)
        ledger.write(todo_pull_key(entry.number), entry.draft)
        return
    parts = [header] if header and len(entry.draft.pages) == 1 else pages.bundle(entry.draft.pages, entry.node_id)
    items = collect_items(parts)
    short = bool(find_short_lists(parts[0], items))
    before = collect_items(pages.bundle(entry.pages, entry.node_id)) if entry.pages else None
    lost = before is not None and any(before[name].keys() - items[name].keys() for name in ("commits", "timelineItems"))
    whole = close_bundle(entry, short, lost)
    ledger.write(pull_key(entry.number), whole)
    ledger.delete(todo_pull_key(entry.number))
    if 0 < whole.short < SHORT_READS:
        ledger.archive.put(f"{ledger.prefix}{SHORT_KEY}{entry.number:07d}", b"")


def recall_short(ledger: Ledger) -> None:
    """Puts those whose lists came out short in an earlier run into `todo`."""
    with ledger.transaction():
        for name in list(ledger.names(SHORT_KEY)):
            entry = ledger.read(pull_key(int(name)), PullEntry)
            if entry is not None and entry.draft is None:
                ledger.write(todo_pull_key(int(name)), entry)
            ledger.delete(f"{SHORT_KEY}{name}")


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


def note_absent(ledger: Ledger, number: int) -> None:
    """Enters that GitHub shows no pull request `number` now; what was fetched of it stays."""
    known = ledger.read(pull_key(number), PullEntry)
    fresh = known or PullEntry(number=number, node_id="", status="hidden")
    status = "gone" if fresh.pages else "hidden"
    entry = fresh.model_copy(update={"status": status, "attempts": fresh.attempts + 1, "draft": None})
    ledger.write(pull_key(number), entry)
    ledger.delete(todo_pull_key(number))


def _is_open(entry: ShaEntry | None, is_head: bool) -> bool:
    return entry is None or not entry.final or (is_head and entry.status in ("empty", "expired"))
