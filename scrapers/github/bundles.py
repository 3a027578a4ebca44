"""One pull request as one bundle: its header and every page of its lists, put together by pure functions."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from curate.scrapers.github.ledger import LISTS, Draft, ListName, PullEntry, ShaTodo, parse_time
from curate.scrapers.github.parse import check_header, check_items
from curate.scrapers.github.verdicts import ErrorPath


class Incoherent(Exception):
    """An answer without errors that yet can't be what was asked for."""


def open_bundle(
    node: Mapping[str, Any], page: int, known: PullEntry | None, read_at: datetime, refused: tuple[str, ...]
) -> PullEntry:
    """The entry of the pull request whose header `node` stands on page `page`, with a draft of what is held of it."""
    after: dict[ListName, str] = {}
    for name in LISTS:
        cursor = _next_cursor(node[name])
        if cursor is not None:
            after[name] = cursor
    draft = Draft(
        updated_at=_updated_at(node),
        head_sha=node["headRefOid"],
        pages=(page,),
        after=after,
        read_at=read_at,
        refused=refused,
    )
    entry = known or PullEntry(number=node["number"], node_id=node["id"], status="partial")
    fresh = {"node_id": node["id"], "status": "partial", "attempts": entry.attempts + 1, "draft": draft}
    return entry.model_copy(update=fresh)


def ask_more(entry: PullEntry, items: int) -> dict[str, Any]:
    """The variables of the query for the next page of every list of `entry` that has one."""
    asked: dict[str, Any] = {"id": entry.node_id, "items": items}
    for name, cursor in (entry.draft.after if entry.draft else {}).items():
        asked |= {name: True, f"{name}After": cursor}
    return asked


def extend_bundle(
    entry: PullEntry, node: Mapping[str, Any] | None, page: int, refused: tuple[str, ...]
) -> PullEntry | None:
    """The entry after the next page of its lists. None: the pull request changed meanwhile; begin anew.

    Raises:
        Incoherent: `node` is not what was asked for.
    """
    draft = entry.draft
    if node is None or draft is None or node.get("id") != entry.node_id or node.get("number") != entry.number:
        raise Incoherent(f"asked for more of pull request {entry.number}, got another or none")
    if _updated_at(node) != draft.updated_at or node["headRefOid"] != draft.head_sha:
        return None
    after: dict[ListName, str] = {}
    for name, before in draft.after.items():
        _check_list(name, node.get(name), entry.number, refused)
        cursor = _next_cursor(node[name])
        if cursor == before:
            raise Incoherent(f"a list of pull request {entry.number} does not move on")
        if cursor is not None:
            after[name] = cursor
    longer = {"pages": (*draft.pages, page), "after": after, "refused": (*draft.refused, *refused)}
    return entry.model_copy(update={"draft": draft.model_copy(update=longer)})


def close_bundle(entry: PullEntry, short: bool, keep_older: bool) -> PullEntry:
    """The entry whose draft is whole. `keep_older`: the bundle before it holds what this one lacks."""
    draft = entry.draft
    assert draft is not None
    done = {
        "status": "ok",
        "updated_at": draft.updated_at,
        "read_at": draft.read_at,
        "older": (*entry.older, entry.pages) if keep_older else entry.older,
        "pages": draft.pages,
        "refused": draft.refused,
        "short": entry.short + 1 if short else 0,
        "draft": None,
    }
    return entry.model_copy(update=done)


def find_shas(node: Mapping[str, Any], updated_at: datetime) -> Iterator[tuple[str, ShaTodo]]:
    """The commits that `node` names in its commit list and in its force pushes."""
    found = [item["commit"] for item in _nodes(node.get("commits"))]
    for item in _nodes(node.get("timelineItems")):
        if item["__typename"] == "HeadRefForcePushedEvent":
            found += [item["beforeCommit"], item["afterCommit"]]
    for commit in found:
        if commit is not None:
            committed_at = parse_time(commit["committedDate"])
            settles = max(updated_at, committed_at) if committed_at else updated_at
            yield commit["oid"], ShaTodo(node_id=commit["id"], committed_at=committed_at, pushed_by=settles)


def find_replaced(node: Mapping[str, Any]) -> Iterator[str]:
    """The shas that git may know by no other name: both ends of every force push, and the head."""
    if node.get("headRefOid"):
        yield node["headRefOid"]
    for item in _nodes(node.get("timelineItems")):
        if item["__typename"] == "HeadRefForcePushedEvent":
            yield from (commit["oid"] for commit in (item["beforeCommit"], item["afterCommit"]) if commit)


def find_refused(refused: Sequence[ErrorPath], prefix: ErrorPath) -> tuple[str, ...]:
    """What was refused inside the node at `prefix`, as dotted fields; `("",)` when it is the node itself."""
    inside = [path[len(prefix) :] for path in refused if path[: len(prefix)] == prefix]
    return tuple(".".join(map(str, path)) for path in inside)


def check_count(nodes: list[Any] | None, asked: int) -> None:
    """Raises Incoherent when there is not one node for each that was asked for."""
    if nodes is None or len(nodes) != asked:
        raise Incoherent(f"asked for {asked} nodes, got {len(nodes or ())}")


def check_bundle(node: Mapping[str, Any] | None, refused: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """`node` when it is a whole header with its lists, but for what was refused, and can be parsed.

    Raises:
        Incoherent: it is null, or something in it is missing that GitHub never leaves out.
    """
    if not node:
        raise Incoherent("a pull request came back as null without an error")
    for name in LISTS:
        connection = node[name]
        if connection is None and name in ("files", "userContentEdits"):
            continue  # nullable in GitHub's schema: no diff to list, or no edit ever
        _check_list(name, connection, node.get("number"), refused)
        check_number(connection["totalCount"])
    check_header(node)
    return node


def check_number(value: Any) -> None:
    """Raises Incoherent where GitHub's schema promises a count and `value` is none."""
    if not isinstance(value, int) or value < 0:
        raise Incoherent("a list does not say how long it is")


def _check_list(
    name: ListName, connection: Mapping[str, Any] | None, number: int | None, refused: tuple[str, ...]
) -> None:
    if connection is None or connection.get("nodes") is None:
        raise Incoherent(f"a list of pull request {number} is missing")
    holes = [place for place, item in enumerate(connection["nodes"]) if item is None]
    if any(f"{name}.nodes.{place}" not in refused for place in holes):
        raise Incoherent(f"a list of pull request {number} has holes")
    check_page_info(connection["pageInfo"])
    check_items(name, (item for item in connection["nodes"] if item is not None))


def check_page_info(info: Mapping[str, Any]) -> None:
    """Raises Incoherent when a list does not say whether it goes on, or where."""
    cursor = info["endCursor"]
    if not isinstance(info["hasNextPage"], bool) or not (cursor is None or isinstance(cursor, str)):
        raise Incoherent("a list does not say whether there is more")
    if info["hasNextPage"] and not cursor:
        raise Incoherent("a list goes on but has no cursor")


def _next_cursor(connection: Mapping[str, Any] | None) -> str | None:
    if connection is None or not connection["pageInfo"]["hasNextPage"]:
        return None
    check_page_info(connection["pageInfo"])
    return str(connection["pageInfo"]["endCursor"])


def _nodes(connection: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    return [] if connection is None else [item for item in connection["nodes"] if item is not None]


def _updated_at(node: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(node["updatedAt"])
