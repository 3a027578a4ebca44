"""Writes the constants of a compiled module as a table of text. Run by path, or by the fork server.

    python -I -S export_table.py LIBLEANSHARED MODULE.olean

The table goes to stdout. This process maps a file that may be forged, so nothing that it says is believed: its table is
read strictly elsewhere, and the kernel sees only what is made from the table. The shapes are those of Lean 4.35.0.
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

# Started without site-packages, so that it starts quickly: the folder of our own packages is named here.
sys.path.append(str(Path(__file__).parents[4]))
from curate.formalize.lean.native.objects import (
    Library,
    Names,
    Rejected,
    array,
    field,
    is_boxed,
    items,
    number,
    scalar,
    tag,
    text,
)
from curate.formalize.lean.native.program import end_with, start
from curate.formalize.terms.table import Kind
from curate.formalize.terms.table_writer import TableWriter

KINDS: tuple[Kind, ...] = (
    "axiom",
    "definition",
    "theorem",
    "opaque",
    "quotient",
    "inductive",
    "constructor",
    "recursor",
)
"""By the tag of `Lean.ConstantInfo`."""
SAFETY = ("unsafe", "safe", "partial")
QUOTIENTS = ("type", "ctor", "lift", "ind")
LEAN = {"githash": "", "version": "4.35.0"}


class Exporter:
    """Turns objects of a module into items of a table, each once."""

    def __init__(self, writer: TableWriter) -> None:
        self.writer = writer
        self.names: dict[int, int] = {1: 0}
        self.levels: dict[int, int] = {}
        self.terms: dict[int, int] = {}

    def name(self, pointer: int) -> int:
        if pointer not in self.names:
            before, part = self.name(field(pointer, 0)), field(pointer, 1)
            shown = text(part) if tag(pointer) == 1 else number(part)
            self.names[pointer] = self.writer.name(before, shown)
        return self.names[pointer]

    def level(self, pointer: int) -> int:
        if is_boxed(pointer) or tag(pointer) == 0:
            return 0
        if pointer not in self.levels:
            match tag(pointer):
                case 1:
                    made = self.writer.level("succ", self.level(field(pointer, 0)))
                case 2 | 3:
                    kind = "max" if tag(pointer) == 2 else "imax"
                    made = self.writer.level(kind, self.level(field(pointer, 0)), self.level(field(pointer, 1)))
                case 4:
                    made = self.writer.level("param", self.name(field(pointer, 0)))
                case _:
                    raise Rejected("a stored level holds a metavariable")
            self.levels[pointer] = made
        return self.levels[pointer]

    def term(self, pointer: int) -> int:
        """The number of a term; iterative, since a term may be deep."""
        todo, known = [pointer], self.terms
        while todo:
            at = todo[-1]
            if at in known:
                todo.pop()
                continue
            missing = [child for child in children(at) if child not in known]
            if missing:
                todo += missing
                continue
            todo.pop()
            known[at] = self._term(at)
        return known[pointer]

    def _term(self, at: int) -> int:
        add, known = self.writer.term, self.terms
        match tag(at):
            case 0:
                return add("bvar", number(field(at, 0)))
            case 3:
                return add("sort", self.level(field(at, 0)))
            case 4:
                return add("const", self.name(field(at, 0)), tuple(self.level(one) for one in items(field(at, 1))))
            case 5:
                return add("app", known[field(at, 0)], known[field(at, 1)])
            case 6 | 7:
                kind = "lam" if tag(at) == 6 else "forallE"
                return add(kind, self.name(field(at, 0)), scalar(at, 8), known[field(at, 1)], known[field(at, 2)])
            case 8:
                terms = (known[field(at, index)] for index in (1, 2, 3))
                return add("letE", self.name(field(at, 0)), bool(scalar(at, 8)), *terms)
            case 9:
                value = field(at, 0)
                if tag(value) == 0:
                    return add("natVal", str(number(field(value, 0))))
                return add("strVal", text(field(value, 0)))
            case 10:  # a remark, which means nothing to the kernel
                return known[field(at, 1)]
            case 11:
                return add("proj", self.name(field(at, 0)), number(field(at, 1)), known[field(at, 2)])
        raise Rejected(f"a stored term holds a free variable or a metavariable (tag {tag(at)})")

    def constant(self, pointer: int) -> dict[str, Any]:
        """The fields of a declaration, by its kind."""
        value, kind = field(pointer, 0), KINDS[tag(pointer)]
        shown = self.base(pointer)
        match kind:
            case "axiom":
                return {**shown, "isUnsafe": bool(scalar(value))}
            case "definition":
                own = {"hints": hints(field(value, 2)), "safety": SAFETY[scalar(value)]}
                return {**shown, "value": self.term(field(value, 1)), **own, "all": self._names(field(value, 3))}
            case "theorem":
                return {**shown, "value": self.term(field(value, 1)), "all": self._names(field(value, 2))}
            case "opaque":
                own = {"isUnsafe": bool(scalar(value)), "all": self._names(field(value, 2))}
                return {**shown, "value": self.term(field(value, 1)), **own}
            case "quotient":
                return {**shown, "kind": QUOTIENTS[scalar(value)]}
        return {**shown, **self._part_of_inductive(kind, value)}

    def base(self, pointer: int) -> dict[str, Any]:
        """Name, universes and type of a declaration."""
        base = field(field(pointer, 0), 0)
        return {
            "name": self.name(field(base, 0)),
            "levelParams": self._names(field(base, 1)),
            "type": self.term(field(base, 2)),
        }

    def _part_of_inductive(self, kind: Kind, value: int) -> dict[str, Any]:
        flags = [bool(scalar(value, place)) for place in range(3)]
        match kind:
            case "inductive":
                return {
                    "numParams": number(field(value, 1)),
                    "numIndices": number(field(value, 2)),
                    "all": self._names(field(value, 3)),
                    "ctors": self._names(field(value, 4)),
                    "numNested": number(field(value, 5)),
                    **dict(zip(("isRec", "isUnsafe", "isReflexive"), flags, strict=True)),
                }
            case "constructor":
                counts = ("cidx", "numParams", "numFields")
                numbers = {key: number(field(value, place)) for place, key in enumerate(counts, 2)}
                return {"induct": self.name(field(value, 1)), **numbers, "isUnsafe": flags[0]}
        sizes = ("numParams", "numIndices", "numMotives", "numMinors")
        rules = [
            {"ctor": self.name(field(rule, 0)), "nfields": number(field(rule, 1)), "rhs": self.term(field(rule, 2))}
            for rule in items(field(value, 6))
        ]
        numbers = {key: number(field(value, place)) for place, key in enumerate(sizes, 2)}
        return {"all": self._names(field(value, 1)), **numbers, "rules": rules, "k": flags[0], "isUnsafe": flags[1]}

    def _names(self, pointer: int) -> list[int]:
        return [self.name(one) for one in items(pointer)]


def children(at: int) -> list[int]:
    match tag(at):
        case 5:
            return [field(at, 0), field(at, 1)]
        case 6 | 7:
            return [field(at, 1), field(at, 2)]
        case 8:
            return [field(at, 1), field(at, 2), field(at, 3)]
        case 10:
            return [field(at, 1)]
        case 11:
            return [field(at, 2)]
    return []


def hints(pointer: int) -> Any:
    if is_boxed(pointer):
        return "opaque" if pointer >> 1 == 0 else "abbrev"
    return {"regular": int.from_bytes(bytes(scalar(pointer, place) for place in range(4)), "little")}


def declare(exporter: Exporter, constants: Iterable[int]) -> None:
    """Declares constants; inductive types with their constructors and recursors in one line."""
    families: dict[tuple[int, ...], dict[str, list[dict[str, Any]]]] = {}
    of_type: dict[int, tuple[int, ...]] = {}
    constructors = []
    for pointer in constants:
        kind, shown = KINDS[tag(pointer)], exporter.constant(pointer)
        if kind == "constructor":
            constructors.append(shown)
        elif kind in ("inductive", "recursor"):
            family = families.setdefault(tuple(shown["all"]), {"types": [], "ctors": [], "recs": []})
            family["types" if kind == "inductive" else "recs"].append(shown)
            of_type |= {shown["name"]: tuple(shown["all"])} if kind == "inductive" else {}
        else:
            exporter.writer.declare(kind, shown)
    for shown in constructors:
        family = families.setdefault(of_type.get(shown["induct"], ()), {"types": [], "ctors": [], "recs": []})
        family["ctors"].append(shown)
    for family in families.values():
        exporter.writer.declare_inductive(**family)


def export(library: Library, path: str) -> bytes:
    """The table of one compiled module; its first line names what the module imports."""
    data = field(library.ok(library.read_module(library.make_string(os.fsencode(path)))), 0)
    names = Names()
    imports = [names(field(one, 0)) for one in array(field(data, 0))]
    entries = {names(field(one, 0)): len(array(field(one, 1))) for one in array(field(data, 4))}
    module = {"imports": imports, "entries": {name: count for name, count in entries.items() if count}}
    exporter = Exporter(TableWriter(LEAN, module))
    declare(exporter, array(field(data, 2)))
    return exporter.writer.text()


def main(path: str, arguments: list[str], loaded: bool) -> None:
    """Writes the table; ends the process. `loaded`: the library was initialised before the process was forked."""
    sys.setrecursionlimit(100_000)
    sys.set_int_max_str_digits(0)
    try:
        data = export(Library(path, loaded), arguments[0])
    except (Rejected, IndexError) as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        sys.stderr.flush()
        os._exit(1)
    end_with(data)


if __name__ == "__main__":
    start(main)
