"""All that the sources hold of each pull request, in ascending order of numbers, read from the archive alone."""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import sha256
from heapq import merge
from itertools import groupby
from typing import NamedTuple

from curate.schemas.errors import Stopped
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.pulls import PullRequest
from curate.scrapers.archive import Archive, Damaged
from curate.scrapers.github.parse import read_pulls
from curate.scrapers.queueboard import IndexEntry, SourceIndex, discard_damaged
from curate.scrapers.queueboard_pull import Unreadable, parse_pull
from curate.scrapers.union import merge_pulls


class Entry(NamedTuple):
    """What one source holds under one number."""

    number: int
    digest: str
    """Differs whenever what is read does."""
    read: Callable[[], PullRequest | Drop]
    """The record, or why there is none.

    Raises:
        Stopped: the archive is damaged; the next run reads the source anew.
    """


class Found(NamedTuple):
    """What the sources hold under one number."""

    number: int
    entries: tuple[Entry, ...]


class Merged(NamedTuple):
    """The same, read."""

    pull: PullRequest | None
    """None when no source has it in readable form."""
    drops: list[Drop]


def read_queueboard(archive: Archive, index: SourceIndex, repo: str) -> Iterator[Entry]:
    """The entries of one archived source, ascending."""
    for entry in index.entries:
        digest = f"{entry.key} {entry.fetched_at}"
        yield Entry(entry.number, digest, partial(_read_pull, archive, entry, repo))


def _read_pull(archive: Archive, entry: IndexEntry, repo: str) -> PullRequest | Drop:
    raw = _read_entry(archive, entry)
    try:
        pull = parse_pull(raw, repo, entry.fetched_at)
    except Unreadable as error:
        return _drop(repo, entry.number, "unreadable", str(error))
    if pull.number != entry.number:
        return _drop(repo, entry.number, "number-mismatch", f"the record says that it is #{pull.number}")
    return pull


def _read_entry(archive: Archive, entry: IndexEntry) -> bytes:
    try:
        raw = archive.get(entry.key)
    except Damaged:
        raw = None
    if raw is None:
        discard_damaged(archive, entry.key)
        raise Stopped(
            f"#{entry.number} is damaged in the archive {archive.directory}; "
            "run the same command again, and it is read anew from its source"
        )
    return raw


@contextmanager
def rare_collection() -> Iterator[None]:
    """Garbage is collected less often inside: records hold no cycles, and looking for some took a third of reading."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, 100, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@dataclass(frozen=True)
class Source:
    """One source of pull requests: what the manifest says of it, and its entries, ascending, to be read once."""

    name: str
    kind: str
    size: int
    entries: Iterator[Entry]
    digest: Callable[[], str]
    """sha256 of what it held; known when all entries were read."""
    state: str
    """The same, known beforehand, and different whenever what it holds is."""
    newest: datetime | None = None
    """When its newest record was fetched, where that is known beforehand."""


def queueboard_source(archive: Archive, index: SourceIndex, repo: str) -> Source:
    """An archived source."""
    entries = read_queueboard(archive, index, repo)
    newest = max((entry.fetched_at for entry in index.entries if entry.fetched_at), default=None)
    return Source(index.name, index.kind, len(index.entries), entries, lambda: index.digest, index.digest, newest)


def live_source(archive: Archive, repo: str, size: int) -> Source:
    """What was gathered from GitHub itself; the digest leaves out when."""
    held = sha256()

    def read() -> Iterator[Entry]:
        for pull in read_pulls(archive, repo):
            line = pull.model_copy(update={"fetched_at": None}).model_dump_json().encode()
            held.update(line)
            yield Entry(pull.number, f"{sha256(line).hexdigest()} {pull.fetched_at}", partial(_given, pull))

    return Source("github", "live", size, read(), held.hexdigest, archive.state())


def _given(pull: PullRequest) -> PullRequest:
    return pull


def group_entries(sources: Sequence[Iterable[Entry]]) -> Iterator[Found]:
    """For each number, ascending, what all sources hold of it."""
    ordered = merge(*sources, key=lambda entry: entry.number)
    for number, group in groupby(ordered, key=lambda entry: entry.number):
        yield Found(number, tuple(group))


def read_found(found: Found, repo: str) -> Merged:
    """All that the sources hold under one number, read and merged."""
    read = [entry.read() for entry in found.entries]
    drops = [one for one in read if isinstance(one, Drop)]
    pulls = [one for one in read if isinstance(one, PullRequest)]
    drops += [_drop(repo, found.number, "united", "with another source's record of the same PR") for _ in pulls[1:]]
    return Merged(merge_pulls(pulls) if pulls else None, drops)


def _drop(repo: str, number: int, reason: str, detail: str) -> Drop:
    return Drop(stage="read", unit="entry", repo=repo, pr_number=number, head_sha=None, reason=reason, detail=detail)
