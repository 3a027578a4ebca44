"""The first pass: rules 1 to 4 on every pull request that the sources hold, and what others need to know of each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from curate.console import Ticker
from curate.prs.options import BuildOptions
from curate.prs.patches import Clone
from curate.prs.sink import Sink
from curate.prs.sources import Found, Source, merge_entries
from curate.prs.spool import Spool
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.pulls import PullRequest
from curate.schemas.mathlibpr.rules.builds import LocalBuild
from curate.schemas.mathlibpr.rules.candidates import Candidate, consider_pull, pull_drop
from curate.schemas.mathlibpr.rules.landed import judge_outcome
from curate.schemas.mathlibpr.rules.owners import Listings
from curate.schemas.mathlibpr.rules.reverts import Undone, find_reverted
from curate.schemas.mathlibpr.rules.universe import left_out
from curate.schemas.mathlibpr.rules.waves import Closings


@dataclass(frozen=True)
class Survey:
    """What the sources hold."""

    candidates: Spool[Candidate]
    count: int
    """Of candidates."""
    landed: int
    """Of them."""
    listings: Listings
    finals: tuple[tuple[int, str], ...]
    """Number and final head of those that landed."""
    reverted: frozenset[int]
    """The PRs that a landed one, or a commit of the main branch, took back."""
    shas: frozenset[str]
    """The heads whose patch is asked for."""
    unreadable: tuple[Drop, ...]
    cut: Mapping[str, tuple[int, ...]]
    """For each kind of list, the PRs of the universe whose list the source cut short."""
    first_closed: datetime | None
    newest_record: datetime | None
    waves: tuple[str, ...]
    """Closings of many pull requests by the same words, or by one person on one day."""
    missed_landing: datetime | None
    """When the newest PR landed whose commit was looked for on the main branch and is not there."""


@dataclass
class _Tally:
    """What is added up while the pull requests pass by."""

    count: int = 0
    landed: int = 0
    listings: Listings = field(default_factory=Listings)
    finals: list[tuple[int, str]] = field(default_factory=list)
    undone: list[Undone] = field(default_factory=list)
    shas: set[str] = field(default_factory=set)
    unreadable: list[Drop] = field(default_factory=list)
    cut: dict[str, list[int]] = field(default_factory=dict)
    first_closed: datetime | None = None
    newest_record: datetime | None = None
    missed_landing: datetime | None = None
    closings: Closings = field(default_factory=Closings)

    def note_pull(self, pull: PullRequest, landed: bool) -> None:
        self.listings.add(pull, landed)
        if pull.fetched_at and (self.newest_record is None or pull.fetched_at > self.newest_record):
            self.newest_record = pull.fetched_at
        if pull.closed_at and (self.first_closed is None or pull.closed_at < self.first_closed):
            self.first_closed = pull.closed_at

    def note_candidate(self, candidate: Candidate, clone_was_read: bool) -> None:
        self.count += 1
        if candidate.outcome.landed:
            self.landed += 1
            pull = candidate.pull
            self.undone.append(Undone(by=pull.number, at=pull.closed_at or pull.updated_at, undoing=candidate.undoing))
            if clone_was_read and "master_commit" not in candidate.outcome.signs:
                self.missed_landing = max(filter(None, (self.missed_landing, pull.closed_at)), default=None)
            if candidate.final is not None:
                self.finals.append((candidate.pull.number, candidate.final.sha))
        self.shas |= {head.sha for head in candidate.asked_heads}


def survey(
    sources: Sequence[Source],
    clone: Clone | None,
    options: BuildOptions,
    local_builds: Sequence[LocalBuild],
    sink: Sink,
    scratch: Path,
    ticker: Ticker,
) -> Survey:
    """Rules 1 to 4 for every pull request; what passes is spooled below `scratch`, what does not goes to `sink`."""
    tally = _Tally(undone=list(clone.undone()) if clone else [])

    def pass_candidates() -> Iterator[Candidate]:
        for found in merge_entries([source.entries for source in sources], options.repo):
            ticker.advance(found.entries)
            candidate = _candidate(found, clone, options, local_builds, sink, tally)
            if candidate is not None:
                tally.note_candidate(candidate, clone is not None)
                yield candidate

    return Survey(
        candidates=Spool(scratch / "candidates.jsonl", Candidate).fill(pass_candidates()),
        count=tally.count,
        landed=tally.landed,
        listings=tally.listings,
        finals=tuple(tally.finals),
        reverted=find_reverted(tally.undone),
        shas=frozenset(tally.shas),
        unreadable=tuple(tally.unreadable),
        cut={kind: tuple(numbers) for kind, numbers in sorted(tally.cut.items())},
        first_closed=tally.first_closed,
        newest_record=tally.newest_record,
        waves=tuple(tally.closings.waves()),
        missed_landing=tally.missed_landing,
    )


def _candidate(
    found: Found,
    clone: Clone | None,
    options: BuildOptions,
    local_builds: Sequence[LocalBuild],
    sink: Sink,
    tally: _Tally,
) -> Candidate | None:
    """Rules 1 to 4 for what the sources hold under one number."""
    sink.pass_on("read", found.entries, 1 if found.pull else 0, found.drops)
    tally.unreadable += [drop for drop in found.drops if drop.reason != "united"]
    pull = found.pull
    if pull is None:
        return None
    landed_shas = clone.landed_shas(pull.number) if clone else None
    outcome = judge_outcome(pull, landed_shas, options.base_ref)
    tally.note_pull(pull, outcome.landed is True)
    outside = left_out(pull, options.until, options.base_ref)
    sink.pass_on("universe", 1, 0 if outside else 1, [pull_drop(pull, "universe", outside)] if outside else [])
    if outside:
        return None
    for kind in pull.cut:
        tally.cut.setdefault(kind, []).append(pull.number)
    if outcome.landed is False:
        tally.closings.note(pull)
    considered = consider_pull(pull, outcome, options.evidence, options.require_ci, local_builds)
    candidate = considered.candidate
    sink.pass_on("landing", 1, 1 - len(considered.unclear), considered.unclear)
    sink.pass_on("migrated", 1 - len(considered.unclear), 1 if candidate else 0, considered.closings)
    if candidate is not None:
        sink.pass_on("heads", candidate.heads, candidate.pushed_heads, considered.heads)
        sink.pass_on("builds", candidate.pushed_heads, len(candidate.passing), considered.builds)
    return candidate
