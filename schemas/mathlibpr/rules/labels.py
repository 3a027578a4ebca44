"""Rules 5 and 6: the label of each build-passing version, and which of them are selected."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from curate.schemas.base import Record
from curate.schemas.mathlibpr.rows import Label
from curate.schemas.mathlibpr.rules.builds import Built
from curate.schemas.mathlibpr.rules.heads import Head
from curate.schemas.mathlibpr.rules.landed import Outcome
from curate.schemas.mathlibpr.rules.versions import NOT_ASKED, Change, group_versions, version_key

Selection = Literal["paper", "all"]
Kind = Literal["first_build_passing", "intermediate", "final"]


class Labelled(Record):
    """A build-passing version of a pull request, at the head that stands for it."""

    head: Head
    kind: Kind
    label: Label
    reason: Literal["accepted", "revised", "unmerged"]
    flags: tuple[str, ...]


class HeadDrop(NamedTuple):
    """A head that got no label."""

    head: Head
    reason: str
    detail: str | None = None


def label_versions(
    heads: Sequence[Head],
    final_sha: str | None,
    outcome: Outcome,
    builds: Mapping[str, Built],
    changes: Mapping[str, Change],
) -> tuple[list[Labelled], list[HeadDrop]]:
    """One labelled snapshot for each build-passing version, oldest first, and the heads that stand for none.

    Args:
        heads: all build-passing heads, in order.
        final_sha: the PR's head when it was closed: the accepted one if the PR landed. None: it has none of its own.
        outcome: what became of the PR.
        builds: by sha, for flags.
        changes: patch of every build-passing head and of the final one, by sha.
    """
    accepted = changes.get(final_sha, NOT_ASKED) if final_sha else NOT_ASKED
    final_key = version_key(final_sha, accepted) if final_sha else None
    kept: list[Labelled] = []
    dropped: list[HeadDrop] = []
    for key, members in group_versions(heads, changes).items():
        final = next((head for head in members if head.sha == final_sha), None)
        first = members[0]
        if outcome.landed and key == final_key:
            dropped += [HeadDrop(head, "same-version", "the accepted version") for head in members if head is not final]
            if final:
                kept.append(_labelled(final, "final", "accepted", builds, changes))
            continue
        change = changes.get(first.sha, NOT_ASKED)
        others = [accepted] if outcome.landed else [changes.get(one.head.sha, NOT_ASKED) for one in kept]
        if others and (unseen := next((one for one in (change, *others) if one.unseen), None)):
            dropped += [HeadDrop(head, "version-unknown", unseen.missing) for head in members]
            continue
        kind: Kind = "first_build_passing" if not kept else "final" if final else "intermediate"
        reason: Literal["revised", "unmerged"] = "revised" if outcome.landed else "unmerged"
        kept.append(_labelled(first, kind, reason, builds, changes))
        dropped += [HeadDrop(head, "same-version", f"as {first.sha}") for head in members[1:]]
    return kept, dropped


def _labelled(
    head: Head,
    kind: Kind,
    reason: Literal["accepted", "revised", "unmerged"],
    builds: Mapping[str, Built],
    changes: Mapping[str, Change],
) -> Labelled:
    change = changes.get(head.sha, NOT_ASKED)
    flags = [
        *(["build-flapped"] if head.sha in builds and builds[head.sha].flapped else []),
        *(["version-by-sha"] if change.patch_id is None and not change.empty else []),
        *(["empty-patch"] if change.empty else []),
    ]
    label: Label = "merge_ready" if reason == "accepted" else "not_merge_ready"
    return Labelled(head=head, kind=kind, label=label, reason=reason, flags=tuple(flags))


def select_snapshots(labelled: Sequence[Labelled], selection: Selection) -> tuple[list[Labelled], list[HeadDrop]]:
    """Those that the dataset keeps: for `paper` the first build-passing version and the final head, for `all` all."""
    if selection == "all":
        return list(labelled), []
    kept = [one for one in labelled if one.kind != "intermediate"]
    return kept, [HeadDrop(one.head, "not-selected") for one in labelled if one.kind == "intermediate"]


class Contradiction(NamedTuple):
    """Two snapshots that share what makes them one version, and not the label."""

    one: str
    other: str
    shared: str
    """`sha …` or `patch id …`."""


def find_contradictions(rows: Iterable[tuple[str, str, str | None, Label]]) -> Iterator[Contradiction]:
    """Each sha and each patch id that carries both labels, told once for each snapshot that disagrees with the first.

    Args:
        rows: where each snapshot stands, its head, its patch id and its label.
    """
    first: dict[str, tuple[str, Label]] = {}
    for where, sha, patch_id, label in rows:
        for shared in (f"sha {sha}", *((f"patch id {patch_id}",) if patch_id else ())):
            known = first.setdefault(shared, (where, label))
            if known[1] != label:
                yield Contradiction(known[0], where, shared)
