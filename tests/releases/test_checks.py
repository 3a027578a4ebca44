"""A check finds what is wrong with a dataset: each case is a sound dataset with one thing spoilt."""

import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from synthetic import counts_of, edit_rows, invent, write_dataset, write_manifest

from curate.releases.checks import check_dataset
from curate.releases.definition import Definition
from curate.releases.findings import IN_FULL, Finding, apply_allowed, error, render_findings
from curate.releases.splits import check_ids
from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import EvidenceFinding, EvidenceRow, FileChange, Snapshot
from curate.schemas.patches import changed_lines, near_duplicates

Rows = dict[str, list[Record]]


def errors_of(folder: Path, definition: Definition, previous: Path | None = None) -> list[Finding]:
    """All findings that keep `folder` from being released."""
    found = check_dataset(folder, definition, previous, lambda _: None)
    return [finding for finding in found if finding.severity == "error"]


def place(rows: Rows, config: str, **wanted: object) -> int:
    """The place of the first row with these values."""
    return next(
        n for n, row in enumerate(rows[config]) if all(getattr(row, key) == value for key, value in wanted.items())
    )


def test_a_sound_dataset_has_no_findings(dataset: Path, definition: tuple[Definition, str]) -> None:
    assert check_dataset(dataset, definition[0], None, lambda _: None) == []


def spoil_snapshot(**wanted: object) -> Callable[..., Callable[[Rows], Rows]]:
    def change(**values: Any) -> Callable[[Rows], Rows]:
        return lambda rows: edit_rows(rows, "snapshots", place(rows, "snapshots", **wanted), **values)

    return change


def repeat_snapshot(rows: Rows) -> Rows:
    return {**rows, "snapshots": [*rows["snapshots"], rows["snapshots"][0]]}


def lose_pull(rows: Rows) -> Rows:
    return {**rows, "pull_requests": rows["pull_requests"][1:]}


def lose_final_snapshot(rows: Rows) -> Rows:
    final = rows["pairs"][0].final_id  # type: ignore[attr-defined]
    return {**rows, "snapshots": [row for row in rows["snapshots"] if row.snapshot_id != final]}  # type: ignore[attr-defined]


def with_findings(rows: Rows, known: Callable[[Snapshot], bool] = lambda row: True) -> Rows:
    """Each snapshot with a finding of one check, `known` or not."""
    findings = [
        EvidenceFinding(
            snapshot_id=row.snapshot_id, repo=row.repo, pr_number=row.pr_number, check="style",
            value=0.0 if known(row) else None, unit="count", where=(), detail=None, origin="git", rules=1,
            split=row.split,
        )
        for row in rows["snapshots"] if isinstance(row, Snapshot)
    ]  # fmt: skip
    return {**rows, "evidence": list(findings)}


def lose_finding(rows: Rows) -> Rows:
    rows = with_findings(rows)
    return {**rows, "evidence": rows["evidence"][1:]}


def lose_revised(rows: Rows) -> Rows:
    rows = with_findings(rows)
    return {**rows, "snapshots": rows["snapshots"][1:]}


def copy_patch_into_test(rows: Rows) -> Rows:
    source = rows["snapshots"][place(rows, "snapshots", split="train")].diff  # type: ignore[attr-defined]
    lines = source.splitlines(keepends=True)
    return edit_rows(rows, "snapshots", place(rows, "snapshots", split="test"), diff="".join(lines[:-1]))


def tear_group(rows: Rows) -> Rows:
    return edit_rows(rows, "pull_requests", place(rows, "pull_requests", split="test"), group=100)


def move_snapshot(rows: Rows) -> Rows:
    return edit_rows(rows, "snapshots", place(rows, "snapshots", split="test"), split="train")


revised, accepted, unmerged = (spoil_snapshot(reason=reason) for reason in ("revised", "accepted", "unmerged"))
NAMED = FileChange(path="who@example.org", previous_path=None, status="A", additions=1, deletions=0)


def seen(name: str, conclusion: str, url: str | None = None) -> tuple[EvidenceRow, ...]:
    """Evidence of one check."""
    return (
        EvidenceRow(source="q", id=None, name=name, conclusion=conclusion, observed_at=None, run=1, details_url=url),
    )


SPOILT: dict[str, tuple[str, Callable[[Rows], Rows]]] = {
    "a snapshot twice": ("key", repeat_snapshot),
    "a snapshot id that is not its PR and sha": ("key", revised(snapshot_id="something else")),
    "a PR that is missing": ("foreign-key", lose_pull),
    "a pair whose final snapshot is missing": ("foreign-key", lose_final_snapshot),
    "a landing that its PR does not know": ("foreign-key", accepted(landed_sha="f" * 40)),
    "a label against its reason": ("label", revised(label="merge_ready")),
    "an accepted head that is not the last": ("label", revised(label="merge_ready", reason="accepted")),
    "a last head that counts as revised": ("label", accepted(label="not_merge_ready", reason="revised")),
    "an unmerged snapshot of a landed PR": ("label", revised(reason="unmerged", unmerged_kind="unknown")),
    "a landed commit that holds what landed itself": ("label", accepted(elsewhere_sha="f" * 40)),
    "a check that one snapshot alone lacks": ("checks", revised(diagnostics=())),
    "a finding that one snapshot alone lacks": ("checks", lose_finding),
    "a finding of a snapshot that is missing": ("foreign-key", lose_revised),
    "a label without evidence": ("evidence", revised(evidence=())),
    "evidence that failed": ("evidence", revised(evidence=seen("ci / Build", "FAILURE"))),
    "evidence of another job": ("evidence", revised(evidence=seen("ci / build", "SUCCESS"))),
    "bors' word for an earlier head": ("evidence", revised(evidence_class="bors_success")),
    "no patch and no reason why": ("patch", revised(diff=None)),
    "a snapshot in another split than its PR": ("split", move_snapshot),
    "a group on both sides": ("split", tear_group),
    "nearly the same patch on both sides": ("near-duplicate", copy_patch_into_test),
    "the bors prefix in a title": ("leak-bors", accepted(title="[Merged by Bors] - feat: x")),
    "a bors command in a title": ("leak-bors", accepted(title="feat: x\nbors r+")),
    "an e-mail address in a patch": ("email", accepted(diff="+-- ask someone.real@example.org\n")),
    "an e-mail address in a file name": ("email", accepted(changed_files=(NAMED,))),
    "a login in a title": ("login", accepted(title="feat: what @somebody asked for")),
    "a fork's owner in an address": (
        "login",
        accepted(evidence=seen("Build", "SUCCESS", "https://github.com/somebody/mathlib4/runs/1")),
    ),
    "a co-author in a patch": ("trailer", accepted(diff="+Co-authored-by: A B\n")),
    "a token in a patch": ("secret", accepted(diff="+token = 'ghp_" + "a1" * 18 + "'\n")),
    "a private key in a patch": ("secret", accepted(diff="+-----BEGIN RSA PRIVATE KEY-----\n")),
    "an empty title": ("empty", accepted(title="  ")),
    "an invisible title": ("empty", accepted(title="\u200b\u2060 …")),
    "a day after the newest record": ("time", accepted(head_at=datetime(2190, 1, 1, tzinfo=UTC))),
    "a day before GitHub": ("time", accepted(opened_at=datetime(1990, 1, 1, tzinfo=UTC))),
    "a secret of a cloud in a patch": ("secret", accepted(diff="+key = 'AKIA" + "Q7" * 8 + "'\n")),
    "somebody of Zulip in a title": ("person", accepted(title="feat: as @**Ada Lovelace** said")),
    "an unknown label": ("schema", revised(label="maybe")),
    "a sha that is none": ("schema", revised(base_sha="HEAD")),
}


@pytest.mark.parametrize("case", SPOILT)
def test_a_spoilt_row_is_found(case: str, tmp_path: Path, definition: tuple[Definition, str]) -> None:
    rule, spoil = SPOILT[case]
    # Rows are written unchecked, as a wrong builder would.
    folder = write_dataset(tmp_path / "dataset", spoil(invent(40)))
    found = errors_of(folder, definition[0])
    assert rule in {finding.rule for finding in found}, [finding.what for finding in found]
    assert all(finding.todo for finding in found)


def test_a_finding_that_is_known_for_one_label_only_is_told(tmp_path: Path, definition: tuple[Definition, str]) -> None:
    for name, known in (("told", lambda row: row.label == "merge_ready"), ("even", lambda row: True)):
        folder = write_dataset(tmp_path / name, with_findings(invent(40), known))
        found = [one for one in check_dataset(folder, definition[0], None, lambda _: None) if one.rule == "presence"]
        assert [one.where for one in found] == (["snapshots.finding style"] if name == "told" else [])


def test_the_number_of_the_pull_request_in_its_own_title_is_found(
    tmp_path: Path, definition: tuple[Definition, str]
) -> None:
    rows = invent(40)
    number = rows["snapshots"][0].pr_number  # type: ignore[attr-defined]
    folder = write_dataset(tmp_path / "dataset", edit_rows(rows, "snapshots", 0, title=f"feat: continue #{number}"))
    assert [finding.rule for finding in errors_of(folder, definition[0])] == ["leak-number"]


def test_an_address_in_a_column_that_is_not_published_is_a_warning(
    tmp_path: Path, definition: tuple[Definition, str]
) -> None:
    rows = edit_rows(invent(40), "snapshots", 0, body="write to me@example.org")
    folder = write_dataset(tmp_path / "dataset", rows)
    assert errors_of(folder, definition[0]) == []
    found = check_dataset(folder, definition[0], None, lambda _: None)
    assert [(finding.rule, finding.severity) for finding in found] == [("email", "warning")]
    with_texts = definition[0].model_copy(update={"configs": ("snapshots", "texts")})
    assert [finding.rule for finding in errors_of(folder, with_texts)] == ["email"]


def altered(dataset: Path, tmp_path: Path) -> Path:
    """A copy of a sound dataset to lay hands on."""
    return Path(shutil.copytree(dataset, tmp_path / "copy"))


def test_a_file_that_the_manifest_does_not_describe_is_found(
    dataset: Path, tmp_path: Path, definition: tuple[Definition, str]
) -> None:
    folder = altered(dataset, tmp_path)
    (folder / "funnel.json").write_text("{}")
    (folder / "extra.txt").write_text("?")
    (folder / "splits" / "train.ids.txt").unlink()
    found = {finding.where: finding.what for finding in errors_of(folder, definition[0])}
    assert set(found) == {"funnel.json", "extra.txt", "splits/train.ids.txt"}


def rewrite(folder: Path, path: str, table: pa.Table) -> None:
    """Puts `table` in the place of a table and makes the manifest agree."""
    pq.write_table(table, folder / path)
    counts = counts_of(invent(40))
    counts[path.split("/")[0]][path.split("/")[1].split("-")[0]] = table.num_rows
    write_manifest(folder, counts)


SNAPSHOTS = "snapshots/train-00000-of-00001.parquet"


def test_a_column_of_nulls_without_a_type_is_found(
    dataset: Path, tmp_path: Path, definition: tuple[Definition, str]
) -> None:
    folder = altered(dataset, tmp_path)
    table = pq.read_table(folder / SNAPSHOTS)
    at = table.schema.get_field_index("unmerged_kind")
    rewrite(folder, SNAPSHOTS, table.set_column(at, "unmerged_kind", pa.nulls(table.num_rows)))
    assert [(f.rule, f.where) for f in errors_of(folder, definition[0])] == [
        ("null-column", f"{SNAPSHOTS}.unmerged_kind")
    ]


def test_a_missing_and_a_foreign_column_are_found(
    dataset: Path, tmp_path: Path, definition: tuple[Definition, str]
) -> None:
    folder = altered(dataset, tmp_path)
    table = pq.read_table(folder / SNAPSHOTS).drop_columns(["seq"])
    rewrite(folder, SNAPSHOTS, table.append_column("author", pa.array(["x"] * table.num_rows)))
    assert {f.where for f in errors_of(folder, definition[0])} == {f"{SNAPSHOTS}.seq", f"{SNAPSHOTS}.author"}


def test_an_empty_split_is_found(dataset: Path, tmp_path: Path, definition: tuple[Definition, str]) -> None:
    folder = altered(dataset, tmp_path)
    rewrite(folder, SNAPSHOTS, pq.read_table(folder / SNAPSHOTS).slice(0, 0))
    assert "empty-split" in {finding.rule for finding in errors_of(folder, definition[0])}


def test_a_lone_surrogate_is_found(dataset: Path, tmp_path: Path, definition: tuple[Definition, str]) -> None:
    folder = altered(dataset, tmp_path)
    table = pq.read_table(folder / SNAPSHOTS)
    titles = [text.encode() for text in table["title"].to_pylist()]
    titles[0] = "\ud800".encode("utf-8", "surrogatepass")
    broken = pa.chunked_array([pa.array(titles, pa.binary()).view(pa.string())])
    at = table.schema.get_field_index("title")
    rewrite(folder, SNAPSHOTS, table.set_column(at, table.schema.field("title"), broken))
    assert [(f.rule, f.where) for f in errors_of(folder, definition[0])] == [("surrogate", f"{SNAPSHOTS}.title")]


def test_a_row_count_that_the_manifest_does_not_give_is_found(
    dataset: Path, tmp_path: Path, definition: tuple[Definition, str]
) -> None:
    folder = altered(dataset, tmp_path)
    counts = counts_of(invent(40))
    counts["snapshots"]["train"] += 1
    write_manifest(folder, counts)
    (found,) = errors_of(folder, definition[0])
    assert (found.rule, found.where) == ("manifest", SNAPSHOTS)


def test_an_id_that_changed_its_split_since_the_last_release_is_found(
    earlier: Path, tmp_path: Path, definition: tuple[Definition, str]
) -> None:
    rows = invent(40)
    number = rows["pull_requests"][0].pr_number  # type: ignore[attr-defined]
    for config, records in rows.items():
        for place_, row in enumerate(records):
            if row.pr_number == number:  # type: ignore[attr-defined]
                rows = edit_rows(rows, config, place_, split="test")
    folder = write_dataset(tmp_path / "dataset", rows)
    assert errors_of(folder, definition[0]) == []
    found = errors_of(folder, definition[0], earlier)
    assert [finding.rule for finding in found] == ["split-move"]
    assert f"#{number}" in found[0].where


def test_a_damaged_table_is_found(dataset: Path, tmp_path: Path, definition: tuple[Definition, str]) -> None:
    folder = altered(dataset, tmp_path)
    whole = (folder / SNAPSHOTS).read_bytes()
    (folder / SNAPSHOTS).write_bytes(whole[:2000] + b"\0" * 500 + whole[2500:])
    write_manifest(folder, counts_of(invent(40)))
    assert [(f.rule, f.where) for f in errors_of(folder, definition[0])] == [("damaged", SNAPSHOTS)]


def test_what_is_no_dataset_is_refused(tmp_path: Path, earlier: Path, definition: tuple[Definition, str]) -> None:
    with pytest.raises(Refused, match=r"has no MANIFEST\.json"):
        check_dataset(tmp_path, definition[0], None, lambda _: None)
    with pytest.raises(Refused, match="is a release, not a built dataset"):
        check_dataset(earlier, definition[0], None, lambda _: None)


def test_the_first_twenty_findings_are_told_in_full_and_none_is_hidden() -> None:
    findings = [error("rule", f"row[{n}]", "is \x1b[31mwrong", "mend it") for n in range(IN_FULL + 5)]
    lines = render_findings(findings)
    assert sum("mend it" in line for line in lines) == IN_FULL
    assert all(any(f"row[{n}]" in line for line in lines) for n in range(IN_FULL + 5))
    assert not any("\x1b" in line for line in lines)


def test_a_finding_that_the_definition_allows_is_shown_but_does_not_refuse() -> None:
    found = [error("email", "a.diff", "x", "y"), error("email", "b.diff", "x", "y")]
    assert [f.severity for f in apply_allowed(found, ("email a.diff",))] == ["error", "allowed"]


def test_near_duplicates_are_exactly_those_that_comparing_all_pairs_finds() -> None:
    import random

    chance = random.Random(7)
    base = [f"+line {n}" for n in range(400)]
    patches: dict[str, frozenset[int]] = {}
    for n in range(120):
        start, size = chance.randrange(300), chance.randint(3, 60)
        lines = base[start : start + size]
        twin = [line if chance.random() > 0.1 else f"+other {chance.random()}" for line in lines]
        patches[f"{n}a"], patches[f"{n}b"] = changed_lines("\n".join(lines)), changed_lines("\n".join(twin))
    unit = {name: name[-1] for name in patches}

    def likeness(one: str, other: str) -> float:
        return len(patches[one] & patches[other]) / len(patches[one] | patches[other])

    wanted = {
        frozenset((one, other))
        for one in patches
        for other in patches
        if unit[one] < unit[other] and min(len(patches[one]), len(patches[other])) >= 5 and likeness(one, other) >= 0.8
    }
    found = [frozenset((one, other)) for one, other, _ in near_duplicates(patches, unit)]
    assert len(found) == len(set(found))
    assert set(found) == wanted
    assert len(wanted) > 20


def test_an_id_that_a_split_list_and_the_tables_place_differently_is_found() -> None:
    held = {"a#1": "train", "a#2": "test", "a#3": "train"}
    found = list(check_ids({"train": ["a#1", "a#2"], "test": ["a#4"]}, held))
    assert [finding.where for finding in found] == ["a#2", "a#3", "a#4"]
    assert list(check_ids({"train": ["a#1", "a#3"], "test": ["a#2"]}, held)) == []
