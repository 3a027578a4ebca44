"""A build is deterministic, whole or absent, and refuses a version step that is too small."""

import hashlib
import json
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import yaml
from datasets import Features
from synthetic import REPO, edit_rows, invent, write_dataset

from curate.releases.build import build_release
from curate.releases.definition import Definition, find_definition, read_definition
from curate.releases.diff import diff_tables, render_diff
from curate.releases.hydrate import hydrate_release
from curate.releases.markup import render_yaml
from curate.releases.statistics import Statistics
from curate.releases.tables import content_hash, open_tables, read_rows
from curate.releases.tombstones import read_tombstones
from curate.releases.verify import verify_release
from curate.releases.versions import parse_version
from curate.releases.withdraw import withdraw_rows
from curate.schemas.errors import Failed, Refused
from curate.schemas.store.layout import SPLIT_IDS, list_files, read_split_ids
from curate.schemas.store.manifest import ReleaseManifest, read_manifest

Named = tuple[Definition, str]
TRAIN = "snapshots/train-00000-of-00001.parquet"


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in list_files(folder)}


def test_the_same_build_twice_gives_the_same_bytes(
    dataset: Path, earlier: Path, later: Path, tmp_path: Path, definition: Named
) -> None:
    build_release(dataset, *definition, parse_version("0.2.0"), tmp_path / "again", previous=earlier)
    assert bytes_of(tmp_path / "again") == bytes_of(later)


def test_a_release_holds_all_that_users_need(later: Path) -> None:
    assert {name for name in list_files(later) if not name.endswith(".parquet")} == {
        "CHANGELOG.md", "CITATION.cff", "LICENSE", "MANIFEST.json", "NOTICE", "PROVENANCE.json", "README.md",
        "SHA256SUMS", "croissant.json", "eval.yaml", "funnel.json", "tombstones.jsonl",
        *(f"schema/{config}.schema.json" for config in ("snapshots", "pairs", "pull_requests", "preference")),
        *(f"splits/{split}.ids.txt" for split in ("train", "validation", "test")),
    }  # fmt: skip
    assert json.loads((later / "PROVENANCE.json").read_text())["inputs"][0]["sha256"] == "0" * 64


def test_sha256sum_accepts_the_release(later: Path) -> None:
    done = subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=later, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout
    assert len((later / "SHA256SUMS").read_text().splitlines()) == len(list_files(later)) - 1


def test_bodies_are_left_out_unless_the_definition_asks_for_them(
    dataset: Path, tmp_path: Path, definition: Named
) -> None:
    found, template = definition
    build_release(dataset, found, template, parse_version("0.1.0"), tmp_path / "without", previous=None)
    with_texts = found.model_copy(update={"configs": (*found.configs, "texts")})
    build_release(dataset, with_texts, template, parse_version("0.1.0"), tmp_path / "with", previous=None)
    assert b"knew." not in b"".join(raw for name, raw in bytes_of(tmp_path / "without").items() if "README" not in name)
    assert not any("body" in pq.read_schema(path).names for path in (tmp_path / "without").rglob("*.parquet"))
    texts = list(read_rows(tmp_path / "with/texts/train-00000-of-00001.parquet"))
    assert all(row["body"].endswith("knew.") for row in texts)
    assert "body" not in pq.read_schema(tmp_path / "with" / TRAIN).names


def test_the_content_hash_is_the_same_whatever_writes_the_parquet(later: Path, tmp_path: Path) -> None:
    pq.write_table(pq.read_table(later / TRAIN), tmp_path / "other.parquet", compression="snappy", row_group_size=7)
    assert (tmp_path / "other.parquet").read_bytes() != (later / TRAIN).read_bytes()
    digest, count = content_hash(read_rows(tmp_path / "other.parquet"))
    manifest = read_manifest(later, ReleaseManifest)
    assert (digest, count) == (manifest.content["snapshots"]["train"], manifest.rows["snapshots"]["train"])


def test_preferences_are_the_pairs_in_the_columns_of_trl(later: Path, dataset: Path) -> None:
    rows = list(read_rows(later / "preference/train-00000-of-00001.parquet"))
    pairs = {row["pair_id"]: row for row in read_rows(dataset / "pairs/train-00000-of-00001.parquet")}
    diffs = {row["snapshot_id"]: row["diff"] for row in read_rows(dataset / TRAIN)}
    assert [row["pair_id"] for row in rows] == list(pairs)
    for row in rows:
        pair = pairs[row["pair_id"]]
        assert (row["rejected"], row["chosen"]) == (diffs[pair["earlier_id"]], diffs[pair["final_id"]])
        assert row["prompt"].endswith(re.search(r"feat: .*", row["prompt"])[0])  # type: ignore[index]
        assert str(pair["pr_number"]) not in row["prompt"]


def test_the_card_says_of_every_column_what_datasets_reads(later: Path) -> None:
    header = yaml.safe_load((later / "README.md").read_text().split("---\n")[1])
    for info in header["dataset_info"]:
        features = Features._from_yaml_list(info["features"])
        for split in info["splits"]:
            path = later / f"{info['config_name']}/{split['name']}-00000-of-00001.parquet"
            assert Features.from_arrow_schema(pq.read_schema(path)) == features
            assert pq.read_metadata(path).num_rows == split["num_examples"]
    assert [config["config_name"] for config in header["configs"] if config.get("default")] == ["snapshots"]
    assert header["license"] == "apache-2.0"


def test_the_card_shows_the_line_that_pins_the_version(later: Path) -> None:
    assert 'load_dataset("owner/mathlibpr", "snapshots", revision="v0.2.0")' in (later / "README.md").read_text()


def test_a_step_that_is_too_small_is_refused(dataset: Path, earlier: Path, tmp_path: Path, definition: Named) -> None:
    for version in ("0.1.0", "0.1.1", "0.0.9"):
        with pytest.raises(Refused, match=r"minor step: 0\.2\.0 or later"):
            build_release(dataset, *definition, parse_version(version), tmp_path / "out", previous=earlier)
    assert list(tmp_path.iterdir()) == []


def test_a_removed_column_asks_for_a_major_step(
    earlier: Path, dataset: Path, tmp_path: Path, definition: Named
) -> None:
    fewer = definition[0].model_copy(update={"configs": ("snapshots", "pairs")})
    with pytest.raises(Refused, match=r"major step: 1\.0\.0"):
        build_release(dataset, fewer, definition[1], parse_version("0.2.0"), tmp_path / "out", previous=earlier)


def test_another_card_alone_is_a_patch_step(later: Path, dataset: Path, tmp_path: Path, definition: Named) -> None:
    found, template = definition
    build_release(dataset, found, template + "\nMore.\n", parse_version("0.2.1"), tmp_path / "out", previous=later)
    change = diff_tables(open_tables(later, ()), open_tables(tmp_path / "out", ()))
    assert change.step == "patch"
    assert "README.md" in change.files
    before, after = read_manifest(later, ReleaseManifest), read_manifest(tmp_path / "out", ReleaseManifest)
    assert (before.content_sha256, after.parent) == (after.content_sha256, after.parent)
    assert after.parent is not None
    assert after.parent.manifest_sha256 == hashlib.sha256((later / "MANIFEST.json").read_bytes()).hexdigest()


def test_a_flipped_label_is_listed_with_what_explains_it(dataset: Path, later: Path, tmp_path: Path) -> None:
    rows = invent(40)
    at = next(n for n, row in enumerate(rows["snapshots"]) if row.reason == "unmerged")  # type: ignore[attr-defined]
    snapshot = rows["snapshots"][at]
    number = snapshot.pr_number  # type: ignore[attr-defined]
    landed = {"landed": True, "landed_by": ("title",)}
    pull = next(n for n, row in enumerate(rows["pull_requests"]) if row.pr_number == number)  # type: ignore[attr-defined]
    rows = edit_rows(rows, "pull_requests", pull, **landed)
    rows = edit_rows(rows, "snapshots", at, label="merge_ready", reason="accepted", unmerged_kind=None)
    write_dataset(tmp_path / "flipped", rows)
    configs = ("snapshots", "pairs", "pull_requests", "preference")
    change = diff_tables(open_tables(dataset, configs), open_tables(tmp_path / "flipped", configs))
    (flip,) = change.flips
    assert (flip.before, flip.after) == ("not_merge_ready", "merge_ready")
    assert "reason unmerged -> accepted" in flip.why
    assert "pull request landed False -> True" in flip.why
    assert change.step == "minor"
    assert any(snapshot.snapshot_id in line for line in render_diff(change))  # type: ignore[attr-defined]


def test_a_split_move_is_refused(earlier: Path, tmp_path: Path, definition: Named) -> None:
    rows = invent(40)
    for config, records in rows.items():
        for place, row in enumerate(records):
            if row.pr_number == 100:  # type: ignore[attr-defined]
                rows = edit_rows(rows, config, place, split="test")
    write_dataset(tmp_path / "moved", rows)
    with pytest.raises(Refused, match="moved to another split"):
        build_release(tmp_path / "moved", *definition, parse_version("9.0.0"), tmp_path / "out", previous=earlier)


def test_an_unknown_slot_in_the_card_is_refused_and_nothing_is_left(
    dataset: Path, tmp_path: Path, definition: Named
) -> None:
    with pytest.raises(Refused, match="slot"):
        build_release(dataset, definition[0], "$nonsense", parse_version("0.1.0"), tmp_path / "out", previous=None)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(dataset: Path, tmp_path: Path, definition: Named) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "notes.txt").write_text("mine")
    with pytest.raises(Refused, match="already exists"):
        build_release(dataset, *definition, parse_version("0.1.0"), tmp_path / "out", previous=None)
    assert (tmp_path / "out" / "notes.txt").read_text() == "mine"


def test_a_withdrawn_pull_request_is_gone_and_stays_gone(
    dataset: Path, later: Path, tmp_path: Path, definition: Named
) -> None:
    unit = f"{REPO}#100"
    withdraw_rows(later, [unit], "author-request", *definition, parse_version("0.3.0"), tmp_path / "v3")
    assert [(row.id, row.version) for row in read_tombstones(tmp_path / "v3")] == [(unit, "0.3.0")]
    for folder in (tmp_path / "v3",):
        assert unit not in {one for ids in read_split_ids(folder / SPLIT_IDS).values() for one in ids}
        for path in folder.rglob("*.parquet"):
            assert 100 not in pq.read_table(path, columns=["pr_number"])["pr_number"].to_pylist()
    assert verify_release(tmp_path / "v3").parent.version == "0.2.0"  # type: ignore[union-attr]
    build_release(dataset, *definition, parse_version("0.3.1"), tmp_path / "v31", previous=tmp_path / "v3")
    assert verify_release(tmp_path / "v31").content == verify_release(tmp_path / "v3").content
    assert "1 withdrawn" in (tmp_path / "v31" / "CHANGELOG.md").read_text()


def test_only_what_is_there_can_be_withdrawn(later: Path, tmp_path: Path, definition: Named) -> None:
    with pytest.raises(Refused, match="is not in"):
        withdraw_rows(later, [f"{REPO}#999"], "secret", *definition, parse_version("0.3.0"), tmp_path / "out")


@pytest.mark.parametrize("damage", ["byte", "missing", "foreign", "sums"])
def test_verify_finds_every_damage(later: Path, tmp_path: Path, damage: str) -> None:
    copy = Path(shutil.copytree(later, tmp_path / "copy"))
    if damage == "byte":
        raw = bytearray((copy / TRAIN).read_bytes())
        raw[len(raw) // 2] ^= 1
        (copy / TRAIN).write_bytes(raw)
    elif damage == "missing":
        (copy / "LICENSE").unlink()
    elif damage == "foreign":
        (copy / "data.parquet").write_bytes(b"")
    else:
        (copy / "SHA256SUMS").write_text("")
    with pytest.raises(Failed, match="not as published"):
        verify_release(copy)


def test_hydrating_brings_back_the_texts_of_exactly_the_released_snapshots(
    dataset: Path, earlier: Path, tmp_path: Path
) -> None:
    done = hydrate_release(earlier, dataset, tmp_path / "out")
    released = {row["snapshot_id"] for path in earlier.glob("snapshots/*") for row in read_rows(path)}
    bodies = {row["snapshot_id"]: row["body"] for path in dataset.glob("snapshots/*") for row in read_rows(path)}
    texts = {row["snapshot_id"]: row["body"] for path in tmp_path.glob("out/texts/*") for row in read_rows(path)}
    assert texts == {name: bodies[name] for name in released}
    assert (done.found, done.missing) == (len(released), ())


def test_what_can_not_be_hydrated_is_listed(later: Path, tmp_path: Path) -> None:
    part = write_dataset(tmp_path / "part", invent(40, until=30))
    done = hydrate_release(later, part, tmp_path / "out")
    assert done.missing
    assert (tmp_path / "out/missing.txt").read_text().splitlines() == list(done.missing)


def test_the_definition_refuses_what_it_does_not_know(tmp_path: Path) -> None:
    text = find_definition("mathlibpr").read_text()
    for wrong, message in (
        (text.replace("configs = [", 'configs = ["reviews", '), "configs"),
        (text.replace("license =", "licence ="), "licence"),
        (text.replace('repo = "', 'repo = "a/b/'), "repo"),
        ("= nonsense", "not TOML"),
    ):
        (tmp_path / "mathlibpr.toml").write_text(wrong)
        (tmp_path / "mathlibpr.md").write_text("")
        with pytest.raises(Refused, match=message):
            read_definition(tmp_path / "mathlibpr.toml")


@pytest.mark.parametrize("text", ["1.2", "1.2.3.4", "01.2.3", "1.2.x", "-1.0.0", "", "1.2.3\n"])
def test_what_is_no_version_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is not a version"):
        parse_version(text)


def test_versions_follow_each_other_as_their_steps_say() -> None:
    version = parse_version("v1.2.9")
    assert [str(version.next(step)) for step in ("patch", "minor", "major")] == ["1.2.10", "1.3.0", "2.0.0"]  # type: ignore[arg-type]
    assert parse_version("1.10.0") > parse_version("1.9.9")


@pytest.mark.parametrize(
    "text", ["yes", "no", "null", "1.0", "a: b", "# x", "-", "é\u2028", '"', "n<1K", "", "2024-01-01", "[a]", "x\ny"]
)
def test_a_text_comes_back_from_yaml_as_it_was(text: str) -> None:
    assert yaml.safe_load(render_yaml({"key": text, "list": [{"a": text, "b": [text]}]})) == {
        "key": text,
        "list": [{"a": text, "b": [text]}],
    }


def test_the_baselines_are_counted_right() -> None:
    counts = Statistics()
    base = {"unmerged_kind": None, "reason": "accepted", "evidence_class": "checks", "diff_missing": None,
            "kind": "final", "closed_at": datetime(2026, 4, 1, tzinfo=UTC)}  # fmt: skip
    for name, label, diff in (("a", "not_merge_ready", "12"), ("b", "merge_ready", "123"), ("c", "merge_ready", "1")):
        counts.add("snapshots", "train", {**base, "snapshot_id": name, "label": label, "diff": diff})
    counts.add("pairs", "train", {"earlier_id": "a", "final_id": "b"})
    counts.add("pairs", "train", {"earlier_id": "a", "final_id": "c"})
    assert [line[2] for line in counts.baselines()] == ["66.7% of 3"] * 4 + ["50.0% of 2"]
