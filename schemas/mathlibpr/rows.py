"""The rows of the MathlibPR dataset. JSON Schema, Arrow schema and the card's tables derive from these."""

from datetime import datetime
from typing import Literal

from curate.schemas.base import Record, Sha
from curate.schemas.store.layout import SPLITS as SPLITS
from curate.schemas.store.layout import SplitName as SplitName

Label = Literal["merge_ready", "not_merge_ready"]
EvidenceClass = Literal["checks", "awaiting_ci_removed", "auto_merge_comment", "bors_success", "local_build"]
UnmergedKind = Literal["abandoned", "superseded", "migrated", "llm-generated", "bot", "landed-elsewhere", "unknown"]


def snapshot_key(repo: str, number: int, sha: str) -> str:
    """The key of a snapshot, the same in every version: `<repo>#<number>@<first 12 digits of the head's sha>`."""
    return f"{repo}#{number}@{sha[:12]}"


def pair_key(earlier_id: str, final_sha: str) -> str:
    """The key of a pair: `<earlier snapshot>..<first 12 digits of the accepted head's sha>`."""
    return f"{earlier_id}..{final_sha[:12]}"


class EvidenceRow(Record):
    """One thing seen that a build verdict rests on."""

    source: str
    id: str | None
    """The check row's node id, the comment's id, or None."""
    name: str
    workflow: str | None = None
    """The workflow of the check run, where the source names it."""
    conclusion: str | None
    observed_at: datetime | None
    """When it happened or, where the source does not say, when the source was read."""
    completed_at: datetime | None = None
    """When it happened; None where the source does not say."""
    run: int | None = None
    """The number of the Actions run, by which rows without a time are ordered."""
    job: int | None = None
    """The number of the job in it."""
    details_url: str | None


class FileChange(Record):
    """A file of the patch. Counts are None for a binary file."""

    path: str
    previous_path: str | None
    status: Literal["A", "M", "D", "R", "C", "T"]
    additions: int | None
    deletions: int | None


class Diagnostic(Record):
    """What a check on the code itself says, other than the build. Every snapshot has one for each job of the list."""

    name: str
    verdict: Literal["pass", "fail", "not known"]


class Snapshot(Record):
    """A build-passing PR at one head."""

    snapshot_id: str
    """From `snapshot_key`."""
    repo: str
    pr_number: int
    head_sha: Sha
    base_sha: Sha | None
    patch_id: str | None
    """`git patch-id --stable` of base..head; None: versions of this PR are told apart by sha."""
    seq: int
    """Place among the PR's commits, those that were pushed away included, from 1."""
    kind: Literal["first_build_passing", "intermediate", "final"]
    label: Label
    reason: Literal["accepted", "revised", "unmerged"]
    unmerged_kind: (
        Literal["abandoned", "superseded", "migrated", "llm-generated", "bot", "landed-elsewhere", "unknown"] | None
    )
    evidence_class: EvidenceClass
    evidence: tuple[EvidenceRow, ...]
    landed_sha: Sha | None
    """The last commit on master whose subject ends `(#N)`."""
    elsewhere_sha: Sha | None = None
    """Of a PR that never landed: the commit on master in which its patch, or four fifths of what it adds, stands."""
    title: str
    title_origin: Literal["as_of_head", "post_hoc"]
    body: str
    body_origin: Literal["as_of_head", "post_hoc"]
    opened_at: datetime
    closed_at: datetime
    head_at: datetime | None
    changed_files: tuple[FileChange, ...]
    diff: str | None
    """Unified diff of base..head. None: `diff_missing` says why."""
    diff_missing: str | None
    diagnostics: tuple[Diagnostic, ...]
    flags: tuple[str, ...]
    split: SplitName


class Pair(Record):
    """An earlier build-passing version and the accepted one, of the same PR."""

    pair_id: str
    repo: str
    pr_number: int
    earlier_id: str
    final_id: str
    earlier_sha: Sha
    final_sha: Sha
    split: SplitName


class PullRow(Record):
    """One PR of the universe: what happened to it and what was seen of that."""

    repo: str
    pr_number: int
    landed: bool
    landed_by: tuple[Literal["state", "title", "bors_comment", "bors_closed", "master_commit"], ...]
    landed_shas: tuple[Sha, ...]
    opened_at: datetime
    closed_at: datetime
    base_ref: str
    head_sha: Sha
    author_kind: Literal["human", "bot", "deleted"]
    heads: int
    build_passing_heads: int
    depends_on: tuple[int, ...]
    migrated_to: int | None
    flags: tuple[str, ...]
    cut: tuple[str, ...]
    sources: tuple[str, ...]
    group: int
    """Smallest PR number of the group that is never split."""
    split: SplitName


class EvidenceFinding(Record):
    """What one check says of one snapshot's change. Every snapshot has one row of each check."""

    snapshot_id: str
    repo: str
    pr_number: int
    check: str
    value: float | None
    """None: not known; `detail` says why."""
    unit: Literal["count", "lines", "modules", "verdict"]
    """Of a verdict 1 is a pass and 0 a failure."""
    where: tuple[str, ...]
    """Places, the first twenty."""
    detail: str | None
    origin: Literal["git", "ci"]
    rules: int
    """Version of the checks."""
    split: SplitName


DATASET_CONFIGS: dict[str, type[Record]] = {
    "snapshots": Snapshot,
    "pairs": Pair,
    "pull_requests": PullRow,
    "evidence": EvidenceFinding,
}
