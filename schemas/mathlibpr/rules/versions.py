"""Versions: all heads of a pull request that carry one patch."""

from collections.abc import Mapping, Sequence

from curate.schemas.base import Record
from curate.schemas.mathlibpr.rules.heads import Head


class Change(Record):
    """What git says of a head's patch; the patch's text stays where it is."""

    base_sha: str | None
    patch_id: str | None
    empty: bool = False
    missing: str | None = None
    """Why there is no patch."""
    unseen: bool = False
    """The commit is there, but this clone lacks what its patch is made of."""


NOT_ASKED = Change(base_sha=None, patch_id=None, missing="no git repository was given")


def version_key(sha: str, change: Change) -> str:
    """What two heads of one version share: the patch id; the sha where that can't be told."""
    if change.patch_id is not None:
        return f"patch:{change.patch_id}"
    return "empty" if change.empty else f"sha:{sha}"


def group_versions(heads: Sequence[Head], changes: Mapping[str, Change]) -> dict[str, tuple[Head, ...]]:
    """The heads of each version, versions in the order of their first head."""
    versions: dict[str, list[Head]] = {}
    for head in heads:
        versions.setdefault(version_key(head.sha, changes.get(head.sha, NOT_ASKED)), []).append(head)
    return {key: tuple(members) for key, members in versions.items()}
