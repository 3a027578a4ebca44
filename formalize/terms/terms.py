"""Lean terms as plain values: their digests, what they mention, and their types."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Node = Sequence[Any]
"""[tag, ...]: var index | sort level | const name levels | app f a | lam, pi name info type body
| let name type value body | nat digits | str text | mdata term | proj structure field term.
Terms are indices of earlier nodes; variables count binders from the inside (de Bruijn)."""


class Terms:
    """The node table of one compiled module."""

    def __init__(self, nodes: Sequence[Node], types: Mapping[str, tuple[Sequence[str], int]]) -> None:
        self.nodes: list[Node] = list(nodes)
        self.types = types
        """Universe names and type of every constant that the nodes mention."""

    def add(self, *node: Any) -> int:
        """The index of a new node."""
        self.nodes.append(node)
        return len(self.nodes) - 1

    def plain(self, at: int) -> Node:
        """The node, without the remarks (`mdata`) around it."""
        while self.nodes[at][0] == "mdata":
            at = self.nodes[at][1]
        return self.nodes[at]

    def binders(self, at: int, kind: str = "pi") -> tuple[list[Node], int]:
        """The leading binders of a term, outermost first, and what they bind."""
        found: list[Node] = []
        while True:
            node = self.plain(at)
            if node[0] != kind:
                return found, at
            found.append(node)
            at = node[4]

    def spine(self, at: int) -> tuple[int, list[int]]:
        """The head of an application and its arguments."""
        arguments: list[int] = []
        node = self.plain(at)
        while node[0] == "app":
            arguments.append(node[2])
            at = node[1]
            node = self.plain(at)
        return at, arguments[::-1]

    def constants(self, roots: Iterable[int]) -> set[str]:
        """Names of the constants that the terms mention."""
        return {node[1] for node in map(self.nodes.__getitem__, self.below(roots)) if node[0] == "const"}

    def below(self, roots: Iterable[int]) -> set[int]:
        """Indices of all nodes in the terms."""
        todo, done = list(roots), set[int]()
        while todo:
            at = todo.pop()
            if at not in done:
                done.add(at)
                todo += children(self.nodes[at])
        return done

    def mentions(self, at: int, index: int) -> bool:
        """Whether the variable that is `index` binders outside of the term occurs in it."""
        todo, seen = [(at, index)], set[tuple[int, int]]()
        while todo:
            here = todo.pop()
            if here in seen:
                continue
            seen.add(here)
            node, depth = self.nodes[here[0]], here[1]
            if node[0] == "var" and node[1] == depth:
                return True
            inside = bound_child(node)
            todo += [
                (child, depth + 1 if child_at == inside else depth) for child_at, child in enumerate_children(node)
            ]
        return False

    def is_closed(self, at: int) -> bool:
        """Whether a term mentions no variable that is bound outside of it."""
        outside: dict[int, int] = {}
        todo = [at]
        while todo:
            here = todo[-1]
            node = self.nodes[here]
            missing = [child for child in children(node) if child not in outside]
            if missing:
                todo += missing
                continue
            todo.pop()
            inside = bound_child(node)
            reach = [outside[child] - (place == inside) for place, child in enumerate_children(node)]
            outside[here] = node[1] + 1 if node[0] == "var" else max(reach, default=0)
        return outside[at] <= 0

    def bound_names(self, roots: Iterable[int]) -> set[str]:
        """Names of the variables that the terms bind."""
        return {node[1] for node in map(self.nodes.__getitem__, self.below(roots)) if bound_child(node) >= 0}

    def rebound(self, root: int) -> set[str]:
        """Names that a term binds where the same name is bound already. Names that Lean made up don't count."""
        found = set[str]()
        todo: list[tuple[int, frozenset[str]]] = [(root, frozenset())]
        seen = set(todo)
        while todo:
            at, around = todo.pop()
            node = self.nodes[at]
            inside = bound_child(node)
            for place, child in enumerate_children(node):
                names = around
                if place == inside and "✝" not in node[1] and "." not in node[1]:
                    found |= around & {node[1]}
                    names = around | {node[1]}
                if (child, names) not in seen:
                    seen.add((child, names))
                    todo.append((child, names))
        return found

    def is_proposition(self, at: int, context: Sequence[int]) -> bool:
        """Whether a type lies in Prop, as far as its shape tells. `context`: types of the binders around it."""
        kind = self.type_of(at, list(context))
        return kind is not None and self.plain(kind)[0] == "sort" and _is_zero(self.plain(kind)[1])

    def type_of(self, at: int, context: list[int]) -> int | None:
        """The type of a term; None where only unfolding a definition would tell."""
        node = self.plain(at)
        match node[0]:
            case "var":
                index = node[1]
                return self.lift(context[-1 - index], index + 1) if index < len(context) else None
            case "sort":
                return self.add("sort", ["succ", node[1]])
            case "const":
                return self._constant_type(node)
            case "pi":
                return self.type_of(node[4], [*context, node[3]])
            case "app":
                head, arguments = self.spine(at)
                known = self.type_of(head, context)
                for argument in arguments:
                    if known is None or self.plain(known)[0] != "pi":
                        return None
                    known = self.instantiate(self.plain(known)[4], argument)
                return known
            case "let":
                return self.type_of(self.instantiate(node[4], node[3]), context)
        return None

    def _constant_type(self, node: Node) -> int | None:
        if node[1] not in self.types:
            return None
        names, at = self.types[node[1]]
        return self.with_levels(at, dict(zip(names, node[2], strict=True)))

    def with_levels(self, at: int, levels: Mapping[str, Any]) -> int:
        """The term with universe parameters replaced by levels."""
        if not levels:
            return at
        return self._rebuild(at, lambda node, _: self._levels_in(node, levels))

    def _levels_in(self, node: Node, levels: Mapping[str, Any]) -> int | None:
        if node[0] == "sort":
            return self.add("sort", _replace(node[1], levels))
        if node[0] == "const":
            return self.add("const", node[1], [_replace(level, levels) for level in node[2]])
        return None

    def instantiate(self, body: int, value: int) -> int:
        """`body`, which stands under one binder, with that binder's variable replaced by `value`."""

        def change(node: Node, depth: int) -> int | None:
            if node[0] != "var" or node[1] < depth:
                return None
            return self.lift(value, depth) if node[1] == depth else self.add("var", node[1] - 1)

        return self._rebuild(body, change)

    def lift(self, at: int, by: int) -> int:
        """A term as it reads `by` binders further in."""
        if by == 0:
            return at
        return self._rebuild(
            at,
            lambda node, depth: self.add("var", node[1] + by) if node[0] == "var" and node[1] >= depth else None,
        )

    def _rebuild(self, root: int, change: Any) -> int:
        """The term with `change(node, depth)` put in place of each node for which it gives one."""
        done: dict[tuple[int, int], int] = {}
        todo = [(root, 0)]
        while todo:
            here = todo[-1]
            node, depth = self.nodes[here[0]], here[1]
            if here in done:
                todo.pop()
                continue
            changed = change(node, depth)
            if changed is not None:
                done[here] = changed
                continue
            inside = bound_child(node)
            inner = [(at, (child, depth + 1 if at == inside else depth)) for at, child in enumerate_children(node)]
            missing = [child for _, child in inner if child not in done]
            if missing:
                todo += missing
                continue
            made = list(node)
            for at, child in inner:
                made[at] = done[child]
            done[here] = here[0] if made == list(node) else self.add(*made)
        return done[(root, 0)]

    def digests(self, roots: Iterable[int], levels: Mapping[str, str]) -> dict[int, str]:
        """sha256 of each term, blind to names of bound variables, to binder brackets and to remarks.

        `levels` renames universe parameters, so that their names don't matter either.
        """
        found: dict[int, str] = {}
        todo = list(roots)
        while todo:
            at = todo[-1]
            if at in found:
                todo.pop()
                continue
            missing = [child for child in children(self.nodes[at]) if child not in found]
            if missing:
                todo += missing
                continue
            todo.pop()
            found[at] = self._digest(self.nodes[at], found, levels)
        return found

    @staticmethod
    def _digest(node: Node, found: Mapping[int, str], levels: Mapping[str, str]) -> str:
        if node[0] == "mdata":
            return found[node[1]]
        own: list[Any] = [found[child] for child in children(node)]
        match node[0]:
            case "var" | "nat" | "str":
                own.append(node[1])
            case "sort":
                own.append(_rename(node[1], levels))
            case "const":
                own += [node[1], [_rename(level, levels) for level in node[2]]]
            case "proj":
                own += [node[1], node[2]]
        return hashlib.sha256(json.dumps([node[0], *own], ensure_ascii=False).encode("utf-8", "replace")).hexdigest()


def enumerate_children(node: Node) -> list[tuple[int, int]]:
    """Place in the node and index of each term in it."""
    match node[0]:
        case "app":
            places = (1, 2)
        case "lam" | "pi":
            places = (3, 4)
        case "let":
            return [(2, node[2]), (3, node[3]), (4, node[4])]
        case "mdata":
            return [(1, node[1])]
        case "proj":
            return [(3, node[3])]
        case _:
            return []
    return [(place, node[place]) for place in places]


def children(node: Node) -> list[int]:
    """Indices of the terms in a node."""
    return [child for _, child in enumerate_children(node)]


def bound_child(node: Node) -> int:
    """The place in a node of the term under its binder; -1 when it binds nothing."""
    return 4 if node[0] in ("lam", "pi", "let") else -1


def _replace(level: Any, levels: Mapping[str, Any]) -> Any:
    if level[0] == "param":
        return levels.get(level[1], level)
    return [level[0], *(_replace(part, levels) for part in level[1:])]


def _rename(level: Any, levels: Mapping[str, str]) -> Any:
    if level[0] == "param":
        return ["param", levels.get(level[1], level[1])]
    return [level[0], *(_rename(part, levels) for part in level[1:])]


def _is_zero(level: Any) -> bool:
    match level[0]:
        case "zero":
            return True
        case "imax":
            return _is_zero(level[2])
        case "max":
            return _is_zero(level[1]) and _is_zero(level[2])
    return False
