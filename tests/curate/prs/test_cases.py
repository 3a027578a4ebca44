"""Odd inputs, one folder a case below `tests/cases/prs/`; each test names the kind."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from case_world import Rows, World, build, read_case

from curate.schemas.errors import Failed, Refused
from curate.scrapers.archive import Archive
from curate.scrapers.patches import Pair, read_patch_ids

CASES = Path(__file__).parents[2] / "cases" / "prs"


def world_of(name: str, folder: Path) -> World:
    return read_case(CASES / name, folder)


def check(rows: Rows, expected: dict[str, Any]) -> None:
    """All that the case says of the rows."""
    if "labels" in expected:
        assert rows.labels() == expected["labels"]
    assert {tuple(drop) for drop in expected.get("drops", [])} <= set(rows.drops)
    for number, group in expected.get("group", {}).items():
        assert rows.pulls[int(number)]["group"] == group
    for number, cut in expected.get("cut", {}).items():
        assert rows.pulls[int(number)]["cut"] == cut
    if "landed" in expected:
        assert [number for number, pull in rows.pulls.items() if pull["landed"]] == expected["landed"]
    if "reverted" in expected:
        assert [n for n, pull in rows.pulls.items() if "reverted" in pull["flags"]] == expected["reverted"]
    for row in (row for row in rows.snapshots if str(row["pr_number"]) in expected.get("kinds", {})):
        kind, sha = expected["kinds"][str(row["pr_number"])]
        assert (row["pr_number"], row["unmerged_kind"], rows.name(row["elsewhere_sha"])) == (
            row["pr_number"],
            kind,
            sha,
        )
    post_hoc = [row["pr_number"] for row in rows.snapshots if row["title_origin"] == "post_hoc"]
    assert set(expected.get("post_hoc", [])) <= set(post_hoc)


@pytest.mark.parametrize("name", sorted(path.name for path in CASES.iterdir()))
def test_each_case_comes_out_as_it_says(name: str, tmp_path: Path) -> None:
    world = world_of(name, tmp_path)
    check(build(world), world.case["expected"])


def test_no_sha_and_no_patch_carries_both_labels_in_any_case(tmp_path: Path) -> None:
    for name in ("closed-then-landed-in-a-successor", "same-patch-landed-elsewhere", "merged-in-after-opening"):
        seen: dict[str, str] = {}
        for row in build(world_of(name, tmp_path / name)).snapshots:
            for key in (row["head_sha"], row["patch_id"]):
                assert seen.setdefault(key, row["label"]) == row["label"]


def test_a_published_patch_applies_though_code_in_it_resembles_an_address(tmp_path: Path) -> None:
    (row,) = build(world_of("code-that-resembles-an-address", tmp_path)).snapshots
    assert "+@functools.cache\n" in row["diff"]
    assert "Ada <redacted>" in row["diff"]
    assert "diff-redacted" in row["flags"]
    assert row["body"] == "Use @Nat.add; mail redacted."
    (tmp_path / "tree").mkdir()
    subprocess.run(["git", "apply"], cwd=tmp_path / "tree", input=row["diff"].encode(), check=True)
    written = (tmp_path / "tree" / "s.py").read_text()
    assert "x@Foo.zip" in written
    assert "c@Code.zero'" in written


def test_an_archive_in_utf_16_holds_no_address(tmp_path: Path) -> None:
    build(world_of("odd-records", tmp_path))
    with Archive(tmp_path / "work-out" / "archive") as archive:
        raw = [archive.get(key) or b"" for key in archive.keys("raw/")]
    assert len(raw) == 5
    assert not any(b"ada@math.org" in content or "ada@math.org".encode("utf-16-le") in content for content in raw)


def test_a_main_branch_older_than_a_landing_gives_no_base_and_no_label_that_needs_one(tmp_path: Path) -> None:
    world = world_of("older-main-branch", tmp_path)
    stale = tmp_path / "stale.git"
    shutil.copytree(world.git, stale)
    subprocess.run(["git", f"--git-dir={stale}", "update-ref", "refs/heads/master", world.shas["m0"]], check=True)
    rows = build(world, stale, "stale")
    assert rows.labels() == [[101, "q", "merge_ready", "accepted"]]
    assert rows.snapshots[0]["diff_missing"].startswith("the clone's main branch ends on")
    assert (101, "p", "version-unknown") in rows.drops


def test_a_head_that_merged_a_newer_main_branch_has_no_base_on_the_old_one(tmp_path: Path) -> None:
    world = world_of("main-branch-older-than-a-head-that-merged-it", tmp_path)
    stale = tmp_path / "stale.git"
    shutil.copytree(world.git, stale)
    subprocess.run(["git", f"--git-dir={stale}", "update-ref", "refs/heads/master", world.shas["m0"]], check=True)
    rows = build(world, stale, "stale")
    assert rows.labels() == [[101, "p", "not_merge_ready", "unmerged"]]
    assert (101, "q", "version-unknown") in rows.drops


def test_the_main_branch_is_that_of_the_repository_asked_for(tmp_path: Path) -> None:
    """A fork's own old branch stands beside it, as `origin`."""
    world = world_of("older-main-branch", tmp_path)
    git = ["git", f"--git-dir={world.git}"]
    for remote, url in (("origin", "git@github.com:ada/mathlib4.git"), ("up", f"https://github.com/{REPO}")):
        subprocess.run([*git, "config", f"remote.{remote}.url", url], check=True)
    subprocess.run([*git, "update-ref", "refs/remotes/origin/master", world.shas["m0"]], check=True)
    subprocess.run([*git, "update-ref", "refs/remotes/up/master", world.shas["m2"]], check=True)
    subprocess.run([*git, "update-ref", "refs/heads/master", world.shas["m0"]], check=True)
    check(build(world), world.case["expected"])


REPO = "leanprover-community/mathlib4"


def test_a_shallow_clone_leaves_no_label_that_needs_what_it_lacks(tmp_path: Path) -> None:
    world = world_of("older-main-branch", tmp_path)
    shallow = tmp_path / "shallow.git"
    subprocess.run(["git", "clone", "-q", "--bare", "--depth=1", world.git.as_uri(), str(shallow)], check=True)
    rows = build(world, shallow, "shallow", offline=True)
    assert [row["label"] for row in rows.snapshots] == ["merge_ready"]
    assert (101, "p", "version-unknown") in rows.drops


def test_heads_fetched_into_a_shallow_clone_have_no_base_that_it_does_not_hold(tmp_path: Path) -> None:
    world = world_of("older-main-branch", tmp_path)
    shallow = tmp_path / "shallow.git"
    subprocess.run(["git", "clone", "-q", "--bare", "--depth=2", world.git.as_uri(), str(shallow)], check=True)
    subprocess.run(["git", f"--git-dir={world.git}", "config", "uploadpack.allowAnySHA1InWant", "true"], check=True)
    rows = build(world, shallow, "shallow")
    assert rows.report.fetched is not None
    assert rows.report.fetched.fetched == 2
    assert [row["label"] for row in rows.snapshots] == ["merge_ready"]
    assert (101, "p", "version-unknown") in rows.drops


def test_a_clones_own_settings_attributes_and_grafts_change_no_byte(tmp_path: Path) -> None:
    world = world_of("older-main-branch", tmp_path)
    plain = build(world).snapshots
    git = ["git", f"--git-dir={world.git}"]
    for name, value in (("diff.default.xfuncname", "^  a.*$"), ("diff.default.binary", "true"), ("diff.external", "x")):
        subprocess.run([*git, "config", name, value], check=True)
    (world.git / "info").mkdir(exist_ok=True)
    (world.git / "info" / "attributes").write_text("*.lean -diff\n")
    (world.git / "info" / "grafts").write_text(f"{world.shas['q']}\n")
    assert build(world, out="again").snapshots == plain


def test_a_linked_worktree_is_the_clone_and_a_folder_in_a_clone_is_refused_by_its_name(tmp_path: Path) -> None:
    world = world_of("older-main-branch", tmp_path)
    tree = tmp_path / "tree"
    subprocess.run(
        ["git", f"--git-dir={world.git}", "worktree", "add", "-q", "--detach", str(tree), "master"], check=True
    )
    check(build(world, tree), world.case["expected"])
    with pytest.raises(Refused, match=f"of the clone {tree}: give that"):
        build(world, tree / "M", "inside")


def test_the_digest_of_git_covers_what_a_blobless_clone_lacks(tmp_path: Path) -> None:
    world = world_of("older-main-branch", tmp_path)
    blobless = tmp_path / "blobless.git"
    subprocess.run(["git", f"--git-dir={world.git}", "config", "uploadpack.allowFilter", "true"], check=True)
    command = ["git", "clone", "-q", "--mirror", "--filter=blob:none", world.git.as_uri(), str(blobless)]
    subprocess.run(command, check=True)
    whole, partial = build(world), build(world, blobless, "blobless")
    assert partial.snapshots[0]["diff"] is None
    assert (101, "p", "version-unknown") in partial.drops
    assert whole.snapshots[0]["diff"]
    manifests = [(tmp_path / out / "MANIFEST.json").read_text() for out in ("out", "blobless")]
    assert manifests[0] != manifests[1]


def test_a_time_before_github_or_after_the_record_is_not_known_as_that_of_a_head(tmp_path: Path) -> None:
    rows = build(world_of("clock-of-a-committer", tmp_path))
    assert [row["head_at"] for row in rows.snapshots] == [None, None]
    assert all(row["diff"] for row in rows.snapshots)


def test_a_clone_without_trees_costs_the_patches_and_not_the_run(tmp_path: Path) -> None:
    world = world_of("older-main-branch", tmp_path)
    treeless = tmp_path / "treeless.git"
    subprocess.run(["git", f"--git-dir={world.git}", "config", "uploadpack.allowFilter", "true"], check=True)
    command = ["git", "clone", "-q", "--mirror", "--filter=tree:0", world.git.as_uri(), str(treeless)]
    subprocess.run(command, check=True)
    rows = build(world, treeless, offline=True)
    assert [row["label"] for row in rows.snapshots] == ["merge_ready"]
    assert rows.snapshots[0]["diff_missing"].startswith("git can't diff it: the repository lacks")
    assert (101, "p", "version-unknown") in rows.drops


@pytest.mark.parametrize("answer", ["0" * 40 + " " + "0" * 40, "nonsense", "1" * 40 + " " + "f" * 40])
def test_a_git_that_answers_patch_id_wrongly_ends_the_run_with_its_version(
    answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "git"
    fake.write_text(f"#!/bin/sh\ncase \"$*\" in *patch-id*) echo '{answer}';; *) echo git version 9.9.9;; esac\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(Failed, match=r"git 9\.9\.9"):
        read_patch_ids([(Pair("a" * 40, "b" * 40), b"diff --git a/x b/x\n@@ -0,0 +1 @@\n+x\n")])
