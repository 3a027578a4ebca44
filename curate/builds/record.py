"""What one local build gave: evidence of the class `local_build`."""

from datetime import datetime
from typing import Literal

from curate.schemas.base import Record

BuildVerdict = Literal["pass", "fail", "unknown"]
StepName = Literal["toolchain", "cache", "build", "lint"]


class BuildStep(Record):
    """One program that was run for a build.

    code: its exit code; negative, the signal that ended it.
    stopped: the limit that ended it; None when it ended by itself.
    log_sha256: of its stdout and stderr, one after the other, as they came.
    """

    name: StepName
    code: int
    stopped: Literal["time", "memory", "output"] | None
    wall_s: float
    log_sha256: str


class BuildResult(Record):
    """The build of one commit on one machine.

    sha: the commit.
    verdict: pass (lake ended with 0), fail (Lean found an error in a module of the commit), unknown (anything else).
    lint: of the text linter; None where the commit has none or its build did not pass.
    target: the first module that failed; None otherwise.
    detail: the verdict's reason in one line, without paths of this machine.
    toolchain: content of `lean-toolchain` at the commit.
    tool: program and version that built, as lake names itself.
    sandbox: whether the build ran without a network and outside the user's own files.
    at: when it ended (UTC).
    """

    sha: str
    verdict: BuildVerdict
    lint: BuildVerdict | None
    target: str | None
    detail: str
    toolchain: str
    tool: str
    sandbox: bool
    steps: tuple[BuildStep, ...]
    at: datetime
