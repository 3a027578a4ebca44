"""The last pass: rules 7 and 8, the dataset's rows."""

from collections.abc import Callable, Iterable

from curate.prs.decide import Decided
from curate.prs.patch_share import PatchShare
from curate.prs.patches import PatchBook
from curate.prs.sink import Sink
from curate.prs.split import SplitPlan
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.evidence import EVIDENCE_RULES
from curate.schemas.mathlibpr.evidence.ci import ci_findings
from curate.schemas.mathlibpr.evidence.measures import Finding
from curate.schemas.mathlibpr.rows import EvidenceFinding, Snapshot, SplitName
from curate.schemas.mathlibpr.rules.candidates import head_drop
from curate.schemas.mathlibpr.rules.rows import pair_rows, pull_row, snapshot_row

Findings = Callable[[str, str | None], tuple[Finding, ...] | None]


def _none(head: str, base: str | None) -> None:
    return None


def write_rows(
    decided: Iterable[Decided],
    patches: PatchBook,
    plan: SplitPlan,
    reverted: frozenset[int],
    need_diff: bool,
    sink: Sink,
    tick: Callable[[], None],
    findings: Findings = _none,
) -> PatchShare:
    """The rows of every pull request, in the order in which they come; how many of them have patches.

    Args:
        findings: what the checks said of a head's change; None where git was not asked.
    """
    share = PatchShare()
    for one in decided:
        pull = one.candidate.pull
        split, undone = plan.splits[pull.number], pull.number in reverted
        sink.add("pull_requests", split, pull_row(one.candidate, undone, plan.groups[pull.number], split))
        sink.add_id(split, f"{pull.repo}#{pull.number}")
        for passed in one.passed:
            sink.pass_on(passed.stage, passed.came_in, passed.went_out, passed.drops)
        rows, without = snapshot_rows(one, patches, split, undone, need_diff)
        sink.pass_on("diffs", len(one.chosen), len(rows), without)
        for row in rows:
            sink.add("snapshots", split, row)
            for finding in evidence_rows(row, findings(row.head_sha, row.base_sha)):
                sink.add("evidence", split, finding)
        pairs = pair_rows(rows)
        for pair in pairs:
            sink.add("pairs", split, pair)
        share.add(rows, pairs)
        tick()
    return share


def snapshot_rows(
    decided: Decided, patches: PatchBook, split: SplitName, reverted: bool, need_diff: bool
) -> tuple[list[Snapshot], list[Drop]]:
    """The snapshot rows of one pull request, oldest first, and those that have no patch though one is needed."""
    rows: list[Snapshot] = []
    without: list[Drop] = []
    for one in decided.chosen:
        patch = patches.text(one.labelled.head.sha, one.change)
        if patch.diff is None and need_diff:
            without.append(
                head_drop(
                    decided.candidate.pull,
                    one.labelled.head,
                    "diffs",
                    "no-diff",
                    patch.missing,
                    one.passing.built.evidence,
                )
            )
        else:
            rows.append(
                snapshot_row(
                    decided.candidate, one.labelled, one.passing, one.change, patch, split, reverted, one.elsewhere
                )
            )  # fmt: skip
    return rows, without


def evidence_rows(snapshot: Snapshot, findings: tuple[Finding, ...] | None) -> list[EvidenceFinding]:
    """The rows of what git and CI say of `snapshot`; none where git was not asked."""
    if findings is None:
        return []
    return [
        EvidenceFinding(
            snapshot_id=snapshot.snapshot_id,
            repo=snapshot.repo,
            pr_number=snapshot.pr_number,
            check=one.check,
            value=one.value,
            unit=one.unit,
            where=one.where,
            detail=one.detail,
            origin=one.origin,
            rules=EVIDENCE_RULES,
            split=snapshot.split,
        )
        for one in (*findings, *ci_findings(snapshot.diagnostics))
    ]
