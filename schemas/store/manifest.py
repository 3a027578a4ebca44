"""MANIFEST.json of a built dataset and of a release. It is written last and names every file by its sha256.

msgspec reads it, which takes a tenth of pydantic's time to start: every command that shows a dataset begins here.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

from msgspec import DecodeError, Struct, ValidationError, convert, json, to_builtins

from curate.schemas.errors import Refused
from curate.schemas.store.digest import digest_file
from curate.schemas.store.jsontext import write_json
from curate.schemas.store.layout import MANIFEST, list_files

SUMS = "SHA256SUMS"
UNLISTED = frozenset({MANIFEST, SUMS})
FORMAT: Literal[1] = 1


class FileEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file by its content. `rows` is None for what is not a table."""

    sha256: str
    bytes: int
    rows: int | None = None


class Tool(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The program that wrote it."""

    name: str
    version: str


class InputName(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An input by what it is and its digest, never by where it lay."""

    name: str
    kind: str
    sha256: str
    commit: str | None = None
    """The commit that was read, where the input is a git repository."""


class BuildManifest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a builder says of the dataset folder that it wrote. Fields that are not known here are left alone."""

    format: Literal[1]
    dataset: str
    tool: Tool
    options: dict[str, Any]
    inputs: tuple[InputName, ...]
    files: dict[str, FileEntry]
    rows: dict[str, dict[str, int]]
    versions: dict[str, str]
    """Versions of the programs that the bytes depend on."""
    label_rules: int
    versions_told_apart_by: Literal["patch id", "sha"] | None = None
    newest_record: str | None = None
    """When the newest record was fetched, ISO 8601; None: not known."""


class Parent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The release before this one."""

    version: str
    manifest_sha256: str


class ReleaseManifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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


Manifest = BuildManifest | ReleaseManifest
M = TypeVar("M", BuildManifest, ReleaseManifest)


def read_manifest(folder: Path, expect: type[M], dataset: str | None = None) -> M:
    """The manifest of `folder`, which must be of the kind `expect` and, if it is given, of `dataset`.

    Raises:
        Refused: there is none, it can't be read, or it is of the other kind or of another dataset.
    """
    manifest = read_any_manifest(folder)
    if not isinstance(manifest, expect):
        raise Refused(f"{folder} {_KIND[type(manifest)]}")
    if dataset is not None and manifest.dataset != dataset:
        raise Refused(f"{folder} is a {manifest.dataset} dataset, not a {dataset} one")
    return manifest


_KIND: dict[type[Manifest], str] = {
    BuildManifest: "is a built dataset, not a release: make one with curate release build",
    ReleaseManifest: "is a release, not a built dataset: name the folder that it was built from",
}


def read_any_manifest(folder: Path) -> Manifest:
    """The manifest of `folder`, of either kind.

    Raises:
        Refused: there is none, or it can't be read.
    """
    path = folder / MANIFEST
    try:
        return parse_manifest(path.read_bytes(), str(path))
    except OSError as error:
        raise Refused(f"{folder} is not a dataset or release that curate wrote: it has no {MANIFEST}") from error


def parse_manifest(raw: bytes, where: str) -> Manifest:
    """The manifest in `raw`; `where` names it in messages."""
    try:
        values = json.decode(raw)
        release = isinstance(values, dict) and values.get("kind") == "release"
        return convert(values, ReleaseManifest) if release else convert(values, BuildManifest)
    except (ValidationError, DecodeError, ValueError, RecursionError) as error:
        raise Refused(f"{where} is not a manifest of curate: {error}") from error


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Writes `manifest`; call it last, so that a manifest means whole."""
    write_json(folder / MANIFEST, to_builtins(manifest))


def read_entries(folder: Path) -> dict[str, FileEntry]:
    """Every file of `folder` but the manifest and its sums, by its content."""
    return {name: _read_entry(folder / name) for name in list_files(folder) if name not in UNLISTED}


def _read_entry(path: Path) -> FileEntry:
    return FileEntry(sha256=digest_file(path), bytes=path.stat().st_size, rows=_count_rows(path))


def _count_rows(path: Path) -> int | None:
    import pyarrow.parquet as pq

    return int(pq.read_metadata(path).num_rows) if path.suffix == ".parquet" else None


def find_differences(folder: Path, files: dict[str, FileEntry]) -> list[tuple[str, str]]:
    """Files of `folder` that are not as `files` says: missing, foreign or of other content, each with why."""
    return find_altered(folder, files, [name for name in list_files(folder) if name not in UNLISTED])


def find_altered(folder: Path, files: dict[str, FileEntry], here: Sequence[str]) -> list[tuple[str, str]]:
    """The same, where the files that count are those in `here`."""
    problems = [(name, "is not named by the manifest") for name in here if name not in files]
    for name, entry in sorted(files.items()):
        if name not in here:
            problems.append((name, "is missing"))
        elif (size := (folder / name).stat().st_size) != entry.bytes:
            problems.append((name, f"has {size} bytes, the manifest says {entry.bytes}"))
        elif digest_file(folder / name) != entry.sha256:
            problems.append((name, "has another sha256 than the manifest says"))
    return problems


def check_files(folder: Path, files: dict[str, FileEntry], names: Iterable[str]) -> None:
    """Holds the files `names` of `folder` against its manifest's `files`, before anything in them is shown.

    Raises:
        Refused: one is missing or damaged; the message names it.
    """
    for name in names:
        entry = files.get(name)
        path = folder / name
        if entry is None or not path.is_file():
            raise Refused(f"{path} is {'missing' if entry else 'not named by the manifest'}; build the dataset again")
        if path.stat().st_size != entry.bytes or digest_file(path) != entry.sha256:
            raise Refused(f"{path} is damaged: it is not the file that {MANIFEST} names; build the dataset again")
