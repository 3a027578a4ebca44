"""The Lean with which solutions are judged: how it compiles, reads and checks, and in which sandbox."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from curate.formalize.judge.selftest import check_sandbox
from curate.formalize.lean.embedded import LEAN_VERSION
from curate.formalize.lean.forkserver_client import warm_lean
from curate.formalize.lean.open import open_lean
from curate.formalize.lean.readers import TableReader
from curate.formalize.lean.sandbox import Sandbox
from curate.schemas.errors import Failed
from curate.schemas.stochbench.environment import Environment, JudgeLimits

SOUND_KERNEL = (4, 34, 1)
"""The first version whose kernel holds none of the faults that were known when this was written."""


@dataclass(frozen=True)
class JudgedLean:
    """One Lean, and the sandbox in which its programs run."""

    environment: Environment
    sandbox: Sandbox
    search_path: Sequence[Path]
    """Folders of the trusted library's compiled modules."""
    kernel_version: str = LEAN_VERSION

    @property
    def kernel_is_sound(self) -> bool:
        """Whether the kernel is recent enough to decide."""
        return parse_version(self.kernel_version) >= SOUND_KERNEL


def open_judged(
    project: Path | None, limits: JudgeLimits = JudgeLimits(), *, jailed: bool = True, cache: Path | None = None
) -> JudgedLean:
    """The Lean of a project, or the embedded one, in a sandbox that has passed its self-test.

    Raises:
        Refused: the sandbox does not hold here, or the folder is no Lean project.
        Failed: that Lean is not there, or its modules can't be read.
    """
    lean = open_lean(project, cache)
    reader = lean.reader
    if not isinstance(reader, TableReader):
        raise Failed(
            f"{lean.environment.label}: only modules of Lean {LEAN_VERSION} can be read by the judge; "
            "see docs/judge.md for what a project needs"
        )
    sandbox = Sandbox(warm_lean(reader.library), limits, jailed)
    if jailed:
        check_sandbox(sandbox)
    return JudgedLean(lean.environment, sandbox, reader.search_path, lean.environment.lean_version)


def parse_version(text: str) -> tuple[int, ...]:
    """The numbers of a version; what is before a release (`-rc1`) counts as older than it."""
    release, _, before = text.partition("-")
    numbers = tuple(int(part) for part in release.split(".") if part.isdigit())
    return (*numbers[:-1], numbers[-1] - 1, 10**6) if before and numbers else numbers
