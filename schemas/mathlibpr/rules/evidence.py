"""The three stages of evidence: what a reviewer is shown of a snapshot, and nothing else."""

from collections.abc import Sequence
from typing import Literal

from curate.schemas.base import Record
from curate.schemas.mathlibpr.evidence.measures import Finding
from curate.schemas.mathlibpr.rows import FileChange, Snapshot
from curate.schemas.mathlibpr.rules.texts import clean_diff, clean_text

Stage = Literal[1, 2, 3]


class Shown(Record):
    """What a reviewer sees. Stage 1: the code. Stage 2: findings as well. Stage 3: the stated intent as well."""

    diff: str | None
    changed_files: tuple[FileChange, ...]
    findings: tuple[Finding, ...] = ()
    title: str | None = None
    body: str | None = None


def show_snapshot(snapshot: Snapshot, stage: Stage, findings: Sequence[Finding] = ()) -> Shown:
    """`snapshot` as a reviewer sees it at `stage`. Holds no label, no date, no sha, no number and no later word.

    Args:
        findings: what the checks said of it: of each check, always.
    """
    diff = clean_diff(snapshot.diff, snapshot.pr_number) if snapshot.diff is not None else None
    shown = Shown(diff=diff, changed_files=snapshot.changed_files)
    if stage >= 2:
        shown = shown.model_copy(update={"findings": tuple(findings)})
    if stage >= 3:
        title, body = (clean_text(text, snapshot.pr_number) for text in (snapshot.title, snapshot.body))
        shown = shown.model_copy(update={"title": title, "body": body})
    return shown
