"""The third pass: rules 5 and 6 on each pull request, once."""

from curate.prs.patches import PatchBook
from curate.schemas.base import Record
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.rules.candidates import Candidate, Passing, head_drop
from curate.schemas.mathlibpr.rules.heads import OwnerIndex
from curate.schemas.mathlibpr.rules.labels import HeadDrop, Labelled, Selection, label_versions, select_snapshots
from curate.schemas.mathlibpr.rules.versions import Change


class Passed(Record):
    """What one stage took of a pull request and what it let pass."""

    stage: str
    came_in: int
    went_out: int
    drops: tuple[Drop, ...]


class Chosen(Record):
    """A labelled version that the dataset keeps."""

    labelled: Labelled
    passing: Passing
    change: Change


class Decided(Record):
    """A pull request after rules 5 and 6."""

    candidate: Candidate
    chosen: tuple[Chosen, ...]
    passed: tuple[Passed, ...]
    owners: tuple[int, ...]
    """Other PRs that heads listed here were pushed for."""
    patch_ids: tuple[str, ...]
    """Of all heads in question."""


def decide(candidate: Candidate, owners: OwnerIndex, patches: PatchBook, selection: Selection) -> Decided:
    """Rules 5 and 6 on `candidate`."""
    pull = candidate.pull
    changes = {head.sha: patches.change(pull.number, head.sha) for head in candidate.asked_heads}
    passing = {one.head.sha: one for one in candidate.passing}
    told = [(one.head, owners.owner(one.head, pull)) for one in candidate.passing]
    own = [head for head, owner in told if owner is None]
    inherited = [HeadDrop(head, "inherited", f"pushed for #{owner}") for head, owner in told if owner is not None]
    builds = {sha: one.built for sha, one in passing.items()}
    labelled, same = label_versions(own, candidate.final.sha, candidate.outcome, builds, changes)
    selected, unselected = select_snapshots(labelled, selection)

    def passed(stage: str, went_out: int, dropped: list[HeadDrop]) -> Passed:
        drops = tuple(
            head_drop(pull, one.head, stage, one.reason, one.detail, builds[one.head.sha].evidence) for one in dropped
        )
        return Passed(stage=stage, came_in=went_out + len(drops), went_out=went_out, drops=drops)

    return Decided(
        candidate=candidate,
        chosen=tuple(
            Chosen(labelled=one, passing=passing[one.head.sha], change=changes[one.head.sha]) for one in selected
        ),
        passed=(
            passed("inherited", len(own), inherited),
            passed("versions", len(labelled), same),
            passed("selection", len(selected), unselected),
        ),
        owners=tuple(owner for _, owner in told if owner is not None),
        patch_ids=tuple(sorted({change.patch_id for change in changes.values() if change.patch_id})),
    )
