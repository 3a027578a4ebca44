"""Rule 3: for which pull request a commit was pushed that several of them list. Each commit is one PR's at most."""

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from curate.schemas.base import Record
from curate.schemas.mathlibpr.pulls import PullRequest

NOBODY = 0
"""Stands for a pull request that no source holds."""


class Claim(Record):
    """What one pull request says of the commits that it lists."""

    number: int
    landed: bool
    opened_at: datetime
    final: str | None
    """Its head when it was closed; None where it has none of its own."""
    tip_at_opening: str | None
    """The newest listed commit that was made before it was opened."""
    rewritten: frozenset[str]
    """Listed commits that came with a force push and were not its tip."""


class Listing(Record):
    """One pull request's list of commits."""

    claim: Claim
    commits: tuple[tuple[str, datetime | None], ...]
    """Each commit that it lists, that a force push names or that is its final head, with its time."""


def read_listing(pull: PullRequest, landed: bool) -> Listing:
    """What `pull` lists."""
    times = {commit.sha: commit.committed_at for commit in pull.commits}
    final = pull.head_sha if has_own_head(pull) else None
    shas = dict.fromkeys((*times, *_pushed(pull), *([final] if final else [])))
    claim = Claim(
        number=pull.number,
        landed=landed,
        opened_at=pull.created_at,
        final=final,
        tip_at_opening=_tip_at(pull, pull.created_at),
        rewritten=frozenset(_rewritten(pull)),
    )
    return Listing(claim=claim, commits=tuple((sha, times.get(sha)) for sha in shas))


@dataclass(frozen=True)
class Owners:
    """Owners of the commits that more than one pull request lists."""

    owner_of: Mapping[str, int]
    """`NOBODY` where each that lists it merged it in."""
    listed_by: Mapping[str, tuple[int, ...]]

    def other_owner(self, sha: str, number: int) -> int | None:
        """The pull request, other than `number`, whose head `sha` is; None when it is that of `number`."""
        owner = self.owner_of.get(sha, number)
        return None if owner == number else owner

    def sharers(self, sha: str, number: int) -> tuple[int, ...]:
        """The other pull requests that list `sha`."""
        return tuple(other for other in self.listed_by.get(sha, ()) if other != number)


class Listings:
    """Every pull request's list of commits, in a form that holds tens of thousands of them."""

    def __init__(self) -> None:
        self._first: dict[bytes, int] = {}
        self._several: dict[bytes, list[int]] = {}
        self._claims: dict[int, Claim] = {}
        self._times: dict[int, tuple[tuple[bytes, ...], array[float]]] = {}

    def add(self, listing: Listing) -> None:
        """Notes what one pull request lists. Numbers must ascend."""
        number = listing.claim.number
        keys = tuple(bytes.fromhex(sha) for sha, _ in listing.commits)
        for key in keys:
            first = self._first.setdefault(key, number)
            if first != number:
                self._several.setdefault(key, [first]).append(number)
        self._times[number] = (keys, array("d", [_seconds(at) for _, at in listing.commits]))
        self._claims[number] = listing.claim

    def close(self) -> None:
        """Forgets what no question is asked of: nothing is added any more."""
        asked = {number for numbers in self._several.values() for number in numbers}
        self._first = {}
        self._times = {number: listed for number, listed in self._times.items() if number in asked}
        self._claims = {number: claim for number, claim in self._claims.items() if number in asked}

    def shared(self) -> dict[int, tuple[str, ...]]:
        """For each pull request that lists a commit of another, all such commits and its own final head."""
        found: dict[int, list[str]] = {}
        for key, numbers in self._several.items():
            for number in numbers:
                found.setdefault(number, []).append(key.hex())
        finals = {number: self._claims[number].final for number in found}
        return {number: (*shas, final) for number, shas in found.items() if (final := finals[number]) is not None}

    def resolve(self, aside: Mapping[int, frozenset[str]]) -> Owners:
        """Who owns each shared commit.

        Args:
            aside: for pull requests whose final head git knows, listed commits that are off its first-parent chain.
        """
        times = {
            number: dict(zip(keys, seconds, strict=True))
            for number in {number for numbers in self._several.values() for number in numbers}
            for keys, seconds in [self._times[number]]
        }
        shared = {key.hex(): [self._claims[number] for number in numbers] for key, numbers in self._several.items()}
        book = _Book(shared, {n: {key.hex(): at for key, at in listed.items()} for n, listed in times.items()}, aside)
        return Owners(book.settle(), {sha: tuple(claim.number for claim in claims) for sha, claims in shared.items()})


def has_own_head(pull: PullRequest) -> bool:
    """Whether the PR's head is a commit of its own: an empty list that was not cut says that it is on the base."""
    return bool(pull.commits) or "commits" in pull.cut


def _pushed(pull: PullRequest) -> Iterable[str]:
    ends = ((event.before_sha, event.after_sha) for event in pull.events if event.kind == "force_pushed")
    return (sha for pair in ends for sha in pair if sha is not None)


def _seconds(at: datetime | None) -> float:
    return float("inf") if at is None else at.timestamp()


def _tip_at(pull: PullRequest, at: datetime) -> str | None:
    made = [commit.sha for commit in pull.commits if commit.committed_at is not None and commit.committed_at <= at]
    return made[-1] if made else None


def _rewritten(pull: PullRequest) -> list[str]:
    """Commits older than the last force push, but its tip, of a branch of which nothing is left from the opening."""
    pushes = [event.at for event in pull.events if event.kind == "force_pushed" and event.at is not None]
    if not pushes or _tip_at(pull, pull.created_at) is not None:
        return []
    tip = _tip_at(pull, max(pushes))
    if tip is None:
        return []
    listed = [commit.sha for commit in pull.commits]
    return listed[: listed.index(tip)]


@dataclass(frozen=True)
class _Book:
    """The shared commits with all that list them, and the times that each list gives."""

    shared: Mapping[str, list[Claim]]
    times: Mapping[int, Mapping[str, float]]
    aside: Mapping[int, frozenset[str]]

    def settle(self) -> dict[str, int]:
        """The owner of each shared commit."""
        first = {sha: self._owner(sha, claims, {}) for sha, claims in self.shared.items()}
        return {sha: self._owner(sha, claims, first) for sha, claims in self.shared.items()}

    def _owner(self, sha: str, claims: list[Claim], known: Mapping[str, int]) -> int:
        """The owner of `sha`; `known` are owners that were found without looking at what came after an opening."""
        ended = [claim for claim in claims if claim.final == sha]
        if ended:
            return self._owner_of_final(sha, claims, ended).number
        left = [claim for claim in claims if sha not in claim.rewritten and not self._is_aside(sha, claim)]
        if not left:
            return NOBODY
        owner = left[0]
        for claim in left[1:]:
            if self._belongs_to_younger(sha, owner, claim, known):
                owner = claim
        return owner.number

    def _owner_of_final(self, sha: str, claims: list[Claim], ended: list[Claim]) -> Claim:
        """A head that landed is that of the PR that landed; one that was only closed goes to a landed successor."""
        landed = [claim for claim in ended if claim.landed]
        if landed:
            return landed[-1]
        heirs = [claim for claim in claims if claim.landed and claim.tip_at_opening == sha]
        return (heirs or ended)[-1]

    def _belongs_to_younger(self, sha: str, older: Claim, younger: Claim, known: Mapping[str, int]) -> bool:
        theirs = self.times[older.number]
        if younger.final is not None and younger.final in theirs:
            return True  # the older one merged this branch later, or was opened from the same one
        if younger.tip_at_opening == sha:
            return older.tip_at_opening != sha
        mine = self.times[younger.number]
        if mine[sha] < younger.opened_at.timestamp():
            return False
        return not self._stands_on(younger, older, known) and younger.tip_at_opening in theirs

    def _stands_on(self, younger: Claim, older: Claim, known: Mapping[str, int]) -> bool:
        """Whether `younger` was opened on top of commits of `older`, and so goes on merging them."""
        opened = younger.opened_at.timestamp()
        return any(
            at < opened and sha != younger.tip_at_opening and known.get(sha) == older.number
            for sha, at in self.times[younger.number].items()
        )

    def _is_aside(self, sha: str, claim: Claim) -> bool:
        return sha in self.aside.get(claim.number, ())
