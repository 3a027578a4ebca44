"""Several sources' records of one pull request, merged: the newest record wins, check rows are merged by their id."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from msgspec.structs import replace

from curate.schemas.mathlibpr.pulls import CheckRow, Commit, Event, PullRequest

_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def merge_pulls(records: Sequence[PullRequest]) -> PullRequest:
    """One record from those that the sources hold of the same PR; at least one.

    The record that was fetched last gives all plain fields. A commit that only an older record lists (it was pushed
    away since) stays as one of `other_commits`, with its check rows.
    """
    if len(records) == 1:
        return records[0]
    if len({_age(record) for record in records}) < len(records):  # equally old: any order that is always the same
        records = sorted(records, key=lambda record: record.model_dump_json())
    ordered = sorted(records, key=_age)
    newest = ordered[-1]
    rows: dict[str, list[CheckRow]] = {}
    seen: dict[str, Commit] = {}
    for record in ordered:
        for commit in (*record.commits, *record.other_commits):
            known = seen.get(commit.sha)
            seen[commit.sha] = known if known is not None and commit.committed_at is None else commit
            if commit.checks is not None:
                rows.setdefault(commit.sha, []).extend(commit.checks)
    merged = {sha: _with_rows(commit, rows.get(sha)) for sha, commit in seen.items()}
    listed = {commit.sha for commit in newest.commits}
    return newest.model_copy(
        update={
            "commits": tuple(merged[commit.sha] for commit in newest.commits),
            "other_commits": tuple(commit for sha, commit in merged.items() if sha not in listed),
            "events": _richest([record.events for record in reversed(ordered)]),
            "body_edits": next((r.body_edits for r in reversed(ordered) if r.body_edits is not None), None),
            "sources": tuple(sorted({source for record in ordered for source in record.sources})),
        }
    )


def _age(pull: PullRequest) -> tuple[datetime, datetime, tuple[str, ...]]:
    return (pull.updated_at, pull.fetched_at or _LONG_AGO, pull.sources)


def _with_rows(commit: Commit, rows: Iterable[CheckRow] | None) -> Commit:
    return commit if rows is None else commit.model_copy(update={"checks": merge_rows(rows)})


def merge_rows(rows: Iterable[CheckRow]) -> tuple[CheckRow, ...]:
    """One row for each id, with all its sources named.

    Of two rows that differ the later given wins, except that a finished one never gives way to an unfinished one, and
    times, workflow and link are kept from whichever source has them.
    """
    merged: dict[str, CheckRow] = {}
    for row in rows:
        known = merged.get(row.id)
        merged[row.id] = row if known is None else _merge_two(known, row)
    return tuple(merged[key] for key in sorted(merged))


def _merge_two(older: CheckRow, newer: CheckRow) -> CheckRow:
    truth, other = (newer, older) if newer.conclusion is not None else (older, newer)
    filled = {
        name: getattr(truth, name) if getattr(truth, name) is not None else getattr(other, name)
        for name in ("details_url", "workflow", "started_at", "completed_at")
    }
    return replace(truth, **filled, sources=tuple(sorted({*older.sources, *newer.sources})))


def _richest(lists: Sequence[tuple[Event, ...]]) -> tuple[Event, ...]:
    """The longest of `lists`, the first of them when several are."""
    return max(lists, key=len)
