"""Rules 1 to 4 on one pull request by itself, kept between runs: what its records gave is computed once."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from curate.prs.decide import Passed
from curate.prs.options import BuildOptions
from curate.prs.sources import Found, read_found
from curate.schemas.base import Record
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.rules.builds import LocalBuild
from curate.schemas.mathlibpr.rules.candidates import Candidate, Considered, consider_pull
from curate.schemas.mathlibpr.rules.landed import judge_outcome
from curate.schemas.mathlibpr.rules.owners import Listing, read_listing
from curate.schemas.mathlibpr.rules.reverts import Undone
from curate.schemas.mathlibpr.rules.universe import left_out
from curate.schemas.mathlibpr.rules.waves import Closing, read_closing
from curate.schemas.store.digest import digest_text
from curate.scrapers.archive import Archive, Damaged

_BATCH = 500
"""Results kept in one transaction."""
_ANY_DAY = date(9998, 12, 31)


class PullFacts(Record):
    """What the first pass needs of a pull request whether or not it counts."""

    repo: str
    number: int
    state: str
    base_ref: str
    closed_at: datetime | None
    fetched_at: datetime | None
    cut: tuple[str, ...]
    listing: Listing
    closing: Closing | None
    """None: it landed, or that can't be told."""


class CandidateFacts(Record):
    """What the first pass needs of a candidate; the candidate itself goes to the next pass."""

    final: str | None
    asked: tuple[str, ...]
    """The heads whose patch is asked for."""
    undone: Undone | None
    """None: it never landed."""
    landed_unseen: datetime | None
    """When it landed, where that is not seen on the main branch."""


class PullResult(Record):
    """One pull request after rules 1 to 4, but for the last day, which any result holds for."""

    unread: tuple[Drop, ...]
    """Of the stage `read`."""
    pull: PullFacts | None
    passed: tuple[Passed, ...]
    """The stages after `universe`."""
    candidate: CandidateFacts | None


class Considering(NamedTuple):
    """All that rules 1 to 4 depend on besides the records."""

    options: BuildOptions
    local_builds: Sequence[LocalBuild]
    landed_shas: Callable[[int], list[str] | None]
    """The commits of the main branch that name a pull request; None where no clone was given."""

    def consider(self, found: Found) -> tuple[PullResult, Candidate | None]:
        """Rules 1 to 4 on what the sources hold under one number."""
        options = self.options
        pull, drops = read_found(found, options.repo)
        if pull is None:
            return PullResult(unread=tuple(drops), pull=None, passed=(), candidate=None), None
        landed_shas = self.landed_shas(pull.number)
        outcome = judge_outcome(pull, landed_shas, options.base_ref)
        facts = PullFacts(
            repo=pull.repo,
            number=pull.number,
            state=pull.state,
            base_ref=pull.base_ref,
            closed_at=pull.closed_at,
            fetched_at=pull.fetched_at,
            cut=pull.cut,
            listing=read_listing(pull, outcome.landed is True),
            closing=read_closing(pull) if outcome.landed is False else None,
        )
        if left_out(pull, _ANY_DAY, options.base_ref):
            return PullResult(unread=tuple(drops), pull=facts, passed=(), candidate=None), None
        considered = consider_pull(pull, outcome, options.evidence, options.require_ci, self.local_builds)
        candidate = considered.candidate
        result = PullResult(
            unread=tuple(drops),
            pull=facts,
            passed=_stages(considered),
            candidate=_candidate_facts(candidate, landed_shas is not None) if candidate else None,
        )
        return result, candidate


def _stages(considered: Considered) -> tuple[Passed, ...]:
    candidate, clear = considered.candidate, 1 - len(considered.unclear)
    stages = [
        ("landing", 1, clear, considered.unclear),
        ("migrated", clear, int(candidate is not None), considered.closings),
    ]
    if candidate is not None:
        stages += [
            ("heads", candidate.heads, candidate.pushed_heads, considered.heads),
            ("builds", candidate.pushed_heads, len(candidate.passing), considered.builds),
        ]
    return tuple(
        Passed(stage=stage, came_in=came_in, went_out=went_out, drops=tuple(drops))
        for stage, came_in, went_out, drops in stages
    )


def _candidate_facts(candidate: Candidate, clone_was_read: bool) -> CandidateFacts:
    pull, outcome = candidate.pull, candidate.outcome
    at = pull.closed_at or pull.updated_at
    unseen = outcome.landed and clone_was_read and "master_commit" not in outcome.signs
    return CandidateFacts(
        final=candidate.final.sha if candidate.final else None,
        asked=tuple(head.sha for head in candidate.asked_heads),
        undone=Undone(by=pull.number, at=at, undoing=candidate.undoing) if outcome.landed else None,
        landed_unseen=pull.closed_at if unseen else None,
    )


class KeptResults:
    """Results of earlier runs. One is used again where the records, the options and the code are the same.

    For each set of options one result of each pull request is kept: a new one takes the place of the old one.
    """

    def __init__(self, store: Archive, considering: Considering, code: str) -> None:
        self._store, self._considering = store, considering
        options = considering.options
        asked = (options.repo, options.base_ref, options.require_ci, options.evidence)
        self._prefix = f"pull/{digest_text(repr(asked))[:16]}"
        builds = [build.model_dump_json() for build in considering.local_builds]
        self._depends_on = digest_text(repr((asked, builds, code)))
        self._fresh: dict[str, bytes] = {}

    def consider(self, found: Found) -> tuple[PullResult, bytes]:
        """The result of `found`, and the candidate as JSON, empty where there is none."""
        landed = self._considering.landed_shas(found.number)
        parts = (self._depends_on, landed, [entry.digest for entry in found.entries])
        digest, key = digest_text(repr(parts)).encode(), f"{self._prefix}/{found.number}"
        if (known := self._read(key, digest)) is not None:
            return known
        result, candidate = self._considering.consider(found)
        line = candidate.model_dump_json().encode() if candidate else b""
        self._fresh[key] = b"\n".join((digest, result.model_dump_json().encode(), line))
        if len(self._fresh) >= _BATCH:
            self.keep()
        return result, line

    def keep(self) -> None:
        """Keeps what was computed since the last call."""
        with self._store.transaction():
            for key, value in self._fresh.items():
                self._store.put(key, value)
        self._fresh = {}

    def _read(self, key: str, digest: bytes) -> tuple[PullResult, bytes] | None:
        try:
            kept, _, rest = (self._store.get(key) or b"").partition(b"\n")
            if kept != digest:
                return None
            result, _, candidate = rest.partition(b"\n")
            return PullResult.model_validate_json(result), candidate
        except (Damaged, ValueError):  # the records are here: it is computed anew
            return None
