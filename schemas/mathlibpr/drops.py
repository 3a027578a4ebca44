"""A row that a stage left out."""

from datetime import datetime
from typing import Literal

from curate.schemas.base import Record
from curate.schemas.mathlibpr.rows import EvidenceRow


class Drop(Record):
    """A row that a stage left out, and why."""

    stage: str
    unit: Literal["entry", "pull_request", "head", "snapshot"]
    repo: str
    pr_number: int | None
    head_sha: str | None
    seq: int | None = None
    """Place among the PR's commits, as in `Snapshot.seq`."""
    head_at: datetime | None = None
    reason: str
    detail: str | None
    evidence: tuple[EvidenceRow, ...] = ()
    """What was seen of a head's build, for or against it."""
