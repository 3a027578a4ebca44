"""The trusted library, as the process of the kernel sees it: its compiled modules, or a table that its own Lean wrote.

Only `check_table.py` uses it. The shapes of compiled modules are those of Lean 4.35.0.
"""

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from curate.formalize.lean.native.build_objects import TAGS, Builder
from curate.formalize.lean.native.export_closure import Copier
from curate.formalize.lean.native.export_table import Exporter
from curate.formalize.lean.native.objects import Library, Names, Rejected, array, field, items, tag
from curate.formalize.terms.table import Kind, Table
from curate.formalize.terms.table_writer import TableWriter


class Trusted(Protocol):
    """The constants of the trusted library."""

    @property
    def loaded(self) -> Collection[str]:
        """Names of its modules."""

    @property
    def stated(self) -> Collection[str]:
        """Theorems that stand in it as axioms, without their proofs."""

    @property
    def axioms(self) -> Collection[str]:
        """The axioms behind those proofs."""

    @property
    def constants(self) -> Collection[str]:
        """The names of its constants."""

    def used(self, name: str) -> Iterable[str]:
        """Names of the constants that a declaration mentions or is declared with."""

    def kind(self, name: str) -> Kind:
        """Which kind of constant it is."""

    def family(self, name: str) -> str:
        """The first of the inductive types that a type, constructor or recursor was declared with."""

    def objects(self, names: Sequence[str]) -> list[tuple[int, int]]:
        """Lean's objects of constants: each one's name, and its `Lean.ConstantInfo`."""

    def writer(self, to: TableWriter, types: bool = False) -> Callable[[str], dict[str, Any]]:
        """Adds a constant, or with `types` its type alone, to another table: the fields of its declaration there."""


class Modules:
    """The library's compiled modules."""

    def __init__(self, library: Library, search_path: list[str]) -> None:
        self.library, self.search_path, self.names = library, search_path, Names()
        self.constants: dict[str, int] = {}
        self.pointers: dict[str, int] = {}
        self.loaded: dict[str, None] = {}
        self.stated: Collection[str] = ()
        self.axioms: Collection[str] = ()

    def load(self, name: str) -> None:
        """Reads a module of the library and, before it, what it imports.

        Raises:
            Rejected: the library has no such module.
        """
        if name in self.loaded:
            return
        parts = name.replace("«", "").replace("»", "").split(".")
        if any(part in ("", "..") or "/" in part or "\0" in part for part in parts):
            raise Rejected("it imports a module whose name is no name of a file")
        files = (Path(folder, *parts).with_name(f"{parts[-1]}.olean") for folder in self.search_path)
        path = next(filter(Path.exists, files), None)
        if path is None:
            raise Rejected(f"the library has no module {name}")
        self.loaded[name] = None
        data = field(self.library.ok(self.library.read_module(self.library.make_string(os.fsencode(path)))), 0)
        for imported in array(field(data, 0)):
            self.load(self.names(field(imported, 0)))
        for pointer, constant in zip(array(field(data, 1)), array(field(data, 2)), strict=True):
            declared = self.names(pointer)
            if declared in self.constants:
                raise Rejected(f"the library declares {declared} twice")
            self.constants[declared], self.pointers[declared] = constant, pointer

    def used(self, name: str) -> list[str]:
        """Names of the constants that a declaration mentions or is declared with."""
        constant = self.constants[name]
        value, kind = field(constant, 0), TAGS[tag(constant)]
        terms = [field(field(value, 0), 2)]
        if kind in ("definition", "theorem", "opaque"):
            terms.append(field(value, 1))
        used = [self.names(one) for term in terms for one in array(self.library.used_constants(term))]
        match kind:
            case "inductive":  # the types that were declared with it, and its constructors
                used += [self.names(one) for index in (3, 4) for one in items(field(value, index))]
            case "constructor":
                used.append(self.names(field(value, 1)))
            case "recursor":
                used += [self.names(one) for one in items(field(value, 1))]
        return used

    def kind(self, name: str) -> Kind:
        """Which kind of constant it is."""
        return TAGS[tag(self.constants[name])]

    def family(self, name: str) -> str:
        """The first of the inductive types that a type, constructor or recursor was declared with."""
        value, kind = field(self.constants[name], 0), self.kind(name)
        if kind == "constructor":
            return self.family(self.names(field(value, 1)))
        return self.names(next(items(field(value, 3 if kind == "inductive" else 1))))

    def objects(self, names: Sequence[str]) -> list[tuple[int, int]]:
        """Lean's objects of constants, as they were mapped."""
        return [(self.pointers[name], self.constants[name]) for name in names]

    def writer(self, to: TableWriter, types: bool = False) -> Callable[[str], dict[str, Any]]:
        """Adds a constant, or with `types` its type alone, to another table: the fields of its declaration there."""
        exporter = Exporter(to)
        show = exporter.base if types else exporter.constant
        return lambda name: show(self.constants[name])


class Tabled:
    """A library of which a table tells what is needed. Its objects are made anew, like those of untrusted tables."""

    def __init__(self, library: Library, table: Table, stated: Iterable[int], axioms: Iterable[int]) -> None:
        self.library, self.table, self.constants = library, table, table.constants
        self.loaded: Collection[str] = dict.fromkeys(table.meta["module"]["imports"])
        self.stated: Collection[str] = {table.names[number].text for number in stated}
        self.axioms: Collection[str] = {table.names[number].text for number in axioms}

    def used(self, name: str) -> Iterable[str]:
        """Names of the constants that a declaration mentions or is declared with."""
        return self.table.used(self.constants[name])

    def kind(self, name: str) -> Kind:
        """Which kind of constant it is."""
        return self.constants[name].kind

    def family(self, name: str) -> str:
        """The first of the inductive types that a type, constructor or recursor was declared with."""
        return self.table.family(self.constants[name])

    def objects(self, names: Sequence[str]) -> list[tuple[int, int]]:
        """Lean's objects of constants, made from the table."""
        builder = Builder(self.library, self.table)
        chosen = [self.constants[name] for name in names]
        return [(builder.names[one.number], builder.constant(one)) for one in chosen]

    def writer(self, to: TableWriter, types: bool = False) -> Callable[[str], dict[str, Any]]:
        """Adds a constant to another table: the fields of its declaration there."""
        copier = Copier(to, self.table)
        return lambda name: copier.constant(self.constants[name])
