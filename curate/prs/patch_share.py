"""How many rows have patches, and what became of the heads that a clone lacked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from curate.schemas.mathlibpr.rows import Pair, Snapshot


class Fetched(NamedTuple):
    """What became of the heads that the clone lacked."""

    asked: int
    fetched: int
    gone: int
    """Not at the remote any more, now or in an earlier run."""
    failed: str | None = None
    """Why the fetching ended early."""


@dataclass
class PatchShare:
    """How many rows have patches, and why others have none."""

    snapshots: int = 0
    with_patch: int = 0
    pairs: int = 0
    pairs_with_both: int = 0
    missing: dict[str, int] = field(default_factory=dict)
    """By the reason, without what differs from one row to the next."""

    def add(self, rows: Sequence[Snapshot], pairs: Sequence[Pair]) -> None:
        """Counts the rows of one pull request."""
        shown = {row.snapshot_id for row in rows if row.diff is not None}
        self.snapshots += len(rows)
        self.with_patch += len(shown)
        self.pairs += len(pairs)
        self.pairs_with_both += sum({pair.earlier_id, pair.final_id} <= shown for pair in pairs)
        for row in rows:
            if row.diff_missing:
                kind = _kind(row.diff_missing)
                self.missing[kind] = self.missing.get(kind, 0) + 1


def _kind(missing: str) -> str:
    return re.sub(r"[0-9a-f]{40}|\d[\d:-]*", "…", missing)
