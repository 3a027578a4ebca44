"""Cuts GitHub's published GraphQL schema down to the types that a set of queries touches.

    python -m curate.standins.github_schema.cut OFFICIAL.graphql scrapers/github/queries > schema.graphql

A type that is touched keeps every field whose own type is kept, with all its arguments, so that the cut also
answers queries that nobody has written yet. Descriptions are left out: they are most of the official file.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from graphql import (
    GraphQLNamedType,
    GraphQLSchema,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    build_schema,
    get_named_type,
    is_enum_type,
    is_input_object_type,
    is_interface_type,
    is_object_type,
    is_scalar_type,
    is_union_type,
    parse,
    print_ast,
    visit,
)

HEADER = "# Cut by cut.py from GitHub's public GraphQL schema (MIT, see LICENSE-schema.md), descriptions left out.\n"
_BUILT_IN = {"Boolean", "Float", "ID", "Int", "String"}


def cut_schema(official: GraphQLSchema, queries: str) -> str:
    """The part of `official` that `queries` touch, as SDL, sorted by name."""
    kept = _touched(official, queries)
    for name in list(kept):
        kind = official.type_map[name]
        if is_union_type(kind):
            kept |= {member.name for member in kind.types}
        elif is_interface_type(kind) and name != "Node":
            kept |= {member.name for member in official.get_possible_types(kind)}
    inputs: set[str] = set()
    bodies = {
        name: _render_fields(official, official.type_map[name], kept, inputs)
        for name in sorted(kept)
        if is_object_type(official.type_map[name]) or is_interface_type(official.type_map[name])
    }
    leaves = _leaves(official, bodies.values(), inputs)
    texts = [_render_type(official.type_map[name], body, kept) for name, body in bodies.items()]
    texts += [_render_leaf(official.type_map[name]) for name in sorted(leaves)]
    texts += [
        f"union {name} = " + " | ".join(sorted(member.name for member in kind.types))
        for name in sorted(kept)
        if is_union_type(kind := official.type_map[name])
    ]
    return HEADER + "\n" + "\n\n".join(texts) + "\n"


def _touched(official: GraphQLSchema, queries: str) -> set[str]:
    """Names of the composite types that the queries select from."""
    found: set[str] = {"Query", "Node"}
    info = TypeInfo(official)

    class Collect(Visitor):
        def enter_selection_set(self, *_: Any) -> None:
            parent = info.get_parent_type()
            if parent is not None:
                found.add(parent.name)

        def enter_field(self, *_: Any) -> None:
            kind = get_named_type(info.get_type())
            if kind is not None and not is_scalar_type(kind) and not is_enum_type(kind):
                found.add(kind.name)

    visit(parse(queries), TypeInfoVisitor(info, Collect()))
    return found


def _render_fields(official: GraphQLSchema, kind: Any, kept: set[str], inputs: set[str]) -> str:
    """The fields of one type whose own types are kept; notes the types of their arguments in `inputs`."""
    lines = []
    for name, field in kind.fields.items():
        target = get_named_type(field.type)
        if target.name not in kept and not is_scalar_type(target) and not is_enum_type(target):
            continue
        inputs.update(get_named_type(argument.type).name for argument in field.args.values())
        given = ", ".join(f"{key}: {argument.type}{_default(argument)}" for key, argument in field.args.items())
        lines.append(f"  {name}{f'({given})' if given else ''}: {field.type}")
    return "\n".join(lines)


def _default(argument: Any) -> str:
    node = argument.ast_node.default_value if argument.ast_node else None
    if node is None:
        return ""
    return f" = {print_ast(node)}"


def _leaves(official: GraphQLSchema, bodies: Iterable[str], inputs: set[str]) -> set[str]:
    """Scalars, enums and input objects that the kept fields and their arguments name, followed through inputs."""
    named: set[str] = set()
    for body in bodies:
        for line in body.splitlines():
            named.add(line.rpartition(":")[2].strip(" []!"))
    waiting = named | inputs
    leaves: set[str] = set()
    while waiting:
        kind = official.type_map[waiting.pop()]
        if kind.name in leaves or kind.name in _BUILT_IN:
            continue
        if is_input_object_type(kind):
            leaves.add(kind.name)
            waiting |= {get_named_type(field.type).name for field in kind.fields.values()}
        elif is_scalar_type(kind) or is_enum_type(kind):
            leaves.add(kind.name)
    return leaves


def _render_type(kind: Any, body: str, kept: set[str]) -> str:
    word = "interface" if is_interface_type(kind) else "type"
    interfaces = [interface.name for interface in kind.interfaces if interface.name in kept]
    implements = f" implements {' & '.join(interfaces)}" if interfaces else ""
    return f"{word} {kind.name}{implements} {{\n{body}\n}}"


def _render_leaf(kind: GraphQLNamedType) -> str:
    if is_enum_type(kind):
        return f"enum {kind.name} {{\n" + "\n".join(f"  {value}" for value in kind.values) + "\n}"
    if is_input_object_type(kind):
        fields = "\n".join(f"  {name}: {field.type}{_default(field)}" for name, field in kind.fields.items())
        return f"input {kind.name} {{\n{fields}\n}}"
    return f"scalar {kind.name}"


def main(path: str, queries: str) -> str:
    """The cut of the official file at `path` for the query files in the folder `queries`."""
    official = build_schema(Path(path).read_text(encoding="utf-8"), assume_valid=True)  # it is not quite valid SDL
    texts = [one.read_text(encoding="utf-8") for one in sorted(Path(queries).glob("*.graphql"))]
    return cut_schema(official, "\n".join(texts))


if __name__ == "__main__":
    sys.stdout.write(main(*sys.argv[1:]))
