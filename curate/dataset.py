"""A built dataset or a release, opened to be read: rows as records, one at a time."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.rows import DATASET_CONFIGS, Pair, PullRow, Snapshot
from curate.schemas.published import CONFIGS
from curate.schemas.store.layout import DROPS
from curate.schemas.store.manifest import Manifest, ReleaseManifest, check_files, read_any_manifest

if TYPE_CHECKING:
    from curate.explanation import Explanation

R = TypeVar("R", bound=Record)


class Dataset:
    """The rows of one folder. Digests are checked when it is opened."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: Manifest = read_any_manifest(folder)
        self._tables = [name for name in self.manifest.files if name.endswith(".parquet")]
        check_files(folder, self.manifest.files, self._tables)

    @property
    def configs(self) -> tuple[str, ...]:
        """The configs that it holds, such as `snapshots`."""
        return tuple(dict.fromkeys(name.split("/")[0] for name in self._tables if "/" in name))

    def snapshots(self, split: str | None = None) -> Iterator[Snapshot]:
        """The snapshots, with their build evidence.

        Raises:
            Refused: this is a release, which leaves columns out; `rows("snapshots")` reads those it has.
        """
        return self._typed("snapshots", Snapshot, split)

    def pairs(self, split: str | None = None) -> Iterator[Pair]:
        """The pairs."""
        return self._typed("pairs", Pair, split)

    def pull_requests(self, split: str | None = None) -> Iterator[PullRow]:
        """The pull requests of the universe."""
        return self._typed("pull_requests", PullRow, split)

    def drops(self) -> Iterator[Drop]:
        """What was left out, and why, in the order in which it was decided; nothing where no drops are kept."""
        return self._read([DROPS] if DROPS in self._tables else [], Drop)

    def rows(self, config: str, split: str | None = None) -> Iterator[Record]:
        """The rows of any config, in the form in which this folder holds them.

        Raises:
            Refused: it has no such config.
        """
        if config not in self.configs:
            raise Refused(f"{self.folder} has no {config}; it has {', '.join(self.configs)}")
        released = isinstance(self.manifest, ReleaseManifest)
        return self._read(self._files(config, split), CONFIGS[config].record if released else DATASET_CONFIGS[config])

    def explain(self, number: int) -> "Explanation":
        """Why each head of pull request `number` got its label or was dropped.

        Raises:
            Refused: no source of the dataset holds it.
        """
        from curate.explanation import read_explanation

        return read_explanation(self.folder, number)

    def _typed(self, config: str, record: type[R], split: str | None) -> Iterator[R]:
        if config == "snapshots" and isinstance(self.manifest, ReleaseManifest):
            raise Refused(f"{self.folder} is a release, whose snapshots have no bodies; read rows('snapshots')")
        return self._read(self._files(config, split), record)

    def _files(self, config: str, split: str | None) -> list[str]:
        start = f"{config}/{split}-" if split else f"{config}/"
        return [name for name in self._tables if name.startswith(start)]

    def _read(self, names: list[str], record: type[R]) -> Iterator[R]:
        import pyarrow.parquet as pq

        for name in names:
            with pq.ParquetFile(self.folder / name) as file:
                for batch in file.iter_batches(batch_size=256):
                    for row in batch.to_pylist():
                        yield record.model_validate(row)


def open_dataset(folder: Path | str) -> Dataset:
    """The dataset or release in `folder`.

    Raises:
        Refused: it is neither, or a file is not what its manifest says.
    """
    return Dataset(Path(folder))
