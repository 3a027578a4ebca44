"""Pairs of commits compared where objects may be lacking, as in a partial clone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from curate.scrapers.diffing import DIFF_ARGUMENTS, Pair, diff_pairs
from curate.scrapers.plumbing import GitFailed, run_git

RAW_ARGUMENTS = ("diff-tree", "--stdin", "--always", "-r", "--raw", "--full-index", "--no-renames")
"""Lists what differs by reading trees alone."""
UNANSWERED = "git can't diff it"
"""How the reason begins for which a patch is missing when git failed at it."""
_NOTHING, _SUBMODULE = b"0" * 40, b"160000"


def answer_pairs(
    repository: Path, pairs: Sequence[Pair], arguments: Sequence[str] = DIFF_ARGUMENTS
) -> Iterator[tuple[Pair, bytes | str]]:
    """What git says of each pair, in order, or why it can't say it.

    Git stops at the first pair that it can't compare. Then it is asked once which objects are there at all; a pair
    that stops it for another reason is asked again alone.
    """
    left = list(pairs)
    lacking: dict[Pair, str] | None = None
    while left:
        done = 0
        try:
            for answered in _answer_whole(repository, left, lacking or {}, arguments):
                done += 1
                yield answered
            return
        except GitFailed:
            left = left[done:]
        if lacking is None:
            lacking = find_lacking(repository, left)
            continue
        pair = left.pop(0)
        try:
            yield from diff_pairs(repository, [pair], arguments)
        except GitFailed as error:
            yield pair, f"{UNANSWERED}: {error.words}"


def _answer_whole(
    repository: Path, pairs: Sequence[Pair], lacking: Mapping[Pair, str], arguments: Sequence[str]
) -> Iterator[tuple[Pair, bytes | str]]:
    """Git's answers, and between them the reasons for those pairs that it is not asked for."""
    with closing(diff_pairs(repository, [pair for pair in pairs if pair not in lacking], arguments)) as answers:
        for pair in pairs:
            if pair in lacking:
                yield pair, f"{UNANSWERED}: the repository lacks {lacking[pair]}"
            else:
                yield next(answers)


def find_lacking(repository: Path, pairs: Sequence[Pair]) -> dict[Pair, str]:
    """For each of `pairs` that can't be compared, the first object that the repository lacks for it.

    Commits and their trees are asked for first, then the blobs that differ: one process each, however many are lacking.
    """
    trees = {pair: [f"{sha}^{{tree}}" for sha in pair] for pair in pairs}
    absent = _find_absent(repository, (name for names in trees.values() for name in names))
    lacking = {
        pair: found for pair, names in trees.items() if (found := next((one for one in names if one in absent), None))
    }
    blobs = _list_blobs(repository, [pair for pair in pairs if pair not in lacking])
    absent = _find_absent(repository, (blob for listed in blobs.values() for blob in listed))
    for pair, listed in blobs.items():
        if found := next((blob for blob in listed if blob in absent), None):
            lacking[pair] = found
    return lacking


def _list_blobs(repository: Path, pairs: Sequence[Pair]) -> dict[Pair, list[str]]:
    """The blobs that differ, for each pair whose trees are whole."""
    found: dict[Pair, list[str]] = {}
    left = list(pairs)
    while left:
        done = 0
        try:
            with closing(diff_pairs(repository, left, RAW_ARGUMENTS)) as answers:
                for pair, answer in answers:
                    done += 1
                    found[pair] = _named_blobs(answer)
        except GitFailed:  # a folder inside the tree is lacking: git itself will say so of this pair
            left = left[done + 1 :]
        else:
            return found
    return found


def _named_blobs(answer: bytes) -> list[str]:
    """Both sides of each raw line `:mode mode blob blob status<TAB>path`; a submodule's commit is none of them."""
    blobs = []
    for line in answer.splitlines():
        if line.startswith(b":"):
            fields = line[1:].split(b" ")
            sides = zip(fields[:2], fields[2:4], strict=True)
            blobs += [blob.decode() for mode, blob in sides if blob != _NOTHING and mode != _SUBMODULE]
    return blobs


def _find_absent(repository: Path, names: Iterable[str]) -> set[str]:
    wanted = sorted(set(names))
    if not wanted:
        return set()
    stream = "".join(f"{name}\n" for name in wanted).encode()
    listed = run_git(repository, "cat-file", "--batch-check", "--buffer", stdin=stream).decode("utf-8", "replace")
    return {line.removesuffix(" missing") for line in listed.splitlines() if line.endswith(" missing")}
