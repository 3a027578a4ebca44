"""The journals of `curate formalize` as rows of the config `repairs`: statement, Lean's errors, edit, and what came."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from curate.formalize.repair.journal import Event, Judged, Made, read_events
from curate.schemas.published import PublishedRepair
from curate.schemas.stochbench.folder import ATTEMPTS, RECORD

Outcome = Literal["elaborates", "other errors", "refused", "unknown"]
OUTCOMES: Mapping[str, Outcome] = {"ok": "elaborates", "errors": "other errors", "unknown": "unknown"}
MESSAGES = 3
"""How many of Lean's errors a row shows."""


def read_repairs(folder: Path) -> tuple[PublishedRepair, ...]:
    """Every repair in the journals beside the problem records in `folder`.

    Raises:
        Failed: a journal is damaged.
    """
    rows: list[PublishedRepair] = []
    for record in sorted(folder.glob(f"*/{RECORD}")):
        journals = sorted((record.parent / ATTEMPTS).glob("*.jsonl"))
        found = [row for journal in journals for row in find_repairs(record.parent.name, read_events(journal))]
        rows += [row.model_copy(update={"number": number}) for number, row in enumerate(found, 1)]
    return tuple(rows)


def find_repairs(problem: str, events: Sequence[Event]) -> Iterator[PublishedRepair]:
    """The repairs in one journal: each text that was made from one in which Lean found errors."""
    before: tuple[Made, Judged] | None = None
    made: Made | None = None
    for event in events:
        if isinstance(event, Made):
            made = event
        elif isinstance(event, Judged) and made is not None:
            if before is not None and made.origin != "draft":
                yield _row(problem, before, made, event)
            if event.objection is None:
                before = made, event


def _row(problem: str, before: tuple[Made, Judged], made: Made, judged: Judged) -> PublishedRepair:
    said = before[1].elaboration.diagnostics if before[1].elaboration else ()
    errors = [f"{one.span.line}:{one.span.column}: {one.message}" for one in said if one.severity == "error"]
    return PublishedRepair(
        problem_id=problem,
        number=1,
        statement=before[0].text,
        message="\n".join(errors[:MESSAGES]),
        edit=made.diff,
        repaired=made.text,
        made_by="model" if made.origin == "model" else "rule",
        name=made.rule or (made.spending.model if made.spending else "model"),
        reason=made.why,
        doubt=made.doubt,
        outcome=OUTCOMES[judged.elaboration.status] if judged.elaboration else "refused",
        split="test",
    )
