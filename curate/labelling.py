"""The second half of a run: splits, and rules 5 to 8 on every examined pull request."""

from collections.abc import Sequence

from curate.console import Screen
from curate.git_facts import GitFacts
from curate.run import Run
from curate.stages.examine import Examined, head_drop
from curate.stages.labels import HeadDrop, label_versions, select_snapshots
from curate.stages.rows import pair_rows, pull_row, snapshot_row
from curate.stages.splits import Linked, assign_splits, group_pulls
from schemas.dataset import Snapshot, SplitName


def split_pulls(run: Run, facts: GitFacts, frozen: dict[int, SplitName]) -> tuple[dict[int, SplitName], dict[int, int]]:
    """The split and the group of every examined pull request."""
    linked = []
    for examined in run.spooled():
        pull = examined.pull
        moved = (examined.outcome.migrated_to,) if examined.outcome.migrated_to else ()
        changes = facts.changes(pull.number, examined.asked_heads).values()
        owners = [run.owner(examined, one.head) for one in examined.passing]
        linked.append(
            Linked(
                number=pull.number,
                closed_at=pull.closed_at or pull.updated_at,
                ties=(*examined.depends_on, *examined.reverts, *moved, *(owner for owner in owners if owner)),
                patch_ids=tuple(sorted({change.patch_id for change in changes if change.patch_id})),
            )
        )
    groups = group_pulls(linked)
    return assign_splits(linked, groups, run.options.split_at, frozen), groups


def write_rows(run: Run, facts: GitFacts, splits: dict[int, SplitName], groups: dict[int, int], screen: Screen) -> None:
    """Rules 5 to 8 for every examined pull request; the rows are written."""
    with screen.progress("labels", run.examined) as ticker:
        for examined in run.spooled():
            number = examined.pull.number
            split, reverted = splits[number], number in run.reverted
            run.writer.add("pull_requests", split, pull_row(examined, reverted, groups[number], split))
            run.writer.add_id(split, f"{examined.pull.repo}#{number}")
            rows = _label(run, examined, facts, split, reverted)
            for row in rows:
                run.writer.add("snapshots", split, row)
            for pair in pair_rows(rows):
                run.writer.add("pairs", split, pair)
            ticker.advance()


def _label(run: Run, examined: Examined, facts: GitFacts, split: SplitName, reverted: bool) -> list[Snapshot]:
    """The snapshot rows of one pull request, oldest first."""
    passing = {one.head.sha: one for one in examined.passing}
    changes = facts.changes(examined.pull.number, examined.asked_heads)
    builds = {sha: one.built for sha, one in passing.items()}
    heads, inherited = [], []
    for head in (one.head for one in examined.passing):
        if owner := run.owner(examined, head):
            inherited.append(HeadDrop(head, "inherited", f"pushed for #{owner}"))
        else:
            heads.append(head)
    _count(run, examined, "inherited", len(heads), inherited)
    labelled, same = label_versions(heads, examined.final.sha, examined.outcome, builds, changes)
    _count(run, examined, "versions", len(labelled), same)
    selected, unselected = select_snapshots(labelled, run.options.selection)
    _count(run, examined, "selection", len(selected), unselected)
    rows: list[Snapshot] = []
    without: list[HeadDrop] = []
    for one in selected:
        sha = one.head.sha
        patch = facts.patch_text(sha, changes[sha])
        if patch.diff is None and run.options.need_diff:
            without.append(HeadDrop(one.head, "no-diff", patch.missing))
        else:
            rows.append(snapshot_row(examined, one, passing[sha], changes[sha], patch, split, reverted))
    _count(run, examined, "diffs", len(rows), without)
    return rows


def _count(run: Run, examined: Examined, stage: str, went_out: int, dropped: Sequence[HeadDrop]) -> None:
    drops = [head_drop(examined.pull, one.head, stage, one.reason, one.detail) for one in dropped]
    run.writer.drop(drops)
    run.funnel.count(stage, went_out + len(drops), went_out, drops)
