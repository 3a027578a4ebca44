"""Runs our queries with graphql-core over a `World`: lookups by name and id, and connections paged from plain lists."""

import base64
import binascii
from bisect import bisect_left, bisect_right
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLSchema,
    build_schema,
    execute_sync,
    parse,
    validate,
)

from curate.standins.github.world import Node, World

Info: TypeAlias = GraphQLResolveInfo[Any]
SLICE = Path(__file__).parent / "slice.graphql"
PAGED = {
    "PullRequest": ("commits", "timelineItems", "files", "labels", "userContentEdits"),
    "StatusCheckRollup": ("contexts",),
}


@cache
def read_schema() -> GraphQLSchema:
    """The schema slice with its resolvers."""
    schema = build_schema(SLICE.read_text(encoding="utf-8"))
    query = schema.type_map["Query"]
    assert isinstance(query, GraphQLObjectType)
    query.fields["repository"].resolve = _repository
    query.fields["node"].resolve = lambda _, info, **given: _find(info, given["id"])
    query.fields["nodes"].resolve = lambda _, info, **given: [_find_or_error(info, one) for one in given["ids"]]
    query.fields["viewer"].resolve = lambda _, __: {"__typename": "User", "login": "demo-reader"}
    query.fields["rateLimit"].resolve = lambda _, info, **__: info.context["rate"]
    repository = schema.type_map["Repository"]
    assert isinstance(repository, GraphQLObjectType)
    repository.fields["pullRequests"].resolve = _pull_requests
    repository.fields["pullRequest"].resolve = _pull_request
    for name, fields in PAGED.items():
        kind = schema.type_map[name]
        assert isinstance(kind, GraphQLObjectType)
        for field in fields:
            kind.fields[field].resolve = _page_list
    return schema


@cache
def parse_query(text: str) -> tuple[DocumentNode, tuple[GraphQLError, ...]]:
    """The document of a query, and what the slice holds against it."""
    document = parse(text)
    return document, tuple(validate(read_schema(), document))


def run_query(world: World, document: DocumentNode, variables: dict[str, Any], rate: Node) -> dict[str, Any] | None:
    """The answer's `data` and `errors`, errors as GitHub words them; None when GitHub gives up on it."""
    context = {"world": world, "rate": rate, "asked": variables}
    result: Any = execute_sync(read_schema(), document, variable_values=variables, context_value=context)
    if any(isinstance(error.original_error, TooHeavy) for error in result.errors or ()):
        return None
    answer: dict[str, Any] = {"data": result.data}
    if result.errors:
        answer["errors"] = [_describe(error) for error in result.errors]
    return answer


class NotFound(GraphQLError):
    """A node that is not there."""


class TooHeavy(GraphQLError):
    """GitHub gives up on the query."""


def _describe(error: GraphQLError) -> dict[str, Any]:
    kind = "NOT_FOUND" if isinstance(error.original_error or error, NotFound) else "INTERNAL"
    return {"type": kind, "path": error.path, "message": error.message}


def _repository(_: Any, info: Info, owner: str, name: str, **__: Any) -> Node:
    world: World = info.context["world"]
    return {"__typename": "Repository", "id": world.repo_id, "nameWithOwner": world.repo}


def _find(info: Info, node_id: str) -> Node:
    world: World = info.context["world"]
    found = world.find(node_id)
    if found is not None and found["__typename"] == "PullRequest":
        ids = info.context["asked"].get("ids", [node_id])
        if _is_too_heavy(world, found["number"], len(ids), info.context["asked"].get("items")):
            raise TooHeavy("the query took too long")
    if found is None:
        raise NotFound(f"Could not resolve to a node with the global id of '{node_id}'.")
    return found


def _find_or_error(info: Info, node_id: str) -> Any:
    """One missing node is null in the list with an error of its own, and the others are answered."""
    try:
        return _find(info, node_id)
    except NotFound as error:
        return error


def _pull_request(_: Any, info: Info, number: int) -> Node:
    world: World = info.context["world"]
    if number not in world.stubs:
        raise NotFound(f"Could not resolve to a PullRequest with the number of {number}.")
    return _find(info, f"PR_{number}")


def _pull_requests(_: Any, info: Info, first: int, after: str | None = None, **given: Any) -> Node:
    """Ordered by time and number; the cursor is the last pair, so that what moves meanwhile moves for it too."""
    world: World = info.context["world"]
    order = given.get("orderBy") or {"field": "CREATED_AT", "direction": "ASC"}
    pairs = world.listed(order["field"] == "UPDATED_AT")
    mark = _decode(after)
    behind = None if mark is None else (mark.split("|")[0], int(mark.split("|")[1]))
    if order["direction"] == "ASC":
        start = 0 if behind is None else bisect_right(pairs, behind)
        page, more = pairs[start : start + first], start + first < len(pairs)
    else:
        end = len(pairs) if behind is None else bisect_left(pairs, behind)
        page, more = pairs[max(end - first, 0) : end][::-1], end - first > 0
    if any(_is_too_heavy(world, number, first, info.context["asked"].get("items")) for _, number in page):
        raise TooHeavy("the query took too long")
    shown = [world.pull(number) for _, number in page]
    cursor = _encode(f"{page[-1][0]}|{page[-1][1]}") if page else None
    return {
        "totalCount": len(pairs),
        "nodes": shown,
        "pageInfo": {"hasNextPage": more, "endCursor": cursor},
    }


def _is_too_heavy(world: World, number: int, nodes: int, items: int | None) -> bool:
    most = world.heavy.get(number)
    return most is not None and items is not None and (nodes > 1 or items > most)


def _page_list(parent: Node, info: Info, first: int, after: str | None = None, **_: Any) -> Any:
    whole = parent[info.field_name]
    if whole is None:
        return None
    start = int(_decode(after) or 0)
    end = start + first
    return {
        "totalCount": len(whole),
        "nodes": whole[start:end],
        "pageInfo": {"hasNextPage": end < len(whole), "endCursor": _encode(str(min(end, len(whole))))},
    }


def _encode(mark: str) -> str:
    return base64.b64encode(f"cursor:{mark}".encode()).decode()


def _decode(cursor: str | None) -> str | None:
    if cursor is None:
        return None
    try:
        return base64.b64decode(cursor, validate=True).decode().removeprefix("cursor:")
    except (binascii.Error, UnicodeDecodeError) as error:
        raise GraphQLError(f"`{cursor}` does not appear to be a valid cursor.") from error
