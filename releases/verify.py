"""Whether a release is what its manifest says: file by file, row by row."""

from pathlib import Path

from curate.releases.ledger import Entry
from curate.releases.tables import content_hash, read_rows
from curate.releases.versions import parse_version
from curate.schemas.errors import Failed, Refused
from curate.schemas.store.digest import digest_file, digest_text
from curate.schemas.store.jsontext import render_json
from curate.schemas.store.layout import MANIFEST, table_path
from curate.schemas.store.manifest import SUMS, ReleaseManifest, find_differences, read_manifest


def find_altered_files(folder: Path, manifest: ReleaseManifest) -> list[str]:
    """What differs from the manifest and from SHA256SUMS, one line each."""
    wrong = [f"{name} {what}" for name, what in find_differences(folder, manifest.files)]
    sums = {name: entry.sha256 for name, entry in manifest.files.items()}
    sums[MANIFEST] = digest_file(folder / MANIFEST)
    wanted = "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items()))
    if not (folder / SUMS).is_file() or (folder / SUMS).read_text(encoding="utf-8") != wanted:
        wrong.append(f"{SUMS} does not list the files with the sums of the manifest")
    return wrong


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


def check_identity(folder: Path, manifest: ReleaseManifest, version: str, recorded: Entry | None) -> None:
    """Whether the release in `folder` is the one that was asked for and, if the ledger knows it, that was published.

    Raises:
        Failed: the tag stands on something else.
    """
    if version and parse_version(version) != parse_version(manifest.version):
        raise Failed(f"the tag of {version} holds release {manifest.version}: the tag was moved")
    if recorded is not None and recorded.manifest_sha256 != digest_file(folder / MANIFEST):
        raise Failed(f"{version} is not the release that the ledger recorded as {recorded.commit}: the tag was moved")


def verify_release(folder: Path) -> ReleaseManifest:
    """The manifest of the release in `folder`, once every file and row was compared with it.

    Raises:
        Refused: `folder` is no release.
        Failed: something differs.
    """
    manifest = read_manifest(folder, ReleaseManifest)
    wrong = find_altered_files(folder, manifest)
    if not wrong:
        try:
            wrong = find_altered_rows(folder, manifest)
        except Refused as broken:
            wrong = [str(broken)]
    if wrong:
        raise Failed(f"{manifest.dataset} {manifest.version} is not as published:\n  " + "\n  ".join(wrong))
    return manifest
