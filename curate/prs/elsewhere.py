"""Where the work of pull requests that never landed stands on the main branch all the same."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import ceil
from typing import NamedTuple

from curate.prs.patches import Clone, PatchBook
from curate.schemas.mathlibpr.rows import FileChange
from curate.schemas.mathlibpr.rules.candidates import Candidate
from curate.schemas.mathlibpr.rules.elsewhere import SHARE, Elsewhere, added_lines, is_telling, stands_in
from curate.schemas.mathlibpr.rules.versions import Change
from curate.scrapers.archive import Archive
from curate.scrapers.diffing import Pair
from curate.scrapers.patches import Patch, load_patch, read_patches
from curate.scrapers.presence import UNANSWERED
from curate.scrapers.repository import read_chain
from curate.scrapers.trees import RawChange, read_changes


@dataclass(frozen=True)
class LandedWork:
    """For heads of pull requests that never landed, the commit of the main branch that holds their patch."""

    found: Mapping[Pair, Elsewhere] = field(default_factory=dict)
    unanswered: bool = False
    """Whether git failed at a commit of the main branch; it may succeed another time."""

    def of(self, changes: Mapping[str, Change]) -> dict[str, Elsewhere]:
        """Where those of `changes`, by head, stand that stand on the main branch."""
        asked = {sha: self.found.get(Pair(sha, change.base_sha)) for sha, change in changes.items() if change.base_sha}
        return {sha: found for sha, found in asked.items() if found is not None}

    def digest(self, patches: str | None) -> str | None:
        """sha256 over `patches`, the digest of what else was taken from git, and all that was found."""
        if patches is None:
            return None
        lines = [
            patches,
            *(f"{pair.head} {pair.base} {one.sha} {one.whole}" for pair, one in sorted(self.found.items())),
        ]
        return sha256("\n".join(lines).encode()).hexdigest()


class Sought(NamedTuple):
    """A head's patch, as far as it is compared."""

    pair: Pair
    after: int
    """The place of its base on the main branch: what landed before it is in the base."""
    lines: frozenset[str]
    """What it adds."""
    weights: Mapping[str, int]
    """How many of these lines each file has; 1 for every file where only patch ids can be compared."""
    new: frozenset[str]
    """Files that it adds."""
    patch_id: str | None


def find_elsewhere(
    clone: Clone | None,
    candidates: Iterable[Candidate],
    patches: PatchBook,
    store: Archive,
    tick: Callable[[int], None],
) -> LandedWork:
    """Compares the heads of pull requests that never landed with the commits of the main branch after their base.

    A commit is looked at when it touches the files that hold `SHARE` of what the head adds: the same files, or, for
    a file that both add, one of the same name or in the same folder.
    """
    if clone is None:
        return LandedWork()
    chain = read_chain(clone.view, clone.main)
    places = {sha: place for place, sha in enumerate(chain)}
    heads = [one for pair in _unlanded(candidates, patches) if (one := _seek(pair, places, store))]
    if not heads:
        return LandedWork()
    start = min(one.after for one in heads)
    commits = [Pair(chain[place], chain[place - 1]) for place in range(start + 1, len(chain))]
    met = _meet(read_changes(clone.view, commits, renames=False), heads, places)
    numbers = {landing.sha: number for number, landings in clone.landings.items() for landing in landings}
    found: dict[Pair, Elsewhere] = {}
    unanswered = False
    for patch in sorted(read_patches(clone.view, sorted(met), store, tick), key=lambda one: places[one.head_sha]):
        unanswered |= bool(patch.missing and patch.missing.startswith(UNANSWERED))
        added = frozenset[str]().union(*_lines(patch).values())
        for head in met[Pair(patch.head_sha, patch.base_sha)]:
            whole = head.patch_id is not None and head.patch_id == patch.patch_id
            best = found.get(head.pair)
            if (best is None or whole > best.whole) and (whole or stands_in(head.lines, added)):
                found[head.pair] = Elsewhere(sha=patch.head_sha, number=numbers.get(patch.head_sha), whole=whole)
    return LandedWork(found, unanswered)


def _unlanded(candidates: Iterable[Candidate], patches: PatchBook) -> Iterator[Pair]:
    for candidate in candidates:
        if not candidate.outcome.landed:
            for head in candidate.asked_heads:
                if base := patches.change(candidate.pull.number, head.sha).base_sha:
                    yield Pair(head.sha, base)


def _seek(pair: Pair, places: Mapping[str, int], store: Archive) -> Sought | None:
    patch = load_patch(store, pair)
    if patch is None or not patch.files:
        return None
    by_file = _lines(patch)
    lines = frozenset[str]().union(*by_file.values())
    if is_telling(lines):
        weights = {path: len(there) for path, there in by_file.items() if there}
    else:
        lines, weights = frozenset(), {file.path: 1 for file in patch.files}
    new = frozenset(file.path for file in patch.files if file.status == "A")
    return Sought(pair, places.get(pair.base, -1), lines, weights, new, patch.patch_id)


def _lines(patch: Patch) -> dict[str, frozenset[str]]:
    return added_lines(patch.diff, section_paths(patch.files)) if patch.diff else {}


def section_paths(files: Sequence[FileChange]) -> list[str]:
    """The file of each section of a diff: one whose type changed has two."""
    return [file.path for file in files for _ in range(2 if file.status == "T" else 1)]


def _meet(
    commits: Iterable[tuple[Pair, tuple[RawChange, ...] | str]], heads: Sequence[Sought], places: Mapping[str, int]
) -> dict[Pair, list[Sought]]:
    """For commits of the main branch, the heads most of whose lines are in files that the commit touches."""
    same: dict[str, list[tuple[int, str]]] = defaultdict(list)
    alike: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for number, head in enumerate(heads):
        for path in head.weights:
            same[path].append((number, path))
            for key in _keys(path) if path in head.new else ():
                alike[key].append((number, path))
    met: dict[Pair, list[Sought]] = {}
    for pair, changes in commits:
        if isinstance(changes, str):
            continue
        touched = {one for change in changes for one in same.get(change.path, ())}
        touched |= {
            one
            for change in changes
            if change.before is None
            for key in _keys(change.path)
            for one in alike.get(key, ())
        }
        weights: dict[int, int] = defaultdict(int)
        for number, path in touched:
            weights[number] += heads[number].weights[path]
        for number, weight in sorted(weights.items()):
            head = heads[number]
            if places[pair.head] > head.after and weight >= ceil(SHARE * sum(head.weights.values())):
                met.setdefault(pair, []).append(head)
    return met


def _keys(path: str) -> tuple[str, str]:
    """Name and folder of a file."""
    folder, _, name = path.rpartition("/")
    return f"*/{name}", f"{folder}/*"
