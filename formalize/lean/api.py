"""What a Lean edge takes and gives: one interface, whichever Lean stands behind it."""

from typing import Literal

from curate.formalize.text.span import Span
from curate.schemas.stochbench.environment import Environment
from curate.schemas.value import value


@value
class Diagnostic:
    """One message of Lean's, typed."""

    severity: Literal["error", "warning", "information"]
    kind: str
    """Lean's own tag, such as `lean.unknownIdentifier._namedError`, or `[anonymous]`."""
    span: Span
    message: str
    goals: tuple[str, ...] = ()
    """The goals that the message shows, one text a goal."""


@value
class Limits:
    """What one run of Lean may use."""

    wall_s: float = 60.0
    memory_mb: int = 4096
    """Resident memory of the whole process group."""
    output_mb: int = 16


@value
class Elaboration:
    """What Lean said of a text. `unknown` (crash, time-out, missing tool, limit) is never "ok", never "no errors"."""

    status: Literal["ok", "errors", "unknown"]
    reason: str | None
    """Why it is unknown; None otherwise."""
    diagnostics: tuple[Diagnostic, ...]
    environment: Environment
    wall_s: float
    peak_memory_mb: float | None
    cached: bool = False
