"""The one place that puts a commit's files on disk for a build: one worktree a worker, used again for each head."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from curate.schemas.errors import Missing, Stopped
from curate.schemas.store.lock import hold
from curate.scrapers.plumbing import NO_GIT, GitFailed, git_environment

BUILD_FOLDER = ".lake"
"""What lake makes; it stays from head to head, so that neighbours share what did not change."""


@contextmanager
def free_worktree(clone: Path, workdir: Path) -> Iterator[Path]:
    """A worktree of `clone` below `workdir` that no other process uses; it stays for the next head.

    Raises:
        GitFailed: git can't make a worktree there.
    """
    workdir.mkdir(parents=True, exist_ok=True)
    number = 0
    while True:
        with ExitStack() as held:
            try:
                held.enter_context(hold(workdir / f"{number}.lock", "another process builds there"))
            except Stopped:
                number += 1
                continue
            yield _opened(clone, workdir / str(number))
            return


def checkout(tree: Path, sha: str) -> None:
    """Makes the files of `tree` those of commit `sha`, whatever an earlier build left; keeps lake's own folder.

    Raises:
        GitFailed: the clone lacks the commit.
    """
    _git(tree, "checkout", "--quiet", "--force", "--detach", sha, "--")
    _git(tree, "clean", "--quiet", "-ffdx", "--exclude", BUILD_FOLDER)


def read_toolchain(tree: Path) -> str:
    """The content of `lean-toolchain`, empty where there is none."""
    path = tree / "lean-toolchain"
    return path.read_text(encoding="utf-8", errors="replace").strip() if path.is_file() else ""


def _opened(clone: Path, tree: Path) -> Path:
    if (tree / ".git").exists():
        return tree
    if tree.exists():
        shutil.rmtree(tree)
    _git(clone, "worktree", "prune")
    _git(clone, "worktree", "add", "--quiet", "--detach", "--no-checkout", os.fspath(tree.resolve()))
    return tree


def _git(directory: Path, *arguments: str) -> None:
    """Runs git on a worktree, without hooks; `run_git` of the scrapers is for bare repositories."""
    argv = ["git", "-c", "core.hooksPath=/dev/null", "-c", "safe.directory=*", "-C", os.fspath(directory), *arguments]
    try:
        done = subprocess.run(argv, capture_output=True, env=git_environment(), stdin=subprocess.DEVNULL)
    except FileNotFoundError as error:
        raise Missing(NO_GIT) from error
    if done.returncode:
        raise GitFailed(arguments[0], directory, done.stderr)
