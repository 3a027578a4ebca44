"""A dataset folder while it is written: rows by config and split, drops, id lists, card."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from curate.schemas.base import Record
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.rows import DATASET_CONFIGS, SPLITS, SplitName
from curate.schemas.store.layout import DROPS, table_path, write_split_ids
from curate.schemas.store.parquet import ParquetWriter


class DatasetWriter:
    """Rows go to one Parquet file for each config and split; files without rows are not kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[tuple[str, str], ParquetWriter] = {}
        self._drops = ParquetWriter(folder / DROPS, Drop)
        self.rows: dict[str, dict[str, int]] = {config: {} for config in DATASET_CONFIGS}
        self._pulls: dict[str, list[str]] = {}

    def add(self, config: str, split: SplitName, row: Record) -> None:
        """Appends `row`; rows of one config and split must come in the order in which they shall stand."""
        key = (config, split)
        if key not in self._open:
            (self.folder / config).mkdir(exist_ok=True)
            self._open[key] = ParquetWriter(self.folder / table_path(config, split), DATASET_CONFIGS[config])
        self._open[key].add(row)

    def add_id(self, split: SplitName, pull_id: str) -> None:
        """Notes that the pull request `<repo>#<number>` is in `split`."""
        self._pulls.setdefault(split, []).append(pull_id)

    def drop(self, drops: Sequence[Drop]) -> None:
        """Appends rows that were left out."""
        for drop in drops:
            self._drops.add(drop)

    def close(self) -> None:
        """Closes all files and writes the id lists."""
        for (config, split), writer in self._open.items():
            writer.__exit__(None, None, None)
            self.rows[config][split] = writer.rows
        self._drops.__exit__(None, None, None)
        write_split_ids(self.folder, self._pulls)


def render_card(rows: Mapping[str, Mapping[str, int]]) -> str:
    """A README with the YAML by which `datasets.load_dataset` finds configs and splits."""
    lines = ["---", "configs:"]
    for config, splits in rows.items():
        if splits:
            lines += [
                f"- config_name: {config}",
                *(["  default: true"] if config == "snapshots" else []),
                "  data_files:",
            ]
        for split in SPLITS:
            if split in splits:
                lines += [f"  - split: {split}", f"    path: {config}/{split}-*.parquet"]
    return "\n".join([*lines, "---", "", "Built by `curate prs`; MANIFEST.json says from what.", ""])
