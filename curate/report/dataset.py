"""The pages over a whole dataset: the funnel, labels and evidence by month, what is missing, and each rule's drops."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from curate.report import plots
from curate.report.blocks import Block, Fold, Heading, Link, Plot, Table, Text
from curate.report.pulls import KIND
from curate.report.rows import DatasetTables, Row
from curate.schemas.store.layout import FUNNEL
from curate.schemas.store.manifest import BuildManifest, Manifest

SNAPSHOT_COLUMNS = ["label", "reason", "unmerged_kind", "evidence_class", "closed_at", "diff_missing", "flags"]


def build_dataset_page(folder: Path, tables: DatasetTables, manifest: Manifest, out: Path) -> list[Block]:
    """Blocks of the page over the dataset or release in `folder`; its plots are written below `out`."""
    snapshots = tables.read_columns("snapshots", SNAPSHOT_COLUMNS)
    pulls = tables.read_columns("pull_requests", ["pr_number", "landed", "closed_at"])
    blocks: list[Block] = [
        Heading(1, f"Dataset {manifest.dataset}"),
        Text(_summary(manifest, snapshots, pulls)),
        *_funnel_blocks(folder, out),
        *_month_blocks(out, snapshots, pulls),
        Heading(2, "Rows"),
        Table("Rows by config and split", ("config", "split", "rows"),
              [(config, split, count) for config, splits in manifest.rows.items() for split, count in splits.items()]),
        Heading(2, "What is missing, and why"),
        _count_table("Snapshots without a patch", "why", (why for row in snapshots if (why := row["diff_missing"]))),
        _count_table("Flags", "flag", (flag for row in snapshots for flag in row["flags"])),
        Heading(2, "Labels"),
        _count_table("Labels by reason", "label and reason", (_reason(row) for row in snapshots)),
        *_drop_blocks(tables),
    ]  # fmt: skip
    return blocks


def build_flips(before: Path, tables: DatasetTables) -> list[Block]:
    """Which labels differ from those of an earlier version, and how many snapshots came and went."""
    columns = ["snapshot_id", "pr_number", "label", "reason"]
    earlier = {row["snapshot_id"]: row for row in DatasetTables(before).read_columns("snapshots", columns)}
    now = {row["snapshot_id"]: row for row in tables.read_columns("snapshots", columns)}
    flips = [
        (Link(item, f"{KIND}/{now[item]['pr_number']}"), _label(earlier[item]), _label(now[item]))
        for item in sorted(earlier.keys() & now.keys())
        if earlier[item]["label"] != now[item]["label"]
    ]
    came, went = len(now.keys() - earlier.keys()), len(earlier.keys() - now.keys())
    words = f"{len(flips)} labels flipped, {came} snapshots came, {went} went; `curate release diff` says why."
    return [
        Heading(2, "Since the earlier version"),
        Text(words),
        Table("Flipped labels", ("snapshot", "before", "now"), flips),
    ]


def _label(row: Row) -> str:
    return f"{row['label']}: {row['reason']}"


def _summary(manifest: Manifest, snapshots: list[Row], pulls: list[Row]) -> str:
    landed = sum(row["landed"] for row in pulls)
    ready = sum(row["label"] == "merge_ready" for row in snapshots)
    patched = sum(row["diff_missing"] is None for row in snapshots)
    fetched = manifest.newest_record if isinstance(manifest, BuildManifest) else None
    newest = f" The newest record was fetched on {fetched[:10]}." if fetched else ""
    return (
        f"{len(pulls):,} pull requests, {landed:,} of them landed; {len(snapshots):,} snapshots, {ready:,} merge ready "
        f"and {len(snapshots) - ready:,} not; {patched:,} have a patch. "
        f"Label rules, version {manifest.label_rules}.{newest}"
    )


def _funnel_blocks(folder: Path, out: Path) -> list[Block]:
    path = folder / FUNNEL
    if not path.is_file():
        return []
    steps: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["steps"]
    flow = [(step["stage"], step["came_in"], step["went_out"]) for step in steps]
    plots.write_flow(out, "funnel", flow)
    rows = [
        (step["stage"], step["unit"].replace("_", " "), step["came_in"],
         ", ".join(f"{count} {reason}" for reason, count in step["dropped"].items()), step["went_out"])
        for step in steps
    ]  # fmt: skip
    shares = "; ".join(f"{name} {went_out:,} of {came_in:,}" for name, came_in, went_out in flow)
    return [
        Heading(2, "Funnel"),
        Plot("funnel", f"Share kept at each step: {shares}"),
        Table("Funnel", ("stage", "unit", "in", "dropped", "out"), rows),
    ]


def _month_blocks(out: Path, snapshots: list[Row], pulls: list[Row]) -> list[Block]:
    panels: list[tuple[str, str, list[Row], Callable[[Row], str]]] = [
        ("landed", "Closed pull requests by month", pulls, lambda row: "landed" if row["landed"] else "not landed"),
        ("labels", "Snapshots by month of closing", snapshots, lambda row: row["label"].replace("_", " ")),
        ("evidence", "Evidence class by month", snapshots, lambda row: row["evidence_class"].replace("_", " ")),
    ]  # fmt: skip
    blocks: list[Block] = [Heading(2, "By month")]
    for name, title, rows, part in panels:
        if not rows:
            continue
        counts = Counter((f"{row['closed_at']:%Y-%m}", part(row)) for row in rows)
        months = sorted({month for month, _ in counts})
        kinds = sorted({kind for _, kind in counts})
        parts = {kind: [counts[month, kind] for month in months] for kind in kinds}
        plots.write_stacked_months(out, name, months, parts)
        table = Table(title, ("month", *kinds), [(month, *(counts[month, kind] for kind in kinds)) for month in months])
        blocks += [
            Heading(3, title),
            Plot(name, f"{title}; the table below has the numbers."),
            Fold("Numbers", [table]),
        ]
    return blocks


def _drop_blocks(tables: DatasetTables) -> list[Block]:
    drops = tables.read_drops(["stage", "unit", "reason", "pr_number"])
    if not drops:
        return []
    counts = Counter((row["stage"], row["reason"], row["unit"]) for row in drops)
    examples = {(row["stage"], row["reason"], row["unit"]): row["pr_number"] for row in reversed(drops)}
    rows = [
        (stage, reason, unit.replace("_", " "), count, _example(examples[stage, reason, unit]))
        for (stage, reason, unit), count in sorted(counts.items())
    ]
    return [
        Heading(2, "What each rule left out"),
        Table("Dropped rows", ("stage", "reason", "unit", "rows", "for example"), rows),
    ]


def _example(number: int | None) -> Link | str:
    return Link(f"#{number}", f"{KIND}/{number}") if number else ""


def _count_table(title: str, column: str, values: Iterable[str]) -> Table:
    counts = sorted(Counter(values).items(), key=lambda entry: (-entry[1], entry[0]))
    return Table(title, (column, "rows"), counts)


def _reason(row: Row) -> str:
    kind = f" ({row['unmerged_kind']})" if row["unmerged_kind"] else ""
    return f"{row['label']}: {row['reason']}{kind}"
