"""Heads that a clone lacks come from where it came from, once, and the rest is remembered as gone."""

import subprocess
from pathlib import Path

from case_world import OPTIONS, REPO, World, read_case

from curate.console import Screen
from curate.prs.build import BuildReport, build_dataset
from curate.prs.options import BuildRequest
from curate.prs.patch_share import Fetched
from curate.reports import render_build
from curate.scrapers.repository import find_remote

CASE = Path(__file__).parents[2] / "cases" / "prs" / "older-main-branch"


def clone_without_heads(world: World, folder: Path) -> Path:
    """A clone that holds the main branch alone and knows its remote."""
    server = ["git", f"--git-dir={world.git}", "config", "uploadpack.allowAnySHA1InWant", "true"]
    subprocess.run(server, check=True)
    clone = folder / "clone.git"
    subprocess.run(
        ["git", "clone", "-q", "--bare", "--single-branch", "-b", "master", world.git.as_uri(), str(clone)], check=True
    )
    return clone


def run(world: World, clone: Path, out: str, offline: bool = False) -> BuildReport:
    request = BuildRequest(
        OPTIONS, (str(world.folder / "archive"),), world.folder / "work", world.folder / out, str(clone),
        offline=offline,
    )  # fmt: skip
    return build_dataset(request, Screen())


def test_heads_that_the_clone_lacks_are_fetched_by_sha_and_kept(tmp_path: Path) -> None:
    world = read_case(CASE, tmp_path)
    clone = clone_without_heads(world, tmp_path)
    left_out = run(world, clone, "offline", offline=True)
    assert left_out.fetched is None
    assert left_out.patches is not None
    assert left_out.patches.with_patch == 0
    assert any("run without --offline" in str(block) for block in render_build(left_out, OPTIONS, tmp_path))
    report = run(world, clone, "first")
    assert report.fetched == Fetched(asked=2, fetched=2, gone=0)
    assert report.patches is not None
    assert (report.patches.with_patch, report.patches.snapshots) == (1, 1)
    kept = subprocess.run(
        ["git", f"--git-dir={clone}", "for-each-ref", "refs/curate/sha/"], capture_output=True, text=True, check=True
    ).stdout
    assert world.shas["p"] in kept
    again = run(world, clone, "second")
    assert again.fetched == Fetched(asked=0, fetched=0, gone=0)


def test_a_head_that_the_remote_lacks_too_is_gone_and_not_asked_for_again(tmp_path: Path) -> None:
    world = read_case(CASE, tmp_path)
    clone = clone_without_heads(world, tmp_path)
    git = ["git", f"--git-dir={world.git}"]
    for name in ("refs/pull/101/head", "refs/made/p", "refs/made/q"):
        subprocess.run([*git, "update-ref", "-d", name], check=True)
    subprocess.run([*git, "prune", "--expire=now"], check=True)
    assert run(world, clone, "first").fetched == Fetched(asked=2, fetched=0, gone=2)
    subprocess.run([*git, "config", "uploadpack.allowAnySHA1InWant", "false"], check=True)
    assert run(world, clone, "second").fetched == Fetched(asked=2, fetched=0, gone=2)


def test_a_remote_that_can_not_be_reached_is_said_and_the_run_goes_on(tmp_path: Path) -> None:
    world = read_case(CASE, tmp_path)
    clone = clone_without_heads(world, tmp_path)
    url = (tmp_path / "nowhere.git").as_uri()
    subprocess.run(["git", f"--git-dir={clone}", "config", "remote.origin.url", url], check=True)
    fetched = run(world, clone, "first").fetched
    assert fetched is not None
    assert (fetched.asked, fetched.fetched) == (2, 0)
    assert fetched.failed


def test_a_clone_without_a_remote_is_asked_nothing(tmp_path: Path) -> None:
    world = read_case(CASE, tmp_path)
    assert find_remote(world.git, REPO) is None
    assert run(world, world.git, "first").fetched is None
