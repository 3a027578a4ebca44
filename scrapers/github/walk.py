"""Finds the pull requests: a walk over all of them by creation, then only what changed since.

By creation nothing ever moves, and new ones come last, so a cursor stays good for ever. By change they do move, so
that listing is only ever used to learn what to fetch again, and reaches back beyond where it left off.
"""

from datetime import datetime, timedelta
from typing import Any

from curate.schemas.errors import Refused, Stopped
from curate.scrapers.github.bundles import Incoherent, check_bundle
from curate.scrapers.github.client import Page, TooHeavy
from curate.scrapers.github.edge import Edge, check_name
from curate.scrapers.github.entries import keep_bundle, note_pull_error
from curate.scrapers.github.ledger import Ledger, PullEntry, State, pull_key, todo_pull_key
from curate.scrapers.github.sizes import PULL_SIZES, Ladder

OVERLAP = timedelta(hours=1)
"""How far behind the last known change a scan for changes reaches."""
BY_CREATION = {"field": "CREATED_AT", "direction": "ASC"}
BY_CHANGE = {"field": "UPDATED_AT", "direction": "DESC"}


def walk_pulls(edge: Edge) -> None:
    """Walks on from the stored cursor to the end of all pull requests. The first walk and every later one end alike."""
    ladder = Ladder(PULL_SIZES)
    done = edge.ledger.count("pull/")
    going_on = True
    while going_on:
        state = edge.state()
        asked = {**edge.names, "page": ladder.nodes, "after": state.walk_after, "items": ladder.items}
        try:
            page = edge.client.ask("walk", asked)
            listed = _listing(edge, page)
            nodes = [check_bundle(node) for node in listed["nodes"]]
        except (TooHeavy, Incoherent):
            if not ladder.shrink():
                set_aside(edge, state)
                ladder.restore()
            continue
        ladder.note_good()
        with edge.ledger.transaction():
            number = state.pages
            state = edge.ledger.add_page(state, "walk", asked, page)
            for node in nodes:
                keep_bundle(edge.ledger, node, number)
            going_on = _step_walk(edge, state, listed)
        done += len(nodes)
        edge.tell("pull requests", done, listed["totalCount"])


def set_aside(edge: Edge, state: State) -> None:
    """Steps over one pull request that GitHub can't give whole, and notes it as an error to be tried again."""
    asked = {**edge.names, "page": 1, "after": state.walk_after, "order": BY_CREATION}
    page, listed = _ask_listing(edge, asked)
    with edge.ledger.transaction():
        state = edge.ledger.add_page(state, "listing", asked, page)
        for node in listed["nodes"]:
            note_pull_error(edge.ledger, node["number"], node["id"])
        _step_walk(edge, state, listed)


def scan_changes(edge: Edge, since: datetime | None = None) -> int:
    """Notes in `todo` every pull request that changed since the last scan (or `since`); returns how many.

    `seen_until` moves only when the scan has reached back behind where the last one ended.
    """
    floor = since or edge.state().seen_until
    newest: datetime | None = None
    after, changed = None, 0
    while True:
        asked = {**edge.names, "page": 100, "after": after, "order": BY_CHANGE}
        page, listed = _ask_listing(edge, asked)
        times = [datetime.fromisoformat(node["updatedAt"]) for node in listed["nodes"]]
        newest = newest or (times[0] if times else None)
        reached = not times or not listed["pageInfo"]["hasNextPage"] or _is_behind(times[-1], floor, since)
        with edge.ledger.transaction():
            state = edge.ledger.add_page(edge.state(), "listing", asked, page)
            for node, time in zip(listed["nodes"], times, strict=True):
                if since is None or time >= since:
                    changed += _note_change(edge.ledger, node, time)
            if reached and since is None and newest is not None:
                state = state.model_copy(update={"seen_until": max(newest, floor or newest)})
            edge.ledger.write("state", state)
        if reached:
            return changed
        after = listed["pageInfo"]["endCursor"]


def _note_change(ledger: Ledger, node: dict[str, Any], updated_at: datetime) -> bool:
    known = ledger.read(pull_key(node["number"]), PullEntry)
    if known is not None and known.updated_at == updated_at and known.status == "ok":
        return False
    if ledger.has(todo_pull_key(node["number"])):
        return False
    entry = known or PullEntry(number=node["number"], node_id=node["id"], status="partial")
    if known is None or known.status == "gone":
        ledger.write(pull_key(node["number"]), entry.model_copy(update={"status": "partial"}))
    ledger.write(todo_pull_key(node["number"]), entry)
    return True


def _is_behind(time: datetime, floor: datetime | None, since: datetime | None) -> bool:
    return floor is not None and time < (floor if since else floor - OVERLAP)


def _step_walk(edge: Edge, state: State, listed: Any) -> bool:
    """Stores the cursor behind `listed`; whether there is more."""
    info = listed["pageInfo"]
    after = info["endCursor"] or state.walk_after
    if info["hasNextPage"] and after == state.walk_after:
        raise Stopped("GitHub's list of pull requests does not move on; run the same command later")
    walked = state.walked or not info["hasNextPage"]
    edge.ledger.write("state", state.model_copy(update={"walk_after": after, "walked": walked}))
    return bool(info["hasNextPage"])


def _ask_listing(edge: Edge, asked: dict[str, Any]) -> tuple[Page, dict[str, Any]]:
    """The answer and the listing in it; asks for fewer rows, down to one, while GitHub gives none or one with holes."""
    while True:
        try:
            page = edge.client.ask("listing", asked)
            return page, _listing(edge, page)
        except (TooHeavy, Incoherent):
            if asked["page"] == 1:
                raise
            asked["page"] //= 2


def _listing(edge: Edge, page: Page) -> dict[str, Any]:
    repository = page.data["repository"]
    if repository is None or any(node is None for node in repository["pullRequests"]["nodes"]):
        raise Incoherent("a page of pull requests has holes")
    if repository["id"] != edge.state().repo_id:
        raise Refused("GitHub answers for another repository than the one asked for")
    check_name(edge.ledger.repo, repository["nameWithOwner"])
    listed: dict[str, Any] = repository["pullRequests"]
    return listed
