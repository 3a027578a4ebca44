"""Decisions become the dataset's rows."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from curate.schemas.mathlibpr.rows import FileChange, Pair, PullRow, Snapshot, SplitName, pair_key, snapshot_key
from curate.schemas.mathlibpr.rules.candidates import Candidate, Passing
from curate.schemas.mathlibpr.rules.labels import Labelled
from curate.schemas.mathlibpr.rules.texts import body_at, publish_diff, title_at
from curate.schemas.mathlibpr.rules.versions import Change

GITHUB_OPENED = datetime(2008, 1, 1, tzinfo=UTC)


class PatchText(NamedTuple):
    """The text of a patch, or why there is none."""

    diff: str | None
    missing: str | None
    exact: bool
    files: tuple[FileChange, ...]


def _known_time(at: datetime | None, read_at: datetime | None) -> datetime | None:
    """When a head was made; None where its committer's clock says what can't be."""
    if at is None or at < GITHUB_OPENED or (read_at is not None and at > read_at):
        return None
    return at


def snapshot_row(
    candidate: Candidate,
    labelled: Labelled,
    passing: Passing,
    change: Change,
    patch: PatchText,
    split: SplitName,
    reverted: bool,
    elsewhere: str | None = None,
) -> Snapshot:
    """The row of one labelled version; `elsewhere` is the landed commit that holds its patch."""
    pull, outcome, head = candidate.pull, candidate.outcome, labelled.head
    title, body = title_at(pull, head.at), body_at(pull, head.at)
    diff = publish_diff(patch.diff) if patch.diff is not None else None
    flags = [
        *labelled.flags,
        *outcome.flags,
        *(["reverted"] if reverted else []),
        *(["diff-redacted"] if diff != patch.diff else []),
        *(["diff-not-utf8"] if diff is not None and not patch.exact else []),
    ]
    return Snapshot(
        snapshot_id=snapshot_key(pull.repo, pull.number, head.sha),
        repo=pull.repo,
        pr_number=pull.number,
        head_sha=head.sha,
        base_sha=change.base_sha,
        patch_id=change.patch_id,
        seq=head.seq,
        kind=labelled.kind,
        label=labelled.label,
        reason=labelled.reason,
        override=labelled.override,
        unmerged_kind="landed-elsewhere" if elsewhere else outcome.unmerged_kind,
        evidence_class=passing.built.evidence_class or "checks",
        evidence=passing.built.evidence,
        landed_sha=outcome.landed_shas[-1] if outcome.landed_shas else None,
        elsewhere_sha=elsewhere,
        title=title.text,
        title_origin=title.origin,
        body=body.text,
        body_origin=body.origin,
        opened_at=pull.created_at,
        closed_at=pull.closed_at or pull.updated_at,
        head_at=_known_time(head.at, pull.fetched_at or pull.closed_at),
        changed_files=patch.files,
        diff=diff,
        diff_missing=patch.missing,
        diagnostics=passing.diagnostics,
        flags=tuple(sorted(flags)),
        split=split,
    )


def pair_rows(snapshots: Sequence[Snapshot]) -> list[Pair]:
    """Rule 7: each earlier version of one pull request with its accepted one; none without an accepted one."""
    accepted = next((row for row in snapshots if row.reason == "accepted"), None)
    if accepted is None:
        return []
    return [
        Pair(
            pair_id=pair_key(earlier.snapshot_id, accepted.head_sha),
            repo=earlier.repo,
            pr_number=earlier.pr_number,
            earlier_id=earlier.snapshot_id,
            final_id=accepted.snapshot_id,
            earlier_sha=earlier.head_sha,
            final_sha=accepted.head_sha,
            split=accepted.split,
        )
        for earlier in snapshots
        if earlier is not accepted
    ]


def pull_row(candidate: Candidate, reverted: bool, group: int, split: SplitName) -> PullRow:
    """The row of one pull request."""
    pull, outcome = candidate.pull, candidate.outcome
    flags: Sequence[str] = (*outcome.flags, *(["reverted"] if reverted else []))
    return PullRow(
        repo=pull.repo,
        pr_number=pull.number,
        landed=outcome.landed is True,
        landed_by=outcome.signs,
        landed_shas=outcome.landed_shas,
        opened_at=pull.created_at,
        closed_at=pull.closed_at or pull.updated_at,
        base_ref=pull.base_ref,
        head_sha=pull.head_sha,
        author_kind=candidate.author_kind,
        heads=candidate.heads,
        build_passing_heads=len(candidate.passing),
        depends_on=candidate.depends_on,
        migrated_to=outcome.migrated_to,
        flags=tuple(sorted(flags)),
        cut=pull.cut,
        sources=pull.sources,
        group=group,
        split=split,
    )
