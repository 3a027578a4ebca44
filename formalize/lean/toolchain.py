"""The Lean of a project whose compiled modules curate can't read itself: its own programs write them as tables.

Lean compiles, and `programs/Export.lean` reads, in the sandbox. What they write is read strictly here.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from curate.formalize.lean.compiler import Command
from curate.formalize.lean.process import Outcome
from curate.formalize.lean.sandbox import Sandbox, Take
from curate.formalize.lean.tables import LibraryTable, NoAnswer, expect_end, last_line, read_exported, work_folder
from curate.formalize.terms.table import Table
from curate.schemas.base import Record

EXPORT_SOURCE = Path(__file__).parent / "programs" / "Export.lean"
SYSTEM = tuple(map(Path, ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache")))
"""Where the libraries are that a program of the toolchain is linked with."""
LITERALS = ("Nat", "String", "Char", "List", "Char.ofNat", "String.ofList")
QUOTIENTS = ("Eq", "Quot", "Quot.mk", "Quot.lift", "Quot.ind")
"""What the kernel looks up by name."""
PROVED, MOST = 20_000, 200_000
"""Constants of the library up to which its theorems are given with their proofs, and are given at all."""
TOO_LARGE = 3
"""Exit code of `Export.lean` when there are more."""


@dataclass(frozen=True)
class Toolchain:
    """Where a project's Lean is, and what it may read."""

    lean: Path
    root: Path
    """Its installation, with `lib/lean`."""
    search_path: tuple[Path, ...]
    """Folders of the project's compiled modules."""
    system: tuple[Path, ...] = SYSTEM
    """What its programs need of the machine."""
    proved: int = PROVED
    most: int = MOST

    @classmethod
    def of(cls, command: Command, search_path: Sequence[Path]) -> "Toolchain":
        """The toolchain behind a project's `lean`."""
        lean = Path(command.argv[0]).resolve()
        root = command.env.get("LEAN_SYSROOT")
        return cls(lean, Path(root).resolve() if root else lean.parent.parent, tuple(search_path))

    def run(
        self,
        sandbox: Sandbox,
        arguments: Sequence[str],
        folder: Path,
        read: Sequence[Path] = (),
        take: Take | None = None,
    ) -> Outcome:
        """Runs Lean with these arguments, as `Sandbox.run` does."""
        return sandbox.run(
            "execute",
            [str(self.lean), *arguments],
            folder,
            read=(*read, *self.search_path),
            execute=(self.root, *self.system),
            env={"LEAN_PATH": ":".join(map(str, self.search_path)), "LEAN_SYSROOT": str(self.root)},
            take=take,
        )


class _Behind(Record):
    """The line after the library's table: numbers of names in it."""

    stated: tuple[int, ...]
    axioms: tuple[int, ...]


def export_module(sandbox: Sandbox, toolchain: Toolchain, module: bytes) -> tuple[bytes, Table]:
    """The table of a compiled module, as text and as read; a jailed process writes it.

    Raises:
        NoAnswer: the module can't be read as one that Lean wrote.
    """
    with work_folder() as folder:
        kept = folder / "kept" / "Draft.olean"
        kept.parent.mkdir()
        kept.write_bytes(module)
        outcome = _export(sandbox, toolchain, {"olean": str(kept)}, folder, kept.parent)
    return read_exported(outcome, sandbox)


def export_library(sandbox: Sandbox, toolchain: Toolchain, own: Table) -> LibraryTable:
    """What the constants of a table rest on in the project's library, written by the project's Lean.

    Raises:
        NoAnswer: it is too large, or the library can't be read.
    """
    request = {
        "imports": [_module_parts(name) for name in own.meta["module"]["imports"]],
        "roots": [*_foreign(own), *(name.split(".") for name in (*LITERALS, *QUOTIENTS))],
        "proved": toolchain.proved,
        "most": toolchain.most,
    }
    with work_folder() as folder:
        outcome = _export(sandbox, toolchain, request, folder)
    expect_end(outcome, sandbox)
    if outcome.code != 0:
        raise NoAnswer("library" if outcome.code == TOO_LARGE else "crash", last_line(outcome))
    table, _, last = outcome.stdout.removesuffix(b"\n").rpartition(b"\n")
    try:
        told = _Behind.model_validate_json(last)
    except ValidationError as error:
        raise NoAnswer("library", "the table of the project's library is cut") from error
    return LibraryTable(table + b"\n", told.stated, told.axioms)


def _export(
    sandbox: Sandbox, toolchain: Toolchain, request: Mapping[str, object], folder: Path, *read: Path
) -> Outcome:
    asked = folder / "asked"
    asked.mkdir()
    (asked / "request.json").write_text(json.dumps(request), encoding="utf-8")
    arguments = ["--run", str(EXPORT_SOURCE), str(asked / "request.json")]
    return toolchain.run(sandbox, arguments, folder, read=(asked, EXPORT_SOURCE.parent, *read))


def _module_parts(name: str) -> list[str]:
    return name.replace("«", "").replace("»", "").split(".")


def _foreign(own: Table) -> Iterator[list[str | int]]:
    """The parts of each name that the table uses and does not declare."""
    used = set[str]().union(*map(own.used, own.constants.values())) - own.constants.keys()
    numbers = {name.text: number for number, name in enumerate(own.names)}
    return (_parts(own, numbers[name]) for name in sorted(used))


def _parts(table: Table, number: int) -> list[str | int]:
    parts: list[str | int] = []
    while number:
        parts.append(table.names[number].part)
        number = table.names[number].before
    return parts[::-1]
