"""The Lean with which solutions are judged: how it compiles, reads and checks, and in which sandbox."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from curate.formalize.judge.selftest import check_sandbox
from curate.formalize.lean.embedded import LEAN_VERSION
from curate.formalize.lean.forkserver_client import warm_lean
from curate.formalize.lean.open import open_lean
from curate.formalize.lean.prelude import find_library
from curate.formalize.lean.process import Outcome
from curate.formalize.lean.readers import TableReader
from curate.formalize.lean.sandbox import Sandbox, Take
from curate.formalize.lean.toolchain import Toolchain
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
    toolchain: Toolchain | None = None
    """A project's older Lean, which compiles and writes tables; the embedded kernel decides. None: one Lean does it."""

    @property
    def kernel_is_sound(self) -> bool:
        """Whether the kernel is recent enough to decide."""
        return parse_version(self.kernel_version) >= SOUND_KERNEL

    def run(self, arguments: Sequence[str], folder: Path, read: Path, take: Take) -> Outcome:
        """Runs Lean in the sandbox, as `Sandbox.run` does."""
        if self.toolchain is not None:
            return self.toolchain.run(self.sandbox, arguments, folder, (read,), take)
        env = {"LEAN_PATH": ":".join(map(str, self.search_path))}
        return self.sandbox.run("lean", arguments, folder, read=(read, *self.search_path), env=env, take=take)


def open_judged(
    project: Path | None, limits: JudgeLimits = JudgeLimits(), *, jailed: bool = True, cache: Path | None = None
) -> JudgedLean:
    """The Lean of a project, or the embedded one, in a sandbox that has passed its self-test.

    Raises:
        Refused: the sandbox does not hold here, or the folder is no Lean project.
        Missing: a project's Lean is an older one, and the embedded Lean, whose kernel would decide, is not installed.
        Failed: that Lean is not there, or its modules can't be read.
    """
    lean = open_lean(project, cache)
    reader, environment = lean.reader, lean.environment
    if isinstance(reader, TableReader):
        library, toolchain, kernel = reader.library, None, environment.lean_version
    elif parse_version(environment.lean_version) < parse_version(LEAN_VERSION):
        library, toolchain, kernel = find_library(), Toolchain.of(lean.command, reader.search_path), LEAN_VERSION
    else:
        raise Failed(
            f"{environment.label}: the judge's kernel is that of Lean {LEAN_VERSION}, and takes what that or an older "
            "Lean wrote; see docs/judge.md"
        )
    sandbox = Sandbox(warm_lean(library), limits, jailed)
    if jailed:
        check_sandbox(sandbox)
    return JudgedLean(environment, sandbox, reader.search_path, kernel, toolchain)


def parse_version(text: str) -> tuple[int, ...]:
    """The numbers of a version; what is before a release (`-rc1`) counts as older than it."""
    release, _, before = text.partition("-")
    numbers = tuple(int(part) for part in release.split(".") if part.isdigit())
    return (*numbers[:-1], numbers[-1] - 1, 10**6) if before and numbers else numbers
