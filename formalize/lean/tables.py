"""Reads compiled modules and has the kernel check them, in processes that trust each other in one direction only.

One process maps the module, which may be forged, and writes its constants as a table of text. The table is read
strictly here. Another process, which never maps the module, makes the constants anew from the table and gives them to
the kernel.
"""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from curate.formalize.lean.api import Limits
from curate.formalize.lean.process import Outcome
from curate.formalize.lean.sandbox import EXIT_CODE, Sandbox
from curate.formalize.terms.table import Table
from curate.formalize.terms.table_reader import Malformed, read_table

Cause = Literal["resources", "crash", "sandbox", "reader", "library"]
LIMIT_SIGNALS = (128 + 24, 128 + 25)
"""Exit codes of a jailed process that ran into its limit of processor time or of a file's size."""


class NoAnswer(Exception):
    """A process gave no answer; `cause` says of which kind, the text why."""

    def __init__(self, cause: Cause, why: str) -> None:
        super().__init__(why)
        self.cause: Cause = cause


@dataclass(frozen=True)
class LibraryTable:
    """What constants rest on in a library whose modules only its own Lean can read."""

    text: bytes
    stated: tuple[int, ...]
    """Numbers of the names of theorems that are given by their types alone, as axioms."""
    axioms: tuple[int, ...]
    """Numbers of the names of the axioms behind all of it."""


def read_module(sandbox: Sandbox, module: bytes) -> tuple[bytes, Table]:
    """The table of a compiled module, as text and as read.

    Raises:
        NoAnswer: the module can't be read as one that Lean wrote.
    """
    with work_folder() as folder:
        kept = folder / "kept" / "Draft.olean"
        kept.parent.mkdir()
        kept.write_bytes(module)
        outcome = sandbox.run("export", [str(kept)], folder, read=(kept.parent,))
    return read_exported(outcome, sandbox)


def read_exported(outcome: Outcome, sandbox: Sandbox) -> tuple[bytes, Table]:
    """The table that a process wrote of a module, as text and as read.

    Raises:
        NoAnswer: it wrote none.
    """
    expect_end(outcome, sandbox, crash="reader")
    if outcome.code != 0:
        raise NoAnswer("reader", last_line(outcome) or f"exit code {outcome.code}")
    try:
        return outcome.stdout, read_table(outcome.stdout)
    except Malformed as error:
        raise NoAnswer("reader", f"the table of its constants is malformed: {error}") from error


def ask_kernel(
    sandbox: Sandbox, library: "Sequence[Path] | LibraryTable", table: bytes, question: Mapping[str, Any]
) -> dict[str, Any]:
    """The answer of `native/check_table.py` about a table; the trusted library is compiled modules, or a table too.

    Raises:
        NoAnswer: as it says.
    """
    with work_folder() as folder:
        asked = folder / "asked"
        asked.mkdir()
        (asked / "table.ndjson").write_bytes(table)
        request = {"table": str(asked / "table.ndjson"), **question}
        if isinstance(library, LibraryTable):
            (asked / "library.ndjson").write_bytes(library.text)
            request["library"] = {
                "table": str(asked / "library.ndjson"),
                "stated": library.stated,
                "axioms": library.axioms,
            }
        else:
            request["search_path"] = [str(path) for path in library]
        (asked / "request.json").write_text(json.dumps(request), encoding="utf-8")
        outcome = sandbox.run(
            "check",
            [str(asked / "request.json")],
            folder,
            read=(asked, *(() if isinstance(library, LibraryTable) else library)),
            env={"LEAN_ABORT_ON_PANIC": "1"},
        )
    expect_end(outcome, sandbox)
    if outcome.code != 0:
        raise NoAnswer("crash", f"the kernel's process ended with exit code {outcome.code} ({last_line(outcome)})")
    answer: dict[str, Any] = json.loads(outcome.stdout)
    return answer


def expect_end(outcome: Outcome, sandbox: Sandbox, crash: Cause = "crash") -> None:
    """Passes a process that ended by itself.

    Raises:
        NoAnswer: a limit or a signal ended it, or its jail could not be set up.
    """
    limits = Limits(wall_s=sandbox.limits.wall_s, memory_mb=sandbox.limits.memory_mb)
    if outcome.stopped is not None:
        raise NoAnswer("resources", outcome.why_unknown(limits) or outcome.stopped)
    if outcome.code in LIMIT_SIGNALS:
        raise NoAnswer("resources", "the limit of processor time or of a file's size was reached")
    if outcome.code == EXIT_CODE and sandbox.jailed:
        raise NoAnswer("sandbox", last_line(outcome))
    if (why := outcome.why_unknown(limits)) is not None:
        raise NoAnswer(crash, why)


@contextmanager
def work_folder() -> Iterator[Path]:
    """A folder for one run."""
    with tempfile.TemporaryDirectory(prefix="curate-lean-") as name:
        yield Path(name).resolve()


def last_line(outcome: Outcome) -> str:
    """The end of what it wrote to stderr."""
    return outcome.stderr.decode("utf-8", errors="replace").strip().rpartition("\n")[2][-300:]
