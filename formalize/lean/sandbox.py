"""Programs run in a jail."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from curate.formalize.lean.api import Limits
from curate.formalize.lean.forkserver_client import Program, WarmLean
from curate.formalize.lean.process import Outcome, run_limited
from curate.schemas.stochbench.environment import JudgeLimits

EXIT_CODE = 97
"""Of a process whose jail could not be set up."""
NOBODY = 65534
"""Who root becomes."""
OUTPUT_MB = 256
LAYERS = (
    "user namespace",
    "mount namespace",
    "PID namespace",
    "network namespace",
    "IPC namespace",
    "read-only root",
    "no capabilities",
    "no_new_privs",
    "Landlock",
    "rlimits",
)


@dataclass(frozen=True)
class Take:
    """The one file that may leave the jail: its name in the scratch folder, and where the copy is put."""

    name: str
    to: Path


@dataclass(frozen=True)
class Sandbox:
    """How the judge's programs are run: each in a process forked from a loaded Lean, in a jail unless `jailed` is
    false."""

    lean: WarmLean
    limits: JudgeLimits
    jailed: bool = True

    @property
    def layers(self) -> tuple[str, ...]:
        """What stands between a program and the machine."""
        if not self.jailed:
            return ()
        return (*LAYERS, "another user") if os.geteuid() == 0 else LAYERS

    @property
    def most_processes(self) -> int:
        """Lean starts a thread for each core."""
        return self.limits.processes + (os.cpu_count() or 1)

    def run(
        self,
        program: Program,
        arguments: Sequence[str],
        folder: Path,
        *,
        read: Sequence[Path] = (),
        execute: Sequence[Path] = (),
        env: Mapping[str, str] | None = None,
        take: Take | None = None,
    ) -> Outcome:
        """Runs one program; everything that it started is dead on return.

        `folder`: an empty folder of the caller's. `read`: all that the program may read, with `execute`, whose files it
        may execute too; it may write nothing but its scratch folder, `scratch(folder)`.

        Raises:
            OSError: no process could be started.
        """
        scratch, root = self.scratch(folder), folder / "root"
        for made in (root, scratch):
            made.mkdir(exist_ok=True)
        for path in filter(Path.exists, read):
            share(path)
        variables = {"LANG": "C.UTF-8", "HOME": str(scratch), **(env or {})}
        policy = self._policy(root, scratch, read, execute, take) if self.jailed else None
        limits = Limits(wall_s=self.limits.wall_s, memory_mb=self.limits.memory_mb, output_mb=OUTPUT_MB)
        start = partial(self.lean.start, program, jail=policy)
        outcome = run_limited(list(arguments), cwd=scratch, env=variables, limits=limits, start=start)
        if take is not None and not self.jailed and (scratch / take.name).is_file():
            (scratch / take.name).rename(take.to)
        return outcome

    @staticmethod
    def scratch(folder: Path) -> Path:
        """The folder that a program run in `folder` may write to."""
        return folder / "scratch"

    def _policy(
        self, root: Path, scratch: Path, read: Sequence[Path], execute: Sequence[Path], take: Take | None
    ) -> dict[str, object]:
        """What `native/jail.py` is told."""
        limits = self.limits
        return {
            "root": str(root),
            "read": [str(path) for path in read],
            "execute": [str(path) for path in execute],
            "scratch": str(scratch),
            "scratch_mb": 3 * limits.module_mb,
            "cwd": str(scratch),
            "take": [str(scratch / take.name), str(take.to), limits.module_mb << 20] if take else None,
            "become": NOBODY if os.geteuid() == 0 else None,
            "cpu_s": 2 * int(limits.wall_s) + 5,
            "file_mb": limits.module_mb,
            "processes": self.most_processes,
            "open_files": 256,
        }


def share(path: Path) -> None:
    """Lets a folder of ours, made for one run, be read by the user whom root becomes."""
    if path.stat().st_uid == os.geteuid() and path.stat().st_mode & 0o077 == 0:
        path.chmod(0o755 if path.is_dir() else 0o644)
        for inner in path.iterdir() if path.is_dir() else ():
            share(inner)
