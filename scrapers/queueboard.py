"""The queueboard archives of mathlib4's pull requests, read into the raw archive.

Layout: `data/<number>/pr_info.json` (GitHub's GraphQL answer) and `data/<number>/timestamp.txt` (when it was read).
"""

import json
import lzma
import re
import tarfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.personal import RULES, redact_json
from curate.schemas.text import printable
from curate.scrapers.archive import Archive, Damaged
from curate.scrapers.plumbing import run_git
from curate.scrapers.repository import clone_name, clone_repository, find_repository, is_url, read_blobs

DEFAULT_URL = "https://github.com/leanprover-community/queueboard-archive2"
KNOWN_SIZES = {DEFAULT_URL: "about 500 MB to fetch, 36,000 pull requests"}
INDEX_FORM = 2
"""Of `SourceIndex` as the archive keeps it."""
MAX_ENTRY_BYTES = 64 << 20
"""A larger file is refused: the largest real one has 2.5 MB."""
_MEMBER = re.compile(r"(?:\./)?(?:[^/]+/)?data/([1-9][0-9]{0,8})/(pr_info\.json|timestamp\.txt)")
_LINK_MODE = "120000"
_BATCH = 200
"""Entries kept in one transaction of the archive."""


class IndexEntry(Record):
    """One pull request in an archived source."""

    number: int
    """The folder's name, which the JSON should confirm."""
    key: str
    """Where the raw archive keeps the JSON."""
    fetched_at: datetime | None


class SourceIndex(Record):
    """What one archived source holds, written once the whole of it was read."""

    name: str
    kind: str
    digest: str
    """sha256 over the numbers, contents and times of all entries: the same for a folder, a tar and a git repository."""
    entries: tuple[IndexEntry, ...]


class _File(NamedTuple):
    number: int
    name: str
    content: bytes


def archive_source(
    archive: Archive, where: str, clones: Path, say: Callable[[str], None], tick: Callable[[int], None]
) -> SourceIndex:
    """Reads the source at `where` (folder, `.tar.xz`, git repository or git URL) into `archive`.

    Args:
        archive: the raw archive; e-mails and tokens are redacted before anything reaches it.
        where: a path or a URL, as the user wrote it.
        clones: where clones of URLs are kept.
        say: told in words what takes long, before it starts.
        tick: told how many entries more were read.

    Raises:
        Refused: it is not such an archive, or it is cut short or damaged.
    """
    kind, identity, files = _open_source(where, clones, say)
    index_key = f"queueboard/index-{INDEX_FORM}-{RULES}/{identity}"
    if identity and (known := _read_index(archive, index_key)):
        return known.model_copy(update={"name": source_name(where), "kind": kind})  # as it is called this time
    entries = _read_entries(archive, files, where, tick)
    lines = "".join(f"{entry.model_dump_json()}\n" for entry in entries)
    digest = sha256(lines.encode()).hexdigest()
    index = SourceIndex(name=source_name(where), kind=kind, digest=digest, entries=entries)
    if identity:
        archive.put(index_key, index.model_dump_json().encode())
    return index


def _read_index(archive: Archive, key: str) -> SourceIndex | None:
    """The index that an earlier reading kept; None when none did, or when something that it names is not whole."""
    try:
        kept = archive.get(key)
        return None if kept is None else SourceIndex.model_validate_json(kept)
    except (Damaged, ValueError):  # the source is here: it is read anew
        return None


def discard_damaged(archive: Archive, key: str) -> None:
    """Forgets the damaged entry `key` and which sources were read, so that the next reading brings it again."""
    with archive.transaction():
        for name in [key, *archive.keys("queueboard/index-")]:
            archive.delete(name)


def source_name(where: str) -> str:
    """What the manifest calls the source at `where`: the URL, or the last part of the path."""
    return where if is_url(where) else Path(where).resolve().name


def _open_source(where: str, clones: Path, say: Callable[[str], None]) -> tuple[str, str, Iterator[_File]]:
    if is_url(where):
        size = KNOWN_SIZES.get(where, "its size is not known beforehand")
        directory = clones / clone_name(where)
        say(f"{'refreshing' if directory.exists() else 'cloning'} {printable(where)} ({size}) into {directory}")
        clones.mkdir(parents=True, exist_ok=True)
        refspecs = ("+HEAD:refs/heads/archive",)
        return _open_git(clone_repository(where, directory, shallow=True, refspecs=refspecs, report=say))
    path = Path(where)
    if path.is_file():
        with path.open("rb") as file:
            if file.read(6) != b"\xfd7zXZ\x00":
                raise Refused(f"{path} is not a .tar.xz; give a folder, a .tar.xz, a git repository or a git URL")
            file.seek(0)
            digest = sha256()
            while block := file.read(1 << 20):
                digest.update(block)
        return "tar", f"tar-{digest.hexdigest()}", _read_tar(path)
    if repository := find_repository(path):
        return _open_git(repository)
    if path.is_dir():
        return "folder", "", _read_folder(path)
    raise Refused(f"{path} does not exist; give a folder, a .tar.xz, a git repository or a git URL")


def _open_git(repository: Path) -> tuple[str, str, Iterator[_File]]:
    commit = run_git(repository, "rev-parse", "--verify", "--end-of-options", "HEAD^{commit}").decode().strip()
    return "git", f"git-{commit}", _read_git(repository, commit)


def _read_folder(path: Path) -> Iterator[_File]:
    data = path if path.name == "data" else path / "data"
    folders = sorted(data.iterdir(), key=lambda folder: folder.name) if data.is_dir() else []
    for folder in folders:
        if folder.is_symlink():
            continue
        for name in ("timestamp.txt", "pr_info.json"):
            file = folder / name
            member = _MEMBER.fullmatch(f"data/{folder.name}/{name}")
            if member and file.is_file() and not file.is_symlink():
                _check_size(file.stat().st_size, str(file))
                yield _File(int(member[1]), name, file.read_bytes())


def _read_tar(path: Path) -> Iterator[_File]:
    try:
        with lzma.open(path) as unpacked, tarfile.open(fileobj=unpacked, mode="r|") as tar:
            for info in tar:
                member = _MEMBER.fullmatch(info.name)
                if member and info.isreg():
                    _check_size(info.size, info.name)
                    stream = tar.extractfile(info)
                    content = stream.read() if stream else b""
                    if len(content) != info.size:
                        raise EOFError
                    yield _File(int(member[1]), member[2], content)
            while unpacked.read(1 << 20):  # tarfile takes a cut-off end for the end; lzma does not
                pass
    except (EOFError, lzma.LZMAError, tarfile.TarError) as error:
        raise Refused(f"{path} is cut short or damaged; fetch it again") from error


def _read_git(repository: Path, commit: str) -> Iterator[_File]:
    listed = run_git(repository, "ls-tree", "-r", "-l", "-z", "--full-tree", commit, "--", "data/")
    wanted: list[tuple[int, str, str]] = []
    for line in listed.split(b"\0")[:-1]:
        meta, _, path = line.partition(b"\t")
        mode, kind, blob, size = meta.decode().split()
        member = _MEMBER.fullmatch(path.decode("utf-8", "replace"))
        if member and kind == "blob" and mode != _LINK_MODE:
            _check_size(int(size) if size.isdigit() else 0, member[0])
            wanted.append((int(member[1]), member[2], blob))
    contents = read_blobs(repository, (blob for _, _, blob in wanted))
    for (number, name, _), content in zip(wanted, contents, strict=True):
        yield _File(number, name, content)


def _check_size(size: int, name: str) -> None:
    if size > MAX_ENTRY_BYTES:
        raise Refused(
            f"{printable(name)} has {size >> 20} MB; an entry of more than {MAX_ENTRY_BYTES >> 20} MB is not one"
        )


def _read_entries(
    archive: Archive, files: Iterator[_File], where: str, tick: Callable[[int], None]
) -> tuple[IndexEntry, ...]:
    keys: dict[int, str] = {}
    times: dict[int, datetime | None] = {}
    batch: dict[str, bytes] = {}
    for file in files:
        if file.name == "timestamp.txt":
            times[file.number] = _parse_time(file.content)
            continue
        content = redact_json(_in_utf8(file.content))
        key = f"raw/{sha256(content).hexdigest()}"
        keys[file.number] = key
        batch[key] = content
        tick(1)
        if len(batch) >= _BATCH:
            _keep(archive, batch)
    _keep(archive, batch)
    if not keys:
        raise Refused(f"{printable(where)} holds no data/<number>/pr_info.json; it is not a queueboard archive")
    return tuple(IndexEntry(number=n, key=keys[n], fetched_at=times.get(n)) for n in sorted(keys))


def _in_utf8(content: bytes) -> bytes:
    """JSON in UTF-16 or UTF-32, which some shells write, in UTF-8: secrets are looked for in its bytes."""
    encoding = json.detect_encoding(content)
    return content if encoding.startswith("utf-8") else content.decode(encoding, "replace").encode()


def _keep(archive: Archive, batch: dict[str, bytes]) -> None:
    with archive.transaction():
        for key, content in batch.items():
            if key not in archive:
                archive.put(key, content)
    batch.clear()


def _parse_time(content: bytes) -> datetime | None:
    try:
        read = datetime.fromisoformat(content.decode().strip())
    except (UnicodeDecodeError, ValueError):
        return None
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def load_json(raw: bytes) -> object:
    """The JSON value in `raw`; lone surrogates in it become U+FFFD.

    Raises:
        ValueError: it is not JSON.
    """
    from pydantic_core import from_json

    from curate.schemas.text import storable

    try:
        return from_json(raw)
    except ValueError:
        try:
            return json.loads(storable(json.dumps(json.loads(raw), ensure_ascii=False)))
        except RecursionError as error:
            raise ValueError("nested too deeply") from error
