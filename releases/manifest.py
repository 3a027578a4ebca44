"""MANIFEST.json: of a built dataset and of a release. It is written last, and names every file by its sha256."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from pydantic import ConfigDict, ValidationError

from curate.schemas.base import Record
from curate.schemas.errors import Refused

MANIFEST = "MANIFEST.json"
SUMS = "SHA256SUMS"
UNLISTED = {MANIFEST, SUMS}
_BLOCK = 1 << 20


class FileEntry(Record):
    """A file by its content. `rows` is None for what is not a table."""

    sha256: str
    bytes: int
    rows: int | None = None


class Tool(Record):
    """The program that wrote it."""

    name: str
    version: str


class BuildManifest(Record):
    """What a builder says of the folder that it wrote. It may say more than a release needs."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    format: Literal[1]
    dataset: str
    tool: Tool
    options: dict[str, Any]
    inputs: tuple[dict[str, Any], ...]
    files: dict[str, FileEntry]
    rows: dict[str, dict[str, int]]
    versions: dict[str, str]
    label_rules: int


class Parent(Record):
    """The release before this one."""

    version: str
    manifest_sha256: str


class ReleaseManifest(Record):
    """What a release says of itself. Two releases with the same `content` hold the same rows."""

    format: Literal[1]
    kind: Literal["release"]
    dataset: str
    repo: str
    """The Hub id that its card names."""
    version: str
    parent: Parent | None
    label_rules: int
    files: dict[str, FileEntry]
    rows: dict[str, dict[str, int]]
    content: dict[str, dict[str, str]]
    """By config and split: sha256 over the rows as canonical JSON, which no Parquet writer can change."""
    content_sha256: str
    split_ids: dict[str, str]
    """By split: sha256 of its sorted ids, one a line."""
    tool: Tool
    build_manifest_sha256: str
    definition_sha256: str


def read_manifest(folder: Path) -> BuildManifest | ReleaseManifest:
    """The manifest of `folder`, of either kind.

    Raises:
        Refused: there is none, or it is not a manifest.
    """
    path = folder / MANIFEST
    try:
        return parse_manifest(path.read_bytes(), str(path))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Refused(f"{path} is not there: {folder} is not a finished dataset or release") from error


def parse_manifest(raw: bytes, where: str) -> BuildManifest | ReleaseManifest:
    """The manifest in `raw`; `where` names it in messages."""
    try:
        values = json.loads(raw)
        kind = ReleaseManifest if isinstance(values, dict) and values.get("kind") == "release" else BuildManifest
        return kind.model_validate(values)
    except (ValueError, RecursionError) as error:
        detail = error.errors()[0] if isinstance(error, ValidationError) else {"loc": (), "msg": str(error)}
        field = ".".join(str(part) for part in detail["loc"])
        raise Refused(f"{where} is not a manifest: {field} {detail['msg']}") from error


def read_release_manifest(folder: Path) -> ReleaseManifest:
    """The manifest of a release.

    Raises:
        Refused: `folder` is no release.
    """
    manifest = read_manifest(folder)
    if not isinstance(manifest, ReleaseManifest):
        raise Refused(f"{folder} is a built dataset, not a release: run curate release build {folder} first")
    return manifest


def sha256_file(path: Path) -> str:
    """The sha256 of a file, read in blocks."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def list_files(folder: Path) -> list[str]:
    """Every file under `folder`, relative and sorted; a link is refused, since it can lead outside.

    Raises:
        Refused: there is a symbolic link or a special file.
    """
    found: list[str] = []
    for path in folder.rglob("*"):
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise Refused(f"{path} is a link or a special file; a release holds plain files only")
        if path.is_file():
            found.append(path.relative_to(folder).as_posix())
    return sorted(found)


def find_differences(folder: Path, files: dict[str, FileEntry]) -> list[tuple[str, str]]:
    """Files of `folder` that are not as `files` says: missing, foreign or of other content, each with why."""
    here = [name for name in list_files(folder) if name not in UNLISTED]
    problems = [(name, "is not named by the manifest") for name in here if name not in files]
    for name, entry in sorted(files.items()):
        if name not in here:
            problems.append((name, "is missing"))
        elif (size := (folder / name).stat().st_size) != entry.bytes:
            problems.append((name, f"has {size} bytes, the manifest says {entry.bytes}"))
        elif sha256_file(folder / name) != entry.sha256:
            problems.append((name, "has another sha256 than the manifest says"))
    return problems


def render_json(values: Any) -> str:
    """JSON as every file of a release writes it: sorted, indented, readable, one way only."""
    return json.dumps(values, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def render_lines(values: Iterable[Record]) -> str:
    """Records as JSON Lines."""
    return "".join(json.dumps(value.model_dump(mode="json"), ensure_ascii=False) + "\n" for value in values)


def digest_text(text: str) -> str:
    """The sha256 of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()
