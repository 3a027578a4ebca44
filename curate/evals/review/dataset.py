"""A built MathlibPR dataset as reviewers see it: ids and what may be shown. Labels are read by `truth` alone."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from curate.evals.review.questions import Choosable
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.evidence.measures import Finding
from curate.schemas.mathlibpr.rows import SPLITS, Snapshot, SplitName
from curate.schemas.mathlibpr.rules.evidence import Shown, Stage, show_snapshot
from curate.schemas.store.digest import digest_file
from curate.schemas.store.layout import MANIFEST, table_path
from curate.schemas.store.manifest import BuildManifest, read_manifest


class ReviewSet:
    """The snapshots and pairs of a dataset that have a patch. Rows stay in Arrow until they are asked for."""

    def __init__(self, folder: Path) -> None:
        """
        Raises:
            Refused: `folder` is no built MathlibPR dataset, or no snapshot of it has a patch.
        """
        self.folder = folder
        self.manifest = read_manifest(folder, BuildManifest, "mathlibpr")
        self.sha256 = digest_file(folder / MANIFEST)
        self._snapshots = read_table(folder, "snapshots")
        self._place = {item: place for place, item in enumerate(self._column("snapshot_id"))}
        self._evidence = read_table(folder, "evidence")
        self._findings = _spans(self._evidence)
        with_patch = [diff is not None for diff in self._snapshots.column("diff").is_valid().to_pylist() if diff]
        self.total = len(self._place)
        if not with_patch:
            raise Refused(
                f"0 of {self.total} snapshots of {folder} have a patch, so there is nothing to review; "
                "build it with curate prs --git"
            )
        self.snapshots = self._choosable()
        self.pairs = self._pairs()

    def show(self, item: str, stage: Stage) -> Shown:
        """What a reviewer sees of snapshot `item`."""
        row = self._snapshots.slice(self._place[item], 1).to_pylist()[0]
        return show_snapshot(Snapshot.model_validate(row), stage, self.findings(item))

    def home(self, item: str) -> tuple[str, int, SplitName]:
        """Repository, number and split of the pull request that the snapshot or pair `item` is of."""
        snapshot = self._versions[item][0] if item in self._versions else item
        row = self._snapshots.select(("repo", "pr_number", "split")).slice(self._place[snapshot], 1).to_pylist()[0]
        return row["repo"], row["pr_number"], row["split"]

    def head(self, item: str) -> str:
        """The head's sha of snapshot `item`.

        Raises:
            Refused: there is no such snapshot.
        """
        if item not in self._place:
            raise Refused(f"{self.folder} has no snapshot called {item}")
        sha: str = self._snapshots.column("head_sha")[self._place[item]].as_py()
        return sha

    def findings(self, item: str) -> tuple[Finding, ...]:
        """What the checks say of snapshot `item`; none where the dataset has no evidence."""
        if item not in self._findings:
            return ()
        start, length = self._findings[item]
        fields = ("check", "value", "unit", "where", "detail", "origin")
        rows = self._evidence.slice(start, length).select(fields).to_pylist()
        return tuple(Finding.model_validate(row) for row in rows)

    def versions(self, pair: str) -> tuple[str, str]:
        """The ids of the earlier and of the accepted version of `pair`."""
        return self._versions[pair]

    def _column(self, name: str) -> list[Any]:
        values: list[Any] = self._snapshots.column(name).to_pylist()
        return values

    def _choosable(self) -> list[Choosable]:
        columns = [self._column(name) for name in ("snapshot_id", "pr_number", "split")]
        valid = self._snapshots.column("diff").is_valid().to_pylist()
        return [Choosable(*row) for row, held in zip(zip(*columns, strict=True), valid, strict=True) if held]

    def _pairs(self) -> list[Choosable]:
        held = {one.item for one in self.snapshots}
        rows = read_table(self.folder, "pairs").to_pylist()
        kept = [row for row in rows if row["earlier_id"] in held and row["final_id"] in held]
        self._versions = {row["pair_id"]: (row["earlier_id"], row["final_id"]) for row in kept}
        return [Choosable(row["pair_id"], row["pr_number"], row["split"]) for row in kept]


def read_table(folder: Path, config: str) -> Any:
    """All rows of a config, split after split; a table without rows where the dataset has none."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from curate.schemas.mathlibpr.rows import DATASET_CONFIGS
    from curate.schemas.store.arrow import arrow_schema

    files = [folder / table_path(config, split) for split in SPLITS]
    tables = [pq.read_table(file) for file in files if file.is_file()]
    return pa.concat_tables(tables) if tables else arrow_schema(DATASET_CONFIGS[config]).empty_table()


def _spans(table: Any) -> Mapping[str, tuple[int, int]]:
    """First row and number of rows of each snapshot; its rows stand together."""
    spans: dict[str, tuple[int, int]] = {}
    for place, item in enumerate(table.column("snapshot_id").to_pylist()):
        start, length = spans.get(item, (place, 0))
        if start + length != place:
            raise Refused(f"the evidence of {item} does not stand together; build the dataset again")
        spans[item] = (start, length + 1)
    return spans
