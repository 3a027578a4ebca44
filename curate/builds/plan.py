"""What building a dataset's unlabelled heads would take, and in which order they are built."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from curate.builds.heads import (
    Head,
    check_tables,
    count_by_year,
    estimate_hours,
    order_heads,
    read_checked_heads,
    read_open_heads,
    sample_heads,
)
from curate.builds.record import BuildResult
from curate.schemas.errors import Failed
from curate.schemas.store.jsonl import read_lines
from curate.scrapers.plumbing import run_git
from curate.scrapers.repository import read_blobs, read_present

TOOLCHAIN = "lean-toolchain"


class BuildPlan(NamedTuple):
    """Heads to build in order, and what is known about them.

    todo: heads that the clone holds and `results` lacks, in the order of their builds.
    rows: (year, reason, heads, heads that the clone holds).
    built: heads that `results` holds already.
    hours: estimate for `todo`; None where no build was measured.
    """

    todo: tuple[Head, ...]
    rows: tuple[tuple[str, str, int, int], ...]
    built: int
    hours: float | None


def plan_builds(dataset: Path, clone: Path, results: Path, workers: int, with_checks: int = 0) -> BuildPlan:
    """The plan for a dataset's heads without build evidence, and for `with_checks` of those that have check runs.

    Args:
        dataset: a folder that `curate prs` wrote.
        clone: a git repository that holds the heads, bare or not.
        results: JSON lines of earlier builds; may not exist yet.
        workers: how many builds run side by side.

    Raises:
        Refused: the dataset is damaged.
    """
    check_tables(dataset)
    heads, checked = read_open_heads(dataset), read_checked_heads(dataset) if with_checks else ()
    present = frozenset(read_present(clone, [head.sha for head in (*heads, *checked)]))
    heads += tuple(sample_heads([head for head in checked if head.sha in present], with_checks))
    results_read = read_lines(results, BuildResult)
    done = {result.sha for result in results_read if result.verdict != "unknown"}
    todo = [head for head in heads if head.sha in present and head.sha not in done]
    seconds = [sum(step.wall_s for step in result.steps) for result in results_read if result.sha in done]
    return BuildPlan(
        tuple(order_heads(todo, read_toolchains(clone, [head.sha for head in todo]))),
        tuple(count_by_year(heads, present)),
        len(done),
        estimate_hours(len(todo), seconds, workers),
    )


def read_toolchains(clone: Path, shas: Sequence[str]) -> dict[str, str]:
    """The content of `lean-toolchain` at each commit that has one."""
    if not shas:
        return {}
    feed = "".join(f"{sha}:{TOOLCHAIN}\n" for sha in shas).encode()
    listed = run_git(clone, "cat-file", "--batch-check=%(objectname)", "--buffer", stdin=feed).decode().splitlines()
    if len(listed) != len(shas):
        raise Failed(f"git answered {len(listed)} of {len(shas)} questions about {TOOLCHAIN}")
    blobs = {sha: line for sha, line in zip(shas, listed, strict=True) if not line.endswith(" missing")}
    texts = dict(zip(sorted(set(blobs.values())), read_blobs(clone, sorted(set(blobs.values()))), strict=True))
    return {sha: texts[blob].decode("utf-8", "replace").strip() for sha, blob in blobs.items()}
