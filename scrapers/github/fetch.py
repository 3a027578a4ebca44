"""Fetches one repository: the order of the steps, and what may be claimed after them."""

import json
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from curate.schemas.base import Record
from curate.schemas.errors import Failed, Missing, Refused, Stopped
from curate.scrapers.github import refs
from curate.scrapers.github.bundles import Incoherent
from curate.scrapers.github.checks import fetch_todo_checks
from curate.scrapers.github.client import QueryTooExpensive
from curate.scrapers.github.ledger import PullEntry, ShaEntry, pull_key, todo_pull_key
from curate.scrapers.github.pulls import fetch_todo_pulls
from curate.scrapers.github.session import Session, open_repository
from curate.scrapers.github.walk import scan_changes, walk_pulls

ROUNDS = 5
"""So often the changes made during the run are looked for before what is left waits for the next run."""


class FetchOptions(Record):
    """What to fetch. `since`: only what changed since then, without a walk. `refresh`: these once more, whole."""

    since: datetime | None = None
    refresh: tuple[int, ...] = ()


class FetchReport(Record):
    """What the ledger says after a run. `gaps` are the reasons why it is not complete, none when it is."""

    repo: str
    pulls: Mapping[str, int]
    shas: Mapping[str, int]
    checked_with_git: bool
    lost_shas: int
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
        Stopped: GitHub gives no sense now; the same command goes on.
    """
    try:
        open_repository(session)
        if options.since is None:
            walk_pulls(session)
        for number in options.refresh:
            _force(session, number)
        fetch_todo_pulls(session, frozenset(options.refresh))
        for _ in range(ROUNDS):
            if not scan_changes(session, options.since):
                break
            fetch_todo_pulls(session)
        fetch_todo_checks(session)
        unlisted, agreed = _compare_with_git(session, remote, options)
        if unlisted:  # opened since the walk's end
            walk_pulls(session)
            fetch_todo_pulls(session)
            fetch_todo_checks(session)
            unlisted, agreed = _compare_with_git(session, remote, options)
    except (Incoherent, QueryTooExpensive) as error:
        raise Stopped(f"GitHub gives no whole answer even to the smallest query ({error}); try later") from error
    return report(session, options, unlisted, agreed, _fetch_replaced(session, remote, git_dir))


def report(
    session: Session, options: FetchOptions, unlisted: frozenset[int], agreed: bool, git_gap: str
) -> FetchReport:
    """Counts the ledger and says what is missing from it."""
    ledger, state = session.ledger, session.state()
    pulls = Counter(_pull_status(session, name) for name in ledger.names("pull/"))
    shas = Counter(_sha_status(session, sha) for sha in ledger.names("sha/"))
    never = sum(1 for name in ledger.names("todo/sha/") if not ledger.has(f"sha/{name[8:]}"))
    gaps = []
    if options.since is not None and not state.walked:
        gaps.append("only what changed since a day was asked for (--since)")
    elif not state.walked:
        gaps.append("the walk over all pull requests has not reached the end")
    if unlisted:
        shown = ", ".join(f"#{number}" for number in sorted(unlisted)[:5])
        gaps.append(f"git knows {len(unlisted)} pull requests that the walk did not show ({shown})")
    if not agreed:
        gaps.append("the numbers were not compared with git's")
    gaps += [f"{pulls[status]} pull requests are {status}" for status in ("partial", "error") if pulls[status]]
    gaps += [f"{shas['error']} commits' checks could not be had"] if shas["error"] else []
    gaps += [git_gap] if git_gap else []
    gaps += [f"{never} commits' checks were not asked for yet"] if never else []
    usage = session.client.usage
    return FetchReport(
        repo=ledger.repo,
        pulls=dict(pulls),
        shas=dict(shas),
        checked_with_git=agreed,
        lost_shas=ledger.count("lost/"),
        gaps=tuple(gaps),
        requests=usage.requests,
        points=usage.points,
        waited_s=usage.waited_s,
    )


def _force(session: Session, number: int) -> None:
    entry = session.ledger.read(pull_key(number), PullEntry)
    if entry is None:
        raise Failed(
            f"pull request {number} is not in the ledger, so it can't be refreshed: run once without --refresh first"
        )
    session.ledger.write(pull_key(number), entry.model_copy(update={"status": "partial", "draft": None}))
    session.ledger.write(todo_pull_key(number), entry)


def _compare_with_git(session: Session, remote: str | None, options: FetchOptions) -> tuple[frozenset[int], bool]:
    """The numbers that git has and the ledger lacks, and whether they could be compared."""
    if remote is None or options.since is not None:
        return frozenset(), False
    try:
        numbers = refs.list_pull_numbers(remote)
    except (Refused, Missing):
        return frozenset(), False
    return numbers - {int(name) for name in session.ledger.names("pull/")}, True


def _fetch_replaced(session: Session, remote: str | None, git_dir: Path | None) -> str:
    """Fetches the heads, and the commits that force pushes replaced; returns what went wrong, if anything."""
    ledger = session.ledger
    if remote is None or git_dir is None:
        return ""
    shas = list(ledger.names("todo/git/"))
    try:
        refs.fetch_pull_heads(git_dir, remote)
        lost = refs.fetch_shas(git_dir, remote, shas)
    except (Refused, Missing) as error:
        return f"commits could not be fetched by git: {error}"
    with ledger.transaction():
        for sha in shas:
            ledger.delete(f"todo/git/{sha}")
            if sha in lost:
                at = json.dumps({"not_at_remote": session.client.now()}).encode()
                ledger.archive.put(f"{ledger.prefix}lost/{sha}", at)
    return ""


def _pull_status(session: Session, name: str) -> str:
    entry = session.ledger.read(f"pull/{name}", PullEntry)
    return entry.status if entry is not None else "error"


def _sha_status(session: Session, sha: str) -> str:
    entry = session.ledger.read(f"sha/{sha}", ShaEntry)
    return entry.status if entry is not None else "error"
