"""How compiled modules are read: through Lean's own library where the layout is known, else by a Lean program."""

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from curate.formalize.lean.api import Limits
from curate.formalize.lean.compiler import MODULE
from curate.formalize.lean.forkserver_client import warm_lean
from curate.formalize.lean.process import run_limited
from curate.formalize.lean.sandbox import Sandbox
from curate.formalize.lean.tables import NoAnswer, ask_kernel, read_module
from curate.formalize.terms.from_table import describe, join, to_nodes
from curate.formalize.terms.table import Table
from curate.formalize.terms.table_reader import read_table
from curate.schemas.stochbench.environment import JudgeLimits

INSPECT_SOURCE = Path(__file__).parent / "programs" / "Inspect.lean"
READ_COMMIT = "eb6cafb7290e8bd5f2937522d8d804f58f02bafc"
"""The commit of Lean 4.35.0: the one whose layouts the scripts of `native/` know."""


class Reader(Protocol):
    """Reads compiled modules without running their code."""

    @property
    def search_path(self) -> tuple[Path, ...]:
        """Folders of the compiled modules that a text may import."""

    def read(self, olean: Path, *, replay: bool, limits: Limits) -> dict[str, Any] | str:
        """What a compiled module adds, as in `TableReader.read`, or why nothing can be said. With `replay`, the kernel
        checks it again."""


@dataclass(frozen=True)
class TableReader:
    """Reads modules of Lean 4.35.0 through its own `library`."""

    library: Path
    search_path: tuple[Path, ...]
    """Folders of the compiled modules that a text may import."""

    def read(self, olean: Path, *, replay: bool, limits: Limits) -> dict[str, Any] | str:
        """The module's constants with their terms, what each rests on, and the kernel's word on them."""
        sandbox = Sandbox(
            warm_lean(self.library), JudgeLimits(wall_s=limits.wall_s, memory_mb=limits.memory_mb), jailed=False
        )
        question = {"replay": replay, "types": True}
        try:
            text, table = read_module(sandbox, olean.read_bytes())
            answer = ask_kernel(sandbox, self.search_path, text, question)
        except NoAnswer as error:
            return f"reading the compiled module: {error}"
        except OSError as error:
            return f"missing tool: the reader of compiled modules could not be started ({error})"
        return answer if answer["error"] is not None else {**answer, **_terms(table, answer.pop("types"))}


def _terms(table: Table, types: str) -> dict[str, Any]:
    nodes = to_nodes(table)
    library = read_table(types.encode("utf-8"))
    known = join(nodes, library, library.constants)
    module = table.meta["module"]
    return {
        "imports": module["imports"],
        "entries": module["entries"],
        "constants": describe(table),
        "types": known,
        "nodes": nodes,
    }


@dataclass(frozen=True)
class ProgramReader:
    """Reads modules by a program that takes a request file as its last argument: `programs/Inspect.lean`."""

    argv: tuple[str, ...]
    env: Mapping[str, str]
    search_path: tuple[Path, ...]

    def read(self, olean: Path, *, replay: bool, limits: Limits) -> dict[str, Any] | str:
        """What the program says, or why it says nothing."""
        asked = {
            "search_path": [str(path) for path in self.search_path],
            "module": MODULE,
            "olean": str(olean),
            "replay": replay,
        }
        with tempfile.TemporaryDirectory(prefix="curate-read-") as name:
            request = Path(name).resolve() / "request.json"
            request.write_text(json.dumps(asked), encoding="utf-8")
            argv, env = [*self.argv, str(request)], {**self.env, "HOME": name}
            try:
                outcome = run_limited(argv, cwd=request.parent, env=env, limits=limits)
            except OSError as error:
                return f"missing tool: the reader of compiled modules could not be started ({error})"
        why = outcome.why_unknown(limits)
        if why is not None or outcome.code != 0:
            last = outcome.stderr.decode("utf-8", errors="replace").strip().rpartition("\n")[2][:200]
            return f"reading the compiled module: {why or f'exit code {outcome.code}'}" + (f" ({last})" if last else "")
        answer: dict[str, Any] = json.loads(outcome.stdout)
        return answer
