"""The one place where it is chosen which Lean is asked. There is no fallback from one to the other."""

from pathlib import Path

from curate.formalize.lean.backend import CommandLean
from curate.formalize.lean.embedded import open_embedded
from curate.formalize.lean.project import open_project


def open_lean(project: Path | None, cache: Path | None = None) -> CommandLean:
    """The Lean of the user's project, or the embedded one when no project is named.

    Raises:
        Refused: the folder is no Lean project.
        Missing: the named Lean is not there.
        Failed: it is there and does not answer.
    """
    return open_embedded(cache) if project is None else open_project(project, cache)
