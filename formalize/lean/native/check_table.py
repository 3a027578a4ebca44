"""Has the kernel check the constants of a table, from nothing. Run by path, or by the fork server.

    python -I -S check_table.py LIBLEANSHARED REQUEST.json

REQUEST: {"search_path": [folders of the trusted library], "table": path, "replay": bool, "types": bool}. One JSON
object is written to stdout; see `answer`. With "closure": name in place of the two flags, it holds the table of that
constant and of all that it rests on. This process never maps a file that a text's author could have written: the
constants are made from the table, and what they rest on is read from the library. The shapes are those of Lean 4.35.0.
"""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

# Started without site-packages, so that it starts quickly: the folder of our own packages is named here.
sys.path.append(str(Path(__file__).parents[4]))
from curate.formalize.lean.native import program
from curate.formalize.lean.native.build_objects import TAGS, Builder
from curate.formalize.lean.native.export_closure import write_closure
from curate.formalize.lean.native.export_table import LEAN, Exporter
from curate.formalize.lean.native.objects import Library, Names, Rejected, array, field, items, tag
from curate.formalize.terms.table import Kind, Table
from curate.formalize.terms.table_reader import Malformed, read_table
from curate.formalize.terms.table_writer import TableWriter

NEEDED = (
    "Eq",
    "Nat",
    "String",
    "Char",
    "List",
    "Char.ofNat",
    "String.ofList",
    "List.cons",
    "List.nil",
    "Nat.zero",
    "Nat.succ",
)
"""What the kernel looks up by name: for literals, and for quotients."""
INIT = "Init"
"""Lean's own library, or what stands for it."""
ERROR_LENGTH = 2000


class Trusted:
    """The constants of the trusted library's modules, by name."""

    def __init__(self, library: Library, search_path: list[str]) -> None:
        self.library, self.search_path, self.names = library, search_path, Names()
        self.constants: dict[str, int] = {}
        self.pointers: dict[str, int] = {}
        self.loaded: dict[str, None] = {}

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
        path = next((at for folder in self.search_path if (at := _olean(folder, parts)).exists()), None)
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


class Closure:
    """What constants rest on, those of the table and those of the library alike."""

    def __init__(self, table: Table, trusted: Trusted) -> None:
        self.table, self.trusted = table, trusted
        self.memo: dict[str, Iterable[str]] = {}

    def reached(self, start: Iterable[str]) -> set[str]:
        """Every constant that those in `start` rest on, themselves among them."""
        todo, done = list(start), set[str]()
        while todo:
            name = todo.pop()
            if name in done or not (name in self.table.constants or name in self.trusted.constants):
                continue
            done.add(name)
            todo += self.uses(name)
        return done

    def uses(self, name: str) -> Iterable[str]:
        """What one constant mentions or is declared with."""
        if name not in self.memo:
            own = self.table.constants.get(name)
            self.memo[name] = self.table.used(own) if own is not None else self.trusted.used(name)
        return self.memo[name]

    def kind(self, name: str) -> Kind:
        """Which kind of constant it is."""
        own = self.table.constants.get(name)
        return own.kind if own is not None else TAGS[tag(self.trusted.constants[name])]

    def family(self, name: str) -> str:
        """The first of the inductive types that a type, constructor or recursor was declared with."""
        own, names = self.table.constants.get(name), self.table.names
        if own is not None:
            return (
                self.family(names[own.rest["induct"]].text) if "induct" in own.rest else names[own.rest["all"][0]].text
            )
        value = field(self.trusted.constants[name], 0)
        if self.kind(name) == "constructor":
            return self.family(self.trusted.names(field(value, 1)))
        return self.trusted.names(next(items(field(value, 3 if self.kind(name) == "inductive" else 1))))

    def recursors(self) -> Iterator[str]:
        """All recursors that there are."""
        return (name for name in (*self.table.constants, *self.trusted.constants) if self.kind(name) == "recursor")

    def quotients(self) -> list[str]:
        """The library's quotients, which the kernel declares together."""
        return [name for name in self.trusted.constants if self.kind(name) == "quotient"]

    def pointer(self, name: str) -> int:
        """The object of a library's constant."""
        return self.trusted.constants[name]


def answer(library: Library, request: dict[str, Any]) -> dict[str, Any]:
    """What the kernel says: `error` null or why it does not take the constants, and what each of them rests on.

    Raises:
        Rejected: the constants do not stand up to the check.
    """
    table = read_table(Path(request["table"]).read_bytes())
    trusted = Trusted(library, request["search_path"])
    for name in table.meta["module"]["imports"]:
        trusted.load(name)
    if INIT not in trusted.loaded:
        raise Rejected(f"it leaves {INIT} out, so the library's names may mean anything in it")
    for name, constant in table.constants.items():
        if name in trusted.constants:
            raise Rejected(f"declared twice: {name}")
        if constant.kind == "quotient":
            raise Rejected(f"{name} is a quotient of the text's own")
    closure = Closure(table, trusted)
    if "closure" in request:
        roots = [request["closure"], *NEEDED, *closure.quotients()]
        return {"error": None, "table": write_closure(closure, roots).decode("utf-8")}
    found: dict[str, Any] = {"error": None, "modules": list(trusted.loaded), "replayed": None}
    found["axioms"] = {
        name: sorted(one for one in closure.reached([name]) if closure.kind(one) == "axiom") for name in table.constants
    }
    if request["types"]:
        found |= {"types": write_types(closure), "shadows": find_shadows(closure), "hidden": find_hidden(closure)}
    if request["replay"]:
        found |= replay(library, closure)
    return found


def write_types(closure: Closure) -> str:
    """A table of the library's constants that the given ones mention, each as an axiom: their types alone count."""
    writer = TableWriter(LEAN, {"imports": [], "entries": {}})
    exporter = Exporter(writer)
    for name in sorted({one for own in closure.table.constants for one in closure.uses(own)}):
        if name in closure.trusted.constants:
            shown = exporter.base(closure.trusted.constants[name])
            writer.declare("axiom", {**shown, "isUnsafe": False})
    return writer.text().decode("utf-8")


def find_shadows(closure: Closure) -> dict[str, str]:
    """Definitions whose own name ends with that of a library's constant, which they hide inside their namespace."""
    found = {}
    for name, constant in closure.table.constants.items():
        rest = name.partition(".")[2] if constant.kind in ("axiom", "definition", "opaque", "inductive") else ""
        while rest and rest not in closure.trusted.constants:
            rest = rest.partition(".")[2]
        if rest:
            found[name] = rest
    return found


def find_hidden(closure: Closure) -> list[str]:
    """The library's constants whose names a variable bears that could be taken for them: one with a capital, or one
    that is a type or a function."""
    table, found = closure.table, set[str]()
    stated = [one.type for one in table.constants.values()]
    defined = [one.value for one in table.constants.values() if one.value is not None and one.kind != "theorem"]
    for term in table.below([*stated, *defined]):
        if term.kind in ("lam", "forallE", "letE"):
            name = table.names[term.values[0]].text
            is_type = table.terms[term.values[2]].kind in ("sort", "forallE")
            if (name[:1].isupper() or is_type) and name in closure.trusted.constants:
                found.add(name)
    return sorted(found)


def replay(library: Library, closure: Closure) -> dict[str, Any]:
    """Has the kernel check all constants of the table in an empty environment, with what they rest on."""
    table, trusted = closure.table, closure.trusted
    needed = closure.reached([*table.constants, *NEEDED, *closure.quotients()])
    builder = Builder(library, table)
    pairs = [
        (builder.names[own.number], builder.constant(own))
        if (own := table.constants.get(name)) is not None
        else (trusted.pointers[name], trusted.constants[name])
        for name in sorted(needed)
    ]
    started = time.monotonic()
    library.replay(pairs)
    return {"replayed": len(needed), "replay_s": round(time.monotonic() - started, 4)}


def _olean(folder: str, parts: list[str]) -> Path:
    return Path(folder, *parts[:-1], f"{parts[-1]}.olean")


def main(path: str, arguments: list[str], loaded: bool) -> None:
    """Answers one request; ends the process. `loaded`: the library was initialised before the process was forked."""
    sys.setrecursionlimit(100_000)
    sys.set_int_max_str_digits(0)  # the reader bounds the digits of a number
    library = Library(path, loaded)
    try:
        found = answer(library, json.loads(Path(arguments[0]).read_bytes()))
    except Rejected as error:
        found = {"error": str(error)[:ERROR_LENGTH]}
    except Malformed as error:
        found = {"error": f"the table is malformed: {error}"[:ERROR_LENGTH]}
    program.end_with(json.dumps(found).encode())


if __name__ == "__main__":
    program.start(main)
