"""Rules 1 and 2."""

from datetime import UTC, date, datetime, timedelta

import pytest
from pulls import MERGED, comment, event, hour, pull, sha

from curate.schemas.mathlibpr.pulls import Comment
from curate.schemas.mathlibpr.rules.landed import (
    find_dependencies,
    find_successor,
    is_migrated,
    judge_outcome,
)
from curate.schemas.mathlibpr.rules.reverts import Undoing, Undone, find_reverted, parse_subject, parse_undoing
from curate.schemas.mathlibpr.rules.universe import left_out, until_end

UNTIL = date(2025, 3, 3)


def test_a_pull_request_closed_in_the_last_second_of_the_day_is_in() -> None:
    last = until_end(UNTIL) - timedelta(microseconds=1)
    assert left_out(pull(closed_at=last), UNTIL) is None
    assert left_out(pull(closed_at=until_end(UNTIL)), UNTIL) == "closed-after-until"


def test_an_open_pull_request_and_another_base_are_left_out_each_with_its_reason() -> None:
    assert left_out(pull(state="OPEN", closed_at=None), UNTIL) == "open"
    assert left_out(pull(base_ref="bump/v4.14.0"), UNTIL) == "base-not-master"


def test_closed_any_way_is_in_the_universe() -> None:
    assert left_out(pull(title="feat: x"), UNTIL) is None
    assert left_out(pull(state="MERGED", merged_at=hour(40)), UNTIL) is None


@pytest.mark.parametrize(
    ("title", "seen"),
    [
        ("[Merged by Bors] - feat: x", True),
        ("[Merged by Bors] -feat: x", True),
        ("[Merged by Bors] - [Merged by Bors] - feat: x", True),
        ("feat: x [Merged by Bors] - ", False),
        ("[merged by bors] - feat: x", False),
        ("feat: x", False),
    ],
)
def test_the_prefix_that_bors_writes_is_a_sign_of_landing(title: str, seen: bool) -> None:
    outcome = judge_outcome(pull(title=title, comments=()), None)
    assert ("title" in outcome.signs) is seen
    assert outcome.landed is (None if seen else False)


BORS = comment("mathlib-bors", MERGED)


@pytest.mark.parametrize(
    ("changed", "landed_shas", "landed"),
    [
        ({"title": "feat: x", "comments": (), "state": "MERGED"}, None, True),
        ({"title": "feat: x", "comments": ()}, [sha(9)], True),
        ({"title": "feat: x", "comments": (BORS,)}, [sha(9)], True),
        ({"comments": (BORS,)}, None, True),
        ({"comments": ()}, [], None),
        ({"title": "feat: x", "comments": (BORS,)}, [], None),
        ({"title": "feat: x", "comments": (), "cut": ("comments",)}, [], None),
        ({"title": "feat: x", "comments": ()}, [], False),
    ],
)  # fmt: skip
def test_a_pull_request_landed_by_two_signs_or_by_one_that_no_user_can_edit(
    changed: dict, landed_shas: list[str] | None, landed: bool | None
) -> None:
    assert judge_outcome(pull(**changed), landed_shas).landed is landed


def test_only_bors_itself_can_say_that_it_merged() -> None:
    assert judge_outcome(pull(comments=(comment("mallory", MERGED),)), None).signs == ("title",)
    assert judge_outcome(pull(comments=(comment("bors", MERGED),)), None).signs == ("title", "bors_comment")
    elsewhere = MERGED.replace("master", "bump/v4.21.0")
    assert judge_outcome(pull(comments=(comment("mathlib-bors", elsewhere),)), None).signs == ("title",)


@pytest.mark.parametrize(("actor", "landed"), [("mathlib-bors", True), ("alice", None), (None, None)])
def test_a_title_is_borne_out_when_bors_itself_closed_at_the_end(actor: str | None, landed: bool | None) -> None:
    closing = event("closed", 60).model_copy(update={"actor": actor})
    assert judge_outcome(pull(comments=(), events=(closing,)), None).landed is landed
    untitled = pull(title="feat: x", comments=(), events=(closing,))
    assert judge_outcome(untitled, None).landed is False
    again = event("closed", 90).model_copy(update={"actor": "alice"})
    assert judge_outcome(pull(comments=(), events=(closing, again)), None).landed is None


def test_a_doubled_prefix_or_two_commits_on_master_flag_a_second_landing() -> None:
    twice = "[Merged by Bors] - [Merged by Bors] - feat: x"
    assert "relanded" in judge_outcome(pull(title=twice), [sha(9)]).flags
    assert "relanded" in judge_outcome(pull(), [sha(8), sha(9)]).flags


def test_a_revert_names_what_it_takes_back_and_a_reapply_what_it_brings_back() -> None:
    assert parse_undoing('Revert "feat: y (#77)" (#78)') == Undoing(reverts=(77,))
    assert parse_undoing('Revert "feat: y"', "Reverts O/r#77", "o/r") == Undoing(reverts=(77,))
    assert parse_undoing("chore: bump", "Reverts leanprover/lean4#77", "o/r") == Undoing()
    assert parse_undoing("revert “feat: y (#77)”") == Undoing(reverts=(77,))
    assert parse_undoing("feat: x", "This does not revert #77") == Undoing()
    assert parse_undoing('Reapply "feat: y (#77)" (#79)') == Undoing(reapplies=(77,))
    assert parse_undoing('Revert "Revert "feat: y (#77)" (#78)" (#79)') == Undoing(reverts=(78,), reapplies=(77,))


@pytest.mark.parametrize(
    ("subject", "reverts"),
    [
        ("chore: revert #77 (#78)", (77,)),
        ("revert: #77 (#78)", (77,)),
        ("revert: feat: y (#77) (#78)", (77,)),
        ("revert(Algebra): feat: y (#77) (#78)", (77,)),
        ("chore(CI): revert #77 after #70 landed in lean4 (#78)", (77,)),
        ('Revert "feat: y" (#78)', ()),
        ("fix: partial revert of #77 (#78)", ()),
        ("chore: revert import order (#78)", ()),
        ("fix: undo the accidental revert of #77 in #70 (#78)", ()),
    ],
)
def test_a_subject_of_the_main_branch_names_what_it_takes_back(subject: str, reverts: tuple[int, ...]) -> None:
    assert parse_subject(subject) == Undoing(reverts=reverts)


def test_a_dependency_on_another_repository_is_none() -> None:
    here, there = "- [ ] depends on: ", "https://github.com/leanprover-community/batteries/pull/77"
    body = f"{here}#70\n{here}{there}\n{here}leanprover/lean4#71\n{here}o/r#72\n{here}https://github.com/o/r/pull/73"
    assert find_dependencies(pull(repo="o/r", body=body)) == (70, 72, 73)


def test_a_notice_and_a_merge_by_bors_are_known_however_their_lines_break() -> None:
    wrapped = "Mathlib has moved to PRs\r\nfrom forks, and this one\nwill soon be closed."
    told = Comment(id="IC_1", author="robot", at=datetime(2026, 9, 20, tzinfo=UTC), body=wrapped)
    closed = pull(comments=(told,), title="feat: x", closed_at=datetime(2026, 9, 25, tzinfo=UTC))
    assert judge_outcome(closed, []).notice == "moved-to-forks"
    bare = comment("mathlib-bors", "Pull request successfully merged into master.")
    assert judge_outcome(pull(comments=(bare,)), None).signs == ("title", "bors_comment")


@pytest.mark.parametrize("again", ['Reapply "feat: y (#77)" (#79)', 'Revert "Revert "feat: y (#77)" (#78)" (#79)'])
def test_what_was_brought_back_is_reverted_no_more_and_its_revert_is(again: str) -> None:
    first = Undone(by=78, at=hour(1), undoing=parse_undoing('Revert "feat: y (#77)" (#78)'))
    second = Undone(by=79, at=hour(2), undoing=parse_undoing(again))
    assert find_reverted([first]) == {77}
    assert find_reverted([second, first]) == {78}


NOTICE = (
    "Mathlib has moved to PRs from forks. This PR is still from a branch of the main repository and will soon be "
    "closed! Please migrate the content to a fork."
)


def test_a_closing_that_a_notice_announced_says_nothing_of_the_code() -> None:
    told = Comment(id="IC_n", author="x", at=datetime(2026, 9, 19, 12, tzinfo=UTC), body=NOTICE)
    later = datetime(2026, 10, 1, tzinfo=UTC)
    closed = pull(title="feat: x", comments=(told,), closed_at=later, updated_at=later)
    assert judge_outcome(closed, None).notice == "moved-to-forks"
    reopened = closed.model_copy(update={"closed_at": told.at - timedelta(days=1)})
    assert judge_outcome(reopened, None).notice is None  # it was closed before the notice came
    assert judge_outcome(closed, [sha(9)]).notice is None  # it landed


def test_a_branch_that_was_reset_to_its_base_says_nothing_of_the_code() -> None:
    reset = pull(title="feat: x", comments=(), head_sha=sha(9), events=(event("force_pushed", 60),))
    emptied = reset.model_copy(update={"commits": ()})
    assert judge_outcome(emptied, None).notice == "branch-reset"
    assert judge_outcome(reset, None).notice is None


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"author": "dependabot"}, "bot"),
        ({"labels": ("migrated-to-fork",)}, "migrated"),
        ({"labels": ("LLM-generated", "WIP")}, "llm-generated"),
        ({"comments": (comment("emmy", "Superseded by #777."),)}, "superseded"),
        ({"comments": (comment("emmy", "closing in favour of https://x/y #777"),)}, "superseded"),
        ({"labels": ("merge-conflict",)}, "abandoned"),
        ({"author": None}, "unknown"),
        ({}, "unknown"),
    ],
)
def test_a_pull_request_that_never_landed_says_why_as_far_as_can_be_told(changed: dict, kind: str) -> None:
    assert judge_outcome(pull(**{"title": "feat: x", "comments": (), **changed}), None).unmerged_kind == kind


def test_a_pull_request_moved_to_a_fork_is_left_to_its_successor() -> None:
    moved = "This PR has been migrated to a fork-based workflow: https://github.com/o/r/pull/777"
    old = pull(title="feat: x", labels=("migrated-to-fork",), comments=(comment("ada", moved),))
    outcome = judge_outcome(old, None)
    assert find_successor(old) == 777
    assert is_migrated(old, outcome)
    landed = pull(labels=("migrated-to-fork",))
    assert not is_migrated(landed, judge_outcome(landed, None))


def test_dependencies_are_read_from_the_checkbox_lines_only() -> None:
    body = "- [ ] depends on: #11\n- [x] depends on: #12\ndepends on: #13\n- [ ] depends on: #12345"
    assert find_dependencies(pull(body=body)) == (11, 12)
