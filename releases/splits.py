"""Splits: nothing that belongs together stands on both sides, and nothing ever moves."""

from collections.abc import Iterable, Iterator, Mapping

from releases.findings import Finding, error
from releases.labels import Brief
from schemas.dataset import PullRow
from schemas.errors import Refused
from schemas.patches import near_duplicates

REGROUP = "put both into one group where the dataset is split"


def parse_ids(text: str, where: str) -> list[str]:
    """The ids of a split file: sorted, distinct, one a line.

    Raises:
        Refused: they are not.
    """
    ids = text.splitlines()
    if ids != sorted(set(ids)) or (text and not text.endswith("\n")):
        raise Refused(f"{where} must hold sorted, distinct ids, one a line")
    return ids


def check_ids(listed: Mapping[str, Iterable[str]], held: Mapping[str, str]) -> Iterator[Finding]:
    """Whether the split files list what the tables hold: `listed` by split, `held` the split by id."""
    named = {unit: split for split, ids in listed.items() for unit in ids}
    for unit in sorted(named.keys() | held.keys()):
        if named.get(unit) != held.get(unit):
            what = f"stands in splits/ under {named.get(unit)}, in the tables under {held.get(unit)}"
            yield error("split", unit, what, "rebuild the dataset")


def check_frozen(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Finding]:
    """Whether an id stands in another split than in the release before."""
    for unit in sorted(before.keys() & now.keys()):
        if before[unit] != now[unit]:
            what = f"was in {before[unit]} in the last release and is in {now[unit]} now"
            yield error("split-move", unit, what, "build with the last release's split files")


def check_groups(pulls: Iterable[PullRow]) -> Iterator[Finding]:
    """Whether a group is torn apart."""
    home: dict[tuple[str, int], tuple[str, int]] = {}
    for row in pulls:
        split, first = home.setdefault((row.repo, row.group), (row.split, row.pr_number))
        if split != row.split:
            what = f"is in {row.split}, #{first} of its group {row.group} in {split}"
            yield error("split", f"{row.repo}#{row.pr_number}", what, REGROUP)


def check_duplicates(
    patches: Mapping[str, frozenset[int]], snapshots: Mapping[str, Brief]
) -> Iterator[Finding]:
    """Whether two nearly equal patches stand in different splits."""
    split = {name: snapshots[name].split for name in patches}
    for one, other, likeness in near_duplicates(patches, split):
        what = f"in {split[one]} shares {likeness:.0%} of its changed lines with {other} in {split[other]}"
        yield error("near-duplicate", snapshots[one].where, what, REGROUP)
