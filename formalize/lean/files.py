"""Files that are written whole or not at all, and what is kept by digest."""

import hashlib
import os
import tempfile
from pathlib import Path

import platformdirs


def cache_root() -> Path:
    """The folder under which curate keeps what it can make again: `CURATE_CACHE`, else the user's cache folder."""
    named = os.environ.get("CURATE_CACHE")
    return Path(named) if named else platformdirs.user_cache_path("curate")


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that a reader sees all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".part-", delete=False) as stream:
        stream.write(data)
        os.fchmod(stream.fileno(), 0o666 & ~_umask())
    Path(stream.name).replace(path)


def digest_files(paths: list[Path]) -> str:
    """sha256 over the sha256 of each file, in the given order."""
    total = hashlib.sha256()
    for path in paths:
        with path.open("rb") as stream:
            total.update(hashlib.file_digest(stream, "sha256").digest())
    return total.hexdigest()


class AnswerCache:
    """Bytes by key, one file each, with a checksum: what is damaged counts as not there. Nothing is ever unpickled."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def get(self, key: str) -> bytes | None:
        """The bytes under `key` (a sha256 in hex), or None."""
        try:
            kept = self._path(key).read_bytes()
        except OSError:
            return None
        checksum, data = kept[:32], kept[32:]
        return data if hashlib.sha256(data).digest() == checksum else None

    def put(self, key: str, data: bytes) -> None:
        """Keeps `data` under `key`."""
        write_whole(self._path(key), hashlib.sha256(data).digest() + data)

    def _path(self, key: str) -> Path:
        return self.directory / key[:2] / key[2:]
