"""What commands show, as lines and tables: values in, blocks out. Printing is the screen's work."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from curate.console import Block, Line, Note, Table

if TYPE_CHECKING:  # what is shown was made before; importing its maker would take longer than showing it
    from curate.explanation import Explanation
    from curate.prs.options import BuildOptions
    from curate.prs.report import BuildReport
    from curate.schemas.mathlibpr.drops import Drop
    from curate.schemas.mathlibpr.rules.funnel import Step

SHOWN = 20
"""How many of a long list are named."""
SHORT = 10
"""Digits of a sha that a person is shown; --json has all of them."""


def render_build(report: "BuildReport", options: "BuildOptions", out: Path) -> Iterator[Block]:
    """What a person should know of a build."""
    yield from _render_unreadable(report.unreadable, out)
    for kind, numbers in report.cut.items():
        listed = ", ".join(f"#{number}" for number in numbers[:SHOWN])
        more = f" and {len(numbers) - SHOWN} more (column `cut`)" if len(numbers) > SHOWN else ""
        yield Note(f"the source cut the list of {kind} short in {len(numbers)} PRs: {listed}{more}")
    if report.newest_record and report.newest_record.date() < options.until:
        yield Note(f"Newest record fetched on {report.newest_record:%Y-%m-%d}; PRs closed later are missing.")
    for wave in report.waves:
        yield Note(f"{wave}; if that was policy, their labels say nothing of the code (docs/labels.md, rule 2)")
    yield from _render_patches(report, out)
    yield from render_funnel(report.funnel, report.landed)
    from curate.schemas.mathlibpr.rows import SPLITS

    counts = [
        (config, split, rows)
        for config, splits in report.rows.items()
        for split in SPLITS
        if (rows := splits.get(split))
    ]
    yield Table(f"Dataset {out}", ("config", "split", "rows"), counts)


MENDS = {
    "shallow": "git fetch --unshallow",
    "the clone's main branch ends": "git fetch",
    "git can't diff it": "git fetch --refetch --no-filter",
    "not in the repository": "run without --offline, with --git URL or a clone whose remote is GitHub",
}
"""For words in the reason why there is no patch, what mends it."""


def _render_patches(report: "BuildReport", out: Path) -> Iterator[Block]:
    if (fetched := report.fetched) and fetched.asked:
        yield Note(
            f"heads that the clone lacked: {fetched.asked}; fetched {fetched.fetched}, gone for good {fetched.gone}"
            + (f"; then: {fetched.failed}" if fetched.failed else "")
        )
    if (share := report.patches) is None:
        return
    yield Note(
        f"patches: {share.with_patch} of {share.snapshots} snapshots, both ends of {share.pairs_with_both} of "
        f"{share.pairs} pairs"
    )
    for reason, count in sorted(share.missing.items(), key=lambda item: -item[1])[:SHOWN]:
        mend = next((todo for words, todo in MENDS.items() if words in reason), f"see diff_missing in {out}")
        yield Note(f"no patch for {count}: {reason} ({mend})")


def _render_unreadable(drops: Sequence["Drop"], out: Path) -> Iterator[Block]:
    for drop in drops[:SHOWN]:
        yield Note(f"not used: #{drop.pr_number}: {drop.reason}: {drop.detail}")
    if len(drops) > SHOWN:
        yield Note(f"… and {len(drops) - SHOWN} more, in {out}/drops.parquet")


def render_funnel(steps: Sequence["Step"], landed: int) -> Iterator[Block]:
    """The funnel as a table, and how many pull requests landed."""
    rows: list[Sequence[object]] = []
    for step in steps:
        rows.append((step.stage, step.unit.replace("_", " "), step.came_in, "", step.went_out))
        rows += [("", "", "", f"{count} {reason}", "") for reason, count in step.dropped.items()]
    yield Table("Funnel", ("stage", "unit", "in", "dropped", "out"), rows)
    kept = next((step.went_out for step in steps if step.stage == "migrated"), 0)
    yield Note(f"of {kept} pull requests {landed} landed and {kept - landed} did not")


def render_explanation(explanation: "Explanation") -> Iterator[Block]:
    """A pull request's facts, then its heads, oldest first: each with what became of it and what was seen of it."""
    yield Line(f"#{explanation.number}")
    width = max((len(fact.name) for fact in explanation.facts), default=0) + 2
    for fact in explanation.facts:
        yield Line(f"{fact.name:<{width}}{fact.text}", width)
    for head in explanation.heads:
        yield Line("")
        yield Line(f"{head.seq:>3}  {head.sha[:SHORT]}  {head.at}", 5)
        yield Line(f"     {head.decision}", 5)
        if head.seen:
            yield Line(f"     {head.seen}", 5)
        for finding in head.findings:
            yield Line(f"       {finding}", 7)
