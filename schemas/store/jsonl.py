"""JSON Lines of records: appended durably, read although the last line was cut off by a kill."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from curate.schemas.errors import Refused, explain_validation
from curate.schemas.store.atomic import sync_folder

T = TypeVar("T")


def render_lines(records: Iterable[BaseModel]) -> str:
    """Records as JSON Lines, fields in the order of their declaration."""
    return "".join(json.dumps(record.model_dump(mode="json"), ensure_ascii=False) + "\n" for record in records)


def append_line(path: Path, record: BaseModel) -> None:
    """Appends one record; it is on disk when this returns. What a kill left of a line is cut off first.

    Raises:
        OSError: the write failed.
    """
    new = not path.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        _end_last_line(file)
        file.write(record.model_dump_json().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    if new:
        sync_folder(path.parent)


class LineWriter:
    """Appends records to a file that is held open; each is on disk when `add` returns."""

    def __init__(self, path: Path) -> None:
        new = not path.exists()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("a+b")
        _end_last_line(self._file)
        if new:
            sync_folder(path.parent)

    def __enter__(self) -> "LineWriter":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, record: BaseModel) -> None:
        """Appends one record."""
        self._file.write(record.model_dump_json().encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def _end_last_line(file: BinaryIO) -> None:
    """Makes `file` end with a newline: a last line that is whole JSON gets one, a torn one is removed."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 1))
    if file.read(1) in (b"", b"\n"):  # the usual case, at once however long the file is
        return
    file.seek(0)
    data = file.read()
    start = data.rfind(b"\n") + 1
    if _is_json(data[start:]):
        file.write(b"\n")
    else:
        file.truncate(start)


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def parse_lines(data: bytes, kind: type[T] | TypeAdapter[T], where: str, *, allow_torn: bool = False) -> tuple[T, ...]:
    """The records in `data`. `where` names the file in messages.

    With `allow_torn`, for files that `append_line` writes, what a kill left of a last line is passed over.

    Raises:
        Refused: a line is not a `kind`; the message names it.
    """
    adapter = kind if isinstance(kind, TypeAdapter) else TypeAdapter(kind)
    lines = data.split(b"\n")
    if allow_torn and not _is_json(lines[-1]):
        lines.pop()
    records: list[T] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            records.append(adapter.validate_json(line))
        except ValidationError as error:
            raise Refused(f"{where}, line {number}: {explain_validation(error)}") from error
    return tuple(records)


def read_lines(path: Path, kind: type[T] | TypeAdapter[T], *, allow_torn: bool = False) -> tuple[T, ...]:
    """The records in `path`, as `parse_lines` reads them; none where the file does not exist."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return ()
    return parse_lines(data, kind, str(path), allow_torn=allow_torn)
