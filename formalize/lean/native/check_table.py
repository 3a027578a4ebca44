"""Has the kernel check the constants of a table, from nothing. Run by path, or by the fork server.

    python -I -S check_table.py LIBLEANSHARED REQUEST.json

REQUEST: {"search_path": [folders of the trusted library], "table": path, "replay": bool, "types": bool}. One JSON
object is written to stdout; see `answer`. With "closure": name in place of the two flags, it holds the table of that
constant and of all that it rests on. With "library": {"table": path, "stated": [...], "axioms": [...]} in place of the
folders, the library is a table too (see `Tabled`). This process never maps a file that a text's author could have
written: the constants are made from the table, and what they rest on is read from the library.
"""

import json
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

# Started without site-packages, so that it starts quickly: the folder of our own packages is named here.
sys.path.append(str(Path(__file__).parents[4]))
from curate.formalize.lean.native import program
from curate.formalize.lean.native.build_objects import Builder
from curate.formalize.lean.native.export_closure import write_closure
from curate.formalize.lean.native.export_table import LEAN
from curate.formalize.lean.native.objects import Library, Rejected
from curate.formalize.lean.native.trusted import Modules, Tabled, Trusted
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
        return own.kind if own is not None else self.trusted.kind(name)

    def family(self, name: str) -> str:
        """The first of the inductive types that a type, constructor or recursor was declared with."""
        own = self.table.constants.get(name)
        return self.table.family(own) if own is not None else self.trusted.family(name)

    def axioms(self, name: str) -> set[str]:
        """The axioms that a constant rests on; for a theorem without its proof, all that may be behind it."""
        reached = self.reached([name])
        found = {one for one in reached if self.kind(one) == "axiom"}
        behind = set(self.trusted.axioms) if not found.isdisjoint(self.trusted.stated) else set()
        return (found - set(self.trusted.stated)) | behind

    def recursors(self) -> Iterator[str]:
        """All recursors that there are."""
        return (name for name in (*self.table.constants, *self.trusted.constants) if self.kind(name) == "recursor")

    def quotients(self) -> list[str]:
        """The library's quotients, which the kernel declares together."""
        return [name for name in self.trusted.constants if self.kind(name) == "quotient"]


def answer(library: Library, request: dict[str, Any]) -> dict[str, Any]:
    """What the kernel says: `error` null or why it does not take the constants, and what each of them rests on.

    Raises:
        Rejected: the constants do not stand up to the check.
    """
    table = read_table(Path(request["table"]).read_bytes())
    trusted = open_trusted(library, table, request)
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
    found["axioms"] = {name: sorted(closure.axioms(name)) for name in table.constants}
    if request["types"]:
        found |= {"types": write_types(closure), "shadows": find_shadows(closure), "hidden": find_hidden(closure)}
    if request["replay"]:
        found |= replay(library, closure)
    return found


def open_trusted(library: Library, table: Table, request: dict[str, Any]) -> Trusted:
    """The library on which a table rests: the modules that it imports, or the table that the request names.

    Raises:
        Rejected: the library has no such module.
    """
    if "library" in request:
        told = request["library"]
        return Tabled(library, read_table(Path(told["table"]).read_bytes()), told["stated"], told["axioms"])
    modules = Modules(library, request["search_path"])
    for name in table.meta["module"]["imports"]:
        modules.load(name)
    return modules


def write_types(closure: Closure) -> str:
    """A table of the library's constants that the given ones mention, each as an axiom: their types alone count."""
    writer = TableWriter(LEAN, {"imports": [], "entries": {}})
    shown = closure.trusted.writer(writer, types=True)
    for name in sorted({one for own in closure.table.constants for one in closure.uses(own)}):
        if name in closure.trusted.constants:
            base = {key: shown(name)[key] for key in ("name", "levelParams", "type")}
            writer.declare("axiom", {**base, "isUnsafe": False})
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
    made = [one for name in sorted(needed) if (one := table.constants.get(name)) is not None]
    pairs = [(builder.names[own.number], builder.constant(own)) for own in made]
    pairs += trusted.objects(sorted(needed - table.constants.keys()))
    started = time.monotonic()
    library.replay(pairs)
    return {"replayed": len(needed), "replay_s": round(time.monotonic() - started, 4)}


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
