"""Each pass takes values and gives values: what it was handed can be seen in what comes out."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from case_world import OPTIONS, World, build, read_case

from curate.console import Screen
from curate.prs.build import build_dataset
from curate.prs.options import BuildRequest
from curate.prs.patches import wanted_heads
from curate.prs.sink import Sink
from curate.prs.spool import Spool
from curate.schemas.base import Record
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.pulls import CheckRow, Commit, PullRequest
from curate.schemas.mathlibpr.rules.candidates import Candidate, consider_pull
from curate.schemas.mathlibpr.rules.landed import judge_outcome

CASES = Path(__file__).parents[2] / "cases" / "prs"
AT = datetime(2025, 3, 1, 12, tzinfo=UTC)


def candidate() -> Candidate:
    """A pull request of two commits, the second of which builds."""
    link = "https://github.com/o/r/actions/runs/1/job/1"
    row = CheckRow(id="1", kind="check_run", name="Build", conclusion="SUCCESS", details_url=link, sources=("x",))
    commits = (
        Commit(sha="1" * 40, committed_at=AT, checks=None),
        Commit(sha="2" * 40, committed_at=AT, checks=(row,)),
    )
    pull = PullRequest(
        repo="o/r", number=7, title="feat: x", body="", state="CLOSED", is_draft=False, created_at=AT, updated_at=AT,
        closed_at=AT, merged_at=None, merge_commit_sha=None, base_ref="master", head_ref=None, head_sha="2" * 40,
        head_repo=None, author=None, labels=(), files=(), commits=commits, events=(), comments=(), fetched_at=None,
        sources=("x",),
    )  # fmt: skip
    found = consider_pull(pull, judge_outcome(pull, None), ("checks",), False, ()).candidate
    assert found is not None
    return found


def test_a_head_is_asked_for_with_its_time_and_the_commits_of_its_pull_request() -> None:
    (wanted,) = wanted_heads(candidate())
    assert (wanted.number, wanted.sha, wanted.at) == (7, "2" * 40, AT)
    assert wanted.own == ("1" * 40, "2" * 40)


class Number(Record):
    """A record for the spool."""

    value: int


def test_a_spool_gives_what_was_put_in_as_often_as_it_is_read(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "numbers.jsonl", Number).fill(Number(value=n) for n in range(3))
    assert [one.value for one in spool] == [one.value for one in spool] == [0, 1, 2]


def test_one_call_files_a_dropped_row_and_counts_it_or_neither(tmp_path: Path) -> None:
    sink = Sink(tmp_path)
    drop = Drop(stage="read", unit="entry", repo="o/r", pr_number=1, head_sha=None, reason="odd", detail=None)
    sink.pass_on("read", 2, 1, [drop])
    with pytest.raises(ValueError, match="read: 3 came in"):
        sink.pass_on("read", 3, 1, [drop])
    sink.close()
    step = next(step for step in sink.steps() if step.stage == "read")
    assert (step.came_in, step.went_out, step.dropped) == (2, 1, {"odd": 1})


def test_frozen_splits_reach_the_rows(tmp_path: Path) -> None:
    world = read_case(CASES / "build-of-another-app", tmp_path)
    request = BuildRequest(
        OPTIONS, (str(tmp_path / "archive"),), tmp_path / "work", tmp_path / "out", frozen={103: "test"}
    )
    report = build_dataset(request, Screen())
    assert report.rows["snapshots"] == {"test": 1}
    assert report.rows["pull_requests"] == {"train": 3, "test": 1}
    assert build(world, out="thawed").report.rows["snapshots"] == {"train": 1}


def test_nearly_equal_patches_of_two_pull_requests_are_one_group(tmp_path: Path) -> None:
    world = read_case(CASES / "nearly-equal-patches", tmp_path)
    assert {number: pull["group"] for number, pull in build(world).pulls.items()} == {101: 101, 102: 101, 103: 103}


def unsquashed(world: World) -> Callable[[str], str | None]:
    rows = build(world).snapshots
    return lambda head: next(world.name(row["base_sha"]) for row in rows if row["head"] == head)


def test_the_base_of_a_head_rests_on_its_time_and_on_the_commits_of_its_pull_request(tmp_path: Path) -> None:
    """One head merged a side branch before that landed; the other landed unsquashed and is on the main branch."""
    base_of = unsquashed(read_case(CASES / "landed-unsquashed", tmp_path))
    assert base_of("own") == "m0"
    assert base_of("early") == "m0"
