"""The one place where it is chosen which Lean is asked. There is no fallback from one to the other."""

from pathlib import Path

from curate.formalize.lean.backend import CommandLean
from curate.formalize.lean.embedded import open_embedded
from curate.schemas.errors import Refused

SIGNATURES = "signatures:"
"""How a library of signatures is named: this and a revision of Mathlib."""


def open_lean(project: Path | None, cache: Path | None = None) -> CommandLean:
    """The Lean of the user's project, or the embedded one when no project is named.

    Raises:
        Refused: the folder is no Lean project.
        Missing: the named Lean is not there.
        Failed: it is there and does not answer.
    """
    if project is None:
        return open_embedded(cache)
    from curate.formalize.lean.project import open_project  # here and below: most commands ask the embedded Lean alone

    return open_project(project, cache)


def open_library(library: str, cache: Path | None = None) -> CommandLean:
    """The embedded Lean with what `--library` names: `signatures:REVISION`.

    Raises:
        Refused: it names something else, or a revision that has no signatures.
        Missing: the embedded Lean is not installed.
    """
    if not library.startswith(SIGNATURES):
        raise Refused(f"--library {library}: only {SIGNATURES}REVISION is known")
    from curate.formalize.lean.signatures import open_signatures

    return open_signatures(library.removeprefix(SIGNATURES), cache)
