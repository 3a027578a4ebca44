"""The one place that runs lake for a commit: cache, build, linter, each under limits."""

import hashlib
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from curate.builds.jail import jail_command
from curate.builds.record import BuildResult, BuildStep, BuildVerdict, StepName
from curate.builds.verdict import Reading, read_build_log, read_lint_log
from curate.builds.worktree import checkout, free_worktree, read_toolchain
from curate.formalize.lean.api import Limits
from curate.formalize.lean.process import Outcome, child_environment, run_limited
from curate.schemas.base import Record
from curate.schemas.errors import Missing
from curate.schemas.text import printable
from curate.scrapers.plumbing import GitFailed

ELAN_VARIABLES = ("HOME", "ELAN_HOME", "ELAN_TOOLCHAIN", "XDG_CACHE_HOME", "MATHLIB_CACHE_DIR", "SSL_CERT_FILE",
                  "http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY")  # fmt: skip
"""What elan and `lake exe cache` need beyond the few variables that every child sees."""
OUTPUT_MB = 64
TOOLCHAIN_S = 900.0
"""elan downloads a toolchain when `lake` is first run in a folder that names it; no code of the commit runs then."""
CACHE_S = 1800.0
LINT_S = 900.0


class BuildRequest(Record):
    """One commit to build.

    clone, workdir: folders on the machine that builds.
    lake: the program, found on PATH.
    cache: whether `lake exe cache get` is run before the build; its code is the commit's own and it has the network.
    wall_s, memory_mb: limits of the build itself.
    sandbox: whether lake runs in a jail; see `curate.builds.jail`.
    """

    sha: str
    clone: str
    workdir: str
    lake: str
    cache: bool
    lint: bool
    wall_s: float
    memory_mb: int
    sandbox: bool


class _Run(NamedTuple):
    step: BuildStep
    log: str
    unknown: str | None


def build_head(request: BuildRequest) -> BuildResult:
    """Checks the commit out, builds it and asks its linter.

    Raises:
        Missing: there is no lake on PATH.
    """
    if shutil.which(request.lake) is None:
        raise Missing(
            f"`{request.lake}` is not on PATH; install elan, which brings lake: https://lean-lang.org/install"
        )
    with free_worktree(Path(request.clone), Path(request.workdir)) as tree:
        try:
            checkout(tree, request.sha)
        except GitFailed as error:
            return _result(
                request, Reading("unknown", None, f"the clone can't give the commit: {error.words}"), "", "", ()
            )
        return _Build(request, tree).run()


class _Build:
    """The steps of one build in one worktree."""

    def __init__(self, request: BuildRequest, tree: Path) -> None:
        self.request, self.tree = request, tree
        self.temporary = tree.with_name(f"{tree.name}.tmp")
        self.temporary.mkdir(exist_ok=True)
        self.environment = child_environment({"TMPDIR": str(self.temporary)}, ELAN_VARIABLES)
        self.steps: list[BuildStep] = []

    def run(self) -> BuildResult:
        toolchain = read_toolchain(self.tree)
        version = self._lake("toolchain", ("--version",), TOOLCHAIN_S, network=True, jailed=False)
        tool = printable(version.log.strip().splitlines()[0], 120) if version.log.strip() else "lake"
        if version.step.code != 0:
            reading = Reading("unknown", None, f"lake does not start: {version.unknown or tool}")
            return _result(self.request, reading, toolchain, tool, self.steps)
        if self.request.cache:
            self._lake("cache", ("exe", "cache", "get"), CACHE_S, network=True)  # a miss only makes the build longer
        built = self._lake("build", ("build",), self.request.wall_s)
        reading = (
            Reading("unknown", None, built.unknown) if built.unknown else read_build_log(built.step.code, built.log)
        )
        lint = self._lint() if reading.verdict == "pass" and self.request.lint else None
        return _result(self.request, reading, toolchain, tool, self.steps, lint)

    def _lint(self) -> BuildVerdict | None:
        """The text linter of the commit's own time; None where it had none."""
        if not (self.tree / "scripts" / "lint-style.lean").is_file():
            return None
        linted = self._lake("lint", ("exe", "lint-style"), LINT_S)
        return "unknown" if linted.unknown else read_lint_log(linted.step.code, linted.log)

    def _writable(self) -> list[Path]:
        cache = Path(self.environment.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mathlib"
        return [self.tree, self.temporary, *([cache] if cache.is_dir() else [])]

    def _lake(
        self, name: StepName, arguments: tuple[str, ...], wall_s: float, *, network: bool = False, jailed: bool = True
    ) -> _Run:
        limits = Limits(wall_s=wall_s, memory_mb=self.request.memory_mb, output_mb=OUTPUT_MB)
        jail = jail_command(self._writable(), network=network) if jailed and self.request.sandbox else []
        argv = [*jail, self.request.lake, *arguments]
        outcome = run_limited(argv, cwd=self.tree, env=self.environment, limits=limits)
        step = _step(name, outcome)
        self.steps.append(step)
        text = (outcome.stdout + b"\n" + outcome.stderr).decode("utf-8", "replace")
        return _Run(step, text.replace(f"{self.tree}/", ""), outcome.why_unknown(limits))


def _step(name: StepName, outcome: Outcome) -> BuildStep:
    return BuildStep(
        name=name,
        code=outcome.code,
        stopped=outcome.stopped,
        wall_s=round(outcome.wall_s, 1),
        log_sha256=hashlib.sha256(outcome.stdout + outcome.stderr).hexdigest(),
    )


def _result(
    request: BuildRequest,
    reading: Reading,
    toolchain: str,
    tool: str,
    steps: Sequence[BuildStep],
    lint: BuildVerdict | None = None,
) -> BuildResult:
    return BuildResult(
        sha=request.sha,
        verdict=reading.verdict,
        lint=lint,
        target=reading.target,
        detail=reading.detail,
        toolchain=printable(toolchain, 100),
        tool=tool,
        sandbox=request.sandbox,
        steps=tuple(steps),
        at=datetime.now(UTC).replace(microsecond=0),
    )


def run_build_task(request: dict[str, Any]) -> dict[str, Any]:
    """`build_head` for a worker: JSON in, JSON out."""
    return build_head(BuildRequest.model_validate(request)).model_dump(mode="json")
