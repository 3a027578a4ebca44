"""Writes a table together with everything that it rests on in the library, in the order in which it can be declared.

Only `check_table.py` uses it: this is what an independent checker is given.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from curate.formalize.lean.native.export_table import LEAN
from curate.formalize.terms.table import Constant, Kind, Table
from curate.formalize.terms.table_writer import TableWriter


class Library(Protocol):
    """The library's part."""

    def writer(self, to: TableWriter) -> Callable[[str], dict[str, Any]]:
        """Adds a constant to another table: the fields of its declaration there."""


class Source(Protocol):
    """The constants that are to be written, those of the table and those of the library alike."""

    table: Table

    def kind(self, name: str) -> Kind:
        """Which kind of constant it is."""

    def family(self, name: str) -> str:
        """The first of the inductive types that a type, constructor or recursor was declared with."""

    def reached(self, start: Iterable[str]) -> set[str]:
        """Every constant that those in `start` rest on, themselves among them."""

    def uses(self, name: str) -> Iterable[str]:
        """What one constant mentions or is declared with."""

    def recursors(self) -> Iterator[str]:
        """All recursors that there are."""

    @property
    def trusted(self) -> "Library":
        """The library."""


PARTS: Mapping[Kind, str] = {"inductive": "types", "constructor": "ctors", "recursor": "recs"}


def write_closure(source: Source, roots: Iterable[str]) -> bytes:
    """The text of the table."""
    wanted = source.reached(roots)
    families = {source.family(name) for name in wanted if source.kind(name) in PARTS}
    wanted = source.reached([*wanted, *(one for one in source.recursors() if source.family(one) in families)])
    units: dict[str, list[str]] = {}
    for name in sorted(wanted):
        units.setdefault(_unit(source, name), []).append(name)
    writer = TableWriter(LEAN)
    of_library, copier = source.trusted.writer(writer), Copier(writer, source.table)
    for unit in in_order(units, lambda name: {_unit(source, one) for one in source.uses(name) if one in wanted}):
        parts: dict[str, list[dict[str, Any]]] = {"types": [], "ctors": [], "recs": []}
        for name in units[unit]:
            own, kind = source.table.constants.get(name), source.kind(name)
            shown = copier.constant(own) if own is not None else of_library(name)
            if kind in PARTS:
                parts[PARTS[kind]].append(shown)
            else:
                writer.declare(kind, shown)
        if any(parts.values()):
            writer.declare_inductive(**parts)
    return writer.text()


def in_order(units: Mapping[str, list[str]], needs: Callable[[str], set[str]]) -> Iterator[str]:
    """The units, each after those that it needs."""
    begun, done = set[str](), set[str]()
    todo = sorted(units, reverse=True)
    while todo:
        unit = todo[-1]
        if unit in done:
            todo.pop()
            continue
        missing = [] if unit in begun else sorted(set().union(*map(needs, units[unit])) - done - {unit})
        begun.add(unit)
        if missing:
            todo += missing
            continue
        todo.pop()
        done.add(unit)
        yield unit


def _unit(source: Source, name: str) -> str:
    return source.family(name) if source.kind(name) in PARTS else name


class Copier:
    """Adds the items of a table to another one."""

    def __init__(self, writer: TableWriter, table: Table) -> None:
        self.names, self.levels = [0], [0]
        self.terms: list[int] = []
        for name in table.names[1:]:
            self.names.append(writer.name(self.names[name.before], name.part))
        for level in table.levels[1:]:
            items = self.names if level.kind == "param" else self.levels
            self.levels.append(writer.level(level.kind, *(items[one] for one in level.arguments)))
        for term in table.terms:
            self.terms.append(writer.term(term.kind, *self._values(term.kind, term.values)))

    def constant(self, constant: Constant) -> dict[str, Any]:
        """The fields of a declaration, in the other table's numbers."""
        shown = {
            "name": self.names[constant.number],
            "levelParams": [self.names[one] for one in constant.universes],
            "type": self.terms[constant.type],
        }
        return {**shown, **{key: self._field(key, value) for key, value in constant.rest.items()}}

    def _values(self, kind: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
        names, terms = self.names, self.terms
        match kind:
            case "sort":
                return (self.levels[values[0]],)
            case "const":
                return names[values[0]], tuple(self.levels[one] for one in values[1])
            case "app":
                return terms[values[0]], terms[values[1]]
            case "lam" | "forallE" | "letE":
                return names[values[0]], values[1], *(terms[one] for one in values[2:])
            case "proj":
                return names[values[0]], values[1], terms[values[2]]
        return values

    def _field(self, key: str, value: Any) -> Any:
        match key:
            case "value":
                return self.terms[value]
            case "all" | "ctors":
                return [self.names[one] for one in value]
            case "induct":
                return self.names[value]
            case "rules":
                return [{**one, "ctor": self.names[one["ctor"]], "rhs": self.terms[one["rhs"]]} for one in value]
        return value
