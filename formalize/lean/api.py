"""What a Lean edge takes and gives: one interface, whichever Lean stands behind it."""

from typing import Literal

from curate.formalize.text.span import Span
from curate.schemas.base import Record


class Diagnostic(Record):
    """One message of Lean's, typed."""

    severity: Literal["error", "warning", "information"]
    kind: str
    """Lean's own tag, such as `lean.unknownIdentifier._namedError`, or `[anonymous]`."""
    span: Span
    message: str
    goals: tuple[str, ...] = ()
    """The goals that the message shows, one text a goal."""


class Environment(Record):
    """Which Lean stood behind an answer. Part of every record and every cache key."""

    implementation: Literal["embedded", "project"]
    lean_version: str
    toolchain: str | None = None
    prelude_digest: str | None = None
    """sha256 over the embedded prelude's compiled modules; None for a project."""
    mathlib_revision: str | None = None
    options: tuple[str, ...]
    """The `-D` options that were given."""
    label: str
    """What may be said of it in public, such as "Lean 4.35.0 kernel with curate's prelude"."""


class Limits(Record):
    """What one run of Lean may use."""

    wall_s: float = 60.0
    memory_mb: int = 4096
    """Resident memory of the whole process group."""
    output_mb: int = 16


class Elaboration(Record):
    """What Lean said of a text. `unknown` (crash, time-out, missing tool, limit) is never "ok", never "no errors"."""

    status: Literal["ok", "errors", "unknown"]
    reason: str | None
    """Why it is unknown; None otherwise."""
    diagnostics: tuple[Diagnostic, ...]
    environment: Environment
    wall_s: float
    peak_memory_mb: float | None
    cached: bool = False
