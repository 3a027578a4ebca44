"""What the presence of a shown field alone says of the label: it should say nothing."""

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import NamedTuple

from curate.schemas.mathlibpr.rows import Label, Snapshot

TOLERANCE = 0.03
"""Balanced accuracy this far from one half is none that chance gives."""
_Z = 1.96


class Observation(NamedTuple):
    """One snapshot: whose it is, its label, and which fields it shows."""

    unit: str
    label: Label
    present: Mapping[str, bool]


class Telling(NamedTuple):
    """How well a field's presence tells the labels apart."""

    field: str
    balanced_accuracy: float
    """Of "merge ready where it is there"; below one half where its absence says so."""
    low: float
    high: float
    """Of the 95 % interval; snapshots of one pull request count as one cluster."""

    @property
    def tells(self) -> bool:
        """Whether the whole interval lies outside of one half give or take `TOLERANCE`."""
        return self.low > 0.5 + TOLERANCE or self.high < 0.5 - TOLERANCE


def observe(row: Snapshot, known: Mapping[str, bool] | None = None) -> Observation:
    """Which of the fields that a reviewer may be shown `row` has.

    Args:
        row: the snapshot.
        known: for each check of stage 2 whether it could tell anything of this snapshot.
    """
    present = {
        "diff": row.diff is not None,
        "changed_files": bool(row.changed_files),
        "title": bool(row.title.strip()),
        "title as of the head": row.title_origin == "as_of_head",
        "body": bool(row.body.strip()),
        "body as of the head": row.body_origin == "as_of_head",
        **{f"verdict of {one.name}": one.verdict != "not known" for one in row.diagnostics},
        **{f"finding {check}": there for check, there in (known or {}).items()},
    }
    return Observation(f"{row.repo}#{row.pr_number}", row.label, present)


def measure_presence(observations: Iterable[Observation]) -> list[Telling]:
    """For each field how well its presence tells the labels apart; none where a label is missing."""
    rows = list(observations)
    sizes = {label: sum(row.label == label for row in rows) for label in ("merge_ready", "not_merge_ready")}
    if not all(sizes.values()):
        return []
    fields = sorted({field for row in rows for field in row.present})
    return [_measure(field, rows, sizes) for field in fields]


def _measure(field: str, rows: list[Observation], sizes: Mapping[str, int]) -> Telling:
    share = {
        label: sum(row.present.get(field, False) for row in rows if row.label == label) / size
        for label, size in sizes.items()
    }
    pulls: dict[str, float] = {}
    for row in rows:
        sign = 1 if row.label == "merge_ready" else -1
        part = sign * (row.present.get(field, False) - share[row.label]) / sizes[row.label]
        pulls[row.unit] = pulls.get(row.unit, 0.0) + part
    middle = 0.5 + (share["merge_ready"] - share["not_merge_ready"]) / 2
    reach = _Z * sqrt(sum(part * part for part in pulls.values())) / 2
    return Telling(field, middle, middle - reach, middle + reach)
