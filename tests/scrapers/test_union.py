"""Several archives' records of one pull request become one."""

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curate.schemas.mathlibpr.pulls import CheckRow, Commit, Event, PullRequest
from curate.scrapers.union import merge_pulls, merge_rows

DAY = datetime(2024, 9, 1, tzinfo=UTC)
A, B, C = ("a" * 40, "b" * 40, "c" * 40)


def check(identity: str, conclusion: str | None = "SUCCESS", source: str = "old", **more: object) -> CheckRow:
    fields = {"id": identity, "kind": "check_run", "name": "Build", "conclusion": conclusion, "sources": (source,)}
    return CheckRow(**fields | more)


def pull(day: int, source: str = "old", title: str = "t", **more: object) -> PullRequest:
    fields: dict[str, object] = {
        "repo": "o/n", "number": 1, "title": title, "body": "", "state": "CLOSED", "is_draft": False,
        "created_at": DAY, "updated_at": DAY + timedelta(days=day), "closed_at": DAY, "merged_at": None,
        "merge_commit_sha": None, "base_ref": "master", "head_ref": "x", "head_sha": A, "head_repo": None,
        "author": None, "labels": (), "files": (), "commits": (), "events": (), "comments": (),
        "fetched_at": DAY + timedelta(days=day), "sources": (source,),
    }  # fmt: skip
    return PullRequest.model_validate(fields | more)


def commit(sha: str, *rows: CheckRow, none: bool = False, at: datetime | None = DAY) -> Commit:
    return Commit(sha=sha, committed_at=at, checks=None if none else rows)


def test_the_newest_record_gives_the_plain_fields() -> None:
    merged = merge_pulls([pull(3, title="new"), pull(1, title="old"), pull(2, title="between")])
    assert merged.title == "new"


def test_a_commit_that_was_pushed_away_stays_with_its_rows() -> None:
    old = pull(1, commits=(commit(A, check("1")), commit(B, check("2"))), head_sha=B)
    new = pull(2, commits=(commit(A), commit(C)), head_sha=C)
    merged = merge_pulls([new, old])
    assert [one.sha for one in merged.commits] == [A, C]
    assert [(one.sha, [row.id for row in one.checks or ()]) for one in merged.other_commits] == [(B, ["2"])]


def test_rows_that_a_later_reading_no_longer_has_are_kept() -> None:
    old = pull(1, commits=(commit(A, check("1"), check("2")),))
    expired = pull(2, commits=(commit(A, none=True),))
    part = pull(3, commits=(commit(A, check("3")),))
    (one,) = merge_pulls([part, expired, old]).commits
    assert [row.id for row in one.checks or ()] == ["1", "2", "3"]
    (none,) = merge_pulls([expired, pull(1, commits=(commit(A, none=True),))]).commits
    assert none.checks is None


def test_a_row_seen_by_two_sources_is_one_row_that_names_both() -> None:
    (row,) = merge_rows([check("1", source="github"), check("1", source="archive", details_url="u")])
    assert (row.sources, row.details_url) == (("archive", "github"), "u")


def test_a_finished_row_never_gives_way_to_an_unfinished_one() -> None:
    for rows in permutations([check("1", None), check("1", "FAILURE")]):
        assert [row.conclusion for row in merge_rows(rows)] == ["FAILURE"]
    assert [row.conclusion for row in merge_rows([check("1", "FAILURE"), check("1", "SUCCESS")])] == ["SUCCESS"]


def test_a_commits_time_is_kept_when_the_newer_source_does_not_give_it() -> None:
    old = pull(1, commits=(commit(A),))
    new = pull(2, commits=(), other_commits=(commit(A, at=None),))
    assert merge_pulls([old, new]).other_commits[0].committed_at == DAY


def test_the_longest_list_of_events_is_kept() -> None:
    events = tuple(Event(kind="labeled", at=DAY, label=label) for label in ("a", "b"))
    assert merge_pulls([pull(2, events=events[:1]), pull(1, events=events)]).events == events


rows = st.builds(
    check, st.sampled_from("123"), st.sampled_from([None, "SUCCESS", "FAILURE"]), st.sampled_from(["x", "y"])
)
commits = st.lists(
    st.builds(lambda sha, found: commit(sha, *found), st.sampled_from([A, B, C]), st.lists(rows, max_size=3)),
    max_size=3,
    unique_by=lambda one: one.sha,
).map(tuple)
pulls = st.builds(
    lambda day, source, title, listed: pull(day, source, title, commits=listed),
    st.integers(1, 3), st.sampled_from(["x", "y"]), st.sampled_from(["one", "two"]), commits,
)  # fmt: skip


@given(st.lists(pulls, min_size=1, max_size=4), st.randoms())
def test_the_order_in_which_sources_are_given_does_not_matter(records: list[PullRequest], chance) -> None:  # type: ignore[no-untyped-def]
    shuffled = records[:]
    chance.shuffle(shuffled)
    assert merge_pulls(shuffled) == merge_pulls(records)


@given(st.lists(pulls, min_size=1, max_size=4))
def test_each_row_has_one_truth_and_none_is_lost(records: list[PullRequest]) -> None:
    merged = merge_pulls(records)
    wanted: dict[str, set[str]] = {}
    for record in records:
        for one in record.commits:
            wanted.setdefault(one.sha, set()).update(row.id for row in one.checks or ())
    found = {one.sha: [row.id for row in one.checks or ()] for one in (*merged.commits, *merged.other_commits)}
    assert {sha: set(ids) for sha, ids in found.items()} == wanted
    if len(records) > 1:
        assert all(len(ids) == len(set(ids)) for ids in found.values())
    assert set(merged.sources) == {source for record in records for source in record.sources}


@pytest.mark.parametrize("order", list(permutations([0, 1, 2])))
def test_of_equally_old_records_always_the_same_one_wins(order: tuple[int, ...]) -> None:
    records = [pull(1, title=title) for title in ("one", "two", "three")]
    assert merge_pulls([records[place] for place in order]).title == merge_pulls(records).title
