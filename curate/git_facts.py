"""What git knows of the pull requests: landed commits, merge bases and patches, asked in bulk."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rules.heads import Head
from curate.schemas.mathlibpr.rules.landed import parse_reverts
from curate.schemas.mathlibpr.rules.rows import PatchText
from curate.schemas.mathlibpr.rules.versions import NOT_ASKED, Change
from curate.scrapers.archive import Archive
from curate.scrapers.history import Base, History, Landing, read_history, read_landings
from curate.scrapers.patches import Pair, load_patch, read_patches
from curate.scrapers.repository import (
    clone_name,
    clone_repository,
    find_repository,
    is_url,
    read_present,
    resolve_ref,
)

PULL_REFSPECS = ("+refs/heads/*:refs/heads/*", "+refs/pull/*/head:refs/pull/*/head")


class Wanted(NamedTuple):
    """A head whose patch is asked for."""

    number: int
    sha: str
    at: datetime | None
    own: tuple[str, ...]
    """All commits of its PR."""


class GitFacts:
    """The answers of one repository. Without one, each answer is "not asked"."""

    def __init__(self, repository: Path | None, main: str | None, patches: Archive) -> None:
        self.repository = repository
        self.main = main
        self._patches = patches
        self.landings: dict[int, tuple[Landing, ...]] = {}
        if repository is not None and main is not None:
            self.landings = read_landings(repository, main)
        self._bases: dict[tuple[int, str], Base] = {}
        self._changes: dict[Pair, Change] = {}
        self._present: set[str] = set()

    def landed_shas(self, number: int) -> list[str] | None:
        """Commits of the main branch that name PR `number`; None when no repository was given."""
        return None if self.repository is None else [landing.sha for landing in self.landings.get(number, ())]

    def reverted(self) -> set[int]:
        """The PRs that a commit of the main branch says it reverts."""
        return {
            number
            for landings in self.landings.values()
            for landing in landings
            for number in parse_reverts(landing.subject)
        }

    def digest(self) -> str:
        """sha256 over the main branch's tip and the asked heads that the repository holds: what the answers rest on."""
        lines = "\n".join([self.main or "", *sorted(self._present)])
        return sha256(lines.encode()).hexdigest()

    def read(self, shas: Iterable[str], wanted: Callable[[], Iterator[Wanted]], tick: Callable[[int], None]) -> None:
        """Finds base and patch of each wanted head.

        Args:
            shas: all wanted heads and all commits of their PRs.
            wanted: gives the wanted heads anew at each call, so that they need not be held.
            tick: told how many patches more are known.
        """
        if self.repository is None or self.main is None:
            return
        asked = set(shas)
        self._present = read_present(self.repository, asked)
        history = read_history(self.repository, self.main, self._present)
        for head in wanted():
            self._bases[head.number, head.sha] = _find_base(history, head)
        pairs = sorted({Pair(sha, base.sha) for (_, sha), base in self._bases.items() if base.sha is not None})
        for patch in read_patches(self.repository, pairs, self._patches, tick):
            self._changes[Pair(patch.head_sha, patch.base_sha)] = Change(
                base_sha=patch.base_sha,
                patch_id=patch.patch_id,
                empty=patch.patch_id is None and patch.missing is None,
                missing=patch.missing,
            )

    def change(self, number: int, sha: str) -> Change:
        """What is known of the patch of `sha` in PR `number`."""
        base = self._bases.get((number, sha))
        if base is None:
            return NOT_ASKED
        if base.sha is None:
            return Change(base_sha=None, patch_id=None, missing=base.why)
        return self._changes[Pair(sha, base.sha)]

    def changes(self, number: int, heads: Iterable[Head]) -> dict[str, Change]:
        """What is known of the patches of `heads` in PR `number`, by sha."""
        return {head.sha: self.change(number, head.sha) for head in heads}

    def patch_text(self, sha: str, change: Change) -> PatchText:
        """The patch's text and files, from the cache."""
        stored = load_patch(self._patches, Pair(sha, change.base_sha)) if change.base_sha is not None else None
        if stored is None:
            return PatchText(None, change.missing, False, ())
        return PatchText(stored.diff, stored.missing, stored.exact, stored.files)


def _find_base(history: History, head: Wanted) -> Base:
    if head.sha not in history:
        return Base(None, "commit not in the repository")
    return history.merge_base(head.sha, head.at, head.own)


def open_git(where: str, clones: Path, base_ref: str, say: Callable[[str], None]) -> tuple[Path, str]:
    """The repository at `where` (a path, or a URL that is cloned or refreshed) and the tip of its main branch.

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
            raise Refused(f"{where} holds no git repository; give a clone of the repository, bare or not, or its URL")
        repository = found
    _, tip = resolve_ref(repository, (f"refs/remotes/origin/{base_ref}", f"refs/heads/{base_ref}"))
    return repository, tip
