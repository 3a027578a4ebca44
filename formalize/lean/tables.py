"""Reads compiled modules and has the kernel check them, in processes that trust each other in one direction only.

One process maps the module, which may be forged, and writes its constants as a table of text. The table is read
strictly here. Another process, which never maps the module, makes the constants anew from the table and gives them to
the kernel.
"""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from curate.formalize.lean.api import Limits
from curate.formalize.lean.process import Outcome
from curate.formalize.lean.sandbox import EXIT_CODE, Sandbox
from curate.formalize.terms.table import Table
from curate.formalize.terms.table_reader import Malformed, read_table

Cause = Literal["resources", "crash", "sandbox", "reader"]
LIMIT_SIGNALS = (128 + 24, 128 + 25)
"""Exit codes of a jailed process that ran into its limit of processor time or of a file's size."""


class NoAnswer(Exception):
    """A process gave no answer; `cause` says of which kind, the text why."""

    def __init__(self, cause: Cause, why: str) -> None:
        super().__init__(why)
        self.cause: Cause = cause


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
    expect_end(outcome, sandbox, crash="reader")
    if outcome.code != 0:
        raise NoAnswer("reader", _last_line(outcome) or f"exit code {outcome.code}")
    try:
        return outcome.stdout, read_table(outcome.stdout)
    except Malformed as error:
        raise NoAnswer("reader", f"the table of its constants is malformed: {error}") from error


def ask_kernel(
    sandbox: Sandbox, search_path: Sequence[Path], table: bytes, question: Mapping[str, Any]
) -> dict[str, Any]:
    """The answer of `native/check_table.py` about a table; `search_path` holds the trusted library.

    Raises:
        NoAnswer: as it says.
    """
    with work_folder() as folder:
        asked = folder / "asked"
        asked.mkdir()
        (asked / "table.ndjson").write_bytes(table)
        request = {
            "search_path": [str(path) for path in search_path],
            "table": str(asked / "table.ndjson"),
            **question,
        }
        (asked / "request.json").write_text(json.dumps(request), encoding="utf-8")
        outcome = sandbox.run(
            "check",
            [str(asked / "request.json")],
            folder,
            read=(asked, *search_path),
            env={"LEAN_ABORT_ON_PANIC": "1"},
        )
    expect_end(outcome, sandbox)
    if outcome.code != 0:
        raise NoAnswer("crash", f"the kernel's process ended with exit code {outcome.code} ({_last_line(outcome)})")
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
        raise NoAnswer("sandbox", _last_line(outcome))
    if (why := outcome.why_unknown(limits)) is not None:
        raise NoAnswer(crash, why)


@contextmanager
def work_folder() -> Iterator[Path]:
    """A folder for one run."""
    with tempfile.TemporaryDirectory(prefix="curate-lean-") as name:
        yield Path(name).resolve()


def _last_line(outcome: Outcome) -> str:
    return outcome.stderr.decode("utf-8", errors="replace").strip().rpartition("\n")[2][-300:]
