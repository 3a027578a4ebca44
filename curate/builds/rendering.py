"""What `curate builds` has to say: values in, lines and tables out."""

from collections import Counter
from collections.abc import Iterator, Sequence

from curate.builds.agreement import Agreement
from curate.builds.plan import BuildPlan
from curate.builds.record import BuildResult, BuildVerdict
from curate.console import Block, Line, Table

VERDICTS: tuple[BuildVerdict, ...] = ("pass", "fail", "unknown")


def render_build_plan(plan: BuildPlan, workers: int) -> Iterator[Block]:
    """The heads by year and kind, and the estimate."""
    yield Table("Heads to build", ("year", "reason", "heads", "in the clone"), plan.rows)
    yield Line(f"{len(plan.todo)} heads to build, {plan.built} built before")
    if plan.hours is None:
        yield Line("how long that takes is not known: no build was measured yet; try curate builds run --limit 5")
    else:
        yield Line(f"about {plan.hours:.1f} hours with {workers} at a time, by the pace of the builds so far")


def render_builds(built: Sequence[BuildResult], asked: int) -> Iterator[Block]:
    """What a run built."""
    counts = Counter(result.verdict for result in built)
    yield Table("Builds", ("verdict", "heads"), [(verdict, counts[verdict]) for verdict in VERDICTS])
    unknown = [(result.sha[:12], result.detail) for result in built if result.verdict == "unknown"]
    if unknown:
        yield Table("Could not tell", ("head", "why"), unknown)
    if asked > len(built):
        yield Line(f"{asked - len(built)} heads were not built; the same command tries them again")


def render_agreement(found: Agreement) -> Iterator[Block]:
    """The confusion table and the share on which both agree."""
    rows = [(checks, *(found.table.get((checks, verdict), 0) for verdict in VERDICTS)) for checks in VERDICTS[:2]]
    yield Table("Check runs against local builds", ("checks", "built: pass", "built: fail", "built: unknown"), rows)
    if found.low is None or found.high is None:
        yield Line("no head has both a check run and a build that ended; nothing can be said of their agreement")
    else:
        share = f"{found.agreed} of {found.decided} heads ({found.agreed / found.decided:.1%}"
        yield Line(f"both say the same of {share}, 95 % interval {found.low:.1%} to {found.high:.1%})")
