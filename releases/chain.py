"""The chain of versions: a manifest names the sha256 of the one before, so that a moved tag shows without a ledger."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from curate.releases.hub import Hub
from curate.releases.retries import RetryPolicy
from curate.releases.sources import published_versions
from curate.releases.tombstones import TOMBSTONES, Tombstone
from curate.releases.versions import Version, parse_version
from curate.schemas.errors import Refused
from curate.schemas.store.jsonl import parse_lines
from curate.schemas.store.layout import MANIFEST
from curate.schemas.store.manifest import ReleaseManifest, parse_manifest


class Link(NamedTuple):
    """What stands at the tag of one version."""

    commit: str
    manifest: ReleaseManifest | None
    """None: the tag's commit holds no release."""
    manifest_sha256: str | None


Chain = Mapping[Version, Link]


def read_chain(hub: Hub, retries: RetryPolicy) -> dict[Version, Link]:
    """What stands at the tag of every version of a repository.

    Raises:
        Refused: the repository is not there, or a manifest can't be read.
    """
    state = retries.try_until_done(hub.fetch_state)
    if state.head is None:
        raise Refused(f"{hub.repo} is not on {hub.endpoint}, or this login can't see it")
    return {version: _read_link(hub, retries, version, oid) for version, oid in published_versions(state).items()}


def _read_link(hub: Hub, retries: RetryPolicy, version: Version, oid: str) -> Link:
    raw = retries.try_until_done(lambda: hub.fetch_file(oid, MANIFEST))
    manifest = parse_manifest(raw, f"{MANIFEST} of {version}") if raw is not None else None
    release = manifest if isinstance(manifest, ReleaseManifest) else None
    return Link(oid, release, hashlib.sha256(raw).hexdigest() if raw is not None else None)


def find_broken_links(chain: Chain) -> list[str]:
    """What is wrong with the tags, one line each: a tag on something else, or a parent that is not the one named."""
    broken: list[str] = []
    for version, link in sorted(chain.items()):
        if link.manifest is None:
            broken.append(f"the tag {version.tag} stands on {link.commit}, which holds no release")
            continue
        if parse_version(link.manifest.version) != version:
            broken.append(f"the tag {version.tag} holds release {link.manifest.version}: the tag was moved")
        parent = link.manifest.parent
        if parent is None:
            continue
        before = chain.get(parse_version(parent.version))
        if before is None:
            broken.append(f"{version} follows {parent.version}, whose tag is gone")
        elif before.manifest_sha256 != parent.manifest_sha256:
            named, held = parent.manifest_sha256[:12], (before.manifest_sha256 or "no manifest")[:12]
            broken.append(
                f"{version} follows a {parent.version} with manifest {named}…, but the tag v{parent.version} holds "
                f"{held}…: one of the two tags was moved"
            )
    return broken


def find_witnesses(chain: Chain, version: Version) -> list[Version]:
    """The versions whose manifests name that of `version`: without one, nothing but a ledger can vouch for its tag."""
    digest = chain[version].manifest_sha256
    named = ((later, link.manifest.parent) for later, link in sorted(chain.items()) if link.manifest)
    return [later for later, parent in named if parent is not None and parent.manifest_sha256 == digest]


def read_tombstones_of(hub: Hub, retries: RetryPolicy, chain: Chain) -> tuple[Tombstone, ...]:
    """The tombstones that the newest version holds; they are those of all versions."""
    newest = chain[max(chain)].commit if chain else None
    raw = retries.try_until_done(lambda: hub.fetch_file(newest, TOMBSTONES)) if newest else None
    return parse_lines(raw or b"", Tombstone, TOMBSTONES)


def find_withdrawn(tombstones: Iterable[Tombstone], version: Version) -> list[Tombstone]:
    """Rows that `version` still holds and a later version withdrew."""
    return [row for row in tombstones if parse_version(row.version) > version]
