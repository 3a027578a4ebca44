"""What the card says of the rows: counted while they are written."""

from collections import Counter
from collections.abc import Iterator

from curate.releases.tables import Row
from curate.schemas.mathlibpr.rows import SPLITS


class Statistics:
    """Counts over the rows of one release."""

    def __init__(self) -> None:
        self.labels: Counter[tuple[str, str]] = Counter()
        """By label and split."""
        self.reasons: Counter[tuple[str, str]] = Counter()
        self.evidence: Counter[tuple[str, str]] = Counter()
        self.missing: Counter[str] = Counter()
        """Snapshots without a patch, by why."""
        self._lengths: dict[str, int] = {}
        self._longer: Counter[str] = Counter()
        self._pairs: Counter[str] = Counter()

    def add(self, config: str, split: str, row: Row) -> None:
        """Counts one row. Snapshots must come before pairs."""
        if config == "snapshots":
            self.labels[row["label"], split] += 1
            self.reasons[row["unmerged_kind"] or row["reason"], split] += 1
            self.evidence[row["evidence_class"], split] += 1
            if row["diff"] is None:
                self.missing[row["diff_missing"]] += 1
            else:
                self._lengths[row["snapshot_id"]] = len(row["diff"])
        elif config == "pairs":
            earlier, final = self._lengths.get(row["earlier_id"]), self._lengths.get(row["final_id"])
            if earlier is not None and final is not None:
                self._pairs[split] += 1
                self._longer[split] += final > earlier

    def baselines(self) -> Iterator[tuple[str, str, str]]:
        """What a reviewer who reads nothing reaches: name, split, accuracy."""
        train = Counter({label: count for (label, split), count in self.labels.items() if split == "train"})
        majority = max(sorted(train), key=lambda label: train[label]) if train else None
        for split in SPLITS:
            total = sum(count for (_, home), count in self.labels.items() if home == split)
            if majority is not None and total:
                hits = self.labels[majority, split]
                yield f"always `{majority}` (the majority of train)", split, f"{hits / total:.1%} of {total}"
        for split in SPLITS:
            if self._pairs[split]:
                share = self._longer[split] / self._pairs[split]
                yield (
                    "of a pair, the longer patch was accepted",
                    split,
                    f"{share:.1%} of {self._pairs[split]}",
                )
