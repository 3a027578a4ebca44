"""Puts together what a run needs: the Lean that is asked, and the names that its sources declare."""

from dataclasses import replace
from pathlib import Path

from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.open import SIGNATURES, open_lean, open_library
from curate.formalize.lean.prelude import SOURCES
from curate.formalize.lean.signatures import find_shim
from curate.formalize.text.declarations import Declarations, parse_declarations, read_declarations
from curate.formalize.text.names import KnownNames


def open_setup(
    project: Path | None, cache: Path | None = None, library: str | None = None
) -> tuple[LeanBackend, KnownNames]:
    """The Lean of a project with its sources' names, or the embedded Lean with those of its prelude and of `library`.

    Raises:
        Refused: the folder is no Lean project.
        Missing: the named Lean is not there.
        Failed: it is there and does not answer.
    """
    if library is not None:
        shim = find_shim(library.removeprefix(SIGNATURES)) if library.startswith(SIGNATURES) else None
        lean = open_library(library, cache)
        own = parse_declarations(shim.read_text(encoding="utf-8"), "Mathlib") if shim else Declarations()
        prelude = read_declarations(SOURCES)
        both = replace(own, entries=(*own.entries, *prelude.entries))
        return lean, KnownNames(declarations=both, complete=True)
    lean = open_lean(project, cache)
    declarations = read_declarations(project if project is not None else SOURCES)
    return lean, KnownNames(declarations=declarations, complete=project is None)
