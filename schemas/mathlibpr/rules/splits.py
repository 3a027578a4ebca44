"""Splits by group and time: what belongs together stays together, and the newest work is the test."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime

from curate.schemas.base import Record
from curate.schemas.mathlibpr.rows import SPLITS, SplitName


class Linked(Record):
    """A pull request and what ties it to others."""

    number: int
    closed_at: datetime
    ties: tuple[int, ...]
    """PRs that it depends on, was moved to, reverts or lands again."""
    patch_ids: tuple[str, ...]


def group_pulls(pulls: Iterable[Linked], duplicates: Iterable[tuple[int, int]] = ()) -> dict[int, int]:
    """For each PR the smallest number of its group: tied PRs and PRs that share a patch are one group.

    Args:
        pulls: all PRs.
        duplicates: pairs of them whose patches are nearly the same.
    """
    leader: dict[int, int] = {}

    def find(number: int) -> int:
        while leader[number] != number:
            leader[number] = leader[leader[number]]
            number = leader[number]
        return number

    def join(one: int, other: int) -> None:
        low, high = sorted((find(one), find(other)))
        leader[high] = low

    rows = list(pulls)
    leader.update((pull.number, pull.number) for pull in rows)
    owners: dict[str, int] = {}
    for pull in rows:
        for tie in pull.ties:
            if tie in leader:
                join(pull.number, tie)
        for patch_id in pull.patch_ids:
            join(pull.number, owners.setdefault(patch_id, pull.number))
    for one, other in duplicates:
        join(one, other)
    return {number: find(number) for number in sorted(leader)}


def assign_splits(
    pulls: Sequence[Linked], groups: Mapping[int, int], dates: Sequence[date], frozen: Mapping[int, SplitName]
) -> dict[int, SplitName]:
    """The split of each PR.

    A group goes by the day on which the last of it was closed: train before the first of `dates`, validation before
    the second, test from then on; all is train without dates. A PR in `frozen` keeps its split whatever joins its
    group, and newcomers to such a group follow it, into train rather than into test where it is torn.

    Args:
        pulls: all PRs.
        groups: from `group_pulls`.
        dates: none, one (train and test) or two ascending UTC days.
        frozen: splits of earlier releases.
    """
    last: dict[int, datetime] = {}
    kept: dict[int, list[SplitName]] = {}
    for pull in pulls:
        group = groups[pull.number]
        last[group] = max(last.get(group, pull.closed_at), pull.closed_at)
        if pull.number in frozen:
            kept.setdefault(group, []).append(frozen[pull.number])
    by_group = {
        group: min(kept[group], key=SPLITS.index) if group in kept else _split_at(closed, dates)
        for group, closed in last.items()
    }
    return {pull.number: frozen.get(pull.number, by_group[groups[pull.number]]) for pull in pulls}


def _split_at(closed: datetime, dates: Sequence[date]) -> SplitName:
    names: tuple[SplitName, ...] = SPLITS if len(dates) == 2 else ("train", "test")
    return names[sum(closed.astimezone(UTC).date() >= day for day in dates)]
