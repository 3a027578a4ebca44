"""Independent checkers that are asked beside Lean's kernel, by the contract of the Lean Kernel Arena.

A checker is a command that is given the path of a file in lean4export's form, with everything that the theorem rests
on. Exit code 0 accepts, 1 rejects, 2 declines; anything else is that checker's error.
"""

import shlex
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from curate.formalize.judge.lean import JudgedLean
from curate.formalize.judge.steps import write_closure
from curate.formalize.judge.verdicts import clean
from curate.formalize.lean.api import Limits
from curate.formalize.lean.process import child_environment, run_limited
from curate.schemas.errors import Refused
from curate.schemas.stochbench.environment import JudgeLimits
from curate.schemas.stochbench.verdicts import KernelAnswer

ANSWERS: dict[int, Literal["accepts", "rejects", "declines"]] = {0: "accepts", 1: "rejects", 2: "declines"}


@dataclass(frozen=True)
class ExternalKernel:
    """One checker: what it is called in verdicts, and the command that a table's path is added to."""

    name: str
    argv: tuple[str, ...]


def parse_kernel(text: str) -> ExternalKernel:
    """NAME=COMMAND, the command split as a shell would.

    Raises:
        Refused: it is not of this form.
    """
    name, equals, command = text.partition("=")
    try:
        argv = tuple(shlex.split(command))
    except ValueError as error:
        raise Refused(f"the command of --kernel {name} can't be split: {error}") from error
    if not equals or not name or not name.isidentifier() or not argv:
        raise Refused(f"--kernel takes NAME=COMMAND, not {text!r}")
    return ExternalKernel(name, argv)


def ask_kernels(
    kernels: Sequence[ExternalKernel], lean: JudgedLean, table: bytes, theorem: str
) -> tuple[KernelAnswer, ...]:
    """What each checker says of a theorem of a table, given with all that it rests on.

    Raises:
        Ended: the file for the checkers could not be written.
    """
    with tempfile.TemporaryDirectory(prefix="curate-kernel-") as name:
        path = Path(name).resolve() / "export.ndjson"
        path.write_bytes(write_closure(lean, table, theorem))
        return tuple(_ask(kernel, path, lean.sandbox.limits) for kernel in kernels)


def _ask(kernel: ExternalKernel, path: Path, judge_limits: JudgeLimits) -> KernelAnswer:
    limits = Limits(wall_s=judge_limits.wall_s, memory_mb=judge_limits.memory_mb)
    argv = [*kernel.argv, str(path)]
    try:
        outcome = run_limited(argv, cwd=path.parent, env=child_environment({}, ("HOME",)), limits=limits)
    except OSError as error:
        return KernelAnswer(name=kernel.name, answer="error", detail=clean(f"it can't be started: {error}"))
    why = outcome.why_unknown(limits)
    said = (outcome.stdout + outcome.stderr).decode("utf-8", "replace").strip()[-500:]
    answer: Literal["accepts", "rejects", "declines", "error"]
    answer = "error" if why is not None else ANSWERS.get(outcome.code, "error")
    return KernelAnswer(name=kernel.name, answer=answer, detail=clean(why or said))
