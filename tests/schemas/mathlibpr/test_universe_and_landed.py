"""Rules 1 and 2."""

from datetime import date, timedelta

import pytest
from pulls import comment, hour, pull, sha

from curate.schemas.mathlibpr.rules.landed import (
    find_dependencies,
    find_reverts,
    find_successor,
    is_migrated,
    judge_outcome,
)
from curate.schemas.mathlibpr.rules.universe import left_out, until_end

UNTIL = date(2025, 3, 3)
MERGED = "Pull request successfully merged into master.\n\nBuild succeeded:\n  * [Build](url)"


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
    ("title", "landed"),
    [
        ("[Merged by Bors] - feat: x", True),
        ("[Merged by Bors] -feat: x", True),
        ("[Merged by Bors] - [Merged by Bors] - feat: x", True),
        ("feat: x [Merged by Bors] - ", False),
        ("[merged by bors] - feat: x", False),
        ("feat: x", False),
    ],
)
def test_a_closed_pull_request_landed_when_its_title_begins_with_the_prefix_of_bors(title: str, landed: bool) -> None:
    assert judge_outcome(pull(title=title), None).landed is landed


def test_a_pull_request_that_github_merged_landed() -> None:
    outcome = judge_outcome(pull(title="feat: x", state="MERGED"), None)
    assert outcome.landed
    assert outcome.signs == ("state",)


def test_a_word_of_bors_alone_is_no_landing_but_is_stored() -> None:
    outcome = judge_outcome(pull(title="feat: x", comments=(comment("mathlib-bors", MERGED),)), [sha(9)])
    assert not outcome.landed
    assert outcome.signs == ("bors_comment", "master_commit")
    assert "master-commit-without-landing" in outcome.flags


def test_only_bors_itself_can_say_that_it_merged() -> None:
    assert judge_outcome(pull(comments=(comment("mallory", MERGED),)), None).signs == ("title",)
    assert judge_outcome(pull(comments=(comment("bors", MERGED),)), None).signs == ("title", "bors_comment")
    elsewhere = MERGED.replace("master", "bump/v4.21.0")
    assert judge_outcome(pull(comments=(comment("mathlib-bors", elsewhere),)), None).signs == ("title",)


def test_a_landing_that_nothing_else_bears_out_is_flagged() -> None:
    assert judge_outcome(pull(), []).flags == ("uncorroborated",)
    assert judge_outcome(pull(), [sha(9)]).flags == ()


def test_a_doubled_prefix_or_two_commits_on_master_flag_a_second_landing() -> None:
    twice = "[Merged by Bors] - [Merged by Bors] - feat: x"
    assert "relanded" in judge_outcome(pull(title=twice), [sha(9)]).flags
    assert "relanded" in judge_outcome(pull(), [sha(8), sha(9)]).flags


def test_a_revert_names_what_it_reverts() -> None:
    assert find_reverts(pull(title='[Merged by Bors] - Revert "feat: y (#77)"')) == (77,)
    assert find_reverts(pull(title='Revert "feat: y"', body="Reverts o/r#77")) == (77,)
    assert find_reverts(pull(body="This does not revert #77")) == ()


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
    assert judge_outcome(pull(title="feat: x", **changed), None).unmerged_kind == kind


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
