"""Rules 5 to 7, and the splits."""

from datetime import date, datetime

import pytest
from pulls import DAY, commit, hour, pull, row, sha

from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.rows import SplitName
from curate.schemas.mathlibpr.rules.funnel import Funnel
from curate.schemas.mathlibpr.rules.heads import Head, order_heads
from curate.schemas.mathlibpr.rules.labels import label_versions, select_snapshots
from curate.schemas.mathlibpr.rules.landed import judge_outcome
from curate.schemas.mathlibpr.rules.splits import Linked, assign_splits, group_pulls
from curate.schemas.mathlibpr.rules.versions import Change, version_key

NEVER = {"title": "feat: x"}


def label(patches: str, built: str | None = None, landed: bool = True) -> tuple[dict[int, str], dict[int, str]]:
    """Labels and drops by place, for heads whose patch is a letter each; a dot has no build evidence, `?` no patch."""
    subject = pull(*(commit(n, row("SUCCESS")) for n in range(1, len(patches) + 1)), **({} if landed else NEVER))
    heads = [head for head in order_heads(subject) if (built or patches)[head.seq - 1] != "."]
    changes = {
        sha(n): Change(base_sha=sha(99), patch_id=None if letter == "?" else letter * 40)
        for n, letter in enumerate(patches, start=1)
    }
    kept, dropped = label_versions(heads, subject.head_sha, judge_outcome(subject, None), {}, changes)
    return (
        {one.head.seq: f"{one.label}/{one.reason}/{one.kind}" for one in kept},
        {one.head.seq: one.reason for one in dropped},
    )


ACCEPTED = "merge_ready/accepted/final"
FIRST = "not_merge_ready/revised/first_build_passing"


def test_the_accepted_head_with_build_evidence_is_merge_ready() -> None:
    assert label("a") == ({1: ACCEPTED}, {})


def test_an_earlier_version_of_a_landed_pull_request_is_not_merge_ready() -> None:
    assert label("ab") == ({1: FIRST, 2: ACCEPTED}, {})


def test_a_head_whose_version_is_the_accepted_one_is_dropped_and_never_not_merge_ready() -> None:
    assert label("aba") == ({2: "not_merge_ready/revised/intermediate", 3: ACCEPTED}, {1: "same-version"})
    assert label("aa") == ({2: ACCEPTED}, {1: "same-version"})


def test_a_merge_of_master_makes_a_new_head_and_not_a_new_version() -> None:
    assert label("aab") == ({1: FIRST, 3: ACCEPTED}, {2: "same-version"})


def test_an_accepted_head_without_build_evidence_gets_no_label_but_earlier_versions_do() -> None:
    assert label("ab", "a.") == ({1: FIRST}, {})
    assert label("aa", "a.") == ({}, {1: "same-version"})


def test_a_build_passing_head_of_a_pull_request_that_never_landed_is_not_merge_ready() -> None:
    kept, _ = label("ab", landed=False)
    assert kept == {
        1: "not_merge_ready/unmerged/first_build_passing",
        2: "not_merge_ready/unmerged/final",
    }


def test_without_a_patch_versions_are_told_apart_by_sha() -> None:
    assert label("??") == ({1: FIRST, 2: ACCEPTED}, {})
    assert version_key(sha(1), Change(base_sha=None, patch_id=None)) != version_key(
        sha(2), Change(base_sha=None, patch_id=None)
    )


def test_a_version_that_no_patch_tells_apart_is_flagged() -> None:
    subject = pull(*(commit(n, row("SUCCESS")) for n in (1, 2)))
    outcome, unseen = judge_outcome(subject, None), Change(base_sha=None, patch_id=None)
    changes = {sha(1): unseen, sha(2): unseen}
    labelled, _ = label_versions(list(order_heads(subject)), subject.head_sha, outcome, {}, changes)
    assert [one.flags for one in labelled] == [("version-by-sha",)] * 2
    changes[sha(2)] = Change(base_sha=sha(9), patch_id="b" * 40)
    labelled, _ = label_versions(list(order_heads(subject)), subject.head_sha, outcome, {}, changes)
    assert labelled[-1].flags == ()


def test_the_paper_selection_takes_the_first_build_passing_version_and_the_final_head() -> None:
    subject = pull(*(commit(n, row("SUCCESS")) for n in (1, 2, 3)))
    changes = {sha(n): Change(base_sha=sha(9), patch_id=str(n) * 40) for n in (1, 2, 3)}
    heads: list[Head] = list(order_heads(subject))
    labelled, _ = label_versions(heads, subject.head_sha, judge_outcome(subject, None), {}, changes)
    paper, left = select_snapshots(labelled, "paper")
    assert [one.head.seq for one in paper] == [1, 3]
    assert [(one.head.seq, one.reason) for one in left] == [(2, "not-selected")]
    everything, none = select_snapshots(labelled, "all")
    assert ([one.head.seq for one in everything], none) == ([1, 2, 3], [])


def linked(number: int, closed: datetime = DAY, ties: tuple[int, ...] = (), patches: tuple[str, ...] = ()) -> Linked:
    return Linked(number=number, closed_at=closed, ties=ties, patch_ids=patches)


def test_stacked_pull_requests_and_equal_patches_are_one_group() -> None:
    groups = group_pulls(
        [linked(5, ties=(7,)), linked(7), linked(8, patches=("p",)), linked(9, patches=("p",)), linked(3)]
    )
    assert groups == {3: 3, 5: 5, 7: 5, 8: 8, 9: 8}


def test_pull_requests_whose_patches_are_nearly_the_same_are_one_group() -> None:
    assert group_pulls([linked(5), linked(7), linked(9)], [(9, 5)]) == {5: 5, 7: 7, 9: 5}


def test_a_tie_to_a_pull_request_outside_the_dataset_ties_nothing() -> None:
    assert group_pulls([linked(5, ties=(99,)), linked(6, ties=(99,))]) == {5: 5, 6: 6}


def split(rows: list[Linked], *days: str, frozen: dict[int, SplitName] | None = None) -> dict[int, str]:
    dates = [date.fromisoformat(day) for day in days]
    return dict(assign_splits(rows, group_pulls(rows), dates, frozen or {}))


def test_a_group_goes_as_a_whole_by_the_day_of_its_last_closing() -> None:
    rows = [linked(1, hour(0)), linked(2, hour(24)), linked(3, hour(48)), linked(4, hour(0), ties=(3,))]
    assert split(rows, "2025-03-02", "2025-03-03") == {1: "train", 2: "validation", 3: "test", 4: "test"}
    assert split(rows, "2025-03-03") == {1: "train", 2: "train", 3: "test", 4: "test"}
    assert split(rows) == dict.fromkeys((1, 2, 3, 4), "train")


def test_a_frozen_pull_request_never_moves_and_newcomers_follow_it() -> None:
    rows = [linked(1, hour(48)), linked(2, hour(48), ties=(1,))]
    assert split(rows, "2025-03-02", frozen={1: "train"}) == {1: "train", 2: "train"}


def test_a_torn_group_takes_newcomers_into_train_and_moves_nobody() -> None:
    rows = [linked(1), linked(2, ties=(1,)), linked(3, ties=(2,))]
    assert split(rows, "2025-01-01", frozen={1: "train", 2: "test"}) == {1: "train", 2: "test", 3: "train"}
    assert split(rows, "2025-01-01", frozen={1: "test", 2: "train"}) == {1: "test", 2: "train", 3: "train"}


def test_the_funnel_refuses_numbers_that_do_not_add_up() -> None:
    funnel = Funnel()
    drop = Drop(
        stage="universe", unit="pull_request", repo="o/r", pr_number=1, head_sha=None, reason="open", detail=None
    )
    funnel.count("universe", 2, 1, [drop])
    with pytest.raises(ValueError, match="3 came in"):
        funnel.count("universe", 3, 1, [drop])
    step = next(step for step in funnel.steps() if step.stage == "universe")
    assert (step.came_in, step.went_out, step.dropped) == (2, 1, {"open": 1})
