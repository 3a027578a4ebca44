"""Parquet files of records: one schema, fixed settings, so that the same rows give the same bytes.

The settings and what each is worth were measured in publishing studies: zstd 9, a page index, content-defined
chunks (so that a later version uploads little) and few, large row groups.
"""

from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, get_origin

from curate.schemas.base import Record
from curate.schemas.store.arrow import arrow_schema

if TYPE_CHECKING:
    import pyarrow as pa

GROUP_BYTES = 32 << 20
"""A row group is closed when it reaches this size in memory, so that a writer's memory stays flat."""
_BATCH_CHARACTERS = 4 << 20
"""Rows become Arrow, which is smaller than Python, whenever their texts reach this size."""
CHUNKS = {"min_chunk_size": 64 << 10, "max_chunk_size": 256 << 10, "norm_level": 0}
"""Content-defined chunks, in bytes before compression."""


class ParquetWriter:
    """Writes rows of one record type to one file, row group by row group."""

    def __init__(self, path: Path, record: type[Record]) -> None:
        import pyarrow.parquet as pq

        self._schema = arrow_schema(record)
        self._rows: list[dict[str, object]] = []
        self._characters = 0
        self._tables: list[pa.Table] = []
        self.rows = 0
        self._writer = pq.ParquetWriter(
            path,
            self._schema,
            compression="zstd",
            compression_level=9,
            use_dictionary=[name for name, hint in record.model_fields.items() if _repeats(name, hint.annotation)],
            write_page_index=True,
            use_content_defined_chunking=CHUNKS,
            data_page_version="1.0",
            store_schema=True,
        )

    def __enter__(self) -> "ParquetWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        try:
            if kind is None:
                self._write_group()
        finally:
            self._writer.close()

    def add(self, row: Record) -> None:
        """Appends one row."""
        values = row.model_dump()
        self._rows.append(values)
        self._characters += 200 + sum(len(value) for value in values.values() if isinstance(value, str))
        self.rows += 1
        if self._characters >= _BATCH_CHARACTERS:
            self._convert()
            if sum(table.nbytes for table in self._tables) >= GROUP_BYTES:
                self._write_group()

    def _convert(self) -> None:
        import pyarrow as pa

        self._tables.append(pa.Table.from_pylist(self._rows, schema=self._schema))
        self._rows, self._characters = [], 0

    def _write_group(self) -> None:
        import pyarrow as pa

        if self._rows or not self.rows:
            self._convert()
        if self._tables:
            group = pa.concat_tables(self._tables)
            self._writer.write_table(group, row_group_size=max(1, group.num_rows))
            self._tables = []


def _repeats(name: str, hint: object) -> bool:
    return name == "repo" or get_origin(hint) is Literal


def write_parquet(path: Path, record: type[Record], rows: Iterable[Record]) -> int:
    """Writes `rows` in the order given; the number of rows."""
    with ParquetWriter(path, record) as writer:
        for row in rows:
            writer.add(row)
    return writer.rows
