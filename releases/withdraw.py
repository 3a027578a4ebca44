"""A new version without some rows: tombstones name them, and no later build brings them back."""

from collections.abc import Iterable
from pathlib import Path

from curate.releases.build import Tick, build_release
from curate.releases.definition import Definition
from curate.releases.tombstones import Reason, add_tombstones, read_tombstones
from curate.releases.versions import Version
from curate.schemas.errors import Refused
from curate.schemas.store.layout import SPLIT_IDS, read_split_ids
from curate.schemas.store.manifest import ReleaseManifest, read_manifest


def withdraw_rows(
    release: Path,
    ids: Iterable[str],
    reason: Reason,
    definition: Definition,
    template: str,
    version: Version,
    out: Path,
    *,
    date: str | None = None,
    tick: Tick = lambda _: None,
) -> ReleaseManifest:
    """Builds `version` of `release` in `out` without the pull requests or problems that `ids` name.

    Raises:
        Refused: an id is not in the release, or `version` is too small a step.
    """
    read_manifest(release, ReleaseManifest)
    wanted = list(ids)
    known = {unit for units in read_split_ids(release / SPLIT_IDS).values() for unit in units}
    unknown = [unit for unit in wanted if unit not in known]
    if unknown:
        raise Refused(f"{unknown[0]} is not in {release}; ids stand in its splits/*.ids.txt")
    withdrawn = add_tombstones(read_tombstones(release), wanted, reason, str(version))
    return build_release(
        release, definition, template, version, out, previous=release, tombstones=withdrawn, date=date, tick=tick
    )
