"""What a dataset keeps of check rows is judged again as the rows themselves were."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st
from pulls import commit, hour, pull, row

from curate.schemas.mathlibpr.pulls import CheckRow
from curate.schemas.mathlibpr.rules.builds import judge_builds
from curate.schemas.mathlibpr.rules.checks import latest_verdict, of_jobs
from curate.schemas.mathlibpr.rules.heads import order_heads
from curate.schemas.mathlibpr.rules.landed import judge_outcome

BUILD = frozenset({"Build"})


def judged_twice(*rows: CheckRow) -> tuple[str, str]:
    """The verdict of the label rule, and that of the same rule on what the dataset keeps."""
    subject = pull(commit(1, *rows))
    heads = order_heads(subject)
    built = judge_builds(subject, heads, judge_outcome(subject, None), ("checks",))[heads[0].sha]
    return built.verdict, latest_verdict(of_jobs(built.evidence, BUILD)).verdict


def test_rows_of_an_old_and_a_new_archive_are_judged_again_as_they_were() -> None:
    """The older archive knows no times: the failed run was read long after it, and is not the latest for that."""
    failed = row("FAILURE", run=1)
    passed = row("SUCCESS", run=2, completed_at=hour(2))
    assert judged_twice(failed, passed) == ("pass", "pass")


conclusions = st.sampled_from(["SUCCESS", "FAILURE", "TIMED_OUT", "SKIPPED", "NEUTRAL", "CANCELLED", "STALE", None])
times = st.none() | st.integers(0, 5).map(lambda hours: hour(0) + timedelta(hours=hours))
check_rows = st.builds(
    lambda conclusion, run, job, at, name: row(conclusion, run, job, name, completed_at=at),
    conclusions, st.integers(1, 4), st.integers(1, 4), times, st.sampled_from(["Build", "ci / Build", "Build (fork) "]),
)  # fmt: skip


@given(st.lists(check_rows, max_size=5, unique_by=lambda one: one.id))
def test_any_rows_are_judged_again_as_they_were(rows: list[CheckRow]) -> None:
    first, again = judged_twice(*rows)
    assert again == first
