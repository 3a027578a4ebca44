"""Patches and patch ids in bulk: one `git diff-tree --stdin` and one `git patch-id` over many pairs of commits."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from queue import Full, Queue
from subprocess import Popen
from threading import Event, Thread
from typing import NamedTuple

from curate.schemas.base import Record
from curate.schemas.errors import Failed
from curate.schemas.mathlibpr.rows import FileChange
from curate.schemas.text import printable
from curate.scrapers.archive import Archive, Damaged
from curate.scrapers.plumbing import SETTINGS, GitFailed, git_version, run_git, streaming_git

DIFF_ARGUMENTS = (
    "diff-tree", "--stdin", "--always", "-r", "-p", "--raw", "-M", "--full-index", "--no-color", "--no-ext-diff",
    "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip
FORM = 2
"""Of `Patch` as it is kept; raised when its fields or their meaning change."""
MAX_DIFF_BYTES = 4 << 20
"""A longer patch keeps its id and its files, but not its text."""
_ID_LINE = re.compile(rb"\n([0-9a-f]{40})(?=\n)")
_PATCH_ID = re.compile(r"([0-9a-f]{40}) ([0-9a-f]{40})")
_BLOCK = 1 << 18
_GROUP_PAIRS, _GROUP_BYTES = 256, 16 << 20
_ESCAPES = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}


class Patch(Record):
    """The change from `base_sha` to `head_sha`."""

    head_sha: str
    base_sha: str
    diff: str | None
    """Unified and appliable. None: `missing` says why."""
    missing: str | None
    exact: bool
    """False when bytes of the patch are not UTF-8; they read U+FFFD in `diff`."""
    files: tuple[FileChange, ...]
    patch_id: str | None
    """`git patch-id --stable`; None for an empty patch and for one that git can't make."""


class Pair(NamedTuple):
    """Two commits to compare."""

    head: str
    base: str


def read_patches(
    repository: Path, pairs: Iterable[Pair], store: Archive, tick: Callable[[int], None]
) -> Iterator[Patch]:
    """The patch of each pair, in any order, from the cache or from git; memory stays flat.

    Patches are kept in `store` in batches, so that a stopped run goes on where it was. One that git can't make (an
    object is missing or damaged) is not kept, and says so in `missing`.
    """
    fresh: list[Pair] = []
    for pair in dict.fromkeys(pairs):
        stored = load_patch(store, pair)
        if stored is None:
            fresh.append(pair)
        else:
            yield stored
            tick(1)
    for group in _group_answers(answer_pairs(repository, fresh)):
        ids = read_patch_ids((pair, _split_answer(answer)[1]) for pair, answer in group if isinstance(answer, bytes))
        patches = [_parse_answer(pair, answer, ids.get(pair)) for pair, answer in group]
        with store.transaction():
            for (pair, answer), patch in zip(group, patches, strict=True):
                if isinstance(answer, bytes):
                    store.put(_cache_key(pair), _dump_patch(patch))
        yield from patches
        tick(len(group))


@cache
def _settings_digest() -> str:
    """What else a kept patch depends on: its form, the longest text, the arguments and git's version."""
    parts = (str(FORM), str(MAX_DIFF_BYTES), *SETTINGS, *DIFF_ARGUMENTS, git_version())
    return sha256(" ".join(parts).encode()).hexdigest()[:12]


def _cache_key(pair: Pair) -> str:
    return f"patch/{_settings_digest()}/{pair.head}/{pair.base}"


def load_patch(store: Archive, pair: Pair) -> Patch | None:
    """The patch of `pair` that an earlier `read_patches` kept; None when none did, or when what it kept is damaged."""
    try:
        stored = store.get(_cache_key(pair))
        if stored is None:
            return None
        head, _, diff = stored.partition(b"\n")
        patch = Patch.model_validate_json(head)
        return patch if patch.missing else patch.model_copy(update={"diff": diff.decode()})
    except (Damaged, ValueError):  # a cache: git makes it anew
        return None


def _dump_patch(patch: Patch) -> bytes:
    head = patch.model_copy(update={"diff": None}).model_dump_json()
    return head.encode() + b"\n" + (patch.diff or "").encode()


def _group_answers(
    answers: Iterable[tuple[Pair, bytes | str]],
) -> Iterator[list[tuple[Pair, bytes | str]]]:
    group: list[tuple[Pair, bytes | str]] = []
    size = 0
    for pair, answer in answers:
        group.append((pair, answer))
        size += len(answer)
        if len(group) >= _GROUP_PAIRS or size >= _GROUP_BYTES:
            yield group
            group, size = [], 0
    if group:
        yield group


def answer_pairs(
    repository: Path, pairs: Sequence[Pair], arguments: Sequence[str] = DIFF_ARGUMENTS
) -> Iterator[tuple[Pair, bytes | str]]:
    """What git says of each pair, or why it can't say it. A pair that stops git is asked again alone."""
    left = list(pairs)
    while left:
        done = 0
        try:
            for answered in diff_pairs(repository, left, arguments):
                done += 1
                yield answered
        except GitFailed:
            left = left[done:]
            pair = left.pop(0)
            try:
                yield from diff_pairs(repository, [pair], arguments)
            except GitFailed as error:
                yield pair, f"git can't diff it: {error.words}"
        else:
            return


def diff_pairs(
    repository: Path, pairs: Sequence[Pair], arguments: Sequence[str] = DIFF_ARGUMENTS
) -> Iterator[tuple[Pair, bytes]]:
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


def _split_answer(answer: bytes) -> tuple[list[bytes], bytes]:
    """The raw lines and the patch."""
    head, _, patch = answer.partition(b"\n\n")
    return head.splitlines(), patch


def _parse_answer(pair: Pair, answer: bytes | str, patch_id: str | None) -> Patch:
    if isinstance(answer, str):
        return Patch(
            head_sha=pair.head,
            base_sha=pair.base,
            diff=None,
            missing=answer,
            exact=False,
            files=(),
            patch_id=None,
        )
    return parse_patch(pair, answer, patch_id)


def parse_patch(pair: Pair, answer: bytes, patch_id: str | None) -> Patch:
    """The patch in one answer of `diff_pairs`."""
    raw, patch = _split_answer(answer)
    sections = iter(patch.split(b"\ndiff --git ") if patch else ())
    files = tuple(_file_change(line, sections) for line in raw)
    long = len(patch) > MAX_DIFF_BYTES
    diff, exact = (None, False) if long else _decode(patch)
    return Patch(
        head_sha=pair.head,
        base_sha=pair.base,
        diff=diff,
        missing=f"the patch has {len(patch) >> 20} MB" if long else None,
        exact=exact,
        files=files,
        patch_id=patch_id,
    )


def _decode(patch: bytes) -> tuple[str, bool]:
    try:
        return patch.decode(), True
    except UnicodeDecodeError:
        return patch.decode("utf-8", "replace"), False


def _file_change(raw: bytes, sections: Iterator[bytes]) -> FileChange:
    meta, *paths = raw.split(b"\t")
    status = meta.split()[4][:1].decode()
    parts = [next(sections) for _ in range(2 if status == "T" else 1)]  # a changed type reads as delete and add
    bodies = [part.partition(b"\n@@ ")[2] for part in parts]
    binary = any(b"\nBinary files " in part for part in parts)  # a line of content begins otherwise
    names = [unquote_path(path).decode("utf-8", "replace") for path in paths]
    return FileChange.model_validate(
        {
            "path": names[-1],
            "previous_path": names[0] if len(names) == 2 else None,
            "status": status,
            "additions": None if binary else sum(body.count(b"\n+") for body in bodies),
            "deletions": None if binary else sum(body.count(b"\n-") for body in bodies),
        }
    )


def unquote_path(path: bytes) -> bytes:
    """Git's C-style quoting undone."""
    if not path.startswith(b'"'):
        return path

    def plain(match: re.Match[bytes]) -> bytes:
        code = match[1]
        return bytes([int(code, 8)]) if code.isdigit() else _ESCAPES.get(code, code)

    return re.sub(rb"\\([0-7]{3}|.)", plain, path[1:-1])


def read_patch_ids(patches: Iterable[tuple[Pair, bytes]]) -> dict[Pair, str]:
    """`git patch-id --stable` of each patch; a pair whose patch is empty has none.

    Raises:
        Failed: git answered something else than it was asked, or without ids.
    """
    listed = [(pair, patch) for pair, patch in patches if patch]
    stream = b"".join(f"{place:040x}\n".encode() + patch for place, (_, patch) in enumerate(listed))
    answer = run_git(None, "patch-id", "--stable", stdin=stream).decode("ascii", "replace")
    ids: dict[Pair, str] = {}
    for line in answer.splitlines():
        found = _PATCH_ID.fullmatch(line)
        place = int(found[2], 16) if found else len(listed)
        if found is None or place >= len(listed) or listed[place][0] in ids or not found[1].strip("0"):
            raise Failed(f"git {git_version()} answers patch-id with {printable(line, 100)!r}; use another version")
        ids[listed[place][0]] = found[1]
    lost = [pair for pair, patch in listed if pair not in ids and b"\n@@ " in patch]
    if lost:
        raise Failed(f"git {git_version()} gives no patch-id for {lost[0].head}; use another version")
    return ids
