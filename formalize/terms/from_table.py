"""Turns a table of constants into the terms that statements are read from."""

from collections.abc import Iterable
from typing import Any

from curate.formalize.terms.table import BINDERS, Level, Table, Term

Known = dict[str, tuple[list[str], int]]
"""Universe names and type, as the index of a node, of constants."""


def to_nodes(table: Table) -> list[list[Any]]:
    """The terms of a table as nodes of `Terms`, in the same order."""
    levels: list[list[Any]] = []
    for level in table.levels:
        levels.append(_level(table, level, levels))
    return [_node(table, term, levels) for term in table.terms]


def describe(table: Table) -> dict[str, dict[str, Any]]:
    """Kind, universes, type and value of each constant; terms are indices of the nodes above."""
    return {
        name: {
            "kind": one.kind,
            "safe": one.safe,
            "levels": [table.names[place].text for place in one.universes],
            "type": one.type,
            "value": one.value,
        }
        for name, one in table.constants.items()
    }


def join(nodes: list[list[Any]], types: Table, wanted: Iterable[str]) -> Known:
    """Adds the terms of a second table to `nodes`; the types there of the `wanted` constants."""
    start = len(nodes)
    nodes += [_moved(node, start) for node in to_nodes(types)]
    return {
        name: ([types.names[place].text for place in one.universes], one.type + start)
        for name in wanted
        if (one := types.constants.get(name)) is not None
    }


def _level(table: Table, level: Level, earlier: list[list[Any]]) -> list[Any]:
    if level.kind == "param":
        return ["param", table.names[level.arguments[0]].text]
    return [level.kind, *(earlier[one] for one in level.arguments)]


def _node(table: Table, term: Term, levels: list[list[Any]]) -> list[Any]:
    values = term.values
    match term.kind:
        case "bvar":
            return ["var", values[0]]
        case "sort":
            return ["sort", levels[values[0]]]
        case "const":
            return ["const", table.names[values[0]].text, [levels[one] for one in values[1]]]
        case "app":
            return ["app", *values]
        case "lam" | "forallE":
            kind = "lam" if term.kind == "lam" else "pi"
            return [kind, table.names[values[0]].text, BINDERS[values[1]], values[2], values[3]]
        case "letE":
            return ["let", table.names[values[0]].text, *values[2:]]
        case "natVal":
            return ["nat", values[0]]
        case "strVal":
            return ["str", values[0]]
    return ["proj", table.names[values[0]].text, values[1], values[2]]


def _moved(node: list[Any], by: int) -> list[Any]:
    places = {"app": (1, 2), "lam": (3, 4), "pi": (3, 4), "let": (2, 3, 4), "proj": (3,)}.get(node[0], ())
    return [value + by if place in places else value for place, value in enumerate(node)]
