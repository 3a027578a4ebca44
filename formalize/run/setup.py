"""Puts together what a run needs: the Lean that is asked, and the names that its sources declare."""

from pathlib import Path

from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.open import open_lean
from curate.formalize.lean.prelude import SOURCES
from curate.formalize.text.declarations import read_declarations
from curate.formalize.text.names import KnownNames


def open_setup(project: Path | None, cache: Path | None = None) -> tuple[LeanBackend, KnownNames]:
    """The Lean of a project with its sources' names, or the embedded Lean with its prelude's.

    Raises:
        Refused: the folder is no Lean project.
        Missing: the named Lean is not there.
        Failed: it is there and does not answer.
    """
    lean = open_lean(project, cache)
    declarations = read_declarations(project if project is not None else SOURCES)
    return lean, KnownNames(declarations=declarations, complete=project is None)
