"""What a Lean answered, kept by digest."""

import hashlib
import os
from pathlib import Path

import platformdirs

from curate.schemas.store.atomic import write_file


def cache_root() -> Path:
    """The folder under which curate keeps what it can make again: `CURATE_CACHE`, else the user's cache folder."""
    named = os.environ.get("CURATE_CACHE")
    return Path(named) if named else platformdirs.user_cache_path("curate")


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
        write_file(self._path(key), hashlib.sha256(data).digest() + data)

    def _path(self, key: str) -> Path:
        return self.directory / key[:2] / key[2:]
