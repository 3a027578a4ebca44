"""One entry of an archive becomes a record, or a named reason why there is none."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curate.prs.sources import read_queueboard
from curate.schemas.errors import Stopped
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.pulls import PullRequest
from curate.scrapers.archive import Archive
from curate.scrapers.queueboard import archive_source
from curate.scrapers.queueboard_pull import Unreadable, parse_pull

REPO = "leanprover-community/mathlib4"
SHA = "ab" * 20
READ_AT = datetime(2026, 4, 20, tzinfo=UTC)


def node(**changes: Any) -> dict[str, Any]:
    """The smallest pull request that an archive holds."""
    fields: dict[str, Any] = {
        "number": 7, "title": "feat: x", "body": "Adds x.", "state": "CLOSED", "isDraft": False,
        "createdAt": "2024-09-01T10:00:00Z", "updatedAt": "2024-09-03T10:00:00Z", "closedAt": "2024-09-03T10:00:00Z",
        "mergedAt": None, "mergeCommit": None, "baseRefName": "master", "headRefName": "x", "headRefOid": SHA,
        "headRepository": {"name": "mathlib4", "owner": {"login": "ada"}}, "author": {"login": "ada"},
        "labels": {"nodes": []}, "files": {"nodes": []}, "comments": {"nodes": []}, "reviews": {"nodes": []},
        "timelineItems": {"nodes": []}, "statusCheckRollup": None,
        "commits": {"nodes": [{"commit": {"oid": SHA, "committedDate": "2024-09-01T09:00:00Z",
                                          "statusCheckRollup": None}}]},
    }  # fmt: skip
    return fields | changes


def entry(**changes: Any) -> bytes:
    return json.dumps({"data": {"repository": {"pullRequest": node(**changes)}}}).encode()


def parse(raw: bytes) -> PullRequest:
    return parse_pull(raw, REPO, READ_AT)


def row(identity: str, **changes: Any) -> dict[str, Any]:
    return {"__typename": "CheckRun", "id": identity, "name": "Build", "conclusion": "SUCCESS"} | changes


def test_a_plain_entry_is_read_whole() -> None:
    pull = parse(entry())
    assert (pull.repo, pull.number, pull.head_sha, pull.head_repo) == (REPO, 7, SHA, "ada/mathlib4")
    assert pull.closed_at == datetime(2024, 9, 3, 10, tzinfo=UTC)
    assert pull.commits[0].checks is None
    assert (pull.cut, pull.fetched_at) == ((), READ_AT)


@pytest.mark.parametrize(
    ("raw", "cause"),
    [
        (b"", "empty file"),
        (b" \n", "empty file"),
        (b'{"message": "We couldn\'t respond in time"}', "GitHub error: We couldn't respond in time"),
        (b'{"data":null,"errors":[{"message":"Something went wrong"}]}', "GitHub error: Something went wrong"),
        (b'{"message": "\\u001b[31mred"}', r"GitHub error: \x1b[31mred"),
        (b'{"data": {"repository": null}}', "no data.repository.pullRequest"),
        (b'{"data": {"repository": {"pullRequest": []}}}', "no data.repository.pullRequest"),
        (b"[1, 2]", "JSON, but not an object"),
        (b"null", "JSON, but not an object"),
        (b'{"data": {"repo', "not JSON"),
        (b"\xff\xfe{}", "not JSON"),
        (b'{"data": "\xff"}', "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[" * 100_000 + b"]" * 100_000, "not JSON"),
        (b'{"a":' * 3000 + b"1" + b"}" * 3000, "not JSON"),
        (entry(closedAt="2024-09-03T10:00:00"), "another shape than a pull request: closed_at"),
        (entry(createdAt="yesterday"), "another shape than a pull request: created_at"),
        (entry(headRefOid="--upload-pack=evil"), "another shape than a pull request: head_sha"),
        (entry(headRefOid="../../etc/passwd"), "another shape than a pull request: head_sha"),
        (entry(title=None), "another shape"),
        (entry(title=["x"]), "another shape"),
        (entry(commits={"nodes": [{"commit": None}]}), "another shape"),
        (entry(commits={"nodes": 5}), "another shape"),
        (entry(state="BURNING"), "another shape than a pull request: state"),
        (entry(number=10**10), "another shape than a pull request: number"),
        (entry(number=0).replace(b"0", b"1" * 5000, 1), "not JSON"),
    ],
)  # fmt: skip
def test_what_is_no_pull_request_says_what_it_is_instead(raw: bytes, cause: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(raw)
    assert str(caught.value).startswith(cause)
    assert str(caught.value).isprintable()


def test_lone_surrogates_become_replacement_characters_and_nul_stays() -> None:
    pull = parse(entry(title="a\ud800b", body="x\x00y \udfff \ud83d\ude00"))
    assert (pull.title, pull.body) == ("a\N{REPLACEMENT CHARACTER}b", "x\x00y \N{REPLACEMENT CHARACTER} 😀")
    raw = entry(body="PLACE").replace(b"PLACE", rb"\ud800 \u0000 \ud83d\ude00")
    assert parse(raw).body == "\N{REPLACEMENT CHARACTER} \x00 😀"
    pull.model_dump_json().encode()


def test_a_title_of_100_kb_is_kept_whole() -> None:
    assert parse(entry(title="é" * 100_000)).title == "é" * 100_000


def test_a_deleted_user_a_deleted_fork_and_null_nodes_are_no_hindrance() -> None:
    pull = parse(entry(author=None, headRepository=None, labels=None, comments={"nodes": [None]}))
    assert (pull.author, pull.head_repo, pull.labels, pull.comments) == (None, None, (), ())


@pytest.mark.parametrize("cap", [100, 250])
@pytest.mark.parametrize(("theirs", "ours"), [("files", "files"), ("comments", "comments")])
def test_a_list_as_long_as_the_querys_limit_counts_as_cut(cap: int, theirs: str, ours: str) -> None:
    assert parse(entry(**{theirs: {"nodes": [{"path": "x"}] * cap}})).cut == (ours,)
    assert parse(entry(**{theirs: {"nodes": [{"path": "x"}] * (cap - 1)}})).cut == ()


def test_a_cut_list_of_checks_is_noticed_on_commits_and_on_the_pull_request() -> None:
    many = {"contexts": {"nodes": [row(f"CR_{place}") for place in range(100)]}}
    commit = {"oid": SHA, "committedDate": None, "statusCheckRollup": many}
    assert parse(entry(commits={"nodes": [{"commit": commit}]})).cut == ("checks",)
    assert parse(entry(statusCheckRollup=many)).cut == ("checks",)


def test_the_pull_requests_own_rollup_counts_for_a_head_that_the_commit_list_lacks() -> None:
    rollup = {"contexts": {"nodes": [row("CR_1")]}}
    pull = parse(entry(headRefOid="cd" * 20, statusCheckRollup=rollup))
    assert [(commit.sha, [one.id for one in commit.checks or ()]) for commit in pull.other_commits] == [
        ("cd" * 20, ["CR_1"])
    ]
    assert parse(entry(statusCheckRollup=rollup)).other_commits == ()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(sorted(node())), json_values, max_size=3))
def test_any_values_at_all_give_a_record_or_a_named_reason(changes: dict[str, Any]) -> None:
    try:
        found = parse(entry(**changes)).repo
    except Unreadable as error:
        found = str(error)
    assert found == REPO or (found.startswith("another shape") and found.isprintable())


@given(st.binary(max_size=200))
def test_any_bytes_at_all_give_a_named_reason(raw: bytes) -> None:
    with pytest.raises(Unreadable):
        parse(raw)


def read_folder(folder: Path, workspace: Path, then: Callable[[Archive], None] = lambda archive: None) -> list[Any]:
    with Archive(workspace) as archive:
        index = archive_source(archive, str(folder), workspace, lambda text: None, lambda steps: None)
        then(archive)
        return [(entry.number, entry.read()) for entry in read_queueboard(archive, index, REPO)]


def test_an_entry_under_another_number_is_dropped_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "data" / "8").mkdir(parents=True)
    (tmp_path / "data" / "8" / "pr_info.json").write_bytes(entry())
    ((number, read),) = read_folder(tmp_path, tmp_path / "workspace")
    assert isinstance(read, Drop)
    assert (number, read.reason, read.detail) == (8, "number-mismatch", "the record says that it is #7")


def test_an_entry_that_the_archive_lost_stops_the_run(tmp_path: Path) -> None:
    (tmp_path / "data" / "7").mkdir(parents=True)
    (tmp_path / "data" / "7" / "pr_info.json").write_bytes(entry())

    def lose(archive: Archive) -> None:
        for key in archive.keys("raw/"):
            archive.delete(key)

    with pytest.raises(Stopped, match="#7 is damaged"):
        read_folder(tmp_path, tmp_path / "workspace", lose)


@pytest.mark.parametrize("text", ["", "not a time", "\x00", "9999"])
def test_a_timestamp_that_is_none_leaves_the_time_of_reading_open(tmp_path: Path, text: str) -> None:
    (tmp_path / "data" / "7").mkdir(parents=True)
    (tmp_path / "data" / "7" / "pr_info.json").write_bytes(entry())
    (tmp_path / "data" / "7" / "timestamp.txt").write_text(text)
    ((_, read),) = read_folder(tmp_path, tmp_path / "workspace")
    assert read.fetched_at is None
