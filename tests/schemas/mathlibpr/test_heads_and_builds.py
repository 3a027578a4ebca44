"""Rules 3 and 4."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pulls import comment, commit, event, hour, pull, row, sha

from curate.schemas.mathlibpr.pulls import CheckRow, Commit, PullRequest
from curate.schemas.mathlibpr.rules.builds import (
    LocalBuild,
    judge_builds,
    judge_checks,
    judge_job,
    read_diagnostics,
)
from curate.schemas.mathlibpr.rules.checks import job_name
from curate.schemas.mathlibpr.rules.heads import order_heads
from curate.schemas.mathlibpr.rules.landed import judge_outcome

BUILD = frozenset({"Build"})


def verdict(*rows: CheckRow) -> str:
    return judge_job(rows, BUILD).verdict


def built(subject: PullRequest, *allowed: str, **more: object) -> dict[str, str]:
    judged = judge_builds(
        subject, order_heads(subject), judge_outcome(subject, None), allowed or ("checks",), **more
    )  # fmt: skip
    return {sha: one.verdict for sha, one in judged.items()}


def test_heads_stand_in_the_order_of_the_branch_and_the_accepted_one_last() -> None:
    heads = order_heads(pull(commit(1, row("SUCCESS")), commit(2, checked=False), commit(3, row("SUCCESS"))))
    assert [head.sha for head in heads] == [sha(1), sha(2), sha(3)]
    assert [head.seq for head in heads] == [1, 2, 3]
    assert [head.pushed for head in heads] == [True, False, True]


def test_a_commit_that_was_pushed_away_stands_before_the_one_that_replaced_it() -> None:
    pushed = event("force_pushed", 5, before_sha=sha(8), after_sha=sha(2))
    heads = order_heads(pull(commit(1, checked=False), commit(2, row("SUCCESS")), events=(pushed,)))
    assert [head.sha for head in heads] == [sha(1), sha(8), sha(2)]
    assert heads[1].known_by == ("force_push_before",)


def test_two_force_pushes_in_a_row_keep_their_order() -> None:
    first = event("force_pushed", 3, before_sha=sha(7), after_sha=sha(8))
    second = event("force_pushed", 5, before_sha=sha(8), after_sha=sha(2))
    heads = order_heads(pull(commit(2, row("SUCCESS")), events=(first, second)))
    assert [head.sha for head in heads] == [sha(7), sha(8), sha(2)]


def test_a_sha_with_check_rows_of_its_own_is_a_head_and_says_how_it_is_known() -> None:
    stray = Commit(sha=sha(9), committed_at=hour(1.5), checks=(row("SUCCESS"),))
    heads = order_heads(pull(commit(1, checked=False), commit(2, row("SUCCESS")), other_commits=(stray,)))
    assert [head.sha for head in heads] == [sha(1), sha(9), sha(2)]
    assert heads[1].known_by == ("check_rows",)
    assert heads[2].known_by == ("check_rows", "commit_list", "head_ref")


def test_a_final_head_that_the_list_was_cut_before_is_still_last() -> None:
    cut = Commit(sha=sha(9), committed_at=None, checks=(row("SUCCESS"),))
    heads = order_heads(
        pull(commit(1, row("SUCCESS")), commit(2, row("SUCCESS")), other_commits=(cut,), head_sha=sha(9))
    )
    assert [head.sha for head in heads] == [sha(1), sha(2), sha(9)]


@given(st.lists(st.tuples(st.sampled_from([None, *map(sha, range(6))]), st.sampled_from([None, *map(sha, range(6))]))))
def test_any_list_of_force_pushes_gives_an_order_with_each_sha_once(pairs: list[tuple[str | None, str | None]]) -> None:
    events = tuple(event("force_pushed", n, before_sha=one, after_sha=two) for n, (one, two) in enumerate(pairs))
    heads = order_heads(pull(commit(1, row("SUCCESS")), commit(2, row("SUCCESS")), events=events))
    named = {one for pair in pairs for one in pair if one}
    assert sorted(head.sha for head in heads) == sorted(named | {sha(1), sha(2)})
    assert heads[-1].sha == sha(2)


@pytest.mark.parametrize(
    ("name", "job"),
    [
        ("Build", "Build"),
        ("Build (fork)", "Build"),
        ("Build (staging)", "Build"),
        ("ci (fork) / Build", "Build"),
        ("ci (fork) / Build (fork)", "Build"),
        ("a / b / Build", "Build"),
        ("ci /  Build ", "Build"),
        ("build", "build"),
        ("Post-Build Step (fork)", "Post-Build Step"),
        ("Build/x", "Build/x"),
    ],
)
def test_the_job_of_a_row_is_its_last_part_without_suffix_and_with_its_case(name: str, job: str) -> None:
    assert job_name(name) == job


def test_the_lower_case_build_is_another_job() -> None:
    assert verdict(row("SUCCESS", name="build"), row("SUCCESS", name="Post-Build Step")) == "none"


@pytest.mark.parametrize(
    ("conclusion", "says"),
    [
        ("SUCCESS", "pass"),
        ("FAILURE", "fail"), ("TIMED_OUT", "fail"), ("STARTUP_FAILURE", "fail"), ("ACTION_REQUIRED", "fail"),
        ("CANCELLED", "unknown"), ("STALE", "unknown"), (None, "unknown"), ("A_NEW_ONE", "unknown"),
        ("SKIPPED", "none"), ("NEUTRAL", "none"),
    ],
)  # fmt: skip
def test_each_conclusion_passes_fails_can_not_be_told_or_says_nothing(conclusion: str | None, says: str) -> None:
    assert verdict(row(conclusion)) == says


def test_the_latest_row_counts_whatever_the_order_of_the_rows() -> None:
    rows = [row("FAILURE", run=5), row("SUCCESS", run=7), row("SKIPPED", run=9, name="Build (fork)")]
    for order in itertools.permutations(rows):
        assert verdict(*order) == "pass"
    assert verdict(row("SUCCESS", run=7, job=1), row("FAILURE", run=7, job=2)) == "fail"


def test_completion_times_come_before_the_numbers_in_links() -> None:
    older = row("SUCCESS", run=9, completed_at=hour(1))
    newer = row("FAILURE", run=5, completed_at=hour(2))
    assert verdict(older, newer) == "fail"
    assert verdict(older, row("FAILURE", run=5)) == "pass"  # one has no time, so the links decide


def test_a_status_is_not_a_check_run_of_that_name() -> None:
    assert verdict(row("SUCCESS", kind="status")) == "none"


def test_a_missing_roll_up_is_not_a_failure_and_not_a_pass() -> None:
    head = order_heads(pull(commit(1, checked=False)))[0]
    assert judge_checks(head, None, require_ci=False).verdict == "none"


def test_rows_that_disagree_are_kept_and_flagged() -> None:
    head = order_heads(pull(commit(1, row("FAILURE", run=1), row("SUCCESS", run=2))))[0]
    judged = judge_checks(head, hour(100), require_ci=False)
    assert judged.flapped
    assert [one.conclusion for one in judged.evidence] == ["SUCCESS", "FAILURE"]
    assert judged.evidence[0].source == "queueboard"


def test_with_ci_the_lint_job_and_the_closing_job_must_pass_too() -> None:
    lint, closing = row("SUCCESS", name="Lint style"), row("SUCCESS", name="Post-CI job")
    for rows, says in [
        ((row("SUCCESS"), lint, closing), "pass"),
        ((row("SUCCESS"), lint), "unknown"),
        ((row("SUCCESS"), row("FAILURE", name="Lint style"), closing), "fail"),
        ((row("FAILURE"), lint, closing), "fail"),
    ]:
        head = order_heads(pull(commit(1, *rows)))[0]
        assert judge_checks(head, None, require_ci=True).verdict == says


def test_weaker_evidence_is_off_unless_it_is_asked_for() -> None:
    green = event("unlabeled", 4, label="awaiting-CI", actor="github-actions")
    subject = pull(commit(1, checked=False), events=(green,))
    assert built(subject) == {sha(1): "none"}
    assert built(subject, "checks", "awaiting_ci_removed") == {sha(1): "pass"}


def test_a_person_who_takes_the_label_off_or_an_unknown_one_proves_nothing() -> None:
    for actor in ("ada", None):
        by_hand = event("unlabeled", 4, label="awaiting-CI", actor=actor)
        subject = pull(commit(1, checked=False), events=(by_hand,))
        assert built(subject, "checks", "awaiting_ci_removed") == {sha(1): "none"}


def test_the_auto_merge_comment_counts_for_the_head_of_its_time_and_from_a_bot_only() -> None:
    said = "As this PR is labelled `auto-merge-after-CI`, we are now sending it to bors:\n\nbors merge"
    pair = (commit(1, row("CANCELLED")), commit(2, row("CANCELLED")))
    subject = pull(*pair, comments=(comment("leanprover-community-bot-assistant", said, at=1.5),))
    assert built(subject, "checks", "auto_merge_comment") == {sha(1): "pass", sha(2): "unknown"}
    mocked = pull(*pair, comments=(comment("mallory", said, at=1.5),))
    assert built(mocked, "checks", "auto_merge_comment") == {sha(1): "unknown", sha(2): "unknown"}


def test_the_success_of_bors_speaks_of_the_accepted_head_alone() -> None:
    said = comment("mathlib-bors", "Pull request successfully merged into master.\n\nBuild succeeded:")
    subject = pull(commit(1, row(None)), commit(2, row(None)), comments=(said,))
    assert built(subject, "checks", "bors_success") == {sha(1): "unknown", sha(2): "pass"}


def test_a_failed_check_is_never_overruled_by_weaker_evidence() -> None:
    said = comment("mathlib-bors", "Pull request successfully merged into master.\n\nBuild succeeded:")
    subject = pull(commit(1, row("FAILURE")), comments=(said,))
    run = LocalBuild(sha=sha(1), passed=True, at=hour(70), tool="lake build")
    assert built(subject, "checks", "bors_success", "local_build", local_builds=[run]) == {sha(1): "fail"}


def test_a_local_build_counts_when_asked_for_and_its_failure_is_a_failure() -> None:
    subject = pull(commit(1, checked=False))
    for passed, says in [(True, "pass"), (False, "fail")]:
        run = LocalBuild(sha=sha(1), passed=passed, at=hour(70), tool="lake build")
        assert built(subject, "checks", "local_build", local_builds=[run]) == {sha(1): says}
        assert built(subject, local_builds=[run]) == {sha(1): "none"}


def test_diagnostics_hold_only_checks_on_the_code() -> None:
    rows = [row("FAILURE", name="Lint style"), row("SUCCESS", name="Add ready-to-merge label"), row("SUCCESS"),
            row("SUCCESS", name="bors", kind="status")]  # fmt: skip
    head = order_heads(pull(commit(1, *rows)))[0]
    assert {one.name: one.verdict for one in read_diagnostics(head)} == {
        "Lint style": "fail",
        "Post-Build Step": "not known",
    }


def test_a_snapshot_without_rows_has_the_same_list_of_diagnostics() -> None:
    with_rows, without = (order_heads(pull(commit(1, *rows)))[0] for rows in ([row("SUCCESS", name="Lint style")], []))
    assert [one.name for one in read_diagnostics(with_rows)] == [one.name for one in read_diagnostics(without)]
