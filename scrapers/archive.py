"""The raw archive: what the sources sent, byte for byte but for secrets, only ever added to.

diskcache with settings under which nothing is evicted, nothing is pickled and every value is checked when it is read.
"""

import hashlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import diskcache
import zstandard

from curate.schemas.errors import Failed, Refused, Stopped

MAGIC = b"c1"
_DIGEST = 32
LOCK_WAIT_S = 60.0
"""How long a write waits for another process that writes, in seconds."""


class BytesDisk(diskcache.Disk):  # type: ignore[misc]  # diskcache is untyped
    """A diskcache disk that stores text keys and byte values only, so that nothing read from it is ever unpickled."""

    def put(self, key: Any) -> Any:
        if not isinstance(key, str):
            raise TypeError("archive keys are text")
        return super().put(key)

    def store(self, value: Any, read: bool, key: Any = diskcache.UNKNOWN) -> Any:
        if not isinstance(value, bytes):
            raise TypeError("archive values are bytes")
        return super().store(value, read, key=key)

    def fetch(self, mode: int, filename: str | None, value: Any, read: bool) -> Any:
        if mode not in (diskcache.core.MODE_RAW, diskcache.core.MODE_BINARY):
            raise Refused("the archive holds a value that is not plain bytes; it was not read")
        return super().fetch(mode, filename, value, read)


class Damaged(Failed):
    """A stored value is lost or is no longer what was stored. All others can still be read."""


class NoDatabase(Refused):
    """The file of a whole archive is none that can be opened."""


class Archive:
    """Bytes by text key, in one directory with one writer.

    Raises:
        Refused: the directory holds something that is not an archive.
        Stopped: another process writes to it.
        Damaged: a stored value no longer matches its checksum.
        Failed: the disk does not let it be read or written.
    """

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        if any(directory.iterdir()) and not (directory / "cache.db").is_file():
            raise Refused(f"{directory} is not an archive (it contains other files); name another workspace")
        self._level3 = zstandard.ZstdCompressor(level=3)
        self._unzip = zstandard.ZstdDecompressor()
        try:
            self._cache = diskcache.Cache(
                str(directory),
                disk=BytesDisk,
                disk_min_file_size=1 << 22,
                eviction_policy="none",
                size_limit=1 << 62,
                cull_limit=0,
                timeout=LOCK_WAIT_S,
                sqlite_mmap_size=0,  # mapped pages count as memory, up to 64 MB
                sqlite_cache_size=2048,  # pages of 4 KB
            )
        except sqlite3.OperationalError as error:  # locked for too long, a full disk, no right to write
            raise Failed(f"the archive {directory} could not be opened: {error}") from error
        except Exception as error:  # diskcache lets sqlite3's own errors through, and they differ by cause
            raise NoDatabase(f"{directory} can't be opened as an archive ({error}); name another workspace") from error
        self.directory = directory

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the database; the archive stays."""
        self._cache.close()

    def __contains__(self, key: str) -> bool:
        with self._reported():
            return key in self._cache

    def put(self, key: str, value: bytes) -> None:
        """Keeps `value` under `key`. The same value again is nothing new."""
        digest = hashlib.sha256(value).digest()
        with self._reported():
            self._cache.set(key, MAGIC + digest + self._level3.compress(value))

    def get(self, key: str) -> bytes | None:
        """The value under `key`, checked against the checksum it was stored with; None when there is none."""
        with self._reported():
            stored = self._cache.get(key)
        if stored is None:
            if key in self:
                raise Damaged(f"the archive {self.directory} lost the file of {key}; all else in it is whole")
            return None
        try:
            if stored[: len(MAGIC)] != MAGIC:
                raise ValueError
            value = self._unzip.decompress(stored[len(MAGIC) + _DIGEST :])
            if hashlib.sha256(value).digest() != stored[len(MAGIC) : len(MAGIC) + _DIGEST]:
                raise ValueError
        except (ValueError, zstandard.ZstdError) as error:
            raise Damaged(f"the archive {self.directory} is damaged at {key}; all else in it is whole") from error
        return bytes(value)

    def delete(self, key: str) -> None:
        """Forgets `key`: only for bookkeeping keys and damaged values, never for what a source sent."""
        with self._reported():
            self._cache.delete(key)

    def keys(self, prefix: str = "") -> Iterator[str]:
        """All keys that begin with `prefix`, sorted. Keys may be put and deleted meanwhile."""
        rows = self._key_rows(">=", prefix)
        while rows:
            for (key,) in rows:
                if not key.startswith(prefix):
                    return
                yield key
            rows = self._key_rows(">", rows[-1][0])

    def _key_rows(self, relation: str, key: str) -> list[tuple[str]]:
        # diskcache (pinned) walks over all keys from the first; an index range is its SQL's, not its API's
        range_sql = f"SELECT key FROM Cache WHERE key {relation} ? ORDER BY key LIMIT 1000"  # noqa: S608  # not from outside
        with self._reported():
            rows: list[tuple[str]] = self._cache._sql(range_sql, (key,)).fetchall()
        return rows

    def state(self) -> str:
        """Another text whenever anything was put or deleted since; it tells nothing else."""
        with self._reported():  # diskcache's API knows no such number; a value that is put again is a new row
            count, last, newest = self._cache._sql("SELECT COUNT(*), MAX(rowid), MAX(store_time) FROM Cache").fetchone()
        return f"{count} {last} {newest!r}"

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All `put`s inside become durable together, or none does."""
        with self._reported(), self._cache.transact():
            yield

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """What diskcache and the disk below it complain of, as our own error."""
        try:
            yield
        except diskcache.Timeout as error:
            raise Stopped(f"another process writes to the archive {self.directory}; run again when it ends") from error
        except (sqlite3.Error, OSError) as error:
            raise Failed(f"the archive {self.directory} could not be read or written: {error}") from error


def open_derived(directory: Path, say: Callable[[str], None]) -> Archive:
    """An archive of what is computed from others: one that can't be opened is begun anew, and `say` is told."""
    try:
        return Archive(directory)
    except NoDatabase as error:
        say(f"{error.message.partition('; ')[0]}; what it held is computed anew")
        shutil.rmtree(directory)
        return Archive(directory)
