"""Fetches one repository: the order of the steps, and what may be claimed after them."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from curate.schemas.base import Record
from curate.schemas.errors import Missing, Refused, Stopped
from curate.scrapers.github import refs
from curate.scrapers.github.bundles import Incoherent
from curate.scrapers.github.checks import fetch_todo_checks
from curate.scrapers.github.entries import SHORT_READS, recall_short
from curate.scrapers.github.ledger import Ledger, PullEntry, ShaEntry, pull_key, split_todo_sha, todo_pull_key
from curate.scrapers.github.numbers import GitNumbers, compare_with_git, fetch_by_number, fetch_pull
from curate.scrapers.github.page import CursorExpired, QueryTooExpensive
from curate.scrapers.github.pulls import fetch_todo_pulls
from curate.scrapers.github.session import Session, open_repository
from curate.scrapers.github.walk import scan_changes, walk_pulls

ROUNDS = 5
"""So often the changes made during the run are looked for before what is left waits for the next run."""


class FetchOptions(Record):
    """What to fetch. `since`: only what changed since then, without a walk. `refresh`: these once more, whole.

    `checked`: the repository was looked at just now (`check_access`).
    """

    since: datetime | None = None
    refresh: tuple[int, ...] = ()
    checked: bool = False


@dataclass
class Counts:
    """The ledger in numbers: entries by status, and those of which something is missing."""

    pulls: Counter[str] = field(default_factory=Counter)
    shas: Counter[str] = field(default_factory=Counter)
    short_pulls: int = 0
    refused_pulls: int = 0
    short_shas: int = 0
    failed_shas: int = 0


class FetchReport(Record):
    """What the ledger says after a run. `gaps` are the reasons why it is not complete, none when it is.

    `hidden`: pull requests of which git has a ref and GitHub shows nothing (their author is suspended, say).
    `refused_fields`: pull requests of which this token may not see every field.
    """

    repo: str
    pulls: Mapping[str, int]
    shas: Mapping[str, int]
    checked_with_git: bool
    lost_shas: int
    hidden: int
    refused_fields: int
    gaps: tuple[str, ...]
    requests: int
    points: int
    waited_s: float

    @property
    def complete(self) -> bool:
        """An unfiltered walk and git agree on the pull requests, and each of them and of their commits was answered."""
        return not self.gaps


def fetch_repository(session: Session, remote: str | None, git_dir: Path | None, options: FetchOptions) -> FetchReport:
    """Brings the archive up to date with GitHub, from wherever the last run ended.

    `remote` is the git address to compare with and fetch from; `git_dir` a repository to fetch into.

    Raises:
        Stopped: GitHub gives no sense now; the same command resumes.
    """
    try:
        state = open_repository(session, options.checked)
        first_run = not state.walked
        recall_short(session.ledger)
        if options.since is None:
            walk_pulls(session)
        _refresh(session, options.refresh)
        fetch_todo_pulls(session, frozenset(options.refresh))
        fetch_changes(session, options.since, first_run)
        fetch_todo_checks(session)
        whole_remote = None if options.since is not None else remote  # a part can't be compared with all of git's
        numbers = compare_with_git(session, whole_remote)
        if numbers.unlisted:  # some may have been opened since the walk's end
            walk_pulls(session)
            numbers = compare_with_git(session, whole_remote)
        if numbers.unlisted or numbers.absent:
            fetch_by_number(session, numbers)
            numbers = compare_with_git(session, whole_remote)
        fetch_todo_pulls(session)
        fetch_todo_checks(session)
    except (Incoherent, QueryTooExpensive, CursorExpired) as error:
        raise Stopped(f"GitHub gives no whole answer even to the smallest query ({error}); try later") from error
    _keep_usage(session)
    return report(session, options, numbers, _fetch_replaced(session, remote, git_dir))


def fetch_changes(session: Session, since: datetime | None, first_run: bool) -> None:
    """Fetches what changed since the last scan, until nothing moves any more."""
    for turn in range(ROUNDS):
        changed = scan_changes(session, since, unsettled=turn == 0)
        if not changed:
            return
        if not first_run:
            state = session.state()
            session.ledger.write("state", state.model_copy(update={"changed": state.changed + changed}))
        fetch_todo_pulls(session)


def report(session: Session, options: FetchOptions, numbers: GitNumbers, git_gap: str) -> FetchReport:
    """Counts the ledger and says what is missing from it."""
    ledger, usage = session.ledger, session.client.usage
    counts = count_entries(ledger)
    return FetchReport(
        repo=ledger.repo,
        pulls=dict(counts.pulls),
        shas=dict(counts.shas),
        checked_with_git=numbers.compared,
        lost_shas=ledger.count("lost/"),
        hidden=len(numbers.absent),
        refused_fields=counts.refused_pulls,
        gaps=tuple(find_gaps(session, options, numbers, counts)) + ((git_gap,) if git_gap else ()),
        requests=usage.requests,
        points=usage.points,
        waited_s=usage.waited_s,
    )


def count_entries(ledger: Ledger) -> Counts:
    """The ledger's entries, counted one by one: a large repository has hundreds of thousands."""
    counts = Counts()
    for name in ledger.names("pull/"):
        pull = ledger.read(f"pull/{name}", PullEntry)
        if pull is not None:
            counts.pulls[pull.status] += 1
            counts.short_pulls += 0 < pull.short < SHORT_READS
            counts.refused_pulls += bool(pull.refused)
    for name in ledger.names("sha/"):
        sha = ledger.read(f"sha/{name}", ShaEntry)
        if sha is not None:
            counts.shas[sha.status] += 1
            counts.failed_shas += (sha.last or sha.status) == "error"
            counts.short_shas += 0 < sha.short < SHORT_READS
    return counts


def find_gaps(session: Session, options: FetchOptions, numbers: GitNumbers, counts: Counts) -> Iterator[str]:
    """Why the archive does not hold all that GitHub has, a sentence each."""
    ledger = session.ledger
    if not session.state().walked:
        yield (
            "only what changed since a day was asked for (--since)"
            if options.since is not None
            else "the crawl over all pull requests has not reached the end"
        )
    if numbers.unlisted:
        shown = ", ".join(f"#{number}" for number in sorted(numbers.unlisted)[:5])
        yield f"git knows {len(numbers.unlisted)} pull requests that GitHub did not show ({shown})"
    if not numbers.compared:
        yield "the numbers were not compared with git's"
    for status in ("partial", "error"):
        if counts.pulls[status]:
            yield f"{counts.pulls[status]} pull requests are {status}"
    if counts.short_pulls:
        yield f"{counts.short_pulls} pull requests have lists shorter than GitHub's own count; they are asked for again"
    if counts.failed_shas:
        yield f"{counts.failed_shas} commits' checks could not be had"
    if counts.short_shas:
        yield f"{counts.short_shas} commits have fewer checks than GitHub counts; they are asked for again"
    never = sum(1 for name in ledger.names("todo/sha/") if not ledger.has(f"sha/{split_todo_sha(name)[1]}"))
    if never:
        yield f"{never} commits' checks were not asked for yet"


def _refresh(session: Session, numbers: tuple[int, ...]) -> None:
    """Notes that these pull requests are to be fetched whole; one that is not known is asked for by its number."""
    for number in numbers:
        entry = session.ledger.read(pull_key(number), PullEntry)
        if entry is None or not entry.node_id or entry.status in ("gone", "hidden"):
            if fetch_pull(session, number) in ("absent", "unanswered"):
                session.on_note(f"GitHub shows no pull request {number}")
            continue
        with session.ledger.transaction():
            fresh = entry.model_copy(update={"status": "partial", "draft": None})
            session.ledger.write(pull_key(number), fresh)
            session.ledger.write(todo_pull_key(number), fresh)


def _keep_usage(session: Session) -> None:
    """Adds what this run measured to what later plans use."""
    state, usage = session.state(), session.client.usage
    measured = {"answers": state.answers + usage.answers, "answer_s": state.answer_s + usage.answer_s}
    session.ledger.write("state", state.model_copy(update=measured))


def _fetch_replaced(session: Session, remote: str | None, git_dir: Path | None) -> str:
    """Fetches the heads, and the commits that force pushes replaced; returns what went wrong, if anything."""
    ledger = session.ledger
    if remote is None or git_dir is None:
        return ""
    shas = list(ledger.names("todo/git/"))
    try:
        refs.fetch_pull_heads(git_dir, remote)
        lost = refs.fetch_shas(git_dir, remote, shas)
    except (Refused, Missing, Stopped) as error:
        return f"commits could not be fetched by git: {error}"
    with ledger.transaction():
        for sha in shas:
            ledger.delete(f"todo/git/{sha}")
            if sha in lost:
                at = json.dumps({"not_at_remote": session.client.now()}).encode()
                ledger.archive.put(f"{ledger.prefix}lost/{sha}", at)
    return ""
