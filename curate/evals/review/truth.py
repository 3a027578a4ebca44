"""The labels of a dataset, and what else a score is sliced and compared by. Never read while questions are asked."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from curate.evals.review.dataset import read_table
from curate.schemas.errors import Refused

_COLUMNS = (
    "snapshot_id", "pr_number", "label", "reason", "evidence_class", "head_at", "closed_at", "changed_files",
    "title_origin", "body_origin", "patch_id",
)  # fmt: skip


class Truth(NamedTuple):
    """What is known of one snapshot."""

    item: str
    pull: int
    group: int
    ready: bool
    reason: str
    evidence_class: str
    head_at: datetime | None
    closed_at: datetime
    changed_lines: int | None
    """None: no file of the patch has counts."""
    has_patch: bool
    present: Mapping[str, bool]
    """Which optional fields have a value."""


class PairTruth(NamedTuple):
    """The two versions of a pair."""

    item: str
    group: int
    earlier: str
    final: str


def read_truth(folder: Path) -> dict[str, Truth]:
    """The truth of every snapshot, by id."""
    groups = _groups(folder)
    table = read_table(folder, "snapshots")
    has_patch = table.column("diff").is_valid().to_pylist()
    rows = table.select(_COLUMNS).to_pylist()
    return {
        row["snapshot_id"]: Truth(
            item=row["snapshot_id"],
            pull=row["pr_number"],
            group=groups[row["pr_number"]],
            ready=row["label"] == "merge_ready",
            reason=row["reason"],
            evidence_class=row["evidence_class"],
            head_at=row["head_at"],
            closed_at=row["closed_at"],
            changed_lines=_lines(row["changed_files"]),
            has_patch=patch,
            present={
                "patch": patch,
                "head time": row["head_at"] is not None,
                "title as of the head": row["title_origin"] == "as_of_head",
                "body as of the head": row["body_origin"] == "as_of_head",
                "patch id": row["patch_id"] is not None,
            },
        )
        for row, patch in zip(rows, has_patch, strict=True)
    }


def read_pairs(folder: Path) -> dict[str, PairTruth]:
    """The versions of every pair, by id."""
    groups = _groups(folder)
    rows = read_table(folder, "pairs").to_pylist()
    return {
        row["pair_id"]: PairTruth(row["pair_id"], groups[row["pr_number"]], row["earlier_id"], row["final_id"])
        for row in rows
    }


def _groups(folder: Path) -> dict[int, int]:
    table = read_table(folder, "pull_requests").select(("pr_number", "group"))
    groups = {row["pr_number"]: row["group"] for row in table.to_pylist()}
    if not groups:
        raise Refused(f"{folder} has no pull requests; build the dataset again")
    return groups


def _lines(files: Sequence[Mapping[str, int | None]]) -> int | None:
    counts = [(one["additions"] or 0) + (one["deletions"] or 0) for one in files if one["additions"] is not None]
    return sum(counts) if counts else None
