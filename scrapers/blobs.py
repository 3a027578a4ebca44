"""Blobs of a repository, read one after the other through one `git cat-file`."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from curate.schemas.errors import Missing
from curate.scrapers.plumbing import NO_GIT, GitFailed, git_argv, git_environment

_CHUNK = 1 << 20


class BlobReader:
    """An open `git cat-file --batch`."""

    def __init__(self, repository: Path, requests: IO[bytes], answers: IO[bytes]) -> None:
        self._repository, self._requests, self._answers = repository, requests, answers

    def read(self, blob: str, limit: int) -> bytes | None:
        """The blob's bytes; None when it is not there, is no blob or is longer than `limit`.

        Raises:
            GitFailed: git ended.
        """
        try:
            self._requests.write(f"{blob}\n".encode())
            self._requests.flush()
        except BrokenPipeError as error:
            raise GitFailed("cat-file", self._repository, b"it ended before its work was done") from error
        header = self._answers.readline().split()
        if header[1:] == [b"missing"]:
            return None
        if len(header) != 3:
            raise GitFailed("cat-file", self._repository, b" ".join(header) or b"it ended before its work was done")
        size = int(header[2])
        if header[1] == b"blob" and size <= limit:
            return self._answers.read(size + 1)[:size]
        left = size + 1
        while left > 0:
            left -= len(self._answers.read(min(left, _CHUNK))) or left
        return None


@contextmanager
def open_blobs(repository: Path) -> Iterator[BlobReader]:
    """A reader of the blobs of `repository`.

    Raises:
        Missing: there is no git on the PATH.
    """
    try:
        child = subprocess.Popen(
            git_argv(repository, ("cat-file", "--batch")),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=git_environment(),
        )
    except FileNotFoundError as error:
        raise Missing(NO_GIT) from error
    with child:
        if child.stdin is None or child.stdout is None:
            raise GitFailed("cat-file", repository, b"it has no pipes")
        try:
            yield BlobReader(repository, child.stdin, child.stdout)
        finally:
            child.kill()
