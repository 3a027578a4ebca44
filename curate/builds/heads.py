"""Which heads of a dataset are built, and in what order: those without build evidence, and some with check runs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from curate.schemas.base import Record
from curate.schemas.mathlibpr.rules.builds import LOCAL
from curate.schemas.store.digest import digest_text
from curate.schemas.store.layout import DROPS
from curate.schemas.store.manifest import check_files, read_any_manifest

WITHOUT_EVIDENCE = frozenset({"no-verdict", "build-unknown"})
"""Reasons of drops at the stage `builds` that say: nothing was seen that tells whether the head builds."""
FAILED, PASSED = "checks-failed", "checks-passed"
SEED = "curate builds"
"""Of the sample of heads with check runs: it is the same each time, and a larger one holds the smaller."""


class Head(Record):
    """A head that may be built."""

    pr_number: int
    sha: str
    at: datetime | None
    reason: str
    """Why: a drop's reason of `WITHOUT_EVIDENCE`, or what its check runs say, `PASSED` or `FAILED`."""


def check_tables(dataset: Path) -> None:
    """Holds the tables that heads are read from against the dataset's manifest.

    Raises:
        Refused: it is no dataset, or one of them is damaged.
    """
    files = read_any_manifest(dataset).files
    check_files(dataset, files, [DROPS, *(name for name in files if name.startswith("snapshots/"))])


def read_open_heads(dataset: Path) -> tuple[Head, ...]:
    """The heads without build evidence in a dataset's drops, each commit once, in the file's order."""
    return _heads((row, row["reason"]) for row in _read_drops(dataset) if row["reason"] in WITHOUT_EVIDENCE)


def read_checked_heads(dataset: Path) -> tuple[Head, ...]:
    """The heads whose build the dataset knows from check runs that are left, each commit once.

    A snapshot with evidence of the class `checks` passed. A head that was dropped as `build-failed` failed, unless the
    failure that was seen is a local build's.
    """
    failed = (
        (row, FAILED)
        for row in _read_drops(dataset)
        if row["reason"] == "build-failed" and not any(seen["source"] == LOCAL for seen in row["evidence"])
    )
    columns = ["pr_number", "head_sha", "head_at", "evidence_class"]
    snapshots = [row for file in sorted((dataset / "snapshots").glob("*.parquet")) for row in _read_rows(file, columns)]
    return _heads([*failed, *((row, PASSED) for row in snapshots if row["evidence_class"] == "checks")])


def sample_heads(heads: Iterable[Head], count: int) -> list[Head]:
    """`count` of `heads` at random, or all if there are fewer."""
    return sorted(heads, key=lambda head: digest_text(f"{SEED} {head.sha}"))[:count]


def _heads(found: Iterable[tuple[Mapping[str, Any], str]]) -> tuple[Head, ...]:
    heads: dict[str, Head] = {}
    for row, reason in found:
        if sha := row["head_sha"]:
            heads.setdefault(sha, Head(pr_number=row["pr_number"], sha=sha, at=row["head_at"], reason=reason))
    return tuple(heads.values())


def _read_drops(dataset: Path) -> list[dict[str, Any]]:
    """The dropped heads of the stage `builds`."""
    columns = ["stage", "reason", "pr_number", "head_sha", "head_at", "evidence"]
    return [row for row in _read_rows(dataset / DROPS, columns) if row["stage"] == "builds"]


def _read_rows(file: Path, columns: list[str]) -> list[dict[str, Any]]:
    from pyarrow.parquet import read_table  # here, so that `curate builds --help` is quick

    rows: list[dict[str, Any]] = read_table(file, columns=columns).to_pylist()
    return rows


def order_heads(heads: Iterable[Head], toolchains: Mapping[str, str]) -> list[Head]:
    """Neighbours share what lake built: by toolchain, then by the time of the commit, then by sha."""
    return sorted(
        heads, key=lambda head: (toolchains.get(head.sha, ""), head.at.isoformat() if head.at else "", head.sha)
    )


def count_by_year(heads: Sequence[Head], present: frozenset[str]) -> list[tuple[str, str, int, int]]:
    """Rows (year, reason, heads, heads that the clone holds), sorted."""
    keys = [(str(head.at.year) if head.at else "unknown", head.reason) for head in heads]
    held = Counter(key for key, head in zip(keys, heads, strict=True) if head.sha in present)
    return [(*key, count, held[key]) for key, count in sorted(Counter(keys).items())]


def estimate_hours(heads: int, seconds: Sequence[float], workers: int) -> float | None:
    """Hours for `heads` builds, from the seconds that earlier builds took; None where none was measured."""
    return heads * sum(seconds) / len(seconds) / workers / 3600 if seconds else None
