"""A checkout holds the head's files and no way to what came later."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Said, Sources

from curate import exits
from curate.evals.review.checkout import is_plain
from curate.evals.review.dataset import ReviewSet


def test_a_checkout_is_the_heads_tree_without_git(
    built: Path, demo: Sources, curate: Callable[..., Said], tmp_path: Path
) -> None:
    dataset = ReviewSet(built)
    one, other = dataset.snapshots[0].item, dataset.snapshots[1].item
    words = ["--dataset", built, "--git", demo.git, "--workspace", tmp_path / "ws", "--out"]
    assert curate("checkout", one, *words, tmp_path / "one").code == exits.DONE
    assert curate("checkout", other, *words, tmp_path / "other").code == exits.DONE
    listed = subprocess.run(
        ["git", "-C", demo.git, "ls-tree", "-r", "--name-only", dataset.head(one)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    found = {path.relative_to(tmp_path / "one").as_posix() for path in (tmp_path / "one").rglob("*") if path.is_file()}
    assert found == set(listed)
    assert not list((tmp_path / "one").rglob(".git"))
    shared = [
        path
        for path in listed
        if (tmp_path / "other" / path).exists() and (tmp_path / "one" / path).samefile(tmp_path / "other" / path)
    ]
    assert shared
    assert not (tmp_path / "one" / listed[0]).stat().st_mode & 0o222
    assert curate("checkout", one, *words, tmp_path / "one").code == exits.REFUSED
    assert curate("checkout", "nothing", *words, tmp_path / "none").code == exits.REFUSED


def test_a_copy_can_be_written_without_touching_another_checkout(
    built: Path, demo: Sources, curate: Callable[..., Said], tmp_path: Path
) -> None:
    one = ReviewSet(built).snapshots[0].item
    words = ["--dataset", built, "--git", demo.git, "--workspace", tmp_path / "ws", "--out"]
    curate("checkout", one, *words, tmp_path / "linked")
    curate("checkout", one, *words, tmp_path / "copied", "--copy")
    path = next(path for path in (tmp_path / "copied").rglob("*.lean"))
    path.write_text("changed")
    assert (tmp_path / "linked" / path.relative_to(tmp_path / "copied")).read_text() != "changed"


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a/../../b", ".git/config", "a/.GIT/hooks/x", "a\\b", ""])
def test_a_path_that_leads_elsewhere_is_left_out(path: str) -> None:
    assert not is_plain(path)
    assert is_plain("Mathlib/Data/«x y».lean")
