"""What the card says of the rows: counted while they are written."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator
from datetime import datetime
from typing import NamedTuple

from curate.releases.tables import Row
from curate.schemas.mathlibpr.rows import SPLITS

SAMPLE_CHARACTERS = 90


class Seen(NamedTuple):
    """What is kept of a snapshot."""

    split: str
    label: str
    kind: str
    characters: int | None
    """Length of the patch; None: it is missing."""


class Statistics:
    """Counts over the rows of one release."""

    def __init__(self) -> None:
        self.labels: Counter[tuple[str, str]] = Counter()
        """By label and split."""
        self.reasons: Counter[tuple[str, str]] = Counter()
        self.evidence: Counter[tuple[str, str]] = Counter()
        self.overridden: Counter[tuple[str, str]] = Counter()
        """Labels that an agreed dispute changed, by label and split."""
        self.missing: Counter[str] = Counter()
        """Snapshots without a patch, by why."""
        self.samples: dict[str, Row] = {}
        """The first row of each config."""
        self.units: set[str] = set()
        self.first_closed: datetime | None = None
        self.last_closed: datetime | None = None
        self._snapshots: dict[str, Seen] = {}
        self._pairs: list[tuple[str, int | None, int | None]] = []

    def add(self, config: str, split: str, row: Row) -> None:
        """Counts one row. Snapshots must come before pairs."""
        self.samples.setdefault(config, row)
        if config == "snapshots":
            self._add_snapshot(split, row)
        elif config == "pull_requests":
            self._note_day(row["closed_at"])
        elif config == "pairs":
            ends = [self._snapshots.get(row[end]) for end in ("earlier_id", "final_id")]
            earlier, final = (seen.characters if seen else None for seen in ends)
            self._pairs.append((split, earlier, final))

    def _add_snapshot(self, split: str, row: Row) -> None:
        self.labels[row["label"], split] += 1
        self.reasons[row["unmerged_kind"] or row["reason"], split] += 1
        self.evidence[row["evidence_class"], split] += 1
        self.overridden[row["label"], split] += row.get("override") is not None
        self._note_day(row["closed_at"])
        if row["diff"] is None:
            self.missing[row["diff_missing"]] += 1
        size = None if row["diff"] is None else len(row["diff"])
        self._snapshots[row["snapshot_id"]] = Seen(split, row["label"], row["kind"], size)

    def _note_day(self, day: datetime) -> None:
        self.first_closed = min(self.first_closed or day, day)
        self.last_closed = max(self.last_closed or day, day)

    def coverage(self) -> Iterator[tuple[object, ...]]:
        """Of snapshots by label and of pairs: how many there are, and how many have their patches."""
        for label in sorted({seen.label for seen in self._snapshots.values()}):
            sizes = [seen.characters for seen in self._snapshots.values() if seen.label == label]
            yield f"snapshots `{label}`", *_share(sum(size is not None for size in sizes), len(sizes))
        if self._pairs:
            whole = sum(earlier is not None and final is not None for _, earlier, final in self._pairs)
            yield "pairs (both patches)", *_share(whole, len(self._pairs))

    def baselines(self) -> Iterator[tuple[str, str, str]]:
        """What is reached by one glance, each rule learned on train: name, split, accuracy."""
        yield from self._learned("always the label that is the majority of train", lambda _: 0)
        yield from self._learned("by whether the patch is missing", lambda seen: seen.characters is None)
        yield from self._learned("by the patch's size (power of two)", lambda seen: (seen.characters or 0).bit_length())
        yield from self._learned("by `kind`, an *outcome* column: a leak, not a baseline", lambda seen: seen.kind)
        yield from self._of_pairs()

    def _learned(self, name: str, feature: Callable[[Seen], Hashable]) -> Iterator[tuple[str, str, str]]:
        votes: defaultdict[Hashable, Counter[str]] = defaultdict(Counter)
        for seen in self._snapshots.values():
            if seen.split == "train":
                votes[feature(seen)][seen.label] += 1
        if not votes:
            return
        total = sum(votes.values(), Counter[str]())
        for split in SPLITS:
            rows = [seen for seen in self._snapshots.values() if seen.split == split]
            hits = sum(_majority(votes.get(feature(seen)) or total) == seen.label for seen in rows)
            if rows:
                yield name, split, f"{hits / len(rows):.1%} of {len(rows)}"

    def _of_pairs(self) -> Iterator[tuple[str, str, str]]:
        for split in SPLITS:
            sizes = [(earlier, final) for home, earlier, final in self._pairs if home == split]
            both = [(earlier, final) for earlier, final in sizes if earlier is not None and final is not None]
            if both:
                share = sum(final > earlier for earlier, final in both) / len(both)
                yield "of a pair, the longer patch was accepted", split, f"{share:.1%} of {len(both)}"

    def sample(self, config: str) -> str:
        """The first row of a config as JSON, long texts cut."""
        return json.dumps(_cut(self.samples[config]), indent=1, ensure_ascii=False, default=str)


def _majority(votes: Counter[str]) -> str:
    return max(sorted(votes), key=lambda label: votes[label])


def _share(part: int, whole: int) -> tuple[int, int, str]:
    return whole, part, f"{part / whole:.1%}" if whole else ""


def _cut(value: object) -> object:
    if isinstance(value, str):
        return value if len(value) <= SAMPLE_CHARACTERS else f"{value[:SAMPLE_CHARACTERS]}…"
    if isinstance(value, dict):
        return {name: _cut(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_cut(inner) for inner in value[:1]] + ["…"] * (len(value) > 1)
    return value
