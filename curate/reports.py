"""What a build has to say to a person: values in, lines and tables out."""

from collections.abc import Iterator
from pathlib import Path

from curate.console import Table
from curate.pipeline import BuildReport
from curate.run import PrsOptions
from curate.schemas.mathlibpr.rows import SPLITS
from curate.schemas.mathlibpr.rules.funnel import Step

SHOWN = 20
"""Of a long list this many are named; the rest stands in the dataset."""


def render_build(report: BuildReport, options: PrsOptions, out: Path) -> Iterator[str | Table]:
    """What a person should know of a build: records not used, lists cut short, the funnel, the rows written."""
    for drop in report.unreadable[:SHOWN]:
        yield f"not used: #{drop.pr_number}: {drop.reason}: {drop.detail}"
    if len(report.unreadable) > SHOWN:
        yield f"… and {len(report.unreadable) - SHOWN} more, in {out}/drops.parquet"
    for kind, numbers in report.cut.items():
        listed = ", ".join(f"#{number}" for number in numbers[:SHOWN])
        more = f" and {len(numbers) - SHOWN} more (column `cut`)" if len(numbers) > SHOWN else ""
        yield f"the source cut the list of {kind} short in {len(numbers)} PRs: {listed}{more}"
    if report.newest_record and report.newest_record.date() < options.until:
        yield f"Newest record fetched on {report.newest_record:%Y-%m-%d}; PRs closed later are missing."
    yield from render_funnel(report.funnel, report.landed)
    counts = [
        (config, split, rows)
        for config, splits in report.rows.items()
        for split in SPLITS
        if (rows := splits.get(split))
    ]
    yield Table(f"Dataset {out}", ("config", "split", "rows"), counts)


def render_funnel(steps: tuple[Step, ...], landed: int) -> Iterator[str | Table]:
    """The funnel as a table, and how many of the pull requests that were kept landed."""
    rows: list[tuple[str, str, int | str, str, int | str]] = []
    for step in steps:
        rows.append((step.stage, step.unit.replace("_", " "), step.came_in, "", step.went_out))
        rows += [("", "", "", f"{count} {reason}", "") for reason, count in step.dropped.items()]
    yield Table("Funnel", ("stage", "unit", "in", "dropped", "out"), rows)
    kept = next(step.went_out for step in steps if step.stage == "migrated")
    yield f"of {kept} pull requests {landed} landed and {kept - landed} did not"
