"""The first pass: rules 1 to 4 on every pull request that the sources hold, and what others need to know of each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from curate.console import Ticker
from curate.prs.considered import CandidateFacts, KeptResults, PullFacts, PullResult
from curate.prs.options import BuildOptions
from curate.prs.patches import Clone
from curate.prs.sink import Sink
from curate.prs.sources import Found, Source, group_entries
from curate.prs.spool import Spool
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.rules.candidates import Candidate, pull_drop
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

    def note_pull(self, pull: PullFacts) -> None:
        self.listings.add(pull.listing)
        self.newest_record = _later(self.newest_record, pull.fetched_at)
        if pull.closed_at and (self.first_closed is None or pull.closed_at < self.first_closed):
            self.first_closed = pull.closed_at

    def note_inside(self, pull: PullFacts) -> None:
        for kind in pull.cut:
            self.cut.setdefault(kind, []).append(pull.number)
        if pull.closing:
            self.closings.note(pull.closing)

    def note_candidate(self, number: int, candidate: CandidateFacts) -> None:
        self.count += 1
        self.shas.update(candidate.asked)
        if candidate.undone:
            self.landed += 1
            self.undone.append(candidate.undone)
            self.missed_landing = _later(self.missed_landing, candidate.landed_unseen)
            if candidate.final is not None:
                self.finals.append((number, candidate.final))


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    return max(filter(None, (one, other)), default=None)


def survey(
    sources: Sequence[Source],
    clone: Clone | None,
    kept: KeptResults,
    options: BuildOptions,
    sink: Sink,
    scratch: Path,
    ticker: Ticker,
) -> Survey:
    """Rules 1 to 4 for every pull request; what passes is spooled below `scratch`, what does not goes to `sink`."""
    tally = _Tally(undone=list(clone.undone()) if clone else [])

    def pass_candidates() -> Iterator[bytes]:
        for found in group_entries([source.entries for source in sources]):
            ticker.advance(len(found.entries))
            result, candidate = kept.consider(found)
            if _file_result(found, result, options, sink, tally):
                yield candidate
        kept.keep()
        tally.listings.close()

    return Survey(
        candidates=Spool(scratch / "candidates.jsonl", Candidate).fill_lines(pass_candidates()),
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


def _file_result(found: Found, result: PullResult, options: BuildOptions, sink: Sink, tally: _Tally) -> bool:
    """Files what became of one number; whether a candidate is left."""
    pull = result.pull
    sink.pass_on("read", len(found.entries), 1 if pull else 0, result.unread)
    tally.unreadable += [drop for drop in result.unread if drop.reason != "united"]
    if pull is None:
        return False
    tally.note_pull(pull)
    outside = left_out(pull, options.until, options.base_ref)
    sink.pass_on("universe", 1, 0 if outside else 1, [pull_drop(pull, "universe", outside)] if outside else [])
    if outside:
        return False
    tally.note_inside(pull)
    for passed in result.passed:
        sink.pass_on(passed.stage, passed.came_in, passed.went_out, passed.drops)
    if result.candidate is not None:
        tally.note_candidate(pull.number, result.candidate)
    return result.candidate is not None
