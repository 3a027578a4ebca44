"""Results of builds as evidence for labels."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from curate.builds.evidence import read_local_builds
from curate.builds.record import BuildResult
from curate.schemas.errors import Refused
from curate.schemas.store.jsonl import append_line

AT = datetime(2026, 4, 1, tzinfo=UTC)


def result(sha: str, verdict: str) -> BuildResult:
    return BuildResult.model_validate(
        {
            "sha": sha * 40, "verdict": verdict, "lint": None, "target": None, "detail": "", "toolchain": "",
            "tool": "Lake", "sandbox": True, "steps": (), "at": AT,
        }
    )  # fmt: skip


def test_what_could_not_be_told_is_no_evidence(tmp_path: Path) -> None:
    for sha, verdict in (("a", "pass"), ("b", "fail"), ("c", "unknown")):
        append_line(tmp_path / "builds.jsonl", result(sha, verdict))
    builds = read_local_builds(tmp_path / "builds.jsonl")
    assert [(build.sha[0], build.passed) for build in builds] == [("a", True), ("b", False)]


def test_lines_that_a_user_wrote_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"sha": "aa", "passed": true, "at": "2026-04-01T00:00:00Z", "tool": "lake build"}\n')
    assert read_local_builds(path)[0].passed


def test_any_other_line_is_refused_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"sha": "aa", "passed": true, "at": "2026-04-01T00:00:00Z", "tool": "x"}\n{"sha": 1}\n')
    with pytest.raises(Refused, match="line 2"):
        read_local_builds(path)
