"""Many pairs of commits compared by one `git diff-tree --stdin`, whose answers are told apart as they come."""

import re
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from queue import Full, Queue
from subprocess import Popen
from threading import Event, Thread
from typing import NamedTuple

from curate.schemas.errors import Failed
from curate.scrapers.plumbing import GitFailed, git_version, streaming_git

DIFF_ARGUMENTS = (
    "diff-tree", "--stdin", "--always", "-r", "-p", "--raw", "-M", "--full-index", "--no-color", "--no-ext-diff",
    "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip
_ID_LINE = re.compile(rb"\n([0-9a-f]{40})(?=\n)")
_BLOCK = 1 << 18


class Pair(NamedTuple):
    """Two commits to compare."""

    head: str
    base: str


def diff_pairs(
    repository: Path, pairs: Sequence[Pair], arguments: Sequence[str] = DIFF_ARGUMENTS
) -> Generator[tuple[Pair, bytes], None, None]:
    """What git says of each pair: raw lines, a blank line, the patch. Empty for equal trees.

    A thread reads ahead, so that git works on while the caller does.

    Raises:
        GitFailed: git stopped before it had answered all.
    """
    feed = (f"{pair.head} {pair.base}\n".encode() for pair in pairs)
    answers: Queue[tuple[str, bytes] | None] = Queue(maxsize=64)
    ended = Event()
    with streaming_git(repository, *arguments, feed=feed) as child:
        reader = Thread(target=_read_answers, args=(child, answers, ended), daemon=True)
        reader.start()
        try:
            for place, pair in enumerate(pairs):
                answer = answers.get()
                if answer is not None:
                    if answer[0] != pair.head:
                        raise Failed(f"git {git_version()} answered for {answer[0]} where it was asked for {pair.head}")
                    yield pair, answer[1]
                elif child.wait():
                    break  # the block's end raises git's own words
                else:
                    raise GitFailed("diff-tree", repository, f"{place} of {len(pairs)} pairs answered".encode())
        finally:
            ended.set()
            child.kill()
            reader.join()


def _read_answers(child: "Popen[bytes]", answers: "Queue[tuple[str, bytes] | None]", ended: Event) -> None:
    """Puts each answer, then None, whatever happens. A child that nobody reads any more is killed."""
    try:
        for answer in _split_stream(child):
            if not _put(answers, answer, ended):
                return
    except BaseException:
        child.kill()
        raise
    finally:
        _put(answers, None, ended)


def _split_stream(child: "Popen[bytes]") -> Iterator[tuple[str, bytes]]:
    """Each answer with the id before it. The last one counts only when git ended well."""
    parts: list[bytes] | None = None  # of the answer that is being read; None before the first id line
    sha = ""
    left = b""  # the line that the last block broke off in
    while block := child.stdout.read(_BLOCK) if child.stdout else b"":
        text = left + block
        end = text.rfind(b"\n") + 1
        text, left = b"\n" + text[:end], text[end:]
        start = 1
        for found in _ID_LINE.finditer(text):
            if parts is not None:
                yield sha, b"".join((*parts, text[start : found.start() + 1]))
            parts, start, sha = [], found.end() + 1, found[1].decode()
        if parts is not None:
            parts.append(text[start:])
    if parts is not None and child.wait() == 0:
        yield sha, b"".join((*parts, left))


def _put(answers: "Queue[tuple[str, bytes] | None]", answer: tuple[str, bytes] | None, ended: Event) -> bool:
    while not ended.is_set():
        try:
            answers.put(answer, timeout=0.2)
        except Full:
            continue
        return True
    return False
