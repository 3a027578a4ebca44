"""The tables of a folder as they are, or would be, published."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import SPLITS
from curate.schemas.published import CONFIGS, DOUBTFUL, WHERE_BUILT, unit_of
from curate.schemas.store.arrow import arrow_schema
from curate.schemas.store.layout import table_path
from curate.schemas.store.manifest import Manifest, ReleaseManifest, read_any_manifest

Row = dict[str, Any]
BATCH = 512
"""Rows that are held at once."""


@dataclass(frozen=True)
class Table:
    """One config: its columns with their types, and its rows by split, read anew at each call."""

    columns: dict[str, str]
    splits: dict[str, Callable[[], Iterator[Row]]]


@dataclass(frozen=True)
class Tables:
    """All configs of a folder and what its manifest says."""

    folder: Path
    manifest: Manifest
    configs: dict[str, Table]


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a Parquet file, a few hundred in memory at a time.

    Raises:
        Refused: the file is not Parquet, or a text in it is not UTF-8.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=BATCH):
                yield from batch.to_pylist()
    except (pa.ArrowInvalid, OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path} can't be read as a table: {error}") from error


def read_columns(path: Path) -> dict[str, str]:
    """The columns of a Parquet file with their Arrow types."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return columns_of(pq.read_schema(path))
    except (pa.ArrowInvalid, OSError) as error:
        raise Refused(f"{path} can't be read as a table: {error}") from error


def columns_of(schema: Any) -> dict[str, str]:
    """An Arrow schema as texts: the type, and whether null is allowed."""
    return {field.name: f"{field.type}{'' if field.nullable else ' not null'}" for field in schema}


def record_columns(record: type[Record]) -> dict[str, str]:
    """The columns that `record` asks for."""
    return columns_of(arrow_schema(record))


def open_tables(folder: Path, configs: tuple[str, ...], withdrawn: frozenset[str] = frozenset()) -> Tables:
    """The tables of a release as they are, or of a built dataset as a release with `configs` would hold them.

    Rows of the `withdrawn` units are left out of either.
    """
    manifest = read_any_manifest(folder)
    if isinstance(manifest, ReleaseManifest):
        found = {config: _stored(folder, config, splits, withdrawn) for config, splits in manifest.rows.items()}
    else:
        derived = {
            config: _derived(folder, config, manifest.rows, withdrawn)
            for config in configs
            if config in manifest.rows or config not in WHERE_BUILT
        }
        found = {config: table for config, table in derived.items() if table.splits}  # as a release leaves others out
    return Tables(folder, manifest, found)


def _stored(folder: Path, config: str, splits: Mapping[str, int], withdrawn: frozenset[str]) -> Table:
    paths = {split: folder / table_path(config, split) for split in SPLITS if split in splits}
    columns = read_columns(next(iter(paths.values()))) if paths else {}
    return Table(columns, {split: _reader(path, withdrawn) for split, path in paths.items()})


def _reader(path: Path, withdrawn: frozenset[str]) -> Callable[[], Iterator[Row]]:
    return lambda: (row for row in read_rows(path) if unit_of(row) not in withdrawn)


def _derived(folder: Path, config: str, rows: Mapping[str, Mapping[str, int]], withdrawn: frozenset[str]) -> Table:
    from curate.releases.preference import read_preferences

    source = {"texts": "snapshots", "preference": "pairs"}.get(config, config)
    if source not in rows:
        raise Refused(f"{folder} holds no {source}, which the config {config} is made of")
    record = CONFIGS[config].record
    splits: dict[str, Callable[[], Iterator[Row]]] = {}
    for split in (split for split in SPLITS if split in rows[source]):
        read = _reader(folder / table_path(source, split), withdrawn)
        if config == "preference":
            snapshots = _reader(folder / table_path("snapshots", split), withdrawn)
            splits[split] = lambda read=read, snapshots=snapshots: read_preferences(read(), snapshots)  # type: ignore[misc]
        else:
            splits[split] = lambda read=read: _project(read(), record)  # type: ignore[misc]
    return Table(record_columns(record), splits)


def _project(rows: Iterator[Row], record: type[Record]) -> Iterator[Row]:
    wanted = list(record.model_fields)
    for row in rows:
        yield {name: row[name] for name in wanted if name in row or name not in DOUBTFUL}


def content_hash(rows: Iterator[Row]) -> tuple[str, int]:
    """sha256 over the rows as canonical JSON, one a line, and their number."""
    digest, count = hashlib.sha256(), 0
    for row in rows:
        digest.update(_CANONICAL.encode(row).encode("utf-8") + b"\n")
        count += 1
    return digest.hexdigest(), count


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat(timespec="microseconds")
    raise TypeError(f"{type(value).__name__} has no canonical form")


_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_plain)
