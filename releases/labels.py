"""A snapshot's label against its evidence, and a pair against its snapshots: the label rules, read the other way."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from curate.releases.findings import Finding, error, warning
from curate.schemas.mathlibpr.rows import Label, Pair, PullRow, Snapshot, snapshot_key
from curate.schemas.mathlibpr.rules.checks import latest_verdict, of_jobs
from curate.schemas.mathlibpr.rules.facts import BUILD_JOB, CODE_JOBS
from curate.schemas.mathlibpr.rules.labels import find_contradictions
from curate.schemas.mathlibpr.rules.presence import Observation, measure_presence
from curate.schemas.mathlibpr.rules.rows import GITHUB_OPENED

REBUILD = "rebuild the dataset; if it stays, the label rules and this check disagree"


class Brief(NamedTuple):
    """What later checks need of a snapshot."""

    where: str
    repo: str
    pr_number: int
    head_sha: str
    patch_id: str | None
    seq: int
    label: Label
    reason: str
    split: str


def brief(where: str, row: Snapshot) -> Brief:
    """`row` without its texts."""
    return Brief(where, row.repo, row.pr_number, row.head_sha, row.patch_id, row.seq, row.label, row.reason, row.split)


def check_snapshot(where: str, row: Snapshot, pull: PullRow | None, newest: datetime | None) -> Iterator[Finding]:
    """Whether `row` agrees with itself and with its PR; `newest` is when the newest record was fetched."""

    def wrong(rule: str, what: str) -> Finding:
        return error(rule, where, what, REBUILD)

    if row.snapshot_id != snapshot_key(row.repo, row.pr_number, row.head_sha):
        yield wrong("key", "its id is not <repo>#<number>@<head sha>")
    if row.override is None and (row.label == "merge_ready") != (row.reason == "accepted"):
        yield wrong("label", f"label {row.label} does not go with reason {row.reason}")
    if (row.reason == "unmerged") != (row.unmerged_kind is not None):
        yield wrong("label", f"reason {row.reason} does not go with unmerged_kind {row.unmerged_kind}")
    if tuple(one.name for one in row.diagnostics) != CODE_JOBS:
        yield wrong("checks", f"must have a verdict of each of {', '.join(CODE_JOBS)}, known or not")
    if row.elsewhere_sha is not None and row.unmerged_kind != "landed-elsewhere":
        yield wrong("label", f"names a landed commit, but its unmerged_kind is {row.unmerged_kind}")
    if (row.diff is None) != (row.diff_missing is not None):
        yield wrong("patch", "exactly one of diff and diff_missing must be there")
    if row.closed_at < row.opened_at:
        yield wrong("time", "was closed before it was opened")
    for name in ("opened_at", "closed_at", "head_at"):
        day = getattr(row, name)
        if day is not None and not GITHUB_OPENED <= day <= (newest or day):
            yield wrong("time", f"{name} {day:%Y-%m-%d} lies before GitHub or after what the dataset was made of")
    if not any(unicodedata.category(char)[0] in "LNS" for char in row.title):
        yield wrong("empty", "its title is empty")
    yield from _check_evidence(where, row)
    if pull is None:
        yield wrong("foreign-key", f"its pull request {row.repo}#{row.pr_number} is not in pull_requests")
        return
    if row.split != pull.split:
        yield wrong("split", f"is in {row.split}, its pull request in {pull.split}")
    if pull.landed == (row.reason == "unmerged"):
        yield wrong(
            "label",
            f"reason {row.reason}, but its pull request {'landed' if pull.landed else 'never landed'}",
        )
    if row.landed_sha is not None and row.landed_sha not in pull.landed_shas:
        yield wrong("foreign-key", "its landed_sha is not among its pull request's")
    at_end = row.head_sha == pull.head_sha
    if row.reason == "accepted" and not at_end:
        yield wrong("label", "is accepted, but is not the head that the pull request was closed at")
    if row.reason == "revised" and at_end:
        yield wrong("label", "counts as revised, but is the head that the pull request was closed at")
    if row.evidence_class == "bors_success" and not (at_end and pull.landed):
        yield wrong("evidence", "bors' success speaks for the accepted head only")


def _check_evidence(where: str, row: Snapshot) -> Iterator[Finding]:
    if not row.evidence:
        yield error("evidence", where, f"has no evidence for its class {row.evidence_class}", REBUILD)
    elif row.evidence_class == "checks":
        build = latest_verdict(of_jobs(row.evidence, frozenset({BUILD_JOB})))
        if build.verdict != "pass":
            said = f"the latest says {build.latest.conclusion}" if build.latest else "none has a verdict"
            yield error("evidence", where, f"its {BUILD_JOB} rows do not say that it builds: {said}", REBUILD)


def check_pair(where: str, row: Pair, snapshots: dict[str, Brief]) -> Iterator[Finding]:
    """Whether both ends of `row` are there, belong together and stand in the right order."""
    earlier, final = snapshots.get(row.earlier_id), snapshots.get(row.final_id)
    for end, found, sha in (("earlier", earlier, row.earlier_sha), ("final", final, row.final_sha)):
        if found is None:
            yield error("foreign-key", where, f"its {end} snapshot is not in snapshots", REBUILD)
        elif (found.repo, found.pr_number, found.head_sha) != (row.repo, row.pr_number, sha):
            yield error("foreign-key", where, f"its {end} snapshot is of another pull request or sha", REBUILD)
        elif found.split != row.split:
            yield error("split", where, f"is in {row.split}, its {end} snapshot in {found.split}", REBUILD)
    if earlier is None or final is None:
        return
    if (earlier.reason, final.reason) != ("revised", "accepted"):
        yield error("label", where, "must lead from a revised snapshot to the accepted one", REBUILD)
    if earlier.seq >= final.seq:
        yield error("label", where, "its earlier snapshot does not come before its final one", REBUILD)
    if earlier.patch_id is not None and earlier.patch_id == final.patch_id:
        yield error("label", where, "both ends are the same version", REBUILD)


def check_contradictions(snapshots: Iterable[Brief]) -> Iterator[Finding]:
    """Whether a commit or a patch carries both labels."""
    for one, other, shared in find_contradictions((it.where, it.head_sha, it.patch_id, it.label) for it in snapshots):
        yield error("contradiction", other, f"has the {shared} of {one} and the other label", REBUILD)


def check_lists(known: Mapping[str, Mapping[str, bool]], snapshots: Mapping[str, Brief]) -> Iterator[Finding]:
    """Whether every snapshot has findings of the same checks: which of them are there must not tell the label.

    Args:
        known: the checks of each snapshot that has findings, by its id.
        snapshots: all snapshots, by id.
    """
    for key in sorted(known.keys() - snapshots.keys()):
        yield error("foreign-key", "evidence", f"its snapshot {key} is not in snapshots", REBUILD)
    if not known:
        return
    every = frozenset(check for checks in known.values() for check in checks)
    for key, row in snapshots.items():
        if lacking := sorted(every - known.get(key, {}).keys()):
            yield error("checks", row.where, f"has no finding of {', '.join(lacking[:3])}, as others have", REBUILD)


def check_presence(observations: Iterable[Observation]) -> Iterator[Finding]:
    """Whether the presence of a field alone tells the label; fields that are there together are told once."""
    together: dict[tuple[float, float, float], list[str]] = {}
    for one in measure_presence(observations):
        if one.tells:
            together.setdefault((one.balanced_accuracy, one.low, one.high), []).append(one.field)
    for (accuracy, low, high), fields in together.items():
        what = f"its presence alone tells the label with balanced accuracy {accuracy:.3f} [{low:.3f}, {high:.3f}]"
        if fields[1:]:
            what += f", as does that of {', '.join(fields[1:])}"
        yield warning("presence", f"snapshots.{fields[0]}", what, "say so in the card, or do not show it")
