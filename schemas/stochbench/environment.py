"""Where an answer was got: behind which Lean, and within which limits."""

from typing import Literal

from curate.schemas.value import value


@value
class Environment:
    """Which Lean stood behind an answer. Part of every record and every cache key."""

    implementation: Literal["embedded", "project", "signatures"]
    """`signatures`: the embedded Lean on axioms with the names and types of a part of Mathlib; it proves nothing."""
    lean_version: str
    toolchain: str | None = None
    prelude_digest: str | None = None
    """sha256 over the embedded prelude's compiled modules; None for a project."""
    mathlib_revision: str | None = None
    options: tuple[str, ...]
    """The `-D` options that were given."""
    label: str
    """What may be said of it in public, such as "Lean 4.35.0 kernel with curate's prelude"."""


@value
class JudgeLimits:
    """What judging one submission may use."""

    wall_s: float = 60.0
    """Of each process."""
    memory_mb: int = 4096
    """Of each process and all that it starts."""
    source_bytes: int = 1 << 20
    module_mb: int = 64
    """Of any file that the jailed process writes, the compiled module among them."""
    processes: int = 64
