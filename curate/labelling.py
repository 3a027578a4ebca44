"""The second half of a run: splits, and rules 5 to 8 on every examined pull request."""

from collections.abc import Sequence
from typing import NamedTuple

from curate.console import Screen
from curate.git_facts import GitFacts
from curate.run import Run
from curate.schemas.mathlibpr.rows import Snapshot, SplitName
from curate.schemas.mathlibpr.rules.examine import Examined, head_drop
from curate.schemas.mathlibpr.rules.heads import Head
from curate.schemas.mathlibpr.rules.labels import HeadDrop, Labelled, label_versions, select_snapshots
from curate.schemas.mathlibpr.rules.rows import pair_rows, pull_row, snapshot_row
from curate.schemas.mathlibpr.rules.splits import Linked, assign_splits, group_pulls
from curate.schemas.mathlibpr.rules.versions import Change
from curate.schemas.patches import changed_lines, near_duplicates


class Decided(NamedTuple):
    """Rules 5 and 6 on one pull request: at each step what went on and what was dropped."""

    own: list[Head]
    inherited: list[HeadDrop]
    labelled: list[Labelled]
    same: list[HeadDrop]
    selected: list[Labelled]
    unselected: list[HeadDrop]
    changes: dict[str, Change]


def _decide(run: Run, examined: Examined, facts: GitFacts) -> Decided:
    changes = facts.changes(examined.pull.number, examined.asked_heads)
    builds = {one.head.sha: one.built for one in examined.passing}
    owners = [(one.head, run.owner(examined, one.head)) for one in examined.passing]
    own = [head for head, owner in owners if owner is None]
    inherited = [HeadDrop(head, "inherited", f"pushed for #{owner}") for head, owner in owners if owner is not None]
    labelled, same = label_versions(own, examined.final.sha, examined.outcome, builds, changes)
    selected, unselected = select_snapshots(labelled, run.options.selection)
    return Decided(own, inherited, labelled, same, selected, unselected, changes)


def split_pulls(run: Run, facts: GitFacts, frozen: dict[int, SplitName]) -> tuple[dict[int, SplitName], dict[int, int]]:
    """The split and the group of every examined pull request."""
    linked: list[Linked] = []
    patches: dict[str, frozenset[int]] = {}
    numbers: dict[str, int] = {}
    for examined in run.spooled():
        number = examined.pull.number
        decided = _decide(run, examined, facts)
        for one in decided.selected:
            sha = one.head.sha
            if diff := facts.patch_text(sha, decided.changes[sha]).diff:
                patches[f"{number}@{sha}"] = changed_lines(diff)
                numbers[f"{number}@{sha}"] = number
        linked.append(_linked(run, examined, decided))
    twins = [(numbers[one], numbers[other]) for one, other, _ in near_duplicates(patches, numbers)]
    groups = group_pulls(linked, twins)
    return assign_splits(linked, groups, run.options.split_at, frozen), groups


def _linked(run: Run, examined: Examined, decided: Decided) -> Linked:
    pull = examined.pull
    moved = (examined.outcome.migrated_to,) if examined.outcome.migrated_to else ()
    owners = [owner for one in decided.inherited if (owner := run.owner(examined, one.head))]
    return Linked(
        number=pull.number,
        closed_at=pull.closed_at or pull.updated_at,
        ties=(*examined.depends_on, *examined.reverts, *moved, *owners),
        patch_ids=tuple(sorted({change.patch_id for change in decided.changes.values() if change.patch_id})),
    )


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
    decided = _decide(run, examined, facts)
    _count(run, examined, "inherited", len(decided.own), decided.inherited)
    _count(run, examined, "versions", len(decided.labelled), decided.same)
    _count(run, examined, "selection", len(decided.selected), decided.unselected)
    passing = {one.head.sha: one for one in examined.passing}
    rows: list[Snapshot] = []
    without: list[HeadDrop] = []
    for one in decided.selected:
        sha = one.head.sha
        change = decided.changes[sha]
        patch = facts.patch_text(sha, change)
        if patch.diff is None and run.options.need_diff:
            without.append(HeadDrop(one.head, "no-diff", patch.missing))
        else:
            rows.append(snapshot_row(examined, one, passing[sha], change, patch, split, reverted))
    _count(run, examined, "diffs", len(rows), without)
    return rows


def _count(run: Run, examined: Examined, stage: str, went_out: int, dropped: Sequence[HeadDrop]) -> None:
    drops = [head_drop(examined.pull, one.head, stage, one.reason, one.detail) for one in dropped]
    run.writer.drop(drops)
    run.funnel.count(stage, went_out + len(drops), went_out, drops)
