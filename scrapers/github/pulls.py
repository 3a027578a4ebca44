"""Fetches the pull requests that `todo` names: changed ones anew, long ones page by page to their end."""

from typing import Any

from curate.scrapers.github.bundles import (
    Incoherent,
    ask_more,
    check_bundle,
    check_count,
    extend_bundle,
    find_refused,
)
from curate.scrapers.github.entries import keep_bundle, keep_draft, keep_shas, note_absent, note_pull_error
from curate.scrapers.github.ledger import PullEntry, pull_key
from curate.scrapers.github.numbers import fetch_pull
from curate.scrapers.github.page import CursorExpired, NodesNotFound, Page, QueryTooExpensive
from curate.scrapers.github.session import Session
from curate.scrapers.github.sizes import LIST_SIZES, PULL_SIZES, BatchSize

RESTARTS = 3
"""So often a long pull request that changes while it is being read is begun anew in one run."""


def fetch_todo_pulls(session: Session, forced: frozenset[int] = frozenset()) -> None:
    """Asks for each pull request in `todo` but those that failed in this run, then for the pages of long lists.

    `forced` names those whose commits are all asked for again, final or not.
    """
    numbers = _list_todo(session)
    done = 0
    size = BatchSize(PULL_SIZES)
    entries = {number: _entry(session, number) for number in numbers}
    for number in (number for number in numbers if not entries[number].node_id):
        fetch_pull(session, number)
    waiting = [number for number in numbers if entries[number].node_id and entries[number].draft is None]
    while waiting:
        batch, waiting = waiting[: size.nodes], waiting[size.nodes :]
        try:
            fetch_headers(session, batch, size.items, forced)
        except (QueryTooExpensive, Incoherent):
            if size.shrink():
                waiting = batch + waiting
            else:
                _note_failure(session, batch)
                size.restore()
            continue
        size.note_good()
        done += len(batch)
        session.on_step("changed pull requests", done, len(numbers))
    for number in _list_todo(session):
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
    with session.reading("pulls", page), session.ledger.transaction():
        found = _read_headers(page, entries)
        state = session.state()
        session.ledger.write("state", session.ledger.add_page(state, "pulls", asked, page))
        for number, (node, refused) in found.items():
            if node is None:
                note_pull_error(session.ledger, number, entries[number].node_id)
                session.failed_pulls.add(number)
            else:
                keep_bundle(session.pages, node, state.pages, page.moment, refused, number in forced)


def _read_headers(page: Page, entries: dict[int, PullEntry]) -> dict[int, tuple[Any, tuple[str, ...]]]:
    """For each number its node, None where this token may not see it, and the fields that it may not see."""
    check_count(page.data["nodes"], len(entries))
    found: dict[int, tuple[Any, tuple[str, ...]]] = {}
    for place, (node, (number, entry)) in enumerate(zip(page.data["nodes"], entries.items(), strict=True)):
        refused = find_refused(page.refused, ("nodes", place))
        if node is None and refused:
            found[number] = (None, refused)
            continue
        check_bundle(node, refused)
        if node["id"] != entry.node_id or node["number"] != number:
            raise Incoherent(f"asked for pull request {number}, got {node['number']}")
        found[number] = (node, refused)
    return found


def finish_bundle(session: Session, number: int, forced: frozenset[int]) -> None:
    """Asks for the further pages of pull request `number` until its bundle is whole."""
    size = BatchSize(LIST_SIZES)
    restarts = 0
    while (entry := _entry(session, number)).draft is not None:
        asked = ask_more(entry, size.items)
        try:
            page = session.client.ask("more", asked)
            with session.reading("more", page), session.ledger.transaction():
                refused = find_refused(page.refused, ("node",))
                longer = extend_bundle(entry, page.data["node"], session.state().pages, refused)
                if longer is not None:
                    _keep_more(session, longer, asked, page, number in forced)
            if longer is not None:
                continue
        except NodesNotFound:
            _note_gone(session, [number])
            continue
        except CursorExpired:
            pass  # the lists are read from their start, as when the pull request changed
        except (QueryTooExpensive, Incoherent):
            if not size.shrink():
                with session.ledger.transaction():
                    note_pull_error(session.ledger, number, entry.node_id)
                    session.failed_pulls.add(number)
            continue
        restarts += 1
        if restarts > RESTARTS:
            return  # it stays in `todo`, as partial
        fetch_headers(session, [number], size.items, forced)


def _keep_more(session: Session, longer: PullEntry, asked: dict[str, Any], page: Page, again: bool) -> None:
    assert longer.draft is not None
    session.ledger.write("state", session.ledger.add_page(session.state(), "more", asked, page))
    keep_draft(session.pages, longer)
    keep_shas(session.ledger, longer.number, page.data["node"], longer.draft.updated_at, again)


def _entry(session: Session, number: int) -> PullEntry:
    entry = session.ledger.read(pull_key(number), PullEntry)
    assert entry is not None
    return entry


def _list_todo(session: Session) -> list[int]:
    numbers = (int(name) for name in session.ledger.names("todo/pull/"))
    return [number for number in numbers if number not in session.failed_pulls]


def _note_failure(session: Session, numbers: list[int]) -> None:
    for number in numbers:
        with session.ledger.transaction():
            note_pull_error(session.ledger, number, _entry(session, number).node_id)
        session.failed_pulls.add(number)


def _note_gone(session: Session, numbers: list[int]) -> None:
    with session.ledger.transaction():
        for number in numbers:
            note_absent(session.ledger, number)
