"""Rule 3: the heads of a pull request, in order, and how each is known."""

from datetime import datetime
from typing import Literal

from curate.schemas.base import Record
from curate.schemas.mathlibpr.pulls import CheckRow, PullRequest
from curate.schemas.mathlibpr.rules.facts import SUMMARY_HEADER
from curate.schemas.mathlibpr.rules.owners import has_own_head

KnownBy = Literal["commit_list", "force_push_before", "force_push_after", "check_rows", "head_ref", "pr_summary"]
_TIP_SIGNS: frozenset[KnownBy] = frozenset(
    {"force_push_before", "force_push_after", "check_rows", "head_ref", "pr_summary"}
)


class Head(Record):
    """A commit of the PR, in the place that it had among all of them."""

    sha: str
    seq: int
    """From 1."""
    at: datetime | None
    """The commit's time, the closest to its push that archived sources know."""
    known_by: tuple[KnownBy, ...]
    checks: tuple[CheckRow, ...] | None
    """None: no source has check rows for it."""

    @property
    def pushed(self) -> bool:
        """Whether something says that this was the tip after a push; only tips are built."""
        return bool(_TIP_SIGNS & set(self.known_by))


def order_heads(pull: PullRequest) -> tuple[Head, ...]:
    """All commits of `pull`, oldest first: those listed, those that force pushes name, those with check rows.

    A commit that was pushed away stands just before the one that replaced it; where that is not known, where its time
    puts it. Total: any record gives an order. A PR whose list is empty but not cut has no head of its own.
    """
    known: dict[str, set[KnownBy]] = {commit.sha: {"commit_list"} for commit in pull.commits}
    times = {commit.sha: commit.committed_at for commit in (*pull.commits, *pull.other_commits)}
    checks = {commit.sha: commit.checks for commit in (*pull.commits, *pull.other_commits)}
    order = [commit.sha for commit in pull.commits]
    for event in reversed([event for event in pull.events if event.kind == "force_pushed"]):
        following = event.after_sha
        ends: tuple[tuple[str | None, KnownBy], ...] = (
            (event.after_sha, "force_push_after"),
            (event.before_sha, "force_push_before"),
        )
        for sha, sign in ends:
            if sha is None:
                continue
            if sha not in known:
                _insert(order, sha, following, times, event.at)
            known.setdefault(sha, set()).add(sign)
            following = sha
        if event.after_sha is not None:
            times.setdefault(event.after_sha, event.at)
    for commit in pull.other_commits:
        if commit.sha not in known and commit.sha != pull.head_sha:
            _insert(order, commit.sha, None, times, commit.committed_at)
            known[commit.sha] = set()
    if has_own_head(pull):
        order = [*(sha for sha in order if sha != pull.head_sha), pull.head_sha]
        known.setdefault(pull.head_sha, set()).add("head_ref")
    for sha in _summary_heads(pull):
        if sha in known:
            known[sha].add("pr_summary")
    for sha, rows in checks.items():
        if rows and sha in known:
            known[sha].add("check_rows")
    return tuple(
        Head(sha=sha, seq=place, at=times.get(sha), known_by=tuple(sorted(known[sha])), checks=checks.get(sha))
        for place, sha in enumerate(order, start=1)
    )


def _insert(
    order: list[str], sha: str, following: str | None, times: dict[str, datetime | None], at: datetime | None
) -> None:
    """Puts `sha` just before `following`; where that is not known, before the first commit later than `at`."""
    if following is not None and following != sha and following in order:
        order.insert(order.index(following), sha)
        return
    later = (place for place, other in enumerate(order) if at and (time := times.get(other)) and time > at)
    order.insert(next(later, max(len(order) - 1, 0) if at else 0), sha)


def _summary_heads(pull: PullRequest) -> list[str]:
    return [found[1] for comment in pull.comments if (found := SUMMARY_HEADER.match(comment.body))]
