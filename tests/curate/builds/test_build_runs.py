"""Real builds of real Lean text through a stand-in lake: what passes, fails, hangs, is killed or can't begin."""

import json
import os
import shutil
import subprocess
from datetime import datetime
from pathlib import Path

import pytest

from curate.builds.agreement import compare_builds
from curate.builds.heads import Head
from curate.builds.jail import check_jail
from curate.builds.lake import BuildRequest, build_head
from curate.builds.run import BuildSettings, run_builds
from curate.console import Screen, Verbosity
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.prelude import LAUNCHER
from curate.schemas.errors import Missing
from curate.standins.lake import install_lake

GOOD = "theorem walks_start (n : Nat) : n = n := rfl\n"
BAD = "theorem walks_end (n : Nat) : n = n + 1 := rfl\n"


def can_jail() -> bool:
    """Whether a jail can be made here; where not, the builds of the tests run without one."""
    try:
        check_jail()
    except Missing:
        return False
    return True


JAIL = can_jail()


class Upstream:
    """A repository with one commit after another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "--quiet", "--initial-branch", "master")

    def git(self, *arguments: str) -> str:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        done = subprocess.run(["git", *identity, "-C", str(self.folder), *arguments], capture_output=True, check=True)
        return done.stdout.decode().strip()

    def commit(self, files: dict[str, str]) -> str:
        """A commit whose tree is a project with these files and no others."""
        for path in self.folder.iterdir():
            if path.name != ".git":
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        base = {"lean-toolchain": "leanprover/lean4:v4.35.0\n", "lakefile.toml": '[[lean_lib]]\nname = "Walks"\n'}
        for name, text in {**base, **files}.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "--message", "step")
        return self.git("rev-parse", "HEAD")

    def request(self, sha: str, wall_s: float = 60.0, cache: bool = False) -> BuildRequest:
        return BuildRequest(
            sha=sha, clone=str(self.folder / ".git"), workdir=str(self.folder.parent / "work"), lake="lake",
            cache=cache, lint=True, wall_s=wall_s, memory_mb=4096, sandbox=JAIL,
        )  # fmt: skip


@pytest.fixture
def upstream(tmp_path: Path, lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch) -> Upstream:
    """An empty repository, and the stand-in lake on PATH."""
    install_lake(tmp_path / "bin", lean.prelude.library, lean.prelude.directory, LAUNCHER)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "upstream").mkdir()
    return Upstream(tmp_path / "upstream")


def test_a_commit_whose_modules_elaborate_passes(upstream: Upstream) -> None:
    result = build_head(upstream.request(upstream.commit({"Walks.lean": GOOD})))
    assert (result.verdict, result.target, result.toolchain) == ("pass", None, "leanprover/lean4:v4.35.0")
    assert result.tool == "Lake version 5.0.0-src (Lean version 4.35.0)"
    assert [step.name for step in result.steps] == ["toolchain", "build"]
    assert result.lint is None, "the commit has no linter"


def test_neighbours_share_what_was_built_and_no_file_of_the_one_before(upstream: Upstream) -> None:
    first = upstream.commit({"Walks.lean": "import Walks.Bad\n", "Walks/Bad.lean": BAD})
    second = upstream.commit({"Walks.lean": GOOD})
    failed = build_head(upstream.request(first))
    assert (failed.verdict, failed.target) == ("fail", "Walks.Bad")
    assert failed.detail.startswith("Lean: Walks/Bad.lean:1:")
    assert build_head(upstream.request(second)).verdict == "pass"
    tree = upstream.folder.parent / "work" / "0"
    assert not (tree / "Walks" / "Bad.lean").exists()
    assert (tree / ".lake").is_dir()


def test_a_build_that_does_not_end_is_unknown_and_leaves_no_process(upstream: Upstream) -> None:
    result = build_head(upstream.request(upstream.commit({".standin/build-hangs": ""}), wall_s=3.0))
    assert result.verdict == "unknown"
    assert "time limit" in result.detail
    assert result.steps[-1].stopped == "time"
    work = str(upstream.folder.parent / "work")
    assert [path for path in Path("/proc").glob("[0-9]*/cwd") if target(path).startswith(work)] == []


def target(path: Path) -> str:
    try:
        return str(path.readlink())
    except OSError:
        return ""


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"Walks.lean": GOOD, ".standin/killed": ""}, "killed"),
        ({"Walks.lean": BAD, "lean-toolchain": "leanprover/lean4:v9.9.9\n"}, "v9.9.9"),
        ({}, "named no error"),
    ],
    ids=["a compiler that the system killed", "a toolchain that can't be had", "nothing to build"],
)
def test_what_is_no_fault_of_the_commit_s_is_unknown(upstream: Upstream, files: dict[str, str], words: str) -> None:
    result = build_head(upstream.request(upstream.commit(files)))
    assert result.verdict == "unknown"
    assert words in result.detail


def test_a_cache_that_has_nothing_only_makes_the_build_longer(upstream: Upstream) -> None:
    sha = upstream.commit({"Walks.lean": GOOD, ".standin/cache-miss": ""})
    result = build_head(upstream.request(sha, cache=True))
    assert result.verdict == "pass"
    assert [step.name for step in result.steps] == ["toolchain", "cache", "build"]


def test_the_linter_of_the_commit_is_asked_where_it_has_one(upstream: Upstream) -> None:
    sha = upstream.commit({"Walks.lean": GOOD + "-- " + "x" * 120 + "\n", "scripts/lint-style.lean": ""})
    result = build_head(upstream.request(sha))
    assert (result.verdict, result.lint) == ("pass", "fail")


def test_a_commit_that_the_clone_lacks_is_unknown(upstream: Upstream) -> None:
    upstream.commit({"Walks.lean": GOOD})
    result = build_head(upstream.request("0" * 40))
    assert result.verdict == "unknown"
    assert "can't give the commit" in result.detail


def test_a_build_in_the_jail_can_write_nothing_outside_its_worktree(upstream: Upstream, tmp_path: Path) -> None:
    if not JAIL:
        pytest.skip("needs bubblewrap and user namespaces, which are not here")
    sha = upstream.commit({"Walks.lean": GOOD})
    lake, outside = tmp_path / "bin" / "lake", tmp_path / "outside"
    hostile = f"import runpy, sys\nif sys.argv[1] == 'build': open({str(outside)!r}, 'w')\n"
    lake.write_text(lake.read_text().replace("import runpy, sys\n", hostile))
    assert build_head(upstream.request(sha)).verdict == "unknown"
    assert not outside.exists()


def test_results_are_kept_and_only_unknown_heads_are_built_again(upstream: Upstream, tmp_path: Path) -> None:
    shas = [upstream.commit({"Walks.lean": GOOD}), upstream.commit({"Walks.lean": BAD}), "0" * 40]
    heads = [Head(pr_number=1, sha=sha, at=datetime(2026, 1, 1), reason="no-verdict") for sha in shas]
    settings = BuildSettings(upstream.folder / ".git", tmp_path / "work", "lake", False, False, 60.0, 4096, JAIL)
    screen, results = Screen(Verbosity.QUIET), tmp_path / "builds.jsonl"
    first = run_builds(heads, settings, results, 2, None, screen)
    assert [result.verdict for result in first] == ["pass", "fail", "unknown"]
    again = run_builds(heads, settings, results, 1, None, screen)
    assert [result.at for result in again[:2]] == [result.at for result in first[:2]]
    kept = [
        json.loads(line)["record"]["sha"]
        for line in (tmp_path / "work" / "builds.journal.jsonl").read_text().splitlines()
    ]
    assert sorted(kept) == sorted(shas[:2])
    lines = [json.loads(line) for line in results.read_text().splitlines()]
    assert [line["sha"] for line in lines] == sorted(shas)


def test_agreement_counts_what_both_decided() -> None:
    found = compare_builds([("pass", "pass")] * 8 + [("pass", "fail"), ("fail", "fail"), ("pass", "unknown")])
    assert (found.decided, found.agreed) == (10, 9)
    assert found.low == pytest.approx(0.5958, abs=1e-4)
    assert found.high == pytest.approx(0.9821, abs=1e-4)
    assert compare_builds([("pass", "unknown")]).low is None
