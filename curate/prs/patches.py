"""The second pass: what git knows of the heads, asked in bulk and then looked up."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rules.candidates import Candidate
from curate.schemas.mathlibpr.rules.reverts import Undone, parse_subject
from curate.schemas.mathlibpr.rules.rows import PatchText
from curate.schemas.mathlibpr.rules.versions import NOT_ASKED, Change
from curate.scrapers.archive import Archive
from curate.scrapers.diffing import Pair
from curate.scrapers.history import Base, History, Landing, read_history, read_landings, read_numbers
from curate.scrapers.patches import load_patch, read_patches
from curate.scrapers.presence import UNANSWERED
from curate.scrapers.repository import (
    clone_name,
    clone_repository,
    find_enclosing,
    find_main,
    find_repository,
    is_url,
    make_view,
    read_present,
)

ABSENT = "commit not in the repository"
STALE = "the clone's main branch ends on"
PULL_REFSPECS = ("+refs/heads/*:refs/heads/*", "+refs/pull/*/head:refs/pull/*/head")


@dataclass(frozen=True)
class Clone:
    """A repository on disk and what its main branch says of pull requests."""

    repository: Path
    view: Path
    """Its objects without its settings: what git is asked through."""
    main: str
    """The tip of the main branch."""
    landings: Mapping[int, tuple[Landing, ...]]

    def landed_shas(self, number: int) -> list[str]:
        """Commits of the main branch that name PR `number`, oldest first."""
        return [landing.sha for landing in self.landings.get(number, ())]

    def undone(self) -> Iterator[Undone]:
        """What commits of the main branch say that they take or bring back."""
        for number, landings in self.landings.items():
            for landing in landings:
                yield Undone(by=number, at=landing.at, undoing=parse_subject(landing.subject))


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
    aside: Mapping[int, frozenset[str]]
    """For each PR, commits that it shares with others and that are off the first-parent chain of its final head."""
    merged_in: Mapping[int, frozenset[str]]
    """For each PR, heads that it lists and that are off that chain."""
    digest: str | None
    """sha256 over all answers; None without a repository."""
    asked: tuple[str, ...] = ()
    """The commits that the repository was asked for."""
    held: str | None = None
    """See `digest_held`; None without a repository."""

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
            return Change(base_sha=None, patch_id=None, missing=base.why, unseen=base.unseen)
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
    shared: Mapping[int, Sequence[str]],
    missed: datetime | None,
    store: Archive,
    tick: Callable[[int], None],
) -> PatchBook:
    """The base and patch of each head in question.

    Args:
        clone: the repository; None: nothing is asked.
        candidates: the pull requests.
        shas: all their heads in question.
        shared: for each PR, the commits that it shares with others, and last its final head.
        missed: when the newest pull request landed whose commit is not on this main branch.
        store: keeps patches between runs.
        tick: told how many patches more are known.
    """
    if clone is None:
        return PatchBook(store, {}, {}, {}, {}, None)
    asked = {*shas, *(sha for listed in shared.values() for sha in listed)}
    present = read_present(clone.view, asked)
    history = read_history(clone.view, clone.main, present)
    stale = missed is not None and history.main_at < missed
    heads: list[Wanted] = []
    merged_in: dict[int, frozenset[str]] = {}
    for candidate in candidates:
        heads += (wanted := wanted_heads(candidate))
        merged_in |= _merged_in(history, candidate, wanted)
    ahead = _find_ahead(clone, history, heads)
    bases = {(head.number, head.sha): _find_base(history, head, head in ahead, stale) for head in heads}
    pairs = sorted({Pair(sha, base.sha) for (_, sha), base in bases.items() if base.sha is not None})
    patches = {
        Pair(patch.head_sha, patch.base_sha): Change(
            base_sha=patch.base_sha,
            patch_id=patch.patch_id,
            empty=patch.patch_id is None and patch.missing is None,
            missing=patch.missing,
            unseen=patch.patch_id is None and patch.missing is not None,
        )
        for patch in read_patches(clone.view, pairs, store, tick)
    }
    aside = {number: _aside(history, listed) for number, listed in shared.items()}
    digest = _digest(clone, bases, patches, aside)
    held = _digest_held(clone.main, present)
    return PatchBook(store, bases, patches, aside, merged_in, digest, tuple(sorted(asked)), held)


def digest_held(clone: Clone, shas: Iterable[str]) -> str:
    """sha256 over the main branch's tip and those of `shas` that the repository holds: what its answers rest on."""
    return _digest_held(clone.main, read_present(clone.view, shas))


def _digest_held(main: str, present: Iterable[str]) -> str:
    return sha256("\n".join([main, *sorted(present)]).encode()).hexdigest()


def _merged_in(history: History, candidate: Candidate, heads: Sequence[Wanted]) -> dict[int, frozenset[str]]:
    """The heads of `candidate` that it lists and that its final head does not reach by first parents, by its number."""
    if candidate.final is None or len(heads) < 2:
        return {}
    found = _aside(history, (*(head.sha for head in heads if head.sha in head.own), candidate.final.sha))
    return {candidate.pull.number: found} if found else {}


def _aside(history: History, listed: Sequence[str]) -> frozenset[str]:
    """Those of `listed` that are off the first-parent chain of the last of them, as far as git knows."""
    chain = history.first_parents(listed[-1])
    return frozenset(sha for sha in listed if sha in history and sha not in chain) if chain else frozenset()


def _digest(
    clone: Clone,
    bases: Mapping[tuple[int, str], Base],
    patches: Mapping[Pair, Change],
    aside: Mapping[int, frozenset[str]],
) -> str:
    """sha256 over all that rows take from git."""
    lines = [clone.main]
    lines += [f"landing {number} {landing.sha}" for number, group in clone.landings.items() for landing in group]
    for (number, sha), base in sorted(bases.items()):
        change = patches[Pair(sha, base.sha)] if base.sha else None
        said = f"{change.patch_id} {change.missing}" if change else base.why
        lines.append(f"head {number} {sha} {base.sha} {said}")
    lines += [f"aside {number} {sha}" for number, shas in sorted(aside.items()) for sha in sorted(shas)]
    return sha256("\n".join(lines).encode()).hexdigest()


def _find_ahead(clone: Clone, history: History, heads: Iterable[Wanted]) -> frozenset[Wanted]:
    """The heads that hold a commit of a newer main branch than the clone's.

    Such a commit is not the PR's own, and its subject ends `(#N)`, where this main branch has no landing of #N.
    """
    strangers = {
        head: found
        for head in heads
        if head.sha in history and (found := history.strangers(head.sha, {head.sha, *head.own}))
    }
    numbers = read_numbers(clone.view, (sha for found in strangers.values() for sha in found))
    newer = {sha for sha, number in numbers.items() if number not in clone.landings}
    return frozenset(
        head for head, found in strangers.items() if any(numbers[sha] != head.number for sha in found & newer)
    )


def _find_base(history: History, head: Wanted, ahead: bool, stale: bool) -> Base:
    """Where `head` left the main branch.

    Args:
        history: the commit graph.
        head: the head.
        ahead: whether it holds commits of a newer main branch.
        stale: whether the main branch ends before a landing that the records speak of.
    """
    if head.sha not in history:
        return Base(None, f"{ABSENT}: the clone is shallow" if history.cut_off else ABSENT, history.cut_off)
    if ahead or (stale and history.is_newer_than_main(head.sha)):
        return Base(None, f"{STALE} {history.main_at:%Y-%m-%d %H:%M}, before this head", True)
    return history.merge_base(head.sha, head.at, head.own)


def open_clone(where: str, clones: Path, view: Path, repo: str, base_ref: str, say: Callable[[str], None]) -> Clone:
    """The repository at `where`: a path, or a URL that is cloned or refreshed.

    Args:
        where: as the user wrote it.
        clones: where clones of URLs are kept.
        view: a new folder, for what git is asked through.
        repo: `owner/name` on GitHub.
        base_ref: its main branch.
        say: told what takes long, before it starts.

    Raises:
        Refused: there is no repository, or it has no such branch.
    """
    if is_url(where):
        directory = clones / clone_name(where)
        say(f"{'refreshing' if directory.exists() else 'cloning (for mathlib4 about 1 GB)'} {where} into {directory}")
        clones.mkdir(parents=True, exist_ok=True)
        repository = clone_repository(where, directory, shallow=False, refspecs=PULL_REFSPECS, report=say)
    else:
        found = find_repository(Path(where))
        if found is None:
            around = find_enclosing(Path(where))
            todo = (
                f"it is a folder of the clone {around}: give that" if around else "give a clone, bare or not, or a URL"
            )
            raise Refused(f"{where} is not a git repository; {todo}")
        repository = found
    _, tip = find_main(repository, repo, base_ref)
    make_view(repository, view)
    return Clone(repository, view, tip, read_landings(view, tip))
