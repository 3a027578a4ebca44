"""Reads compiled modules and has the kernel check them again, from nothing. Run by path, never imported.

    python -I -S read_olean.py LIBLEANSHARED REQUEST.json

REQUEST: {"search_path": [folder], "module": name, "olean": path, "replay": bool}. One JSON object is written to
stdout; see `main`. The process runs no code of the module that it reads: no elaborator, no macro, no extension of it.
The shapes below are those of Lean 4.35.0 (`Lean.Expr`, `Lean.ConstantInfo`); another Lean is never given to it.
"""

import json
import os
import sys
import threading
import time
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

KINDS = ("axiom", "definition", "theorem", "opaque", "quotient", "inductive", "constructor", "recursor")
BINDERS = ("default", "implicit", "strictImplicit", "instImplicit")
STACK_BYTES = 1 << 29
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
LIBRARY = "Init"
"""Lean's own library, or what stands for it."""


class TermTable:
    """Terms as a table of nodes, each once: [tag, ...] with the indices of earlier nodes."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.nodes: list[list[Any]] = []
        self.seen: dict[int, int] = {}

    def add(self, pointer: int) -> int:
        """The index of a term; iterative, since a term may be deep."""
        todo = [pointer]
        while todo:
            at = todo[-1]
            if at in self.seen:
                todo.pop()
                continue
            missing = [child for child in self.children(at) if child not in self.seen]
            if missing:
                todo += missing
                continue
            todo.pop()
            self.nodes.append(self.node(at))
            self.seen[at] = len(self.nodes) - 1
        return self.seen[pointer]

    @staticmethod
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

    def node(self, at: int) -> list[Any]:
        seen = self.seen
        match tag(at):
            case 0:
                return ["var", number(field(at, 0))]
            case 3:
                return ["sort", self.level(field(at, 0))]
            case 4:
                return ["const", self.names(field(at, 0)), [self.level(one) for one in items(field(at, 1))]]
            case 5:
                return ["app", seen[field(at, 0)], seen[field(at, 1)]]
            case 6 | 7:
                kind = "lam" if tag(at) == 6 else "pi"
                info = BINDERS[scalar(at, 8)]
                return [kind, self.names(field(at, 0)), info, seen[field(at, 1)], seen[field(at, 2)]]
            case 8:
                return ["let", self.names(field(at, 0)), *(seen[field(at, index)] for index in (1, 2, 3))]
            case 9:
                value = field(at, 0)
                if tag(value) == 0:
                    return ["nat", str(number(field(value, 0)))]
                return ["str", text(field(value, 0))]
            case 10:
                return ["mdata", seen[field(at, 1)]]
            case 11:
                return ["proj", self.names(field(at, 0)), number(field(at, 1)), seen[field(at, 2)]]
        raise Rejected(f"a stored term holds a free variable or a metavariable (tag {tag(at)})")

    def level(self, at: int) -> list[Any]:
        if is_boxed(at) or tag(at) == 0:
            return ["zero"]
        match tag(at):
            case 1:
                return ["succ", self.level(field(at, 0))]
            case 2 | 3:
                return ["max" if tag(at) == 2 else "imax", self.level(field(at, 0)), self.level(field(at, 1))]
            case 4:
                return ["param", self.names(field(at, 0))]
        raise Rejected("a stored level holds a metavariable")


class Modules:
    """All constants of a module and of what it imports, by name."""

    def __init__(self, library: Library, search_path: list[str]) -> None:
        self.library, self.search_path, self.names = library, search_path, Names()
        self.constants: dict[str, int] = {}
        self.pointers: dict[str, int] = {}
        self.loaded: dict[str, None] = {}

    def load_import(self, name: str) -> None:
        if name in self.loaded:
            return
        relative = name.replace("«", "").replace("»", "").replace(".", os.sep) + ".olean"
        for folder in self.search_path:
            path = Path(folder, relative)
            if path.exists():
                self.load(name, str(path))
                return
        raise Rejected(f"the compiled module {name} is not on the search path")

    def load(self, name: str, path: str) -> tuple[list[str], list[str], dict[str, int]]:
        """Reads a module and, before it, its imports. Returns its own constants, its imports and its entries."""
        data = field(self.library.ok(self.library.read_module(self.library.make_string(os.fsencode(path)))), 0)
        imports = [self.names(field(one, 0)) for one in array(field(data, 0))]
        self.loaded[name] = None
        for imported in imports:
            self.load_import(imported)
        own = []
        for pointer, constant in zip(array(field(data, 1)), array(field(data, 2)), strict=True):
            declared = self.names(pointer)
            if declared in self.constants:
                raise Rejected(f"declared twice: {declared}")
            self.constants[declared], self.pointers[declared] = constant, pointer
            own.append(declared)
        entries = {self.names(field(one, 0)): len(array(field(one, 1))) for one in array(field(data, 4))}
        return own, imports, {extension: count for extension, count in entries.items() if count}

    def value_of(self, constant: int) -> int | None:
        return field(field(constant, 0), 1) if tag(constant) in (1, 2, 3) else None

    def type_of(self, constant: int) -> int:
        return field(field(field(constant, 0), 0), 2)

    def used_by(self, name: str) -> list[str]:
        """Names of the constants that a declaration's type and value mention, and an inductive type's constructors."""
        constant = self.constants[name]
        terms = [self.type_of(constant), self.value_of(constant)]
        used = [self.names(one) for term in terms if term for one in array(self.library.used_constants(term))]
        value = field(constant, 0)
        match KINDS[tag(constant)]:
            case "inductive":  # the types that were declared with it, and its constructors
                used += [self.names(one) for index in (3, 4) for one in items(field(value, index))]
            case "constructor":
                used.append(self.names(field(value, 1)))
            case "recursor":
                used += [self.names(one) for one in items(field(value, 1))]
        return used


def reached(modules: Modules, start: Iterable[str], memo: dict[str, list[str]]) -> set[str]:
    """Every constant that those in `start` rest on, themselves among them."""
    todo, done = list(start), set[str]()
    while todo:
        name = todo.pop()
        if name in done or name not in modules.constants:
            continue
        done.add(name)
        if name not in memo:
            memo[name] = modules.used_by(name)
        todo += memo[name]
    return done


def describe(modules: Modules, terms: TermTable, name: str) -> dict[str, Any]:
    """One constant: its kind, its universes, and its type and value as indices of nodes."""
    constant = modules.constants[name]
    value, kind = field(constant, 0), KINDS[tag(constant)]
    term = modules.value_of(constant)
    return {
        "kind": kind,
        "safe": is_safe(value, kind),
        "levels": [modules.names(one) for one in items(field(field(value, 0), 1))],
        "type": terms.add(modules.type_of(constant)),
        "value": terms.add(term) if term else None,
    }


def hides(modules: Modules, name: str, own: set[str]) -> str | None:
    """A library constant that a definition's own name ends with, so that it is hidden inside the namespace."""
    if KINDS[tag(modules.constants[name])] not in ("axiom", "definition", "opaque", "inductive"):
        return None
    rest = name.partition(".")[2]
    while rest:
        if rest in modules.constants and rest not in own:
            return rest
        rest = rest.partition(".")[2]
    return None


def is_safe(value: int, kind: str) -> bool:
    """Whether a constant is neither `unsafe` nor `partial`, as the kernel sees it."""
    match kind:
        case "definition":
            return scalar(value) == 1
        case "axiom" | "opaque" | "constructor":
            return not scalar(value)
        case "inductive" | "recursor":
            return not scalar(value, 1)
    return True


def main(path: str, request_path: str, loaded: bool) -> None:
    """Answers one request; ends the process. `loaded`: the library was initialised before the process was forked."""
    sys.setrecursionlimit(100_000)
    library = Library(path, loaded)
    request = json.loads(Path(request_path).read_bytes())
    modules = Modules(library, request["search_path"])
    terms = TermTable(modules.names)
    answer: dict[str, Any] = {"replayed": None, "error": None}
    try:
        own, imports, entries = modules.load(request["module"], request["olean"])
        if LIBRARY not in modules.loaded:
            raise Rejected(f"it leaves {LIBRARY} out, so the library's names may mean anything in it")
        memo: dict[str, list[str]] = {}
        answer |= {"imports": imports, "modules": list(modules.loaded), "entries": entries}
        answer["constants"] = {name: describe(modules, terms, name) for name in own}
        answer["axioms"] = {
            name: sorted(one for one in reached(modules, [name], memo) if tag(modules.constants[one]) == 0)
            for name in own
        }
        answer["shadows"] = {name: hidden for name in own if (hidden := hides(modules, name, set(own)))}
        used = {one for name in own for one in memo[name] if one in modules.constants}
        answer["types"] = {
            name: [
                [modules.names(one) for one in items(field(field(field(modules.constants[name], 0), 0), 1))],
                terms.add(modules.type_of(modules.constants[name])),
            ]
            for name in sorted(used)
        }
        answer["nodes"] = terms.nodes
        if request["replay"]:
            quotients = [name for name in modules.constants if tag(modules.constants[name]) == 4]
            needed = reached(modules, [*own, *NEEDED, *quotients], memo)
            started = time.monotonic()
            library.replay([(modules.pointers[name], modules.constants[name]) for name in needed])
            answer |= {"replayed": len(needed), "replay_s": round(time.monotonic() - started, 4)}
    except Rejected as rejected:
        answer["error"] = str(rejected)
    sys.stdout.write(json.dumps(answer))
    sys.stdout.flush()
    # No atexit handlers: Lean's own threads may still run.
    os._exit(0)


if __name__ == "__main__":
    threading.stack_size(STACK_BYTES)
    worker = threading.Thread(target=main, args=(sys.argv[1], sys.argv[2], False))
    worker.start()
    worker.join()
    os._exit(3)  # `main` ends the process itself; only an exception comes here
