"""The steps in which programs run: build, read, kernel. Each gives a value or ends the verdict.

Only the first runs code of the solution's author, and only the first two meet bytes that the author could have chosen
freely; what the third is given is a table that was read strictly.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from curate.formalize.judge.lean import JudgedLean
from curate.formalize.judge.verdicts import Ended
from curate.formalize.lean.compiler import MODULE
from curate.formalize.lean.diagnostics import parse_messages
from curate.formalize.lean.sandbox import Take
from curate.formalize.lean.tables import LibraryTable, NoAnswer, ask_kernel, expect_end, read_module, work_folder
from curate.formalize.lean.toolchain import export_library, export_module
from curate.formalize.terms.table import Table
from curate.formalize.terms.table_reader import read_table

OLEAN = b"olean"
KERNEL_LIMITS = ("deep recursion", "out of memory", "deterministic timeout", "interrupted", "excessive memory")
"""Words of a kernel that gave up: no verdict on the declaration."""


@dataclass(frozen=True)
class Built:
    """A compiled module, as bytes that nobody else can change, and what it cost."""

    module: bytes
    peak_memory_mb: float | None


@dataclass(frozen=True)
class Checked:
    """What the kernel said of a table that it took."""

    axioms: Mapping[str, tuple[str, ...]]
    """Of each constant of the table, every axiom that it rests on."""
    modules: frozenset[str]
    """The library's modules that were loaded."""


def build(lean: JudgedLean, text: str) -> Built:
    """Compiles a text in a jail.

    Raises:
        Ended: it did not compile, or nothing can be said.
    """
    with work_folder() as folder, _ending():
        source, taken = folder / "source" / f"{MODULE}.lean", folder / f"{MODULE}.olean"
        source.parent.mkdir()
        source.write_bytes(text.encode("utf-8"))
        made = lean.sandbox.scratch(folder) / taken.name
        options = [f"-D{option}" for option in lean.environment.options]
        arguments = ["--json", *options, "-R", str(source.parent), "-o", str(made), str(source)]
        outcome = lean.run(arguments, folder, source.parent, Take(made.name, taken))
        expect_end(outcome, lean.sandbox)
        hidden = {f"{folder}/": "", **{str(path): "<library>" for path in lean.search_path}}
        messages = parse_messages(outcome.stdout, str(source), hidden).diagnostics
        errors = [one.message for one in messages if one.severity == "error"]
        if errors or outcome.code != 0:
            said = errors[0] if errors else outcome.stderr.decode("utf-8", "replace").strip()
            raise Ended("build", said or f"Lean ended with exit code {outcome.code} and no message")
        module = taken.read_bytes() if taken.is_file() else b""
    if not module.startswith(OLEAN):
        raise Ended("no-module", "Lean ended without a message and left no compiled module as a plain file")
    return Built(module, outcome.peak_memory_mb)


def read(lean: JudgedLean, module: bytes) -> tuple[bytes, Table]:
    """The table of a compiled module, as text and as read; a jailed process writes it.

    Raises:
        Ended: the module can't be read as one that Lean wrote.
    """
    with _ending():
        if lean.toolchain is not None:
            return export_module(lean.sandbox, lean.toolchain, module)
        return read_module(lean.sandbox, module)


def check(lean: JudgedLean, table: bytes) -> Checked:
    """Has the kernel check a table from nothing, with what it rests on in the library.

    Raises:
        Ended: the kernel does not take it, or could not decide.
    """
    with _ending():
        library = _library(lean, table)
        answer = ask_kernel(lean.sandbox, library, table, {"replay": True, "types": False})
    if answer["error"] is not None:
        if any(word in answer["error"] for word in KERNEL_LIMITS):
            raise Ended("resources", answer["error"])
        if isinstance(library, LibraryTable) and library.stated:
            raise Ended("library", f"the library's theorems were given without their proofs: {answer['error']}")
        raise Ended("kernel", answer["error"])
    return Checked(
        axioms={name: tuple(found) for name, found in answer["axioms"].items()},
        modules=frozenset(answer["modules"]),
    )


def write_closure(lean: JudgedLean, table: bytes, theorem: str) -> bytes:
    """A theorem of a table and all that it rests on, as one table in the order of its declarations.

    Raises:
        Ended: no answer.
    """
    with _ending():
        answer = ask_kernel(lean.sandbox, _library(lean, table), table, {"closure": theorem})
    if answer["error"] is not None:
        raise Ended("crash", answer["error"])
    return str(answer["table"]).encode("utf-8")


def _library(lean: JudgedLean, table: bytes) -> Sequence[Path] | LibraryTable:
    """The trusted library as the kernel's process is given it."""
    if lean.toolchain is None:
        return lean.search_path
    return export_library(lean.sandbox, lean.toolchain, read_table(table))


@contextmanager
def _ending() -> Iterator[None]:
    """Ends the verdict where a process gives no answer."""
    try:
        yield
    except NoAnswer as error:
        raise Ended(error.cause, str(error)) from error
