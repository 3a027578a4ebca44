"""The evidence pass: what git tells of each snapshot's change, kept by commits so that a stopped run goes on."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import Path

from pydantic import TypeAdapter

from curate.prs.decide import Decided
from curate.prs.patches import Clone
from curate.prs.write import Findings
from curate.schemas.mathlibpr.evidence import EVIDENCE_RULES
from curate.schemas.mathlibpr.evidence.change import assemble_change
from curate.schemas.mathlibpr.evidence.findings import check_change, unknown_findings
from curate.schemas.mathlibpr.evidence.lean_file import MAX_FILE_BYTES, LeanFile, parse_lean
from curate.schemas.mathlibpr.evidence.measures import Finding
from curate.schemas.mathlibpr.evidence.stored import dump_lean, load_lean
from curate.schemas.mathlibpr.evidence.tree import ROOT, BlobChange, TreeIndex, is_indexed
from curate.scrapers.archive import Archive, Damaged
from curate.scrapers.blobs import BlobReader, open_blobs
from curate.scrapers.diffing import Pair
from curate.scrapers.patches import load_patch
from curate.scrapers.plumbing import GitFailed
from curate.scrapers.trees import RawChange, commit_times, list_blobs, read_changes

_LOG = logging.getLogger(__name__)
MAX_FILES = 1_000
"""A change of more Lean files is a mechanical one, and no findings are made of it."""
_FINDINGS: TypeAdapter[tuple[Finding, ...]] = TypeAdapter(tuple[Finding, ...])
_BATCH = 16
Finder = Callable[[Path, Iterable[Pair], Archive, Archive, Callable[[int], None]], dict[Pair, tuple[Finding, ...]]]
"""What does what `make_findings` does."""
_MAX_FRESH = 512
"""How many parsed files wait in memory for their place in the cache."""
_NEVER = datetime.min.replace(tzinfo=UTC)


class LeanFiles:
    """Parsed Lean files by blob: from memory while a tree holds them, else from the cache, else from git."""

    def __init__(self, blobs: BlobReader, store: Archive) -> None:
        self._blobs, self._store = blobs, store
        self._fresh: dict[str, LeanFile] = {}

    def read(self, blob: str) -> LeanFile | None:
        """The file in `blob`; None when it is not in the repository or too long."""
        if blob in self._fresh:
            return self._fresh[blob]
        key = f"lean/{EVIDENCE_RULES}/{blob}"
        if (stored := _get_whole(self._store, key)) is not None:
            return load_lean(stored)
        data = self._blobs.read(blob, MAX_FILE_BYTES)
        if data is None:
            return None
        file = self._fresh[blob] = parse_lean(data)
        if len(self._fresh) >= _MAX_FRESH:
            self.keep()
        return file

    def keep(self) -> None:
        """Puts what was parsed since the last call into the cache."""
        with self._store.transaction():
            for blob, file in self._fresh.items():
                self._store.put(f"lean/{EVIDENCE_RULES}/{blob}", dump_lean(file))
        self._fresh = {}


def chosen_pairs(decided: Iterable[Decided]) -> Iterator[Pair]:
    """Head and base of every version that the dataset keeps, where its base is known."""
    for one in decided:
        for version in one.chosen:
            if version.change.base_sha is not None:
                yield Pair(version.labelled.head.sha, version.change.base_sha)


def read_evidence(
    clone: Clone | None,
    pairs: Iterable[Pair],
    patches: Archive,
    store: Archive,
    tick: Callable[[int], None],
    finder: Finder | None = None,
) -> Findings:
    """What git says of each of `pairs`: made, kept in `store`, and looked up there; none without a clone.

    `finder`: who makes them; None: `make_findings` here.
    """
    if clone is None:
        return lambda head, base: None
    unread = (finder or make_findings)(clone.view, pairs, patches, store, tick)
    no_base = unknown_findings("the change's base is not known")

    def look_up(head: str, base: str | None) -> tuple[Finding, ...] | None:
        if base is None:
            return no_base
        pair = Pair(head, base)
        return unread[pair] if pair in unread else load_findings(store, pair)

    return look_up


def make_findings(
    repository: Path, pairs: Iterable[Pair], patches: Archive, store: Archive, tick: Callable[[int], None]
) -> dict[Pair, tuple[Finding, ...]]:
    """Makes the findings of each pair and keeps them in `store`; those that are there stay as they are.

    Changes are taken in the order of their base commits, so that the index moves in small steps. The findings of
    pairs that could not be read are returned and not kept: another clone may hold what this one lacks.
    """
    wanted, times = list_wanted(repository, pairs, store)
    _LOG.debug("evidence: %d changes to be read, the others are kept", len(wanted))
    if not wanted:
        return {}
    known = [pair for pair in wanted if pair.base in times]
    absent = unknown_findings("the base commit is not in the repository")
    unread = {pair: absent for pair in wanted if pair.base not in times}
    done: list[tuple[Pair, tuple[Finding, ...]]] = []
    tick(len(unread))
    with open_blobs(repository) as blobs:
        files = LeanFiles(blobs, store)
        tree = MovingTree(repository, [pair.base for pair in known], files)
        for pair, changes in read_changes(repository, known, renames=True):
            missing = tree.move(pair.base)
            found = missing or _find(pair, changes, tree.index, files, patches, times[pair.base].date())
            if isinstance(found, str):
                unread[pair] = unknown_findings(found)
            else:
                done.append((pair, found))
            if len(done) >= _BATCH:
                _keep(done, files, store)
                done = []
            tick(1)
        _keep(done, files, store)
    return unread


def list_wanted(repository: Path, pairs: Iterable[Pair], store: Archive) -> tuple[list[Pair], Mapping[str, datetime]]:
    """The pairs whose findings `store` lacks, in the order of their bases, and when each base was committed."""
    wanted = sorted(pair for pair in set(pairs) if _get_whole(store, _key(pair)) is None)
    times = commit_times(repository, (pair.base for pair in wanted)) if wanted else {}
    return sorted(wanted, key=lambda pair: (times.get(pair.base, _NEVER), pair.base, pair.head)), times


def load_findings(store: Archive, pair: Pair) -> tuple[Finding, ...] | None:
    """The findings that an earlier `make_findings` kept; None when none did."""
    stored = store.get(_key(pair))
    return None if stored is None else _FINDINGS.validate_json(stored)


class MovingTree:
    """An index that visits commits in a given order."""

    def __init__(self, repository: Path, commits: Sequence[str], files: LeanFiles) -> None:
        self.index = TreeIndex(files.read)
        self._repository = repository
        self._at: str | None = None
        self._missing: str | None = None
        order = list(dict.fromkeys(commits))
        steps = [Pair(there, here) for here, there in pairwise(order)]
        self._steps = read_changes(repository, steps, renames=False, below=ROOT)

    def move(self, commit: str) -> str | None:
        """Makes the index that of `commit`, which is where it stands or the next of the order.

        Returns why that could not be done: a clone without trees can't say what `commit` holds.
        """
        if commit == self._at:
            return self._missing
        pair, changes = (None, "") if self._at is None else next(self._steps)
        if self._missing is not None or isinstance(changes, str) or pair != Pair(commit, self._at or ""):
            self._missing = self._fill(commit)
        else:
            self.index.move(BlobChange(one.path, one.before, one.after) for one in changes)
        self._at = commit
        return self._missing

    def _fill(self, commit: str) -> str | None:
        """The index afresh, whatever it was; why it could not be made."""
        try:
            listing = list_blobs(self._repository, commit, ROOT)
        except GitFailed as error:
            return f"the tree of its base can't be read: {error.words}"
        held = self.index.blobs
        listed = {path: blob for path, (_, blob) in listing.items()}
        self.index.move(
            BlobChange(path, held.get(path), listed.get(path))
            for path in sorted(held.keys() | listed.keys())
            if held.get(path) != listed.get(path)
        )
        return None


def _find(
    pair: Pair, changes: tuple[RawChange, ...] | str, tree: TreeIndex, files: LeanFiles, patches: Archive, day: date
) -> tuple[Finding, ...] | str:
    """The findings on `pair`, or why the repository does not give what they need."""
    if isinstance(changes, str):
        return changes
    lean = [library for one in changes if (library := _in_library(one)) is not None]
    if len(lean) > MAX_FILES:
        return unknown_findings(f"the change touches {len(lean)} Lean files, more than {MAX_FILES}")
    sides: list[tuple[str | None, str, LeanFile | None, LeanFile | None]] = []
    for one in lean:
        at_base = one.previous is not None and tree.blobs.get(one.previous) == one.before
        before = tree.files.get(one.previous or "") if at_base else files.read(one.before) if one.before else None
        after = files.read(one.after) if one.after else None
        if (one.before and before is None) or (one.after and after is None):
            return f"{one.path} can't be read: it is not in the repository or over 4 MB"
        sides.append((one.previous, one.path, before, after))
    patch = load_patch(patches, pair)
    if patch is None:
        return "its patch could not be read"
    order = [file.path for file in patch.files for _ in range(2 if file.status == "T" else 1)]
    return check_change(assemble_change(sides, patch.diff, order, tree, day))


def _in_library(change: RawChange) -> RawChange | None:
    """The change as the library sees it: a file that comes from elsewhere is new, one that goes elsewhere is gone."""
    came = change.previous is not None and not is_indexed(change.previous)
    if is_indexed(change.path):
        return change._replace(previous=None, before=None) if came else change
    if change.previous is not None and not came:
        return RawChange(change.previous, change.previous, change.before, None)
    return None


def _keep(done: Sequence[tuple[Pair, tuple[Finding, ...]]], files: LeanFiles, store: Archive) -> None:
    files.keep()
    keep_findings(store, done)


def keep_findings(store: Archive, done: Sequence[tuple[Pair, tuple[Finding, ...]]]) -> None:
    """Puts the findings of changes into the cache."""
    with store.transaction():
        for pair, findings in done:
            store.put(_key(pair), _FINDINGS.dump_json(findings))


def _get_whole(store: Archive, key: str) -> bytes | None:
    """The value under `key`; None when there is none, or when it is damaged and must be made anew."""
    try:
        return store.get(key)
    except Damaged:
        return None


def _key(pair: Pair) -> str:
    return f"evidence/{EVIDENCE_RULES}/{pair.head}/{pair.base}"
