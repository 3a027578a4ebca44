"""The tables of a dataset or a release, read for the site: one pull request after another, in ascending order."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from curate.schemas.store.layout import DROPS

Row = dict[str, Any]
CONFIGS = ("pull_requests", "snapshots", "pairs", "evidence")
BATCH = 64
"""Pull requests whose rows become Python values at once; the tables themselves are in memory."""


class PullRows(NamedTuple):
    """All rows of one pull request."""

    number: int
    tables: dict[str, list[Row]]
    """Config -> its rows; empty where it has none."""
    drops: list[Row]


class DatasetTables:
    """The Parquet files of one folder, read a few pull requests at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files = {config: sorted((folder / config).glob("*.parquet")) for config in CONFIGS}
        self._drops = [folder / DROPS] if (folder / DROPS).is_file() else []

    def read_columns(self, config: str, columns: list[str]) -> list[Row]:
        """Some columns of all rows of a config."""
        rows: list[Row] = []
        for file in self._files[config]:
            rows += pq.read_table(file, columns=columns).to_pylist()
        return rows

    def read_lengths(self) -> list[Row]:
        """`snapshot_id` and `length`, the characters of its patch, of each snapshot; without a patch 0."""
        rows: list[Row] = []
        for file in self._files["snapshots"]:
            for batch in pq.ParquetFile(file).iter_batches(columns=["snapshot_id", "diff"]):
                lengths = pc.fill_null(pc.utf8_length(batch["diff"]), 0).to_pylist()
                ids = batch["snapshot_id"].to_pylist()
                rows += [{"snapshot_id": item, "length": length} for item, length in zip(ids, lengths, strict=True)]
        return rows

    def read_drops(self, columns: list[str]) -> list[Row]:
        """Some columns of all dropped rows; none where the folder keeps no drops."""
        return [row for file in self._drops for row in pq.read_table(file, columns=columns).to_pylist()]

    def numbers(self) -> list[int]:
        """The numbers of all pull requests that have a row, ascending."""
        found = {row["pr_number"] for config in CONFIGS[:2] for row in self.read_columns(config, ["pr_number"])}
        return sorted(found | {row["pr_number"] for row in self.read_drops(["pr_number"]) if row["pr_number"]})

    def pulls(self, numbers: list[int]) -> Iterator[PullRows]:
        """All rows of each pull request of `numbers`, in that order."""
        tables = {config: [pq.read_table(file) for file in files] for config, files in self._files.items()}
        drops = [pq.read_table(file) for file in self._drops]
        for start in range(0, len(numbers), BATCH):
            batch = numbers[start : start + BATCH]
            rows = {config: _by_number(files, batch) for config, files in tables.items()}
            dropped = _by_number(drops, batch)
            for number in batch:
                of_pull = {config: found.get(number, []) for config, found in rows.items()}
                yield PullRows(number, of_pull, dropped.get(number, []))


def _by_number(tables: list[pa.Table], numbers: list[int]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    wanted = pa.array(numbers)
    for table in tables:
        for row in table.filter(pc.is_in(table["pr_number"], value_set=wanted)).to_pylist():
            found.setdefault(row["pr_number"], []).append(row)
    return found
