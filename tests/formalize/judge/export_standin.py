"""Stands in for `programs/Export.lean` where a project's Lean is played by the embedded one, which can't compile it.

    python -I -S export_standin.py REPOSITORY LIBLEANSHARED REQUEST.json

It answers the same requests in the same form, through the code that reads modules of Lean 4.35.0.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, sys.argv[1])
from curate.formalize.lean.native import export_table, program
from curate.formalize.lean.native.check_table import Closure
from curate.formalize.lean.native.objects import Library, array, field
from curate.formalize.lean.native.trusted import Modules
from curate.formalize.terms.table import Table, show_part
from curate.formalize.terms.table_writer import TableWriter


class Stated(Modules):
    """Theorems rest on their types alone."""

    def used(self, name: str) -> list[str]:
        if self.kind(name) != "theorem":
            return super().used(name)
        stated = field(field(field(self.constants[name], 0), 0), 2)
        return [self.names(one) for one in array(self.library.used_constants(stated))]


def load(kind: type[Modules], library: Library, request: dict[str, Any]) -> tuple[Modules, list[str]]:
    """The library, and all that the roots rest on."""
    modules = kind(library, os.environ["LEAN_PATH"].split(":"))
    for parts in request["imports"]:
        modules.load(".".join(parts))
    roots = [".".join(map(show_part, parts)) for parts in request["roots"]]
    return modules, sorted(Closure(Table({}), modules).reached(roots))


def main(path: str, arguments: list[str], loaded: bool) -> None:
    sys.setrecursionlimit(100_000)
    request = json.loads(Path(arguments[1]).read_bytes())
    library = Library(arguments[0], loaded)
    if "olean" in request:
        program.end_with(export_table.export(library, request["olean"]))
    modules, whole = load(Modules, library, request)
    axioms = [name for name in whole if modules.kind(name) == "axiom"]
    is_short = len(whole) > request["proved"]
    if is_short:
        modules, names = load(Stated, library, request)
    else:
        names = whole
    if len(names) > request["most"]:
        sys.stderr.write(f"it rests on {len(names)} constants of the library\n")
        sys.stderr.flush()
        os._exit(3)
    stated = [name for name in names if is_short and modules.kind(name) == "theorem"]
    writer = TableWriter(export_table.LEAN, {"imports": list(modules.loaded), "entries": {}})
    exporter = export_table.Exporter(writer)
    export_table.declare(exporter, [modules.constants[name] for name in names if name not in stated])
    for name in stated:
        writer.declare("axiom", {**exporter.base(modules.constants[name]), "isUnsafe": False})
    pointers = modules.pointers
    behind = [name for name in axioms if name in pointers]
    last = {
        key: [exporter.name(pointers[one]) for one in value] for key, value in (("stated", stated), ("axioms", behind))
    }
    program.end_with(writer.text() + json.dumps(last).encode() + b"\n")


if __name__ == "__main__":
    program.start(main)
