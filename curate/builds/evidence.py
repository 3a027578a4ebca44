"""Builds as evidence that `curate prs` reads: those of `curate builds run`, or lines that a user wrote."""

from pathlib import Path

from pydantic import TypeAdapter

from curate.builds.record import BuildResult
from curate.schemas.mathlibpr.rules.builds import LocalBuild
from curate.schemas.store.jsonl import read_lines

_LINE: TypeAdapter[BuildResult | LocalBuild] = TypeAdapter(BuildResult | LocalBuild)


def read_local_builds(path: Path | None) -> tuple[LocalBuild, ...]:
    """The builds in `path` that passed or failed; none for None. A build that could not tell is no evidence.

    Raises:
        Refused: a line is neither a result nor `{sha, passed, at, tool}`.
    """
    if path is None:
        return ()
    return tuple(build for line in read_lines(path, _LINE) if (build := to_local_build(line)) is not None)


def to_local_build(build: BuildResult | LocalBuild) -> LocalBuild | None:
    """What a build says of its commit; None where it could not tell."""
    if isinstance(build, LocalBuild):
        return build
    if build.verdict == "unknown":
        return None
    return LocalBuild(sha=build.sha, passed=build.verdict == "pass", at=build.at, tool=build.tool)
