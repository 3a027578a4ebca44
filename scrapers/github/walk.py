"""Finds the pull requests: a walk over all of them by creation, then only what changed since.

By creation nothing ever moves, and new ones come last, so a cursor stays good for ever. By change they do move, so
that listing is only ever used to learn what to fetch again, and reaches back beyond where it left off.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from curate.schemas.errors import Refused, Stopped
from curate.scrapers.github.bundles import Incoherent, check_bundle, check_number, check_page_info, find_refused
from curate.scrapers.github.entries import keep_bundle, note_pull_error
from curate.scrapers.github.ledger import Ledger, PullEntry, State, pull_key, todo_pull_key
from curate.scrapers.github.page import CursorExpired, Page, QueryTooExpensive
from curate.scrapers.github.session import Session, check_name
from curate.scrapers.github.sizes import PULL_SIZES, BatchSize

OVERLAP = timedelta(hours=1)
"""How far behind the last known change a scan for changes reaches."""
SETTLING = timedelta(minutes=1)
"""A pull request that was read so soon after a change is read again: it may have changed once more in that second, and
GitHub's answers may come from a copy that is some seconds behind."""
BY_CREATION = {"field": "CREATED_AT", "direction": "ASC"}
BY_CHANGE = {"field": "UPDATED_AT", "direction": "DESC"}


class Header(NamedTuple):
    """A pull request on a page of the walk: its node, and the fields of it that were refused."""

    node: Mapping[str, Any]
    refused: tuple[str, ...]


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
            with session.reading("walk", page), session.ledger.transaction():
                listed = _read_listing(session, page)
                headers = _read_headers(listed, page)
                going_on = _keep_headers(session, state, asked, page, headers)
        except CursorExpired as error:
            restart_walk(session, state, error)
            continue
        except (QueryTooExpensive, Incoherent):
            if not size.shrink():
                set_aside(session, state)
                size.restore()
            continue
        size.note_good()
        if len(headers) < len(listed["nodes"]):
            _note_refused_pulls(session, asked, {header.node["number"] for header in headers})
        done += len(headers)
        session.on_step("pull requests", done, listed["totalCount"])


def _keep_headers(session: Session, state: State, asked: dict[str, Any], page: Page, headers: Sequence[Header]) -> bool:
    """Enters a page of the walk; whether there is more."""
    number = state.pages
    state = session.ledger.add_page(state, "walk", asked, page)
    for header in headers:
        keep_bundle(session.pages, header.node, number, page.moment, header.refused)
    return _step_walk(session, state, page.data["repository"]["pullRequests"])


def restart_walk(session: Session, state: State, error: CursorExpired) -> None:
    """Begins the walk anew, since GitHub refuses the cursor where it stood.

    Raises:
        Stopped: it refused a walk from the very start.
    """
    if state.walk_after is None:
        raise Stopped(f"GitHub refuses a list from its very start ({error}); run the same command later") from error
    session.on_note("GitHub no longer accepts the cursor at which the crawl stood; the crawl begins anew")
    session.ledger.write("state", state.model_copy(update={"walk_after": None, "walked": False}))


def set_aside(session: Session, state: State) -> None:
    """Steps over one pull request that GitHub can't give whole, and notes it as an error to be tried again."""
    asked = {**session.names, "page": 1, "after": state.walk_after, "order": BY_CREATION}
    page, listed = ask_listing(session, asked)
    with session.ledger.transaction():
        state = session.ledger.add_page(state, "listing", asked, page)
        session.ledger.write("state", state)
        for node in listed["nodes"]:
            if node is not None:  # else: git lists it, and it is asked for by its number
                note_pull_error(session.ledger, node["number"], node["id"])
        _step_walk(session, state, listed)


def scan_changes(session: Session, since: datetime | None = None, unsettled: bool = True) -> int:
    """Notes in `todo` every pull request that changed since the last scan (or `since`); returns how many.

    `unsettled`: those too that were read just after their last change. `seen_until` moves only when the scan has
    reached back behind where the last one ended.
    """
    floor = since or session.state().seen_until
    newest: datetime | None = None
    after, changed = None, 0
    while True:
        asked = {**session.names, "page": 100, "after": after, "order": BY_CHANGE}
        try:
            page, listed = ask_listing(session, asked)
        except CursorExpired as error:
            if after is None:
                raise Stopped(f"GitHub refuses a list from its very start ({error}); run later") from error
            after = None
            continue
        nodes = [node for node in listed["nodes"] if node is not None]
        times = [datetime.fromisoformat(node["updatedAt"]) for node in nodes]
        newest = newest or (times[0] if times else None)
        reached = not times or not listed["pageInfo"]["hasNextPage"] or _is_behind(times[-1], floor, since)
        with session.ledger.transaction():
            state = session.ledger.add_page(session.state(), "listing", asked, page)
            for node, time in zip(nodes, times, strict=True):
                if since is None or time >= since:
                    changed += _note_change(session.ledger, node, time, unsettled)
            if reached and since is None and newest is not None:
                until = max(newest, floor or newest)
                state = state.model_copy(update={"seen_until": until, "scanned_at": page.moment})
            session.ledger.write("state", state)
        if reached:
            return changed
        if listed["pageInfo"]["endCursor"] == after:
            raise Stopped("GitHub's list of changes does not move on; run the same command later")
        after = listed["pageInfo"]["endCursor"]


def _note_change(ledger: Ledger, node: dict[str, Any], updated_at: datetime, unsettled: bool) -> bool:
    known = ledger.read(pull_key(node["number"]), PullEntry)
    same = known is not None and known.status == "ok" and known.updated_at == updated_at
    if known is not None and same and (_was_settled(known) or not unsettled):
        return False
    if ledger.has(todo_pull_key(node["number"])):
        return False
    entry = known or PullEntry(number=node["number"], node_id=node["id"], status="partial")
    if known is None or known.status in ("gone", "hidden"):
        entry = entry.model_copy(update={"status": "partial", "node_id": node["id"]})
        ledger.write(pull_key(node["number"]), entry)
    ledger.write(todo_pull_key(node["number"]), entry)
    return True


def _was_settled(entry: PullEntry) -> bool:
    """Whether the last change lay a while back when the pull request was read."""
    return entry.read_at is None or entry.updated_at is None or entry.read_at - entry.updated_at >= SETTLING


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


def _note_refused_pulls(session: Session, asked: Mapping[str, Any], seen: set[int]) -> None:
    """Notes which pull requests of a page of the walk were refused whole: a listing of that page names them."""
    _, listed = ask_listing(
        session, {**session.names, "page": asked["page"], "after": asked["after"], "order": BY_CREATION}
    )
    with session.ledger.transaction():
        for node in listed["nodes"]:
            if node is not None and node["number"] not in seen:
                note_pull_error(session.ledger, node["number"], node["id"])


def ask_listing(session: Session, asked: dict[str, Any]) -> tuple[Page, dict[str, Any]]:
    """The answer and the listing in it; asks for fewer rows, down to one, while GitHub gives none or one with holes."""
    while True:
        try:
            page = session.client.ask("listing", asked)
            with session.reading("listing", page):
                listed = _read_listing(session, page)
                for place, node in enumerate(listed["nodes"]):
                    _check_hole(node, place, page.refused)
                    if node is not None:
                        _check_listed(node)
            return page, listed
        except (QueryTooExpensive, Incoherent):
            if asked["page"] == 1:
                raise
            asked["page"] //= 2


def _read_listing(session: Session, page: Page) -> dict[str, Any]:
    repository = page.data["repository"]
    check_repository(session, repository)
    listed: dict[str, Any] = repository["pullRequests"]
    check_page_info(listed["pageInfo"])
    check_number(listed["totalCount"])
    return listed


def _check_listed(node: Mapping[str, Any]) -> None:
    """Raises Incoherent when a row of a listing does not say what it is of, or when that changed."""
    if not isinstance(node["number"], int) or not isinstance(node["id"], str):
        raise Incoherent("a row of a list of pull requests is of none")
    datetime.fromisoformat(node["updatedAt"])


def _read_headers(listed: Mapping[str, Any], page: Page) -> Sequence[Header]:
    headers = []
    for place, node in enumerate(listed["nodes"]):
        refused = find_refused(page.refused, ("repository", "pullRequests", "nodes", place))
        if node is None:
            _check_hole(node, place, page.refused)
            continue
        headers.append(Header(check_bundle(node, refused), refused))
    return headers


def _check_hole(node: Any, place: int, refused: Sequence[tuple[str | int, ...]]) -> None:
    """Raises Incoherent when `node` is null though nothing was refused at its place."""
    if node is None and not find_refused(refused, ("repository", "pullRequests", "nodes", place)):
        raise Incoherent("a page of pull requests has holes")


def check_repository(session: Session, repository: Any) -> None:
    if repository is None:
        raise Incoherent("the repository came back as null without an error")
    if repository["id"] != session.state().repo_id:
        raise Refused("GitHub answers for another repository than the one asked for")
    check_name(session.ledger.repo, repository["nameWithOwner"])
