"""The fourth pass: which pull requests belong together, and the split of each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from curate.prs.decide import Decided
from curate.prs.patches import PatchBook
from curate.schemas.mathlibpr.rows import SplitName
from curate.schemas.mathlibpr.rules.splits import Linked, assign_splits, group_pulls
from curate.schemas.patches import changed_lines, near_duplicates


@dataclass(frozen=True)
class SplitPlan:
    """By number: the split of each pull request, and its group."""

    splits: Mapping[int, SplitName]
    groups: Mapping[int, int]


def plan_splits(
    decided: Iterable[Decided], patches: PatchBook, dates: Sequence[date], frozen: Mapping[int, SplitName]
) -> SplitPlan:
    """Groups by ties, shared patches and nearly equal patches of the chosen versions; then splits by group and time."""
    linked: list[Linked] = []
    lines: dict[str, frozenset[int]] = {}
    numbers: dict[str, int] = {}
    for one in decided:
        linked.append(link(one))
        for chosen in one.chosen:
            sha, number = chosen.labelled.head.sha, one.candidate.pull.number
            if diff := patches.text(sha, chosen.change).diff:
                lines[f"{number}@{sha}"] = changed_lines(diff)
                numbers[f"{number}@{sha}"] = number
    duplicates = [(numbers[one], numbers[other]) for one, other, _ in near_duplicates(lines, numbers)]
    groups = group_pulls(linked, duplicates)
    return SplitPlan(assign_splits(linked, groups, dates, frozen), groups)


def link(decided: Decided) -> Linked:
    """What ties a pull request to others."""
    candidate = decided.candidate
    pull, migrated_to = candidate.pull, candidate.outcome.migrated_to
    moved = (migrated_to,) if migrated_to else ()
    return Linked(
        number=pull.number,
        closed_at=pull.closed_at or pull.updated_at,
        ties=(*candidate.depends_on, *candidate.undoing.ties, *moved, *decided.shared_with, *decided.landed_with),
        patch_ids=decided.patch_ids,
    )
