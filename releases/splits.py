"""Splits: nothing that belongs together stands on both sides, and nothing ever moves."""

from collections.abc import Iterable, Iterator, Mapping

from curate.releases.findings import Finding, error, warning
from curate.releases.labels import Brief
from curate.schemas.mathlibpr.rows import PullRow, SplitName
from curate.schemas.patches import near_duplicates

REGROUP = "put both into one group where the dataset is split"


def check_ids(listed: Mapping[SplitName, Iterable[str]], held: Mapping[str, str]) -> Iterator[Finding]:
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


def check_groups(pulls: Iterable[PullRow], frozen: Mapping[str, str]) -> Iterator[Finding]:
    """Whether a group is torn apart. Where the last release tore it already, that can't be mended any more."""
    home: dict[tuple[str, int], tuple[str, str]] = {}
    for row in pulls:
        unit = f"{row.repo}#{row.pr_number}"
        split, first = home.setdefault((row.repo, row.group), (row.split, unit))
        if split != row.split:
            what = f"is in {row.split}, {first} of its group {row.group} in {split}"
            yield _torn("split", unit, what, unit in frozen and first in frozen)


def check_duplicates(
    patches: Mapping[str, frozenset[int]], snapshots: Mapping[str, Brief], frozen: Mapping[str, str]
) -> Iterator[Finding]:
    """Whether two nearly equal patches stand in different splits."""
    split = {name: snapshots[name].split for name in patches}
    for one, other, likeness in near_duplicates(patches, split):
        what = f"in {split[one]} shares {likeness:.0%} of its changed lines with {other} in {split[other]}"
        both = all(f"{snapshots[name].repo}#{snapshots[name].pr_number}" in frozen for name in (one, other))
        yield _torn("near-duplicate", snapshots[one].where, what, both)


def _torn(rule: str, where: str, what: str, frozen: bool) -> Finding:
    if frozen:
        return warning(rule, where, f"{what}; the last release has it so", "say so in the card")
    return error(rule, where, what, REGROUP)
