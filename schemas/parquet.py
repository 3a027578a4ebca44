"""Parquet files of records: one schema, fixed settings, so that the same rows give the same bytes.

The settings and what each is worth were measured in publishing studies: zstd 9, a page index, content-defined
chunks (so that a later version uploads little) and few, large row groups.
"""

from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Literal, get_origin

from schemas.arrow import arrow_schema
from schemas.base import Record

GROUP_BYTES = 48 << 20
"""A row group is closed when its texts reach this size, in bytes, so that a writer's memory stays flat."""


class ParquetWriter:
    """Writes rows of one record type to one file, row group by row group."""

    def __init__(self, path: Path, record: type[Record]) -> None:
        import pyarrow.parquet as pq

        self._schema = arrow_schema(record)
        self._rows: list[dict[str, object]] = []
        self._bytes = 0
        self.rows = 0
        self._writer = pq.ParquetWriter(
            path,
            self._schema,
            compression="zstd",
            compression_level=9,
            use_dictionary=[name for name, hint in record.model_fields.items() if _repeats(name, hint.annotation)],
            write_page_index=True,
            use_content_defined_chunking=True,
            data_page_version="1.0",
            store_schema=True,
        )

    def __enter__(self) -> "ParquetWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        try:
            if kind is None and (self._rows or not self.rows):
                self._flush()
        finally:
            self._writer.close()

    def add(self, row: Record) -> None:
        """Appends one row."""
        values = row.model_dump()
        self._rows.append(values)
        self._bytes += 200 + sum(len(value) for value in values.values() if isinstance(value, str))
        self.rows += 1
        if self._bytes >= GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        import pyarrow as pa

        table = pa.Table.from_pylist(self._rows, schema=self._schema)
        self._writer.write_table(table, row_group_size=max(1, len(self._rows)))
        self._rows, self._bytes = [], 0


def _repeats(name: str, hint: object) -> bool:
    return name == "repo" or get_origin(hint) is Literal


def write_parquet(path: Path, record: type[Record], rows: Iterable[Record]) -> int:
    """Writes `rows` in the order given; the number of rows."""
    with ParquetWriter(path, record) as writer:
        for row in rows:
            writer.add(row)
    return writer.rows
