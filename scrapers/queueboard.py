"""The queueboard archives of mathlib4's pull requests, read into the raw archive."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from pydantic import TypeAdapter

from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.personal import RULES, redact_json
from curate.schemas.text import printable
from curate.scrapers.archive import Archive, Damaged
from curate.scrapers.queueboard_files import File, Files, open_files
from curate.scrapers.repository import is_url

INDEX_FORM = 2
"""Of `SourceIndex` as the archive keeps it."""
RAW = "raw/"
"""How the keys of what sources sent begin; the sha256 of it follows."""
_BATCH = 200
"""Entries kept in one transaction of the archive."""
_SEEN: TypeAdapter[dict[str, str]] = TypeAdapter(dict[str, str])


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
    files = open_files(where, clones, say)
    index_key = f"queueboard/index-{INDEX_FORM}-{RULES}/{files.identity}"
    if files.identity and (known := _read_index(archive, index_key)):
        return known.model_copy(update={"name": source_name(where), "kind": files.kind})  # as it is called this time
    entries = _read_entries(archive, files, where, tick)
    lines = "".join(f"{entry.model_dump_json()}\n" for entry in entries)
    digest = sha256(lines.encode()).hexdigest()
    index = SourceIndex(name=source_name(where), kind=files.kind, digest=digest, entries=entries)
    if files.identity:
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


class _Memory:
    """What earlier readings of one source gave, by the identity of each file: nothing is read twice.

    A `pr_info.json` gives the key under which the archive keeps it, a `timestamp.txt` its time or nothing.
    """

    def __init__(self, archive: Archive, where: str) -> None:
        self._archive = archive
        place = where if is_url(where) else str(Path(where).resolve())
        self._key = f"queueboard/seen-{INDEX_FORM}-{RULES}/{sha256(place.encode()).hexdigest()}"
        self._earlier = self._read()
        self._now: dict[str, str] = {}

    def __contains__(self, identity: object) -> bool:
        given = self._earlier.get(str(identity))
        return given is not None and (not given.startswith(RAW) or given in self._archive)

    def recall(self, file: File) -> str | None:
        """What `file`, whose content was not read, gave; None where it was read."""
        return self._earlier[str(file.identity)] if file.content is None else None

    def note(self, file: File, given: str) -> None:
        """Keeps in mind what `file` gave, if another file can't be taken for it."""
        if file.identity is not None:
            self._now[file.identity] = given

    def keep(self) -> None:
        """Keeps what this reading gave for the next one."""
        if self._now != self._earlier:
            self._archive.put(self._key, json.dumps(self._now).encode())

    def _read(self) -> dict[str, str]:
        try:
            return _SEEN.validate_json(self._archive.get(self._key) or b"{}")
        except (Damaged, ValueError):  # the source is here: it is read anew
            return {}


def _read_entries(archive: Archive, files: Files, where: str, tick: Callable[[int], None]) -> tuple[IndexEntry, ...]:
    memory = _Memory(archive, where)
    keys: dict[int, str] = {}
    times: dict[int, datetime | None] = {}
    batch: dict[str, bytes] = {}
    for file in files.read(memory):
        given = memory.recall(file)
        if file.name == "timestamp.txt":
            time = (
                _parse_time(file.content or b"") if given is None else datetime.fromisoformat(given) if given else None
            )
            times[file.number] = time
            given = time.isoformat() if time else ""
        else:
            if given is None:
                content = redact_json(_in_utf8(file.content or b""))
                given = f"{RAW}{sha256(content).hexdigest()}"
                batch[given] = content
            keys[file.number] = given
            tick(1)
        memory.note(file, given)
        if len(batch) >= _BATCH:
            _keep(archive, batch)
    _keep(archive, batch)
    if not keys:
        raise Refused(f"{printable(where)} holds no data/<number>/pr_info.json; it is not a queueboard archive")
    memory.keep()
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
