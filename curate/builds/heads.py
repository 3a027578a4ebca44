"""Which heads of a dataset have no build evidence, and in what order to build them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from curate.schemas.base import Record

WITHOUT_EVIDENCE = frozenset({"no-verdict", "build-unknown"})
"""Reasons of drops at the stage `builds` that say: nothing was seen that tells whether the head builds."""


class OpenHead(Record):
    """A head that can't be labelled, since nobody knows whether it builds."""

    pr_number: int
    sha: str
    at: datetime | None
    reason: str


def read_open_heads(dataset: Path) -> tuple[OpenHead, ...]:
    """The heads without build evidence in a dataset's `drops.parquet`, each commit once, in the file's order."""
    columns = ["stage", "reason", "pr_number", "head_sha", "head_at"]
    from pyarrow.parquet import read_table  # here, so that `curate builds --help` is quick

    rows = read_table(dataset / "drops.parquet", columns=columns).to_pylist()
    heads = {
        row["head_sha"]: OpenHead(
            pr_number=row["pr_number"], sha=row["head_sha"], at=row["head_at"], reason=row["reason"]
        )
        for row in reversed(rows)
        if row["stage"] == "builds" and row["reason"] in WITHOUT_EVIDENCE and row["head_sha"]
    }
    return tuple(reversed(heads.values()))


def order_heads(heads: Iterable[OpenHead], toolchains: Mapping[str, str]) -> list[OpenHead]:
    """Neighbours share what lake built: by toolchain, then by the time of the commit, then by sha."""
    return sorted(
        heads, key=lambda head: (toolchains.get(head.sha, ""), head.at.isoformat() if head.at else "", head.sha)
    )


def count_by_year(heads: Sequence[OpenHead], present: frozenset[str]) -> list[tuple[str, str, int, int]]:
    """Rows (year, reason, heads, heads that the clone holds), sorted."""
    keys = [(str(head.at.year) if head.at else "unknown", head.reason) for head in heads]
    held = Counter(key for key, head in zip(keys, heads, strict=True) if head.sha in present)
    return [(*key, count, held[key]) for key, count in sorted(Counter(keys).items())]


def estimate_hours(heads: int, seconds: Sequence[float], workers: int) -> float | None:
    """Hours for `heads` builds, from the seconds that earlier builds took; None where none was measured."""
    return heads * sum(seconds) / len(seconds) / workers / 3600 if seconds else None
