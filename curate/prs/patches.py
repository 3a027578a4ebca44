"""The second pass: what git knows of the heads, asked in bulk and then looked up."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rules.candidates import Candidate
from curate.schemas.mathlibpr.rules.landed import parse_reverts
from curate.schemas.mathlibpr.rules.rows import PatchText
from curate.schemas.mathlibpr.rules.versions import NOT_ASKED, Change
from curate.scrapers.archive import Archive
from curate.scrapers.diffing import Pair
from curate.scrapers.history import Base, History, Landing, read_history, read_landings
from curate.scrapers.patches import load_patch, read_patches
from curate.scrapers.presence import UNANSWERED
from curate.scrapers.repository import (
    clone_name,
    clone_repository,
    find_repository,
    is_url,
    read_present,
    resolve_ref,
)

PULL_REFSPECS = ("+refs/heads/*:refs/heads/*", "+refs/pull/*/head:refs/pull/*/head")


@dataclass(frozen=True)
class Clone:
    """A repository on disk and what its main branch says of pull requests."""

    directory: Path
    main: str
    """The tip of the main branch."""
    landings: Mapping[int, tuple[Landing, ...]]

    def landed_shas(self, number: int) -> list[str]:
        """Commits of the main branch that name PR `number`, oldest first."""
        return [landing.sha for landing in self.landings.get(number, ())]

    @property
    def reverted(self) -> set[int]:
        """The PRs that a commit of the main branch says it reverts."""
        return {
            number
            for landings in self.landings.values()
            for landing in landings
            for number in parse_reverts(landing.subject)
        }


class Wanted(NamedTuple):
    """A head whose patch is asked for."""

    number: int
    sha: str
    at: datetime | None
    own: tuple[str, ...]
    """All commits of its PR."""


@dataclass(frozen=True)
class PatchBook:
    """The base and the patch of each head that was asked for; "not asked" where there is no repository."""

    store: Archive
    bases: Mapping[tuple[int, str], Base]
    patches: Mapping[Pair, Change]
    digest: str | None
    """See `git_digest`; None: there is no repository."""

    @property
    def unanswered(self) -> bool:
        """Whether git failed at a patch, as in a clone that lacks objects; it may succeed another time."""
        return any(change.missing and change.missing.startswith(UNANSWERED) for change in self.patches.values())

    def change(self, number: int, sha: str) -> Change:
        """What is known of the patch of `sha` in PR `number`."""
        base = self.bases.get((number, sha))
        if base is None:
            return NOT_ASKED
        if base.sha is None:
            return Change(base_sha=None, patch_id=None, missing=base.why)
        return self.patches[Pair(sha, base.sha)]

    def text(self, sha: str, change: Change) -> PatchText:
        """The patch's text and files, from the store."""
        stored = load_patch(self.store, Pair(sha, change.base_sha)) if change.base_sha is not None else None
        if stored is None:
            return PatchText(None, change.missing, False, ())
        return PatchText(stored.diff, stored.missing, stored.exact, stored.files)


def wanted_heads(candidate: Candidate) -> list[Wanted]:
    """The heads of `candidate` whose patch is needed."""
    own = tuple(commit.sha for commit in candidate.pull.commits)
    return [Wanted(candidate.pull.number, head.sha, head.at, own) for head in candidate.asked_heads]


def resolve_patches(
    clone: Clone | None,
    candidates: Iterable[Candidate],
    shas: Iterable[str],
    store: Archive,
    tick: Callable[[int], None],
) -> PatchBook:
    """The base and patch of each head in question.

    Args:
        clone: the repository; None: nothing is asked.
        candidates: the pull requests.
        shas: all their heads in question.
        store: keeps patches between runs.
        tick: told how many patches more are known.
    """
    if clone is None:
        return PatchBook(store, {}, {}, None)
    present = read_present(clone.directory, shas)
    history = read_history(clone.directory, clone.main, present)
    bases = {
        (head.number, head.sha): _find_base(history, head)
        for candidate in candidates
        for head in wanted_heads(candidate)
    }
    pairs = sorted({Pair(sha, base.sha) for (_, sha), base in bases.items() if base.sha is not None})
    patches = {
        Pair(patch.head_sha, patch.base_sha): Change(
            base_sha=patch.base_sha,
            patch_id=patch.patch_id,
            empty=patch.patch_id is None and patch.missing is None,
            missing=patch.missing,
        )
        for patch in read_patches(clone.directory, pairs, store, tick)
    }
    return PatchBook(store, bases, patches, _digest(clone.main, present))


def git_digest(clone: Clone, shas: Iterable[str]) -> str:
    """sha256 over the main branch's tip and those of `shas` that the repository holds: what its answers rest on."""
    return _digest(clone.main, read_present(clone.directory, shas))


def _digest(main: str, present: Iterable[str]) -> str:
    return sha256("\n".join([main, *sorted(present)]).encode()).hexdigest()


def _find_base(history: History, head: Wanted) -> Base:
    if head.sha not in history:
        return Base(None, "commit not in the repository")
    return history.merge_base(head.sha, head.at, head.own)


def open_clone(where: str, clones: Path, base_ref: str, say: Callable[[str], None]) -> Clone:
    """The repository at `where`: a path, or a URL that is cloned or refreshed.

    Raises:
        Refused: there is no repository, or it has no branch `base_ref`.
    """
    if is_url(where):
        directory = clones / clone_name(where)
        say(f"{'refreshing' if directory.exists() else 'cloning (for mathlib4 about 1 GB)'} {where} into {directory}")
        clones.mkdir(parents=True, exist_ok=True)
        repository = clone_repository(where, directory, shallow=False, refspecs=PULL_REFSPECS, report=say)
    else:
        found = find_repository(Path(where))
        if found is None:
            raise Refused(f"{where} holds no git repository; give a clone of the repository, bare or not, or its URL")
        repository = found
    _, tip = resolve_ref(repository, (f"refs/remotes/origin/{base_ref}", f"refs/heads/{base_ref}"))
    return Clone(repository, tip, read_landings(repository, tip))
