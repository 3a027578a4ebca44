"""Rule 8: the outcome is planted in every text and none of it is in what a reviewer would be shown."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pulls import comment, commit, event, hour, pull, row, sha

from curate.schemas.mathlibpr.evidence.findings import unknown_findings
from curate.schemas.mathlibpr.pulls import BodyEdit, PullRequest
from curate.schemas.mathlibpr.rows import FileChange, Snapshot
from curate.schemas.mathlibpr.rules.candidates import consider_pull
from curate.schemas.mathlibpr.rules.evidence import Shown, show_snapshot
from curate.schemas.mathlibpr.rules.labels import label_versions
from curate.schemas.mathlibpr.rules.landed import judge_outcome
from curate.schemas.mathlibpr.rules.rows import PatchText, snapshot_row
from curate.schemas.mathlibpr.rules.texts import body_at, clean_text, title_at
from curate.schemas.mathlibpr.rules.versions import Change

PLANTED = """Intro.
[Merged by Bors] - the title again
[merged by bors] - in lower case
bors merge
bors r+
This is #12345, o/r#12345 and https://github.com/o/r/pull/12345/files
Co-authored-by: Ada L <ada@example.org>
 signed-off-by: Emmy <emmy@example.org>
Thanks @emmy-noether and grace@example.org for the review. ghp_0123456789abcdef0123456789abcdef0123
See also #123456 and #999.
"""
BANNED = [
    r"(?i)merged by bors", r"(?im)^\s*bors\b", r"#12345(?!\d)", r"pull/12345(?!\d)", r"(?i)co-authored-by",
    r"(?i)signed-off-by", r"@emmy", r"@example\.org", r"ghp_", r"ready-to-merge", r"maintainer-merge", r"LATER",
    r"merge_ready", r"\baccepted\b",
]  # fmt: skip


def planted_pull() -> PullRequest:
    rows = [
        row("SUCCESS"), row("SUCCESS", name="Lint style"), row("SUCCESS", name="Add ready-to-merge label"),
        row("SUCCESS", name="bors", kind="status"), row("SUCCESS", name="maintainer-merge"),
    ]  # fmt: skip
    return pull(
        commit(1, *rows), commit(2, *rows),
        title="[Merged by Bors] - [Merged by Bors] - feat: x (#12345)",
        body=PLANTED,
        labels=("ready-to-merge", "maintainer-merge"),
        events=(event("labeled", 3, label="ready-to-merge"), event("renamed", None, not_before=hour(60))),
        comments=(comment("emmy", "LATER bors merge"),),
    )  # fmt: skip


def planted_snapshots() -> list[Snapshot]:
    subject = planted_pull()
    candidate = consider_pull(subject, judge_outcome(subject, [sha(9)]), ("checks",), False, ()).candidate
    assert candidate is not None
    changes = {sha(n): Change(base_sha=sha(9), patch_id=str(n) * 40) for n in (1, 2)}
    heads = [one.head for one in candidate.passing]
    labelled, _ = label_versions(heads, candidate.final.sha, candidate.outcome, {}, changes)
    lines = PLANTED.replace("@emmy-noether", "emmy").splitlines()  # in Lean an @ is no mention
    diff = "".join(f"+{line}\n" for line in lines)
    file = FileChange(path="Mathlib/X.lean", previous_path=None, status="M", additions=9, deletions=0)
    patch = PatchText(f"diff --git a/X b/X\n@@ -0,0 +1,9 @@\n{diff}", None, True, (file,))
    return [
        snapshot_row(candidate, one, candidate.passing[n], changes[one.head.sha], patch, "train", False)
        for n, one in enumerate(labelled)
    ]


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_the_outcome_planted_in_every_text_is_in_nothing_that_a_reviewer_is_shown(stage: int) -> None:
    snapshots = planted_snapshots()
    assert {row.label for row in snapshots} == {"merge_ready", "not_merge_ready"}
    for snapshot in snapshots:
        shown = show_snapshot(snapshot, stage)
        text = shown.model_dump_json().replace("\\n", "\n")
        for pattern in BANNED:
            assert not re.search(pattern, text), pattern
        for secret in (snapshot.head_sha, snapshot.base_sha or "-", snapshot.landed_sha or "-", "2025-03"):
            assert secret not in text
        assert "#123456" in text  # another PR's number stays
        assert "Intro." in text


def test_each_stage_shows_what_it_may_and_no_more() -> None:
    snapshot = planted_snapshots()[0]
    findings = unknown_findings("no git")
    one, two, three = (show_snapshot(snapshot, stage, findings) for stage in (1, 2, 3))
    assert (one.findings, one.title, one.body) == ((), None, None)
    assert two.findings == findings
    assert (two.title, two.body) == (None, None)
    assert three.title == "feat: x (#…)"
    assert set(Shown.model_fields) == {"diff", "changed_files", "findings", "title", "body"}


@given(st.text(), st.sampled_from(["[Merged by Bors] - ", "[Merged by Bors] -", "(#12345)", "#12345 "]))
def test_cleaning_twice_changes_nothing_and_no_text_breaks_it(text: str, planted: str) -> None:
    once = clean_text(planted + text, 12345)
    assert clean_text(once, 12345) == once
    once.encode()


def test_a_title_renamed_after_the_head_is_shown_as_it_was() -> None:
    renamed = event("renamed", 5, previous="feat: first name", current="feat: second name")
    by_bors = event("renamed", 60, previous="feat: second name", current="[Merged by Bors] - feat: second name")
    subject = pull(title="[Merged by Bors] - feat: second name", events=(renamed, by_bors))
    assert title_at(subject, hour(1)) == ("feat: first name", "as_of_head")
    assert title_at(subject, hour(6)) == ("feat: second name", "as_of_head")


def test_a_rename_whose_time_or_words_are_not_known_makes_the_title_post_hoc() -> None:
    unsure = event("renamed", None, not_before=hour(1))
    subject = pull(title="feat: x", events=(unsure,))
    assert title_at(subject, hour(2)).origin == "post_hoc"
    assert title_at(pull(title="feat: x"), hour(2)).origin == "as_of_head"


def test_the_rename_that_bors_makes_at_the_end_does_not_count_against_a_title() -> None:
    only = event("renamed", None, not_before=hour(60))
    assert title_at(pull(events=(only,)), hour(2)) == ("feat: x", "as_of_head")


def test_a_title_of_a_cut_timeline_is_post_hoc() -> None:
    assert title_at(pull(cut=("events",)), hour(2)).origin == "post_hoc"


def test_a_body_is_post_hoc_unless_its_edits_are_known() -> None:
    assert body_at(pull(), hour(2)).origin == "post_hoc"
    edits = (BodyEdit(at=hour(0), body="first"), BodyEdit(at=hour(5), body="second"))
    assert body_at(pull(body="second", body_edits=edits), hour(2)) == ("first", "as_of_head")
    assert body_at(pull(body="second", body_edits=edits), hour(6)) == ("second", "as_of_head")
    assert body_at(pull(body="never edited", body_edits=()), hour(6)) == ("never edited", "as_of_head")
