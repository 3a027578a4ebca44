"""Finds the pull requests: a walk over all of them by creation, then only what changed since.

By creation nothing ever moves, and new ones come last, so a cursor stays good for ever. By change they do move, so
that listing is only ever used to learn what to fetch again, and reaches back beyond where it left off.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from schemas.errors import Refused, Stopped
from schemas.text import printable
from scrapers.github.bundles import Incoherent, check_bundle, find_replaced, find_shas, open_bundle
from scrapers.github.client import Client, Page, TooHeavy
from scrapers.github.ledger import (
    REPO_KEY,
    Ledger,
    PullEntry,
    ShaEntry,
    State,
    Waits,
    parse_time,
    pull_key,
    todo_pull_key,
    todo_sha_key,
)
from scrapers.github.sizes import PULL_SIZES, Ladder

OVERLAP = timedelta(hours=1)
"""How far behind the last known change a scan for changes reaches."""
BY_CREATION = {"field": "CREATED_AT", "direction": "ASC"}
BY_CHANGE = {"field": "UPDATED_AT", "direction": "DESC"}


@dataclass
class Edge:
    """The client and the ledger of one repository, and who is told of each step (`what`, done, of how many)."""

    client: Client
    ledger: Ledger
    tell: Callable[[str, int, int | None], None]

    @property
    def names(self) -> dict[str, Any]:
        """Owner and name, as variables of a query."""
        owner, _, name = self.ledger.repo.partition("/")
        return {"owner": owner, "name": name}

    def state(self) -> State:
        """The state, which `open_repository` has made sure of."""
        state = self.ledger.state()
        assert state is not None
        return state


def open_edge(client: Client, ledger: Ledger, tell: Callable[[str, int, int | None], None]) -> Edge:
    """An edge whose client knows of the waits that an earlier run was told of, and tells later runs of its own."""
    known = ledger.read("waits", Waits)
    if known is not None and known.token == client.token.mark:
        waits = {True: known.graphql, False: known.rest}
        client.free_at.update({resource: wait for resource, wait in waits.items() if wait is not None})

    def keep_waits() -> None:
        free_at = client.free_at
        ledger.write("waits", Waits(token=client.token.mark, graphql=free_at.get(True), rest=free_at.get(False)))

    client.on_limit = keep_waits
    return Edge(client, ledger, tell)


def open_repository(edge: Edge) -> State:
    """Asks once for the repository, by REST for the token's sake and by GraphQL for its id, and opens its state.

    Raises:
        Refused: it has another name now, or the archive holds another repository of that name.
    """
    repo = edge.ledger.repo
    seen = edge.client.get(f"/repos/{repo}").data
    _check_name(repo, str(seen.get("full_name")))
    asked = edge.names
    page = edge.client.ask("repository", asked)
    found = page.data.get("repository")
    if found is None:
        raise Refused(f"GitHub shows no repository {repo} to this token")
    _check_name(repo, found["nameWithOwner"])
    state = edge.ledger.state()
    if state is None:
        newest = [parse_time(node["updatedAt"]) for node in found["pullRequests"]["nodes"]]
        state = State(repo_id=found["id"], seen_until=newest[0] if newest else None)
    if state.repo_id != found["id"]:
        raise Refused(f"the archive holds another repository that was called {repo}: name another workspace")
    with edge.ledger.transaction():
        state = edge.ledger.add_page(state, "repository", asked, page)
        edge.ledger.write("state", state)
        edge.ledger.archive.put(REPO_KEY + repo, state.repo_id.encode())
    return state


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
    page = _ask_listing(edge, asked)
    listed = _listing(edge, page)
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
        page = _ask_listing(edge, asked)
        listed = _listing(edge, page)
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


def _note_change(ledger: Ledger, node: dict[str, Any], updated_at: datetime) -> bool:
    known = ledger.read(pull_key(node["number"]), PullEntry)
    if known is not None and known.updated_at == updated_at and known.status == "ok":
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


def _ask_listing(edge: Edge, asked: dict[str, Any]) -> Page:
    while True:
        try:
            return edge.client.ask("listing", asked)
        except TooHeavy:
            asked["page"] = max(asked["page"] // 2, 1)


def _listing(edge: Edge, page: Page) -> dict[str, Any]:
    repository = page.data["repository"]
    if repository is None or any(node is None for node in repository["pullRequests"]["nodes"]):
        raise Incoherent("a page of pull requests has holes")
    if repository["id"] != edge.state().repo_id:
        raise Refused("GitHub answers for another repository than the one asked for")
    _check_name(edge.ledger.repo, repository["nameWithOwner"])
    listed: dict[str, Any] = repository["pullRequests"]
    return listed


def _check_name(asked: str, given: str) -> None:
    if asked.lower() != given.lower():
        raise Refused(f"{asked} is called {printable(given, 200)} now: run again with that name")
