"""The versions of a repository on the Hub."""

from curate.releases.hub import Hub
from curate.releases.patience import Patience
from curate.releases.sources import published_versions
from curate.releases.tombstones import TOMBSTONES, Tombstone
from curate.releases.versions import Version, parse_version
from curate.schemas.errors import Refused
from curate.schemas.store.layout import MANIFEST
from curate.schemas.store.manifest import ReleaseManifest, parse_manifest

Line = tuple[str, str, str, str, str, str]


def list_releases(hub: Hub, patience: Patience) -> list[Line]:
    """Version, commit, date, rows, the version from which rows of it are withdrawn, and content hash; newest first.

    Raises:
        Refused: the repository is not there.
    """
    state = patience.try_until_done(hub.fetch_state)
    if state.head is None:
        raise Refused(f"{hub.repo} is not on {hub.endpoint}, or this login can't see it")
    versions = published_versions(state)
    if not versions:
        return []
    dates = {commit.oid: commit.date for commit in patience.try_until_done(lambda: hub.fetch_commits("main"))}
    stones = _tombstones(patience.try_until_done(lambda: hub.fetch_file(versions[max(versions)], TOMBSTONES)))
    lines = []
    for version, oid in sorted(versions.items(), reverse=True):
        raw = patience.try_until_done(lambda oid=oid: hub.fetch_file(oid, MANIFEST))  # type: ignore[misc]
        lines.append(_line(version, oid, dates.get(oid, ""), raw, stones))
    return lines


def _tombstones(raw: bytes | None) -> list[Tombstone]:
    return [Tombstone.model_validate_json(line) for line in (raw or b"").splitlines()]


def _line(version: Version, oid: str, date: str, raw: bytes | None, stones: list[Tombstone]) -> Line:
    later = sorted(parse_version(stone.version) for stone in stones if parse_version(stone.version) > version)
    manifest = parse_manifest(raw, f"MANIFEST.json of {version}") if raw is not None else None
    if not isinstance(manifest, ReleaseManifest):
        return str(version), oid, date, "not a release", "", ""
    rows = sum(count for splits in manifest.rows.values() for count in splits.values())
    return str(version), oid, date, str(rows), str(later[0]) if later else "", manifest.content_sha256[:16]
