"""Fetches the pull requests that `todo` names: changed ones anew, long ones page by page to their end."""

from typing import Any

from curate.scrapers.github.bundles import Incoherent, ask_more, check_bundle, check_count, extend_bundle
from curate.scrapers.github.client import NodesNotFound, Page, QueryTooExpensive
from curate.scrapers.github.entries import keep_bundle, keep_shas, note_pull_error
from curate.scrapers.github.ledger import PullEntry, pull_key, todo_pull_key
from curate.scrapers.github.session import Session
from curate.scrapers.github.sizes import LIST_SIZES, PULL_SIZES, BatchSize

RESTARTS = 3
"""So often a long pull request that changes while it is being read is begun anew in one run."""


def fetch_todo_pulls(session: Session, forced: frozenset[int] = frozenset()) -> None:
    """Asks for every pull request in `todo` once: headers in batches, then the further pages of long lists.

    `forced` names those whose commits are all asked for again, final or not.
    """
    numbers = [int(name) for name in session.ledger.names("todo/pull/")]
    done, failed = 0, set[int]()
    size = BatchSize(PULL_SIZES)
    waiting = [number for number in numbers if _entry(session, number).draft is None]
    while waiting:
        batch, waiting = waiting[: size.nodes], waiting[size.nodes :]
        try:
            fetch_headers(session, batch, size.items, forced)
        except (QueryTooExpensive, Incoherent):
            if size.shrink():
                waiting = batch + waiting
            else:
                _note_failure(session, batch, failed)
                size.restore()
            continue
        size.note_good()
        done += len(batch)
        session.tell("changed pull requests", done, len(numbers))
    for number in [int(name) for name in session.ledger.names("todo/pull/")]:
        if number not in failed:
            finish_bundle(session, number, forced)


def fetch_headers(session: Session, numbers: list[int], items: int, forced: frozenset[int]) -> None:
    """Asks for the headers and first list pages of `numbers` in one query and keeps them."""
    entries = {number: _entry(session, number) for number in numbers}
    asked = {"ids": [entry.node_id for entry in entries.values()], "items": items}
    try:
        page = session.client.ask("pulls", asked)
    except NodesNotFound as absent:
        gone = [numbers[place] for place in absent.places]
        _note_gone(session, gone)
        left = [number for number in numbers if number not in gone]
        if left:
            fetch_headers(session, left, items, forced)
        return
    check_count(page.data["nodes"], len(numbers))
    nodes = [check_bundle(node) for node in page.data["nodes"]]
    for (number, entry), node in zip(entries.items(), nodes, strict=True):
        if node["id"] != entry.node_id or node["number"] != number:
            raise Incoherent(f"asked for pull request {number}, got {node['number']}")
    with session.ledger.transaction():
        state = session.state()
        session.ledger.write("state", session.ledger.add_page(state, "pulls", asked, page))
        for node in nodes:
            keep_bundle(session.ledger, node, state.pages, node["number"] in forced)


def finish_bundle(session: Session, number: int, forced: frozenset[int]) -> None:
    """Asks for the further pages of pull request `number` until its bundle is whole."""
    size = BatchSize(LIST_SIZES)
    restarts = 0
    while (entry := _entry(session, number)).draft is not None:
        asked = ask_more(entry, size.items)
        try:
            page = session.client.ask("more", asked)
            longer = extend_bundle(entry, page.data["node"], session.state().pages)
            if longer is not None:
                _keep_more(session, entry, longer, asked, page, number in forced)
                continue
            restarts += 1
            if restarts > RESTARTS:
                return  # it stays in `todo`, as partial
            fetch_headers(session, [number], size.items, forced)
        except NodesNotFound:
            _note_gone(session, [number])
        except (QueryTooExpensive, Incoherent):
            if not size.shrink():
                note_pull_error(session.ledger, number, entry.node_id)


def _keep_more(
    session: Session, entry: PullEntry, longer: PullEntry, asked: dict[str, Any], page: Page, again: bool
) -> None:
    number, node = entry.number, page.data["node"]
    with session.ledger.transaction():
        session.ledger.write("state", session.ledger.add_page(session.state(), "more", asked, page))
        session.ledger.write(pull_key(number), longer)
        if longer.draft is None:
            session.ledger.delete(todo_pull_key(number))
        assert entry.draft is not None
        keep_shas(session.ledger, number, node, entry.draft.updated_at, again)


def _entry(session: Session, number: int) -> PullEntry:
    entry = session.ledger.read(pull_key(number), PullEntry)
    assert entry is not None
    return entry


def _note_failure(session: Session, numbers: list[int], failed: set[int]) -> None:
    for number in numbers:
        with session.ledger.transaction():
            note_pull_error(session.ledger, number, _entry(session, number).node_id)
        failed.add(number)


def _note_gone(session: Session, numbers: list[int]) -> None:
    for number in numbers:
        gone = _entry(session, number).model_copy(update={"status": "gone", "draft": None})
        with session.ledger.transaction():
            session.ledger.write(pull_key(number), gone)
            session.ledger.delete(todo_pull_key(number))
