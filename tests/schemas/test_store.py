"""What lies on disk: folders that are replaced, lines that are appended, manifests that are read."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from curate.schemas.base import Record
from curate.schemas.errors import Refused, Stopped
from curate.schemas.store.atomic import replacing, write_file
from curate.schemas.store.digest import digest_file, digest_files, digest_text
from curate.schemas.store.jsonl import append_line, read_lines
from curate.schemas.store.jsontext import write_json
from curate.schemas.store.layout import MANIFEST, read_split_ids, write_split_ids
from curate.schemas.store.lock import hold_output, passing_folder
from curate.schemas.store.manifest import (
    FORMAT,
    BuildManifest,
    ReleaseManifest,
    Tool,
    read_any_manifest,
    read_entries,
    read_manifest,
    write_manifest,
)
from curate.schemas.store.replaceable import build_of


class Note(Record):
    text: str


def make_dataset(folder: Path, dataset: str = "mathlibpr") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README.md").write_text("card")
    write_split_ids(folder, {"train": ["a/b#1"]})
    manifest = BuildManifest(
        format=FORMAT,
        dataset=dataset,
        tool=Tool(name="curate", version="0"),
        options={},
        inputs=(),
        files=read_entries(folder),
        rows={},
        versions={},
        label_rules=1,
    )
    write_manifest(folder, manifest)
    return folder


def release_fields(version: str = "0.1.0") -> dict[str, object]:
    return {
        "format": 1, "kind": "release", "dataset": "mathlibpr", "repo": "o/d", "version": version, "parent": None,
        "label_rules": 1, "files": {}, "rows": {}, "content": {}, "content_sha256": "", "split_ids": {},
        "tool": {"name": "curate", "version": "0"}, "build_manifest_sha256": "", "definition_sha256": "",
    }  # fmt: skip


def test_a_dataset_of_ours_is_replaced_as_a_whole(tmp_path: Path) -> None:
    out = make_dataset(tmp_path / "out")
    with replacing(out, build_of("mathlibpr")) as fresh:
        (fresh / "new").write_text("1")
        assert (out / "README.md").exists()
    assert [path.name for path in out.iterdir()] == ["new"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("foreign", ["notes.txt", ".git/config", "train/notes.md", "splits/more.txt", "MANIFEST.txt"])
def test_a_dataset_in_which_something_else_lies_is_left_alone(tmp_path: Path, foreign: str) -> None:
    out = make_dataset(tmp_path / "out")
    (out / foreign).parent.mkdir(exist_ok=True)
    (out / foreign).write_text("mine")
    with pytest.raises(Refused, match=foreign.split("/")[-1]), replacing(out, build_of("mathlibpr")):
        pass
    assert (out / foreign).read_text() == "mine"


def test_an_empty_folder_and_a_link_in_a_dataset_count_as_foreign(tmp_path: Path) -> None:
    out = make_dataset(tmp_path / "out")
    (out / "empty").mkdir()
    with pytest.raises(Refused, match="empty"), replacing(out, build_of("mathlibpr")):
        pass
    (out / "empty").rmdir()
    (out / "README.md").unlink()
    (out / "README.md").symlink_to(tmp_path)
    with pytest.raises(Refused, match=r"README\.md"), replacing(out, build_of("mathlibpr")):
        pass


def test_a_page_that_somebody_edited_is_not_replaced_and_a_damaged_table_is(tmp_path: Path) -> None:
    out = make_dataset(tmp_path / "out")
    with (out / "README.md").open("a") as page:
        page.write("my notes")
    with pytest.raises(Refused, match=r"README\.md \(edited\)"), replacing(out, build_of("mathlibpr")):
        pass
    assert (out / "README.md").read_text().endswith("my notes")


@pytest.mark.parametrize("manifest", ["{}", "[]", "no json", '{"name": "my-app", "files": ["app.js"]}', "null"])
def test_a_foreign_project_with_a_manifest_is_left_alone(tmp_path: Path, manifest: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / MANIFEST).write_text(manifest)
    with pytest.raises(Refused, match="can't be replaced"), replacing(out, build_of("mathlibpr")):
        pass
    assert (out / MANIFEST).read_text() == manifest


def test_a_release_and_another_dataset_are_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "release"
    out.mkdir()
    write_json(out / MANIFEST, release_fields())
    with pytest.raises(Refused, match="is a release"), replacing(out, build_of("mathlibpr")):
        pass
    other = make_dataset(tmp_path / "other", "stochbench")
    with pytest.raises(Refused, match="stochbench"), replacing(other, build_of("mathlibpr")):
        pass
    assert (other / "README.md").exists()


def test_what_was_put_there_during_the_run_is_left_alone(tmp_path: Path) -> None:
    out = make_dataset(tmp_path / "out")
    with pytest.raises(Refused, match=r"late\.txt"), replacing(out, build_of("mathlibpr")):
        (out / "late.txt").write_text("mine")
    assert (out / "late.txt").read_text() == "mine"


def test_a_kill_between_the_two_renames_loses_nothing(tmp_path: Path) -> None:
    make_dataset(tmp_path / ".out.curate-old")
    (tmp_path / ".out.curate-part").mkdir()
    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "out", build_of("mathlibpr")):
        raise ZeroDivisionError
    assert (tmp_path / "out" / "README.md").read_text() == "card"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_file(tmp_path / "deep" / "file", b"one")
    write_file(tmp_path / "deep" / "file", b"two")
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["file"]
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="taken"):
        write_file(tmp_path / "taken", b"three")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deep", "taken"]


@pytest.mark.parametrize("torn", ['{"text": "tw', '{"text": "\\', "{"])
def test_a_line_that_a_kill_tore_is_passed_over_and_then_cut_off(tmp_path: Path, torn: str) -> None:
    path = tmp_path / "notes.jsonl"
    append_line(path, Note(text="one"))
    with path.open("a") as file:
        file.write(torn)
    assert read_lines(path, Note, allow_torn=True) == (Note(text="one"),)
    with pytest.raises(Refused, match="line 2"):
        read_lines(path, Note)
    append_line(path, Note(text="two"))
    assert read_lines(path, Note) == (Note(text="one"), Note(text="two"))
    assert path.read_text() == '{"text":"one"}\n{"text":"two"}\n'


def test_a_whole_last_line_without_a_newline_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text('{"text": "by hand"}')
    append_line(path, Note(text="two"))
    assert read_lines(path, Note) == (Note(text="by hand"), Note(text="two"))


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text('{"text": "one"}\n{"txt": "two"}\n{"text": "three"}\n')
    with pytest.raises(Refused, match="line 2"):
        read_lines(path, Note)


def test_each_reader_gets_the_kind_of_manifest_that_it_asked_for(tmp_path: Path) -> None:
    built = make_dataset(tmp_path / "built")
    assert read_manifest(built, BuildManifest) == read_any_manifest(built)
    with pytest.raises(Refused, match="is a built dataset, not a release"):
        read_manifest(built, ReleaseManifest)
    release = tmp_path / "release"
    release.mkdir()
    write_json(release / MANIFEST, release_fields())
    assert read_manifest(release, ReleaseManifest).version == "0.1.0"
    with pytest.raises(Refused, match="is a release, not a built dataset"):
        read_manifest(release, BuildManifest)


def test_a_manifest_is_written_with_the_fields_that_were_given(tmp_path: Path) -> None:
    built = make_dataset(tmp_path / "built")
    values = json.loads((built / MANIFEST).read_text())
    assert "newest_record" not in values
    assert values["files"]["README.md"] == {"sha256": digest_file(built / "README.md"), "bytes": 4, "rows": None}


def test_split_ids_come_back_as_they_were_written(tmp_path: Path) -> None:
    write_split_ids(tmp_path, {"train": ["a/b#1", "a/b#2"], "test": []})
    assert read_split_ids(tmp_path / "splits") == {"train": ["a/b#1", "a/b#2"], "test": []}
    (tmp_path / "splits" / "test.ids.txt").write_text("x\nx\n")
    with pytest.raises(Refused, match="distinct"):
        read_split_ids(tmp_path / "splits")


def test_digests_are_sha256_in_hex(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    a = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
    assert digest_file(tmp_path / "a") == digest_text("a") == a
    assert digest_files([tmp_path / "a"]) != digest_files([tmp_path / "a", tmp_path / "a"])


def test_a_lock_is_held_by_one_process_at_a_time_and_let_go_with_the_block(tmp_path: Path) -> None:
    out = tmp_path / "new" / "out.jsonl"
    with hold_output(out), pytest.raises(Stopped, match=r"another run writes .*out\.jsonl"), hold_output(out):
        pass
    with hold_output(out):
        assert [path.name for path in out.parent.iterdir()] == [".out.jsonl.lock"]


def test_a_folder_goes_with_its_block_and_that_of_a_killed_process_with_the_next(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from curate.schemas.store.lock import passing_folder\n"
        "with passing_folder(Path(sys.argv[1])) as folder:\n"
        "    (folder / 'file').touch(); print(folder, flush=True); time.sleep(60)"
    )
    child = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout
    theirs = Path(child.stdout.readline().strip())
    with passing_folder(tmp_path) as ours, passing_folder(tmp_path) as another:
        assert (theirs / "file").exists()
        assert ours.is_dir()
        assert another.is_dir()
    child.kill()
    child.communicate()
    assert list(tmp_path.glob("*/file")) == [theirs / "file"]
    with passing_folder(tmp_path):
        assert not theirs.exists()
    assert not list(tmp_path.iterdir())
