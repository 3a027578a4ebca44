"""The pages over a whole dataset: the funnel, labels and evidence by month, what is missing, and each rule's drops."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from curate.report import plots
from curate.report.blocks import Block, Heading, Link, Plot, Table, Text
from curate.report.rows import DatasetTables, Row
from curate.schemas.store.layout import FUNNEL
from curate.schemas.store.manifest import BuildManifest, Manifest

SNAPSHOT_COLUMNS = ["pr_number", "label", "reason", "unmerged_kind", "evidence_class", "closed_at", "diff_missing", "split", "flags"]
EXAMPLES = 5
"""Pull requests named beside each reason of a drop."""


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
        _count_table("Snapshots without a patch", "why", (row["diff_missing"] for row in snapshots if row["diff_missing"])),
        _count_table("Flags", "flag", (flag for row in snapshots for flag in row["flags"])),
        Heading(2, "Labels"),
        _count_table("Labels by reason", "label and reason", (_reason(row) for row in snapshots)),
        *_drop_blocks(tables),
    ]  # fmt: skip
    return blocks


def _summary(manifest: Manifest, snapshots: list[Row], pulls: list[Row]) -> str:
    landed = sum(row["landed"] for row in pulls)
    ready = sum(row["label"] == "merge_ready" for row in snapshots)
    patched = sum(row["diff_missing"] is None for row in snapshots)
    newest = f" The newest record was fetched on {manifest.newest_record[:10]}." if _newest(manifest) else ""
    return (
        f"{len(pulls):,} pull requests, {landed:,} of them landed; {len(snapshots):,} snapshots, {ready:,} merge ready and "
        f"{len(snapshots) - ready:,} not; {patched:,} have a patch. Label rules, version {manifest.label_rules}.{newest}"
    )


def _newest(manifest: Manifest) -> bool:
    return isinstance(manifest, BuildManifest) and manifest.newest_record is not None


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
    alt = "Share kept at each step: " + "; ".join(f"{name} {went_out:,} of {came_in:,}" for name, came_in, went_out in flow)
    return [
        Heading(2, "Funnel"),
        Plot("funnel", alt),
        Table("Funnel", ("stage", "unit", "in", "dropped", "out"), rows),
    ]


def _month_blocks(out: Path, snapshots: list[Row], pulls: list[Row]) -> list[Block]:
    panels: list[tuple[str, str, list[Row], Callable[[Row], str]]] = [
        ("landed", "Closed pull requests by month", pulls, lambda row: "landed" if row["landed"] else "not landed"),
        ("labels", "Snapshots by month of closing", snapshots, lambda row: row["label"].replace("_", " ")),
        ("evidence", "Evidence class by month of closing", snapshots, lambda row: row["evidence_class"].replace("_", " ")),
    ]  # fmt: skip
    blocks: list[Block] = [Heading(2, "By month")]
    for name, title, rows, part in panels:
        if not rows:
            continue
        counts = Counter((f"{row['closed_at']:%Y-%m}", part(row)) for row in rows)
        months = sorted({month for month, _ in counts})
        kinds = sorted({kind for _, kind in counts})
        plots.write_stacked_months(out, name, months, {kind: [counts[month, kind] for month in months] for kind in kinds})
        table = Table(title, ("month", *kinds), [(month, *(counts[month, kind] for kind in kinds)) for month in months])
        blocks += [Plot(name, f"{title}; the table below has the numbers."), table]
    return blocks


def _drop_blocks(tables: DatasetTables) -> list[Block]:
    drops = tables.read_drops(["stage", "unit", "reason", "pr_number"])
    if not drops:
        return []
    counts = Counter((row["stage"], row["unit"], row["reason"]) for row in drops)
    examples: dict[tuple[str, str, str], list[int]] = {}
    for row in drops:
        named = examples.setdefault((row["stage"], row["unit"], row["reason"]), [])
        if row["pr_number"] and row["pr_number"] not in named and len(named) < EXAMPLES:
            named.append(row["pr_number"])
    rows = [
        (stage, reason, unit.replace("_", " "), count, Link(f"#{examples[key][0]}", f"pr/{examples[key][0]}") if examples[key] else "")
        for key, count in sorted(counts.items())
        for stage, unit, reason in [key]
    ]
    return [
        Heading(2, "What each rule left out"),
        Table("Dropped rows", ("stage", "reason", "unit", "rows", "for example"), rows),
    ]


def _count_table(title: str, column: str, values: Iterable[str]) -> Table:
    counts = Counter(values)
    return Table(title, (column, "rows"), sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))


def _reason(row: Row) -> str:
    kind = f" ({row['unmerged_kind']})" if row["unmerged_kind"] else ""
    return f"{row['label']}: {row['reason']}{kind}"
