"""Resolvers generated from the schema alone: what a field is decides how it is answered.

A record is a dict with `__typename` and the fields that matter in its case. A connection is a plain list under the
field's name and is paged by what the schema says of it; a field that no record has is null where it may be, and a
value made from its type where it may not. Nothing here knows which queries the client sends.
"""

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLNonNull,
    GraphQLResolveInfo,
    GraphQLSchema,
    build_schema,
    execute_sync,
    get_named_type,
    is_enum_type,
    is_list_type,
    is_non_null_type,
    is_object_type,
    parse,
    validate,
)

Info: TypeAlias = GraphQLResolveInfo[Any]
Record: TypeAlias = dict[str, Any]
SCHEMA = Path(__file__).parent / "schema.graphql"
MOST_ITEMS = 100
MADE_UP: Mapping[str, Any] = {"Boolean": False, "Int": 0, "Float": 0.0, "DateTime": "2020-01-01T00:00:00Z"}
"""What a field that may not be null says when its record does not know it, by scalar; a text otherwise."""


@dataclass
class Records:
    """Everything that this GitHub knows. `hidden` are numbers of pull requests that it does not show."""

    repo: str
    pulls: dict[int, Record] = field(default_factory=dict)
    nodes: dict[str, Record] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)
    """`totalCount` of the connections of a node, by its id, where it is not their number."""
    cursor_mark: str = "v1"
    """Cursors given under another mark are refused."""

    @property
    def repository(self) -> Record:
        """The repository as a record."""
        return {"__typename": "Repository", "id": f"R_{self.repo}", "nameWithOwner": self.repo}

    def visible(self) -> list[Record]:
        """The pull requests that are shown."""
        return [pull for number, pull in self.pulls.items() if number not in self.hidden]

    def find(self, node_id: str) -> Record | None:
        """The record with that id, unless it is hidden."""
        return next((pull for pull in self.visible() if pull["id"] == node_id), self.nodes.get(node_id))


class SchemaError(GraphQLError):
    """An error with GitHub's `type`."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


@cache
def read_schema() -> GraphQLSchema:
    """The cut of GitHub's schema."""
    return build_schema(SCHEMA.read_text(encoding="utf-8"))


@cache
def parse_query(text: str) -> tuple[DocumentNode, tuple[GraphQLError, ...]]:
    """The document of a query, and what the schema holds against it."""
    document = parse(text)
    return document, tuple(validate(read_schema(), document))


def run_query(records: Records, document: DocumentNode, variables: Mapping[str, Any], rate: Record) -> Record:
    """The answer's `data` and `errors`, errors as GitHub words them."""
    result: Any = execute_sync(
        read_schema(),
        document,
        variable_values=dict(variables),
        context_value={"records": records, "rate": rate},
        field_resolver=_resolve,
        type_resolver=lambda value, _info, _kind: str(value["__typename"]),
    )
    answer: Record = {"data": result.data}
    if result.errors:
        answer["errors"] = [
            {"type": getattr(error.original_error or error, "kind", "INTERNAL"), "path": error.path, "locations": []}
            | {"message": error.message}
            for error in result.errors
        ]
    return answer


def _resolve(source: Any, info: Info, **arguments: Any) -> Any:
    """Any field of any type."""
    records: Records = info.context["records"]
    if info.parent_type.name == "Query":
        return _resolve_root(records, info, arguments)
    if info.parent_type.name == "Repository" and info.field_name in ("pullRequest", "pullRequests"):
        return _resolve_pulls(records, info.field_name, arguments)
    kind: Any = info.return_type
    named = get_named_type(kind)
    value = source.get(info.field_name) if isinstance(source, Mapping) else None
    if is_object_type(named) and {"nodes", "pageInfo"} <= named.fields.keys():
        if value is None and not is_non_null_type(kind):
            return None
        total = records.counts.get(f"{source.get('id')}.{info.field_name}")
        return _page(list(value or ()), arguments, total)
    return _make_up(kind, source, info.field_name) if value is None else value


def _resolve_root(records: Records, info: Info, arguments: Mapping[str, Any]) -> Any:
    match info.field_name:
        case "repository":
            if f"{arguments['owner']}/{arguments['name']}".lower() != records.repo.lower():
                raise SchemaError("NOT_FOUND", "Could not resolve to a Repository with that name.")
            return records.repository
        case "node":
            return _find(records, arguments["id"])
        case "nodes":
            return [_find_or_error(records, node_id) for node_id in arguments["ids"]]
        case "viewer":
            return {"__typename": "User", "login": "reader"}
        case "rateLimit":
            return info.context["rate"]
        case other:
            return _make_up(info.return_type, {}, other)


def _find(records: Records, node_id: str) -> Record:
    found = records.find(node_id)
    if found is None:
        raise SchemaError("NOT_FOUND", f"Could not resolve to a node with the global id of '{node_id}'.")
    return found


def _find_or_error(records: Records, node_id: str) -> Any:
    try:
        return _find(records, node_id)
    except SchemaError as error:
        return error


def _resolve_pulls(records: Records, name: str, arguments: Mapping[str, Any]) -> Any:
    if name == "pullRequest":
        pull = next((pull for pull in records.visible() if pull["number"] == arguments["number"]), None)
        if pull is None:
            raise SchemaError(
                "NOT_FOUND", f"Could not resolve to a PullRequest with the number of {arguments['number']}."
            )
        return pull
    order = arguments.get("orderBy") or {"field": "CREATED_AT", "direction": "ASC"}
    first, *others = str(order["field"]).lower().split("_")
    key = first + "".join(word.title() for word in others)
    ordered = sorted(records.visible(), key=lambda pull: (pull[key], pull["number"]))
    marks = [[records.cursor_mark, pull[key], pull["number"]] for pull in ordered]
    if order["direction"] == "DESC":
        ordered, marks = ordered[::-1], marks[::-1]
    start = 0
    if arguments.get("after"):
        mark = _open_cursor(arguments["after"])
        if not isinstance(mark, list) or mark[0] != records.cursor_mark:
            raise _bad_cursor(arguments["after"])
        ascending = order["direction"] == "ASC"
        behind = (place for place, one in enumerate(marks) if (one > mark if ascending else one < mark))
        start = next(behind, len(marks))
    end = start + _first(arguments)
    return _connection(ordered, start, end, _cursor(marks[min(end, len(marks)) - 1]) if marks else None)


def _page(items: list[Any], arguments: Mapping[str, Any], total: int | None) -> Record:
    start = 0
    if arguments.get("after"):
        mark = _open_cursor(arguments["after"])
        if not isinstance(mark, int):
            raise _bad_cursor(arguments["after"])
        start = mark
    end = min(start + _first(arguments), len(items))
    page = _connection(items, start, end, _cursor(end))
    return page if total is None else page | {"totalCount": total}


def _connection(items: list[Any], start: int, end: int, cursor: str | None) -> Record:
    info = {"hasNextPage": end < len(items), "hasPreviousPage": start > 0, "endCursor": cursor, "startCursor": None}
    return {"totalCount": len(items), "nodes": items[start:end], "pageInfo": info if items[start:end] else {**info}}


def _first(arguments: Mapping[str, Any]) -> int:
    first = arguments.get("first")
    if first is None or not 1 <= first <= MOST_ITEMS:
        raise SchemaError("EXCESSIVE_PAGINATION", f"Requesting {first} records exceeds the `first` limit of 100.")
    return int(first)


def _cursor(mark: Any) -> str:
    return base64.b64encode(json.dumps(mark).encode()).decode()


def _open_cursor(cursor: str) -> Any:
    try:
        return json.loads(base64.b64decode(cursor, validate=True))
    except ValueError:
        raise _bad_cursor(cursor) from None


def _bad_cursor(cursor: str) -> SchemaError:
    return SchemaError("INVALID_CURSOR_ARGUMENTS", f"`{cursor}` does not appear to be a valid cursor.")


def _make_up(kind: Any, source: Any, name: str) -> Any:
    """A value of the type `kind` for a field that no record knows."""
    if not is_non_null_type(kind):
        return None
    inner: Any = kind.of_type if isinstance(kind, GraphQLNonNull) else kind
    if is_list_type(inner):
        return []
    named = get_named_type(inner)
    if is_enum_type(named):
        return next(iter(named.values))
    if is_object_type(named):
        return {"__typename": named.name}
    text = hashlib.sha256(json.dumps([source.get("id"), name], default=str).encode()).hexdigest()
    return MADE_UP.get(named.name, text[:40])
