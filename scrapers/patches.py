"""Patches and patch ids in bulk: one `git diff-tree --stdin` and one `git patch-id` over many pairs of commits."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from curate.schemas.base import Record
from curate.schemas.errors import Failed
from curate.schemas.mathlibpr.rows import FileChange
from curate.schemas.text import printable
from curate.scrapers.archive import Archive, Damaged
from curate.scrapers.diffing import DIFF_ARGUMENTS, Pair
from curate.scrapers.plumbing import SETTINGS, git_version, run_git
from curate.scrapers.presence import answer_pairs

FORM = 2
"""Of `Patch` as it is kept; raised when its fields or their meaning change."""
MAX_DIFF_BYTES = 4 << 20
"""A longer patch keeps its id and its files, but not its text."""
_PATCH_ID = re.compile(r"([0-9a-f]{40}) ([0-9a-f]{40})")
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
        Failed: git gave an answer that does not fit the question, or without ids.
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
