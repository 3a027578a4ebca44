"""Fetches the pull requests that `todo` names: changed ones anew, long ones page by page to their end."""

from typing import Any

from curate.scrapers.github.bundles import Incoherent, ask_more, check_bundle, check_count, extend_bundle
from curate.scrapers.github.client import NodesAbsent, Page, TooHeavy
from curate.scrapers.github.edge import Edge
from curate.scrapers.github.entries import keep_bundle, keep_shas, note_pull_error
from curate.scrapers.github.ledger import PullEntry, pull_key, todo_pull_key
from curate.scrapers.github.sizes import LIST_SIZES, PULL_SIZES, Ladder

RESTARTS = 3
"""So often a long pull request that changes while it is being read is begun anew in one run."""


def fetch_todo_pulls(edge: Edge, forced: frozenset[int] = frozenset()) -> None:
    """Asks for every pull request in `todo` once: headers in batches, then the further pages of long lists.

    `forced` names those whose commits are all asked for again, final or not.
    """
    numbers = [int(name) for name in edge.ledger.names("todo/pull/")]
    done, failed = 0, set[int]()
    ladder = Ladder(PULL_SIZES)
    waiting = [number for number in numbers if _entry(edge, number).draft is None]
    while waiting:
        batch, waiting = waiting[: ladder.nodes], waiting[ladder.nodes :]
        try:
            fetch_headers(edge, batch, ladder.items, forced)
        except (TooHeavy, Incoherent):
            if ladder.shrink():
                waiting = batch + waiting
            else:
                _note_failure(edge, batch, failed)
                ladder.restore()
            continue
        ladder.note_good()
        done += len(batch)
        edge.tell("changed pull requests", done, len(numbers))
    for number in [int(name) for name in edge.ledger.names("todo/pull/")]:
        if number not in failed:
            finish_bundle(edge, number, forced)


def fetch_headers(edge: Edge, numbers: list[int], items: int, forced: frozenset[int]) -> None:
    """Asks for the headers and first list pages of `numbers` in one query and keeps them."""
    entries = {number: _entry(edge, number) for number in numbers}
    asked = {"ids": [entry.node_id for entry in entries.values()], "items": items}
    try:
        page = edge.client.ask("pulls", asked)
    except NodesAbsent as absent:
        gone = [numbers[place] for place in absent.places]
        _note_gone(edge, gone)
        left = [number for number in numbers if number not in gone]
        if left:
            fetch_headers(edge, left, items, forced)
        return
    check_count(page.data["nodes"], len(numbers))
    nodes = [check_bundle(node) for node in page.data["nodes"]]
    for (number, entry), node in zip(entries.items(), nodes, strict=True):
        if node["id"] != entry.node_id or node["number"] != number:
            raise Incoherent(f"asked for pull request {number}, got {node['number']}")
    with edge.ledger.transaction():
        state = edge.state()
        edge.ledger.write("state", edge.ledger.add_page(state, "pulls", asked, page))
        for node in nodes:
            keep_bundle(edge.ledger, node, state.pages, node["number"] in forced)


def finish_bundle(edge: Edge, number: int, forced: frozenset[int]) -> None:
    """Asks for the further pages of pull request `number` until its bundle is whole."""
    ladder = Ladder(LIST_SIZES)
    restarts = 0
    while (entry := _entry(edge, number)).draft is not None:
        asked = ask_more(entry, ladder.items)
        try:
            page = edge.client.ask("more", asked)
            longer = extend_bundle(entry, page.data["node"], edge.state().pages)
            if longer is not None:
                _keep_more(edge, entry, longer, asked, page, number in forced)
                continue
            restarts += 1
            if restarts > RESTARTS:
                return  # it stays in `todo`, as partial
            fetch_headers(edge, [number], ladder.items, forced)
        except NodesAbsent:
            _note_gone(edge, [number])
        except (TooHeavy, Incoherent):
            if not ladder.shrink():
                note_pull_error(edge.ledger, number, entry.node_id)


def _keep_more(edge: Edge, entry: PullEntry, longer: PullEntry, asked: dict[str, Any], page: Page, again: bool) -> None:
    number, node = entry.number, page.data["node"]
    with edge.ledger.transaction():
        edge.ledger.write("state", edge.ledger.add_page(edge.state(), "more", asked, page))
        edge.ledger.write(pull_key(number), longer)
        if longer.draft is None:
            edge.ledger.delete(todo_pull_key(number))
        assert entry.draft is not None
        keep_shas(edge.ledger, number, node, entry.draft.updated_at, again)


def _entry(edge: Edge, number: int) -> PullEntry:
    entry = edge.ledger.read(pull_key(number), PullEntry)
    assert entry is not None
    return entry


def _note_failure(edge: Edge, numbers: list[int], failed: set[int]) -> None:
    for number in numbers:
        with edge.ledger.transaction():
            note_pull_error(edge.ledger, number, _entry(edge, number).node_id)
        failed.add(number)


def _note_gone(edge: Edge, numbers: list[int]) -> None:
    for number in numbers:
        gone = _entry(edge, number).model_copy(update={"status": "gone", "draft": None})
        with edge.ledger.transaction():
            edge.ledger.write(pull_key(number), gone)
            edge.ledger.delete(todo_pull_key(number))
