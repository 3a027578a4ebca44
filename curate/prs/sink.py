"""Where rows, dropped rows and their numbers go: what one call files, the same call counts."""

from collections.abc import Sequence
from pathlib import Path

from curate.prs.dataset import DatasetWriter
from curate.schemas.base import Record
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.rows import SplitName
from curate.schemas.mathlibpr.rules.funnel import Funnel, Step


class Sink:
    """The tables of one dataset folder and the funnel of the run that fills it."""

    def __init__(self, folder: Path) -> None:
        self._writer = DatasetWriter(folder)
        self._funnel = Funnel()

    def pass_on(self, stage: str, came_in: int, went_out: int, drops: Sequence[Drop] = ()) -> None:
        """`stage` took `came_in` rows and let `went_out` pass; `drops`, the others, are filed.

        Raises:
            ValueError: the numbers do not add up; a row was lost or counted twice.
        """
        self._funnel.count(stage, came_in, went_out, drops)
        self._writer.drop(drops)

    def add(self, config: str, split: SplitName, row: Record) -> None:
        """Appends a row of the dataset; rows of one table come in the order in which they shall stand."""
        self._writer.add(config, split, row)

    def add_id(self, split: SplitName, pull_id: str) -> None:
        """Notes that the pull request `<repo>#<number>` is in `split`."""
        self._writer.add_id(split, pull_id)

    def close(self) -> dict[str, dict[str, int]]:
        """Closes all files; the number of rows by config and split."""
        self._writer.close()
        return self._writer.rows

    def steps(self) -> tuple[Step, ...]:
        """The funnel."""
        return self._funnel.steps()
