"""The tree of a snapshot's head as plain files, for an agent: hard links over a store of blobs, and no `.git`.

Nothing that was written after the head can be reached from it: no history, no other branch, no remote.
"""

import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from curate.schemas.errors import Failed, Refused
from curate.schemas.store.atomic import replacing, write_file
from curate.scrapers.blobs import open_blobs
from curate.scrapers.plumbing import GitFailed
from curate.scrapers.repository import find_repository
from curate.scrapers.trees import list_blobs

MAX_BLOB_BYTES = 64 << 20
_READ_ONLY = 0o444
_LINK = "120000"


class CheckedOut(NamedTuple):
    """What a checkout made."""

    files: int
    fresh: int
    """Blobs that the store did not hold yet."""
    left_out: tuple[str, ...]
    """Symbolic links, and paths that no safe tree holds."""


def open_clone(place: Path) -> Path:
    """The git folder of the clone at `place`.

    Raises:
        Refused: there is none.
    """
    repository = find_repository(place)
    if repository is None:
        raise Refused(f"{place} holds no git repository; give a clone, bare or not")
    return repository


def checkout_tree(repository: Path, commit: str, store: Path, out: Path, copy: bool) -> CheckedOut:
    """Puts the tree of `commit` at `out`, which must not be there.

    Args:
        store: holds every blob once, read-only; it must be on the file system of `out` unless `copy`.
        copy: whether files are copies, for an agent that writes; else they are links to the store, and writing into
            one, as root can, would change every checkout.

    Raises:
        Refused: the repository does not hold `commit`, or `out` is there.
        Failed: a blob is missing, or links can't be made there.
    """
    try:
        listed = list_blobs(repository, commit)
    except GitFailed as error:
        raise Refused(f"{repository} does not hold the commit {commit}: {error.words}; fetch it first") from error
    wanted = {path: blob for path, (mode, blob) in listed.items() if mode != _LINK and is_plain(path)}
    fresh = fill_store(repository, wanted, store)
    with replacing(out) as folder:
        for path, blob in wanted.items():
            _place(store / blob[:2] / blob[2:], folder / path, copy)
    return CheckedOut(len(wanted), fresh, tuple(sorted(listed.keys() - wanted.keys())))


def is_plain(path: str) -> bool:
    """Whether a tree's path leads nowhere else than below the tree, and into no `.git`."""
    parts = PurePosixPath(path).parts
    bad = any(part in ("..", ".", "/") or part.casefold() == ".git" or "\\" in part for part in parts)
    return bool(parts) and not bad and "\0" not in path


def fill_store(repository: Path, wanted: Mapping[str, str], store: Path) -> int:
    """Puts the blobs that `store` lacks into it; how many those were."""
    fresh = [blob for blob in sorted(set(wanted.values())) if not (store / blob[:2] / blob[2:]).exists()]
    if fresh:
        with open_blobs(repository) as blobs:
            for blob in fresh:
                data = blobs.read(blob, MAX_BLOB_BYTES)
                if data is None:
                    raise Failed(f"{repository} lacks the blob {blob}, or it is over {MAX_BLOB_BYTES >> 20} MB")
                write_file(store / blob[:2] / blob[2:], data)
                (store / blob[:2] / blob[2:]).chmod(_READ_ONLY)
    return len(fresh)


def _place(source: Path, target: Path, copy: bool) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if copy:
        target.write_bytes(source.read_bytes())
        return
    try:
        os.link(source, target)
    except OSError as error:
        raise Failed(f"{target} can't be linked to {source}: {error.strerror}; use --copy") from error
