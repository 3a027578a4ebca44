"""Rule 9: agreed disputes about labels change labels, by a list that says who and why."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import Label, snapshot_key
from curate.schemas.mathlibpr.rules.labels import HeadDrop, Labelled

Words = Annotated[str, StringConstraints(min_length=1, max_length=2000, pattern=r"^[^\x00-\x1f\x7f]*$")]
Wanted = Literal["merge_ready", "not_merge_ready", "drop"]


class Dispute(Record):
    """What a reader says of one label; pages make such a report. `label`, `reason`: as the reader saw them."""

    snapshot_id: Annotated[str, Field(max_length=300)]
    label: Label
    reason: str
    wanted: Wanted
    why: Words


class Override(Record):
    """An agreed dispute. It holds while the rules give the label that was disputed."""

    snapshot_id: str
    label: Label
    """What the rules gave when it was agreed."""
    wanted: Wanted
    why: Words
    by: Words
    on: date


def agree(disputes: Iterable[Dispute], by: str, on: date) -> list[Override]:
    """The overrides that disputes become when `by` agrees to them."""
    return [
        Override(snapshot_id=one.snapshot_id, label=one.label, wanted=one.wanted, why=one.why, by=by, on=on)
        for one in disputes
    ]


def merge_overrides(held: Sequence[Override], fresh: Sequence[Override]) -> list[Override]:
    """Both lists by snapshot; the same word twice counts once.

    Raises:
        Refused: two want different things of one snapshot.
    """
    merged: dict[str, Override] = {}
    for one in (*held, *fresh):
        known = merged.setdefault(one.snapshot_id, one)
        if (known.label, known.wanted) != (one.label, one.wanted):
            both = f"{known.wanted} by {known.by} and {one.wanted} by {one.by}"
            raise Refused(f"{one.snapshot_id} is to be {both}; agree first, and keep one of them")
    return [merged[key] for key in sorted(merged)]


def override_labels(
    repo: str, number: int, labelled: Iterable[Labelled], overrides: Mapping[str, Override]
) -> tuple[list[Labelled], list[HeadDrop]]:
    """`labelled` with agreed disputes applied, and the heads that they drop.

    One that was agreed about another label than the rules give now is not applied, and the flag `override-stale` says
    so: somebody has to look again.
    """
    kept: list[Labelled] = []
    dropped: list[HeadDrop] = []
    for one in labelled:
        override = overrides.get(snapshot_key(repo, number, one.head.sha))
        if override is None or override.wanted == one.label:
            kept.append(one)
        elif override.label != one.label:
            kept.append(one.model_copy(update={"flags": (*one.flags, "override-stale")}))
        elif override.wanted == "drop":
            dropped.append(HeadDrop(one.head, "disputed", f"by {override.by}: {override.why}"))
        else:
            words = f"{one.label} by the rules; {override.wanted} by {override.by} on {override.on}: {override.why}"
            kept.append(one.model_copy(update={"label": override.wanted, "override": words}))
    return kept, dropped
