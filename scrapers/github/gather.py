"""Gathers one repository: the order of the steps, and what may be claimed after them."""

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
from curate.scrapers.github.client import TooHeavy
from curate.scrapers.github.edge import Edge, open_repository
from curate.scrapers.github.ledger import PullEntry, ShaEntry, pull_key, todo_pull_key
from curate.scrapers.github.pulls import fetch_todo_pulls
from curate.scrapers.github.walk import scan_changes, walk_pulls

ROUNDS = 5
"""So often the changes made during the run are looked for before what is left waits for the next run."""


class GatherOptions(Record):
    """What to gather. `since`: only what changed since then, without a walk. `refresh`: these once more, whole."""

    since: datetime | None = None
    refresh: tuple[int, ...] = ()


class GatherReport(Record):
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


def gather(edge: Edge, remote: str | None, git_dir: Path | None, options: GatherOptions) -> GatherReport:
    """Brings the archive up to date with GitHub, from wherever the last run ended.

    `remote` is the git address to compare with and fetch from; `git_dir` a repository to fetch into.

    Raises:
        Stopped: GitHub gives no sense now; the same command goes on.
    """
    try:
        open_repository(edge)
        if options.since is None:
            walk_pulls(edge)
        for number in options.refresh:
            _force(edge, number)
        fetch_todo_pulls(edge, frozenset(options.refresh))
        for _ in range(ROUNDS):
            if not scan_changes(edge, options.since):
                break
            fetch_todo_pulls(edge)
        fetch_todo_checks(edge)
        unlisted, agreed = _compare_with_git(edge, remote, options)
        if unlisted:  # opened since the walk's end
            walk_pulls(edge)
            fetch_todo_pulls(edge)
            fetch_todo_checks(edge)
            unlisted, agreed = _compare_with_git(edge, remote, options)
    except (Incoherent, TooHeavy) as error:
        raise Stopped(f"GitHub gives no whole answer even to the smallest query ({error}); try later") from error
    return report(edge, options, unlisted, agreed, _fetch_replaced(edge, remote, git_dir))


def report(edge: Edge, options: GatherOptions, unlisted: frozenset[int], agreed: bool, git_gap: str) -> GatherReport:
    """Counts the ledger and says what is missing from it."""
    ledger, state = edge.ledger, edge.state()
    pulls = Counter(_pull_status(edge, name) for name in ledger.names("pull/"))
    shas = Counter(_sha_status(edge, sha) for sha in ledger.names("sha/"))
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
    spent = edge.client.spent
    return GatherReport(
        repo=ledger.repo,
        pulls=dict(pulls),
        shas=dict(shas),
        checked_with_git=agreed,
        lost_shas=ledger.count("lost/"),
        gaps=tuple(gaps),
        requests=spent.requests,
        points=spent.points,
        waited_s=spent.waited_s,
    )


def _force(edge: Edge, number: int) -> None:
    entry = edge.ledger.read(pull_key(number), PullEntry)
    if entry is None:
        raise Failed(
            f"pull request {number} is not in the ledger, so it can't be refreshed: gather without --refresh first"
        )
    edge.ledger.write(pull_key(number), entry.model_copy(update={"status": "partial", "draft": None}))
    edge.ledger.write(todo_pull_key(number), entry)


def _compare_with_git(edge: Edge, remote: str | None, options: GatherOptions) -> tuple[frozenset[int], bool]:
    """The numbers that git has and the ledger lacks, and whether they could be compared."""
    if remote is None or options.since is not None:
        return frozenset(), False
    try:
        numbers = refs.list_pull_numbers(remote)
    except (Refused, Missing, Stopped):
        return frozenset(), False
    return numbers - {int(name) for name in edge.ledger.names("pull/")}, True


def _fetch_replaced(edge: Edge, remote: str | None, git_dir: Path | None) -> str:
    """Fetches the heads, and the commits that force pushes replaced; returns what went wrong, if anything."""
    ledger = edge.ledger
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
                at = json.dumps({"not_at_remote": edge.client.now()}).encode()
                ledger.archive.put(f"{ledger.prefix}lost/{sha}", at)
    return ""


def _pull_status(edge: Edge, name: str) -> str:
    entry = edge.ledger.read(f"pull/{name}", PullEntry)
    return entry.status if entry is not None else "error"


def _sha_status(edge: Edge, sha: str) -> str:
    entry = edge.ledger.read(f"sha/{sha}", ShaEntry)
    return entry.status if entry is not None else "error"
