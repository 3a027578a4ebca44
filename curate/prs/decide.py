"""The third pass: rules 5 and 6 on each pull request, once."""

from collections.abc import Iterable, Mapping, Sequence

from curate.prs.elsewhere import LandedWork
from curate.prs.patches import PatchBook
from curate.schemas.base import Record
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.rules.candidates import Candidate, Passing, head_drop
from curate.schemas.mathlibpr.rules.elsewhere import Elsewhere
from curate.schemas.mathlibpr.rules.heads import Head
from curate.schemas.mathlibpr.rules.labels import HeadDrop, Labelled, Selection, label_versions, select_snapshots
from curate.schemas.mathlibpr.rules.overrides import Override, override_labels
from curate.schemas.mathlibpr.rules.owners import NOBODY, Owners
from curate.schemas.mathlibpr.rules.versions import Change

NO_OVERRIDES: Mapping[str, Override] = {}


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
    elsewhere: str | None
    """The landed commit that holds its patch, or that of the head at which its PR was closed."""


class Decided(Record):
    """A pull request after rules 5 and 6."""

    candidate: Candidate
    chosen: tuple[Chosen, ...]
    passed: tuple[Passed, ...]
    shared_with: tuple[int, ...]
    """Other PRs that list a build-passing or the final head of this one."""
    landed_with: tuple[int, ...]
    """PRs whose landed commits hold the patch of a head of this one, which never landed."""
    patch_ids: tuple[str, ...]
    """Of all heads in question."""


def decide(
    candidate: Candidate,
    owners: Owners,
    patches: PatchBook,
    accepted: Mapping[str, int],
    work: LandedWork,
    selection: Selection,
    overrides: Mapping[str, Override] = NO_OVERRIDES,
) -> Decided:
    """Rules 5 and 6 on `candidate`.

    Args:
        candidate: the pull request.
        owners: whose the commits are that several list.
        patches: what git knows.
        accepted: for the patch id of each accepted version, its PR.
        work: which commits of the main branch hold patches of PRs that never landed.
        selection: which versions the dataset keeps.
        overrides: agreed disputes by snapshot.
    """
    pull, number = candidate.pull, candidate.pull.number
    changes = {head.sha: patches.change(number, head.sha) for head in candidate.asked_heads}
    passing = {one.head.sha: one for one in candidate.passing}
    own, inherited = part_heads([one.head for one in candidate.passing], number, owners)
    held = _held_elsewhere(candidate, changes, patches, work)
    fresh, elsewhere = part_landed(own, candidate, changes, accepted, held)
    builds = {sha: one.built for sha, one in passing.items()}
    final = candidate.final.sha if candidate.final else None
    labelled, same = label_versions(fresh, final, candidate.outcome, builds, changes)
    chosen, unselected = select_snapshots(labelled, selection)
    selected, disputed = override_labels(pull.repo, number, chosen, overrides)
    shared = {other for head in candidate.asked_heads for other in owners.sharers(head.sha, number)}

    def passed(stage: str, went_out: int, dropped: list[HeadDrop]) -> Passed:
        drops = tuple(
            head_drop(pull, one.head, stage, one.reason, one.detail, builds[one.head.sha].evidence) for one in dropped
        )
        return Passed(stage=stage, came_in=went_out + len(drops), went_out=went_out, drops=drops)

    return Decided(
        candidate=_with_kind(candidate, changes, accepted, held),
        chosen=tuple(
            Chosen(
                labelled=_flagged(one, number, owners),
                passing=passing[one.head.sha],
                change=changes[one.head.sha],
                elsewhere=next((held[sha].sha for sha in (one.head.sha, final) if sha in held), None),
            )
            for one in selected
        ),
        passed=(
            passed("inherited", len(own), inherited),
            passed("elsewhere", len(fresh), elsewhere),
            passed("versions", len(labelled), same),
            passed("selection", len(selected), [*unselected, *disputed]),
        ),
        shared_with=tuple(sorted(shared)),
        landed_with=tuple(sorted({found.number for found in held.values() if found.number is not None})),
        patch_ids=tuple(sorted({change.patch_id for change in changes.values() if change.patch_id})),
    )


def _held_elsewhere(
    candidate: Candidate, changes: Mapping[str, Change], patches: PatchBook, work: LandedWork
) -> dict[str, Elsewhere]:
    """Where heads stand on the main branch. Of a PR that landed, only what was merged in from there counts."""
    held = work.of(changes)
    if not candidate.outcome.landed:
        return held
    merged_in = patches.merged_in.get(candidate.pull.number, frozenset())
    return {sha: found for sha, found in held.items() if found.whole and sha in merged_in}


def part_heads(heads: Sequence[Head], number: int, owners: Owners) -> tuple[list[Head], list[HeadDrop]]:
    """The PR's own heads, and those that were pushed for another."""
    own: list[Head] = []
    inherited: list[HeadDrop] = []
    for head in heads:
        owner = owners.other_owner(head.sha, number)
        if owner is None:
            own.append(head)
        else:
            whose = f"pushed for #{owner}" if owner != NOBODY else "merged in from another pull request"
            inherited.append(HeadDrop(head, "inherited", whose))
    return own, inherited


def part_landed(
    heads: Sequence[Head],
    candidate: Candidate,
    changes: Mapping[str, Change],
    accepted: Mapping[str, int],
    held: Mapping[str, Elsewhere],
) -> tuple[list[Head], list[HeadDrop]]:
    """The heads whose patch did not land with another PR or as a commit of the main branch, and those whose did.

    What landed is not "not merge ready" for that it stood in another pull request as well.
    """
    final = candidate.final.sha if candidate.final and candidate.outcome.landed else None
    fresh: list[Head] = []
    elsewhere: list[HeadDrop] = []
    for head in heads:
        owner, found = _landed_as(changes[head.sha], accepted, candidate), held.get(head.sha)
        if head.sha == final or (owner is None and not (found and found.whole)):
            fresh.append(head)
        else:
            number = owner if owner is not None or found is None else found.number
            detail = f"as #{number}" if number is not None or found is None else f"as commit {found.sha}"
            elsewhere.append(HeadDrop(head, "landed-elsewhere", detail))
    return fresh, elsewhere


def _landed_as(change: Change, accepted: Mapping[str, int], candidate: Candidate) -> int | None:
    owner = accepted.get(change.patch_id) if change.patch_id else None
    return None if owner == candidate.pull.number else owner


def _with_kind(
    candidate: Candidate,
    changes: Mapping[str, Change],
    accepted: Mapping[str, int],
    held: Mapping[str, Elsewhere],
) -> Candidate:
    """`candidate`, of the kind `landed-elsewhere` where its last patch landed by another way."""
    if candidate.outcome.landed or candidate.final is None or candidate.final.sha not in changes:
        return candidate
    if _landed_as(changes[candidate.final.sha], accepted, candidate) is None and candidate.final.sha not in held:
        return candidate
    outcome = candidate.outcome.model_copy(update={"unmerged_kind": "landed-elsewhere"})
    return candidate.model_copy(update={"outcome": outcome})


def _flagged(labelled: Labelled, number: int, owners: Owners) -> Labelled:
    if not owners.sharers(labelled.head.sha, number):
        return labelled
    return labelled.model_copy(update={"flags": (*labelled.flags, "shared-head")})


def find_accepted(finals: Iterable[tuple[int, str]], patches: PatchBook) -> dict[str, int]:
    """For the patch id of each accepted version, the first PR that landed with it.

    Args:
        finals: number and final head of the pull requests that landed.
        patches: what git knows.
    """
    accepted: dict[str, int] = {}
    for number, sha in finals:
        if patch_id := patches.change(number, sha).patch_id:
            accepted.setdefault(patch_id, number)
    return accepted
