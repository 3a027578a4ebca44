"""How local builds agree with the check runs that GitHub still has: the error rate of either."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from curate.builds.heads import PASSED, read_checked_heads
from curate.builds.record import BuildResult, BuildVerdict
from curate.evals.prove.metrics import wilson
from curate.schemas.mathlibpr.rules.builds import LocalBuild
from curate.schemas.store.jsonl import read_lines


class Agreement(NamedTuple):
    """A confusion table and how often both say the same.

    table: (verdict of the checks, verdict of the local build) -> heads; unknown verdicts stand in it.
    decided: heads on which both said pass or fail.
    agreed: those on which they said the same.
    low, high: 95 % Wilson interval of agreed / decided; None where nothing was decided.
    """

    table: Mapping[tuple[BuildVerdict, BuildVerdict], int]
    decided: int
    agreed: int
    low: float | None
    high: float | None


def compare_builds(pairs: Iterable[tuple[BuildVerdict, BuildVerdict]]) -> Agreement:
    """The agreement over (checks, local build) verdicts of the same heads."""
    table = Counter(pairs)
    decided = sum(count for pair, count in table.items() if "unknown" not in pair)
    agreed = table["pass", "pass"] + table["fail", "fail"]
    share = wilson(agreed, decided)
    low, high = (share.low, share.high) if decided else (None, None)
    return Agreement(dict(table), decided, agreed, low, high)


def read_agreement(dataset: Path, built: Iterable[tuple[str, BuildVerdict]]) -> Agreement:
    """The agreement between builds, as (commit, verdict), and the check runs that the dataset's verdicts rest on.

    A head that was built and has no check run left does not count.
    """
    checks: dict[str, BuildVerdict] = {
        head.sha: "pass" if head.reason == PASSED else "fail" for head in read_checked_heads(dataset)
    }
    return compare_builds((checks[sha], verdict) for sha, verdict in built if sha in checks)


def compare_local(dataset: Path, builds: Iterable[LocalBuild]) -> Agreement:
    """The agreement of builds that passed or failed, as `curate prs` is given them."""
    return read_agreement(dataset, ((one.sha, "pass" if one.passed else "fail") for one in builds))


def read_built(results: Path) -> list[tuple[str, BuildVerdict]]:
    """Commit and verdict of each build in `results`."""
    return [(result.sha, result.verdict) for result in read_lines(results, BuildResult)]


def plain_agreement(found: Agreement) -> dict[str, Any]:
    """An agreement as a dataset keeps it."""
    rows = [
        {"checks": checks, "built": built, "heads": heads} for (checks, built), heads in sorted(found.table.items())
    ]
    return {**found._asdict(), "table": rows}
