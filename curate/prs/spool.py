"""Records on disk between two passes, so that memory stays flat."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Generic, TypeVar

from curate.schemas.base import Record

Item = TypeVar("Item", bound=Record)


class Spool(Generic[Item]):
    """Records of one type in one file, in the order in which they were written; read as often as needed."""

    def __init__(self, path: Path, record: type[Item]) -> None:
        self._path, self._record = path, record

    def fill(self, items: Iterable[Item]) -> "Spool[Item]":
        """Writes all of `items`, and gives itself."""
        return self.fill_lines(item.model_dump_json().encode() for item in items)

    def fill_lines(self, lines: Iterable[bytes]) -> "Spool[Item]":
        """The same with items that are JSON already."""
        with self._path.open("wb") as file:
            for line in lines:
                file.write(line + b"\n")
        return self

    def __iter__(self) -> Iterator[Item]:
        with self._path.open("rb") as lines:
            for line in lines:
                yield self._record.model_validate_json(line)
