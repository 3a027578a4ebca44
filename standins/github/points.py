"""What a query costs, by the formula of GitHub's documentation, and what GitHub refuses to run.

https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
)
from graphql.utilities import value_from_ast_untyped

MOST_NODES = 500_000
MOST_ITEMS = 100
MOST_IDS = 100


@dataclass(frozen=True)
class Cost:
    """`points` of the hourly limit; `nodes` that the query could return."""

    points: int
    nodes: int


class OverLimit(Exception):
    """GitHub would not run this query; `kind` is the type of its error."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class _Count:
    def __init__(self, document: DocumentNode, variables: dict[str, Any]) -> None:
        self.fragments = {
            node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)
        }
        self.variables = variables
        self.requests = 0
        self.nodes = 0

    def visit(self, selections: SelectionSetNode | None, times: int) -> None:
        """Adds what `selections` cost when their parent occurs `times` times."""
        for node in selections.selections if selections else ():
            if isinstance(node, FragmentSpreadNode):
                self.visit(self.fragments[node.name.value].selection_set, times)
            elif isinstance(node, InlineFragmentNode):
                self.visit(node.selection_set, times)
            elif isinstance(node, FieldNode) and self._included(node):
                self.visit(node.selection_set, times * self._size(node, times))

    def _size(self, field: FieldNode, times: int) -> int:
        given = {
            argument.name.value: value_from_ast_untyped(argument.value, self.variables)
            for argument in field.arguments or ()
        }
        name = field.name.value
        if name == "nodes" and "ids" in given:
            if len(given["ids"]) > MOST_IDS:
                said = f"You may not provide more than {MOST_IDS} node ids; you provided {len(given['ids'])}."
                raise OverLimit("ARGUMENT_LIMIT", said)
            self.nodes += len(given["ids"])
            return len(given["ids"])
        if "first" not in given and "last" not in given:
            if "after" in given:
                raise OverLimit("MISSING_PAGINATION_BOUNDARIES", f"You must provide `first` or `last` on `{name}`.")
            return 1
        size = int(given.get("first", given.get("last", 0)))
        if not 1 <= size <= MOST_ITEMS:
            raise OverLimit(
                "EXCESSIVE_PAGINATION",
                f"Requesting {size} records on the `{name}` connection exceeds the limit of {MOST_ITEMS} records.",
            )
        self.requests += times
        self.nodes += times * size
        return size

    def _included(self, field: FieldNode) -> bool:
        for directive in field.directives or ():
            (condition,) = directive.arguments or ()
            if bool(value_from_ast_untyped(condition.value, self.variables)) is not (directive.name.value == "include"):
                return False
        return True


def estimate_cost(document: DocumentNode, variables: Mapping[str, Any]) -> Cost:
    """The cost of the only operation in `document`, every connection taken to be filled to its `first` or `last`.

    Raises:
        OverLimit: GitHub would refuse it.
    """
    (operation,) = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    defaults = {
        definition.variable.name.value: value_from_ast_untyped(definition.default_value)
        for definition in operation.variable_definitions or ()
        if definition.default_value is not None
    }
    count = _Count(document, {**defaults, **variables})
    count.visit(operation.selection_set, 1)
    if count.nodes > MOST_NODES:
        raise OverLimit(
            "MAX_NODE_LIMIT_EXCEEDED",
            f"This query requests up to {count.nodes} possible nodes which exceeds the maximum limit of {MOST_NODES}.",
        )
    return Cost(max(1, (count.requests + 50) // 100), count.nodes)
