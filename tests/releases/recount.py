"""The numbers of a card, counted again from the Parquet files alone: `python tests/releases/recount.py RELEASE`."""

import math
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

Table = list[dict[str, str]]


def read_table(card: str, first_column: str) -> Table:
    """The Markdown table whose first column is called so."""
    lines = card.splitlines()
    start = next(
        number
        for number, line in enumerate(lines)
        if line.startswith(f"| {first_column} |") and lines[number + 1].startswith("|---")
    )
    names = [cell.strip() for cell in lines[start].strip("|").split("|")]
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))]
        rows.append(dict(zip(names, cells, strict=True)))
    return rows


def read_config(release: Path, config: str) -> list[dict[str, Any]]:
    """All rows of a config."""
    return [row for path in sorted((release / config).glob("*.parquet")) for row in pq.read_table(path).to_pylist()]


def find_wrong_numbers(release: Path) -> list[str]:
    """What the card says otherwise than the Parquet files, one line each; none: every number was found again."""
    card = (release / "README.md").read_text()
    snapshots, pairs, pulls = (read_config(release, name) for name in ("snapshots", "pairs", "pull_requests"))
    wrong: list[str] = []

    def expect(what: str, said: object, counted: object) -> None:
        if said != counted:
            wrong.append(f"{what}: the card says {said}, the files hold {counted}")

    for row in read_table(card, "config"):
        rows = Counter(one["split"] for one in read_config(release, row["config"].strip("`")))
        for split in ("train", "validation", "test"):
            expect(f"rows of {row['config']} in {split}", int(row[split]), rows[split])
    keys: dict[str, Callable[[dict[str, Any]], str]] = {
        "label": lambda one: one["label"],
        "reason": lambda one: one["unmerged_kind"] or one["reason"],
        "evidence class": lambda one: one["evidence_class"],
    }
    for title, key in keys.items():
        counted = Counter((key(one), one["split"]) for one in snapshots)
        for row in read_table(card, title):
            for split in ("train", "validation", "test"):
                expect(f"{title} {row[title]} in {split}", int(row[split]), counted[row[title].strip("`"), split])
    patches = {one["snapshot_id"]: one["diff"] for one in snapshots}
    for row in read_table(card, "rows"):
        label = row["rows"].removeprefix("snapshots ").strip("`")
        held = (
            [patches.get(one["earlier_id"]) and patches.get(one["final_id"]) for one in pairs]
            if row["rows"].startswith("pairs")
            else [one["diff"] for one in snapshots if one["label"] == label]
        )
        whole = sum(one is not None for one in held)
        expect(row["rows"], (int(row["in all"]), int(row["with patch"])), (len(held), whole))
        expect(f"share of {row['rows']}", row["share"], f"{whole / len(held):.1%}")
    days = sorted(f"{one['closed_at']:%Y-%m-%d}" for one in pulls)
    period = re.search(r"Closed between (\S+) and (\S+)", card)
    expect("period", period.groups() if period else None, (days[0], days[-1]))
    expect_baselines(card, snapshots, pairs, expect)
    return wrong


def expect_baselines(card: str, snapshots: list[dict[str, Any]], pairs: list[dict[str, Any]], expect: Any) -> None:
    """The accuracies, by a count of their own."""
    features = {
        "always": lambda one: "",
        "by whether": lambda one: one["diff"] is None,
        "by the patch's size": lambda one: math.floor(math.log2(len(one["diff"]))) + 1 if one["diff"] else 0,
        "by `kind`": lambda one: one["kind"],
    }
    train = [one for one in snapshots if one["split"] == "train"]
    sizes = {one["snapshot_id"]: len(one["diff"]) for one in snapshots if one["diff"] is not None}
    for row in read_table(card, "baseline"):
        rows = [one for one in snapshots if one["split"] == row["split"]]
        if row["baseline"].startswith("of a pair"):
            ends = [(sizes.get(one["earlier_id"]), sizes.get(one["final_id"])) for one in pairs
                    if one["split"] == row["split"]]  # fmt: skip
            both = [(first, last) for first, last in ends if first is not None and last is not None]
            expect(str(row), row["accuracy"], f"{sum(b > a for a, b in both) / len(both):.1%} of {len(both)}")
            continue
        feature = next(found for name, found in features.items() if row["baseline"].startswith(name))
        hits = 0
        for one in rows:
            alike = Counter(two["label"] for two in train if feature(two) == feature(one)) or Counter(
                two["label"] for two in train
            )
            hits += max(sorted(alike), key=alike.__getitem__) == one["label"]
        expect(str(row), row["accuracy"], f"{hits / len(rows):.1%} of {len(rows)}")


if __name__ == "__main__":
    found = find_wrong_numbers(Path(sys.argv[1]))
    sys.stdout.write("\n".join(found or ["every number of the card was found again"]) + "\n")
    raise SystemExit(bool(found))
