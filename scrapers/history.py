"""Git's commit graph, read once: merge bases and landed commits without a process for each."""

import re
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from curate.schemas.base import Record
from curate.schemas.errors import Failed
from curate.scrapers.plumbing import git_version, run_git, streaming_git

_NUMBER = re.compile(r"\(#(\d{1,9})\)$")


class Landing(Record):
    """A commit on the main branch whose subject ends `(#N)`."""

    sha: str
    at: datetime
    subject: str


class Base(NamedTuple):
    """Where a head left the main branch. `sha` is None when that can't be told, and `why` says so."""

    sha: str | None
    why: str | None
    unseen: bool = False
    """The clone is cut off before the base could be seen."""


class History:
    """The commits reachable from the main branch and from some heads, with parents and commit times."""

    def __init__(
        self, commits: Iterable[tuple[str, int, tuple[str, ...]]], main: str, cut_off: Collection[str] = ()
    ) -> None:
        """
        Args:
            commits: (sha, commit time in epoch seconds, parents), each commit before its parents.
            main: the tip of the main branch.
            cut_off: commits whose parents a shallow clone does not hold.
        """
        self._index: dict[bytes, int] = {}
        self._shas: list[bytes] = []
        self._times = array("q")
        parents: list[tuple[bytes, ...]] = []
        known: dict[bytes, bytes] = {}  # one object for a commit, however often it is named
        for sha, time, named in commits:
            key = bytes.fromhex(sha)
            key = known.setdefault(key, key)
            self._index[key] = len(self._shas)
            self._shas.append(key)
            self._times.append(time)
            keys = (bytes.fromhex(parent) for parent in named)
            parents.append(tuple(known.setdefault(parent, parent) for parent in keys))
        del known
        self._parents = [tuple(self._index[key] for key in keys) for keys in parents]
        self._cut_off = {self._index[key] for sha in cut_off if (key := bytes.fromhex(sha)) in self._index}
        self._chain = self._first_parents(self._index[bytes.fromhex(main)])
        self._place = {commit: place for place, commit in enumerate(self._chain)}
        self._landed = self._landing_places()
        self._main_cut_off = not self._cut_off.isdisjoint(self._landed)
        self._known_by = self._running_times()
        self._newest, self._newest_aside = self._newest_places()

    def __contains__(self, sha: str) -> bool:
        return bytes.fromhex(sha) in self._index

    def __len__(self) -> int:
        return len(self._shas)

    def is_newer_than_main(self, head: str) -> bool:
        """Whether `head` was made after the newest commit of the main branch."""
        return self._times[self._index[bytes.fromhex(head)]] > self._times[self._chain[-1]]

    @property
    def main_at(self) -> datetime:
        """When the newest commit of the main branch was made."""
        return datetime.fromtimestamp(self._times[self._chain[-1]], UTC)

    @property
    def cut_off(self) -> bool:
        """Whether the clone is shallow."""
        return bool(self._cut_off)

    def merge_base(self, head: str, at: datetime | None = None, own: Collection[str] = ()) -> Base:
        """The best common ancestor of `head` and the main branch as it was at `at`.

        The main branch as it was: its first-parent commits up to `at`, and those that `head` itself contains, whatever
        their clocks say. Commits in `own` (the PR's) count as the main branch's only when they landed before `at`.

        Args:
            head: a full sha.
            at: the head's time; None takes the main branch as it is now.
            own: the PR's own commits, so that a PR that landed unsquashed still has a patch.
        """
        start = self._index.get(bytes.fromhex(head))
        if start is None:
            return Base(None, "commit not in the repository")
        mine = {self._index[key] for sha in own if (key := bytes.fromhex(sha)) in self._index} | {start}
        place, aside = self._newest[start], self._newest_aside[start]
        if place >= 0 and place >= aside and self._landed.keys().isdisjoint(mine):
            return Base(self._shas[self._chain[place]].hex(), None)  # the main branch's newest commit in the head
        newest = self._last_place(at, mine)
        frontier: set[int] = set()
        seen, todo, cut_off = {start}, [start], False
        while todo:
            commit = todo.pop()
            landed = self._landed.get(commit)
            known = landed is not None and landed <= newest
            if known or (commit in self._place and commit not in mine):
                frontier.add(commit)
                continue
            cut_off |= commit in self._cut_off
            for parent in self._parents[commit]:
                if parent not in seen:
                    seen.add(parent)
                    todo.append(parent)
        if not frontier:
            cut_off |= self._main_cut_off  # what they share may lie below where the main branch was cut off
            return Base(None, "no merge base: the clone is shallow" if cut_off else "no merge base", cut_off)
        return Base(self._shas[self._best(frontier)].hex(), None)

    def strangers(self, head: str, own: Collection[str]) -> frozenset[str]:
        """The commits in `head` that are newer than the main branch, not on it and not among `own`."""
        newest = self._times[self._chain[-1]]
        found: set[str] = set()
        todo = [self._index[bytes.fromhex(head)]]
        seen = set(todo)
        while todo:
            commit = todo.pop()
            if self._times[commit] > newest and commit not in self._landed:
                found.add(self._shas[commit].hex())
                fresh = [parent for parent in self._parents[commit] if parent not in seen]
                seen.update(fresh)
                todo += fresh
        return frozenset(found.difference(own))

    def first_parents(self, head: str) -> frozenset[str]:
        """`head` and its first parents down to the main branch, without those that are on it; none when not known."""
        commit = self._index.get(bytes.fromhex(head))
        chain: set[str] = set()
        while commit is not None and commit not in self._place:
            chain.add(self._shas[commit].hex())
            parents = self._parents[commit]
            commit = parents[0] if parents else None
        return frozenset(chain)

    def _best(self, frontier: set[int]) -> int:
        on_chain = [commit for commit in frontier if commit in self._place]
        if on_chain:
            newest = max(on_chain, key=lambda commit: self._place[commit])
            reach = self._place[newest]
            frontier = {commit for commit in frontier if self._landed[commit] > reach} | {newest}
        if len(frontier) > 1:
            frontier = {one for one in frontier if not any(self._reaches(other, one) for other in frontier - {one})}
        return max(frontier, key=lambda commit: (self._times[commit], self._shas[commit]))

    def _reaches(self, descendant: int, ancestor: int) -> bool:
        seen, todo = {descendant}, [descendant]
        while todo:
            commit = todo.pop()
            if commit == ancestor:
                return True
            for parent in self._parents[commit]:
                if parent not in seen:
                    seen.add(parent)
                    todo.append(parent)
        return False

    def _first_parents(self, tip: int) -> list[int]:
        chain = [tip]
        while self._parents[chain[-1]]:
            chain.append(self._parents[chain[-1]][0])
        return chain[::-1]

    def _landing_places(self) -> dict[int, int]:
        """For each commit of the main branch, the place of the first-parent commit that brought it in."""
        landed: dict[int, int] = {}
        for place, commit in enumerate(self._chain):
            todo = [commit]
            while todo:
                one = todo.pop()
                if one not in landed:
                    landed[one] = place
                    todo.extend(self._parents[one])
        return landed

    def _running_times(self) -> list[int]:
        """Commit times along the main branch made monotone, so that they can be searched."""
        times: list[int] = []
        for commit in self._chain:
            times.append(max(self._times[commit], times[-1] if times else 0))
        return times

    def _newest_places(self) -> tuple["array[int]", "array[int]"]:
        """For each commit, the newest place of the main branch in it, by first parents and by others; else -1, -2.

        Where the first is not less than the second, every landed commit in it is an ancestor of that one.
        """
        newest, aside = array("q", [-1]) * len(self._shas), array("q", [-2]) * len(self._shas)
        for commit in range(len(self._shas) - 1, -1, -1):
            for parent in self._parents[commit]:
                newest[commit] = max(newest[commit], newest[parent])
                aside[commit] = max(aside[commit], aside[parent])
            if commit in self._place:
                newest[commit] = self._place[commit]
            elif commit in self._landed:
                aside[commit] = max(aside[commit], self._landed[commit])
        return newest, aside

    def _last_place(self, at: datetime | None, mine: set[int]) -> int:
        last = len(self._chain) - 1
        if at is not None:
            last = bisect_right(self._known_by, int(at.timestamp())) - 1
        own_places = [self._landed[commit] for commit in mine if commit in self._landed]
        return min([last, *(place - 1 for place in own_places)])


def read_history(repository: Path, main: str, heads: Iterable[str]) -> History:
    """The graph of everything reachable from `main` and `heads` (full shas that the repository holds).

    Raises:
        Refused: the repository is damaged.
    """
    tips = [main, *sorted(set(heads) - {main})]
    shallow = repository / run_git(repository, "rev-parse", "--git-path", "shallow").decode().rstrip("\n")
    cut_off = shallow.read_text().split() if shallow.is_file() else ()
    try:
        history = History(_list_commits(repository, tips), main, cut_off)
        whole = all(tip in history for tip in tips)
    except KeyError:  # a parent, or the main branch itself
        whole = False
    if not whole:
        raise Failed(f"git {git_version()} listed the history of {repository} without some of the commits asked for")
    return history


def _list_commits(repository: Path, tips: Iterable[str]) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Sha, commit time and parents of all that is reachable from `tips`, each commit before its parents."""
    feed = (f"{tip}\n".encode() for tip in tips)
    with streaming_git(
        repository, "rev-list", "--topo-order", "--parents", "--timestamp", "--stdin", feed=feed
    ) as child:
        for line in child.stdout or ():
            time, sha, *parents = line.decode().split()
            yield sha, int(time), tuple(parents)


def read_numbers(repository: Path, shas: Iterable[str]) -> dict[str, int]:
    """For those of `shas` whose subject ends `(#N)`, the number."""
    wanted = sorted(set(shas))
    if not wanted:
        return {}
    stream = "".join(f"{sha}\n" for sha in wanted).encode()
    listed = run_git(repository, "log", "-z", "--no-walk=unsorted", "--stdin", "--format=%H%x09%s", stdin=stream)
    pairs = [record.partition("\t") for record in listed.decode("utf-8", "replace").split("\0")]
    return {sha: int(number[1]) for sha, _, subject in pairs if (number := _NUMBER.search(subject.rstrip()))}


def read_landings(repository: Path, main: str) -> dict[int, tuple[Landing, ...]]:
    """For each PR number, the commits of the main branch whose subject ends `(#N)`, oldest first."""
    listed = run_git(repository, "log", "-z", "--first-parent", "--reverse", "--format=%H%x09%ct%x09%s", main, "--")
    found: dict[int, list[Landing]] = {}
    for record in listed.decode("utf-8", "replace").split("\0"):
        sha, _, rest = record.partition("\t")
        time, _, subject = rest.partition("\t")
        if number := _NUMBER.search(subject.rstrip()):
            landing = Landing(sha=sha, at=datetime.fromtimestamp(int(time), UTC), subject=subject)
            found.setdefault(int(number[1]), []).append(landing)
    return {number: tuple(landings) for number, landings in found.items()}
