"""Trees of a repository in bulk: what differs between commits, by blob."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from curate.scrapers.diffing import Pair
from curate.scrapers.patches import unquote_path
from curate.scrapers.plumbing import run_git, streaming_git
from curate.scrapers.presence import answer_pairs

_RAW_ARGUMENTS = ("diff-tree", "--stdin", "--always", "-r", "--raw", "--full-index")
_NO_BLOB = "0" * 40


class RawChange(NamedTuple):
    """A path that differs between two commits. None: it is not there on that side."""

    previous: str | None
    path: str
    before: str | None
    """Blob id."""
    after: str | None


def read_changes(
    repository: Path, pairs: Sequence[Pair], renames: bool, below: str | None = None
) -> Iterator[tuple[Pair, tuple[RawChange, ...] | str]]:
    """What differs from `base` to `head` for each pair, or why git can't say it.

    Args:
        renames: whether a file that moved is one change or two.
        below: only paths under this folder.
    """
    arguments = (*_RAW_ARGUMENTS, "-M" if renames else "--no-renames", *(("--", below) if below else ()))
    for pair, answer in answer_pairs(repository, pairs, arguments):
        yield pair, answer if isinstance(answer, str) else tuple(map(_parse_raw, answer.splitlines()))


class Touched(NamedTuple):
    """A path that a commit of the main branch touches."""

    path: str
    added: bool


def read_touched(repository: Path, after: str, main: str) -> Iterator[tuple[str, list[Touched]]]:
    """Each first-parent commit of `main` that is not in `after`, newest first, with the paths that it touches.

    Raises:
        GitFailed: the repository lacks a tree.
    """
    arguments = (
        "log",
        "--first-parent",
        "-m",
        "--name-status",
        "--no-renames",
        "--format=%H",
        f"{after}..{main}",
        "--",
    )
    with streaming_git(repository, *arguments, feed=()) as child:
        sha, touched = "", list[Touched]()
        for line in child.stdout or ():
            status, tab, path = line.rstrip(b"\n").partition(b"\t")
            if tab:
                name = unquote_path(path).decode("utf-8", "surrogateescape")
                touched.append(Touched(name, status == b"A"))
            elif status:
                if sha:
                    yield sha, touched
                sha, touched = status.decode(), []
        if sha:
            yield sha, touched


def list_blobs(repository: Path, commit: str, below: str | None = None) -> dict[str, tuple[str, str]]:
    """Mode and blob id of each path in the tree of `commit`; submodules are left out."""
    listing = run_git(repository, "ls-tree", "-r", "-z", commit, *(("--", below) if below else ()))
    found = {}
    for entry in listing.split(b"\0")[:-1]:
        meta, _, path = entry.partition(b"\t")
        mode, kind, blob = meta.decode().split()
        if kind == "blob":
            found[path.decode("utf-8", "surrogateescape")] = (mode, blob)
    return found


def commit_times(repository: Path, commits: Iterable[str]) -> dict[str, datetime]:
    """Time of each commit, by the committer's clock; commits that are not there are left out."""
    wanted = sorted(set(commits))
    stream = "".join(f"{commit}\n" for commit in wanted).encode()
    held = [
        line.split()[0]
        for line in run_git(repository, "cat-file", "--batch-check", stdin=stream).decode().splitlines()
        if line.split()[1] == "commit"
    ]
    if not held:
        return {}
    stream = "".join(f"{commit}\n" for commit in held).encode()
    listed = run_git(repository, "log", "--no-walk=unsorted", "--stdin", "--format=%H %ct", stdin=stream).decode()
    return {sha: datetime.fromtimestamp(int(time), UTC) for sha, time in map(str.split, listed.splitlines())}


def _parse_raw(line: bytes) -> RawChange:
    meta, *paths = line.split(b"\t")
    _, _, before, after, _ = meta.decode().split()
    names = [unquote_path(path).decode("utf-8", "surrogateescape") for path in paths]
    return RawChange(
        previous=None if before == _NO_BLOB else names[0],
        path=names[-1],
        before=None if before == _NO_BLOB else before,
        after=None if after == _NO_BLOB else after,
    )
