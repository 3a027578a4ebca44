"""Finds the pull requests: a walk over all of them by creation, then only what changed since.

By creation nothing ever moves, and new ones come last, so a cursor stays good for ever. By change they do move, so
that listing is only ever used to learn what to fetch again, and reaches back beyond where it left off.
"""

from datetime import datetime, timedelta
from typing import Any

from curate.schemas.errors import Refused, Stopped
from curate.scrapers.github.bundles import Incoherent, check_bundle
from curate.scrapers.github.client import Page, QueryTooExpensive
from curate.scrapers.github.entries import keep_bundle, note_pull_error
from curate.scrapers.github.ledger import Ledger, PullEntry, State, pull_key, todo_pull_key
from curate.scrapers.github.session import Session, check_name
from curate.scrapers.github.sizes import PULL_SIZES, BatchSize

OVERLAP = timedelta(hours=1)
"""How far behind the last known change a scan for changes reaches."""
BY_CREATION = {"field": "CREATED_AT", "direction": "ASC"}
BY_CHANGE = {"field": "UPDATED_AT", "direction": "DESC"}


def walk_pulls(session: Session) -> None:
    """Walks on from the stored cursor to the end of all pull requests. The first walk and every later one end alike."""
    size = BatchSize(PULL_SIZES)
    done = session.ledger.count("pull/")
    going_on = True
    while going_on:
        state = session.state()
        asked = {**session.names, "page": size.nodes, "after": state.walk_after, "items": size.items}
        try:
            page = session.client.ask("walk", asked)
            listed = _listing(session, page)
            nodes = [check_bundle(node) for node in listed["nodes"]]
        except (QueryTooExpensive, Incoherent):
            if not size.shrink():
                set_aside(session, state)
                size.restore()
            continue
        size.note_good()
        with session.ledger.transaction():
            number = state.pages
            state = session.ledger.add_page(state, "walk", asked, page)
            for node in nodes:
                keep_bundle(session.ledger, node, number)
            going_on = _step_walk(session, state, listed)
        done += len(nodes)
        session.tell("pull requests", done, listed["totalCount"])


def set_aside(session: Session, state: State) -> None:
    """Steps over one pull request that GitHub can't give whole, and notes it as an error to be tried again."""
    asked = {**session.names, "page": 1, "after": state.walk_after, "order": BY_CREATION}
    page, listed = _ask_listing(session, asked)
    with session.ledger.transaction():
        state = session.ledger.add_page(state, "listing", asked, page)
        for node in listed["nodes"]:
            note_pull_error(session.ledger, node["number"], node["id"])
        _step_walk(session, state, listed)


def scan_changes(session: Session, since: datetime | None = None) -> int:
    """Notes in `todo` every pull request that changed since the last scan (or `since`); returns how many.

    `seen_until` moves only when the scan has reached back behind where the last one ended.
    """
    floor = since or session.state().seen_until
    newest: datetime | None = None
    after, changed = None, 0
    while True:
        asked = {**session.names, "page": 100, "after": after, "order": BY_CHANGE}
        page, listed = _ask_listing(session, asked)
        times = [datetime.fromisoformat(node["updatedAt"]) for node in listed["nodes"]]
        newest = newest or (times[0] if times else None)
        reached = not times or not listed["pageInfo"]["hasNextPage"] or _is_behind(times[-1], floor, since)
        with session.ledger.transaction():
            state = session.ledger.add_page(session.state(), "listing", asked, page)
            for node, time in zip(listed["nodes"], times, strict=True):
                if since is None or time >= since:
                    changed += _note_change(session.ledger, node, time)
            if reached and since is None and newest is not None:
                state = state.model_copy(update={"seen_until": max(newest, floor or newest)})
            session.ledger.write("state", state)
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


def _step_walk(session: Session, state: State, listed: Any) -> bool:
    """Stores the cursor behind `listed`; whether there is more."""
    info = listed["pageInfo"]
    after = info["endCursor"] or state.walk_after
    if info["hasNextPage"] and after == state.walk_after:
        raise Stopped("GitHub's list of pull requests does not move on; run the same command later")
    walked = state.walked or not info["hasNextPage"]
    session.ledger.write("state", state.model_copy(update={"walk_after": after, "walked": walked}))
    return bool(info["hasNextPage"])


def _ask_listing(session: Session, asked: dict[str, Any]) -> tuple[Page, dict[str, Any]]:
    """The answer and the listing in it; asks for fewer rows, down to one, while GitHub gives none or one with holes."""
    while True:
        try:
            page = session.client.ask("listing", asked)
            return page, _listing(session, page)
        except (QueryTooExpensive, Incoherent):
            if asked["page"] == 1:
                raise
            asked["page"] //= 2


def _listing(session: Session, page: Page) -> dict[str, Any]:
    repository = page.data["repository"]
    if repository is None or any(node is None for node in repository["pullRequests"]["nodes"]):
        raise Incoherent("a page of pull requests has holes")
    if repository["id"] != session.state().repo_id:
        raise Refused("GitHub answers for another repository than the one asked for")
    check_name(session.ledger.repo, repository["nameWithOwner"])
    listed: dict[str, Any] = repository["pullRequests"]
    return listed
