"""Whether a release is what its manifest says, file by file and row by row, and whether its tag is where it was."""

from pathlib import Path
from typing import NamedTuple

from curate.releases.chain import Chain, find_broken_links, find_withdrawn, find_witnesses
from curate.releases.copies import POINTED, find_altered_copy, is_pointer
from curate.releases.ledger import Entry
from curate.releases.tables import content_hash, read_rows
from curate.releases.tombstones import Tombstone
from curate.releases.versions import Version, parse_version
from curate.schemas.errors import Failed, Refused
from curate.schemas.store.digest import digest_file, digest_text
from curate.schemas.store.jsontext import render_json
from curate.schemas.store.layout import MANIFEST, table_path
from curate.schemas.store.manifest import SUMS, ReleaseManifest, find_differences, read_manifest

SHOWN = 10
"""How many withdrawn rows are named."""


def find_altered_files(folder: Path, manifest: ReleaseManifest) -> list[str]:
    """What differs from the manifest and from SHA256SUMS in a release folder of one's own, one line each."""
    return [f"{name} {what}" for name, what in find_differences(folder, manifest.files)] + _check_sums(folder, manifest)


def _check_sums(folder: Path, manifest: ReleaseManifest) -> list[str]:
    sums = {name: entry.sha256 for name, entry in manifest.files.items()}
    sums[MANIFEST] = digest_file(folder / MANIFEST)
    wanted = "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items()))
    if is_pointer(folder / SUMS):
        return [f"{SUMS} {POINTED}"]
    if not (folder / SUMS).is_file() or (folder / SUMS).read_text(encoding="utf-8") != wanted:
        return [f"{SUMS} does not list the files with the sums of the manifest"]
    return []


def find_altered_rows(folder: Path, manifest: ReleaseManifest) -> list[str]:
    """Tables whose rows are not those that the manifest counted and hashed."""
    wrong: list[str] = []
    for config, splits in manifest.rows.items():
        for split, rows in splits.items():
            digest, count = content_hash(read_rows(folder / table_path(config, split)))
            if count != rows or digest != manifest.content.get(config, {}).get(split):
                wrong.append(f"{config}/{split} holds other rows than the manifest says")
    if digest_text(render_json(manifest.content)) != manifest.content_sha256:
        wrong.append("content_sha256 is not the hash of the content hashes")
    return wrong


def verify_release(folder: Path) -> ReleaseManifest:
    """The manifest of the release in `folder`, once every file and row was compared with it.

    `folder` may be a copy as the Hub's tools or git make it; see `copies`.

    Raises:
        Refused: `folder` is no release.
        Failed: something differs.
    """
    if is_pointer(folder / MANIFEST):
        raise Failed(f"{folder / MANIFEST} {POINTED}")
    manifest = read_manifest(folder, ReleaseManifest)
    wrong = [f"{name} {what}" for name, what in find_altered_copy(folder, manifest.files)]
    wrong += _check_sums(folder, manifest)
    if not wrong:
        try:
            wrong = find_altered_rows(folder, manifest)
        except Refused as broken:
            wrong = [str(broken)]
    if wrong:
        raise Failed(f"{manifest.dataset} {manifest.version} is not as published:", wrong)
    return manifest


class Identity(NamedTuple):
    """What vouches for a published version, beyond its own manifest."""

    witnesses: list[Version]
    """Later versions whose manifests name it."""
    recorded: bool
    """Whether the ledger names it."""
    withdrawn: list[Tombstone]
    """Rows of it that a later version withdrew."""


def check_identity(
    folder: Path, version: Version, chain: Chain, tombstones: tuple[Tombstone, ...], recorded: Entry | None
) -> Identity:
    """Whether the release in `folder` is the `version` that was published, by the ledger and by the other versions.

    Raises:
        Failed: a tag does not stand where it stood; the message says which links are broken.
    """
    wrong = find_broken_links(chain)
    if recorded is not None and recorded.manifest_sha256 != digest_file(folder / MANIFEST):
        wrong.append(f"{version} is not the release that the ledger recorded as {recorded.commit}: the tag was moved")
    if wrong:
        raise Failed(f"{version} can't be trusted to be as published:", wrong)
    return Identity(find_witnesses(chain, version), recorded is not None, find_withdrawn(tombstones, version))


def render_identity(version: Version, identity: Identity) -> list[str]:
    """Lines for a person: what the tag was compared with, and which rows to give up."""
    compared = ["the ledger"] if identity.recorded else []
    compared += [f"the manifest of {later}" for later in identity.witnesses]
    if compared:
        lines = [f"its tag is where it was, by {' and '.join(compared)}"]
    else:
        lines = [
            f"nothing vouches for the tag {version.tag}: no later version names it and the ledger does not hold it; "
            "compare the content hash with the one that you were told"
        ]
    if gone := identity.withdrawn:
        more = f" and {len(gone) - SHOWN} more" if len(gone) > SHOWN else ""
        newest = max(parse_version(row.version) for row in gone)
        named = ", ".join(f"{row.id} ({row.reason})" for row in gone[:SHOWN])
        lines.append(f"withdrawn since: {named}{more}; please move to {newest} or later and delete this copy")
    return lines
