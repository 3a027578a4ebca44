"""A queueboard archive reads the same from folder, tar, repository and URL, or is refused in clear words."""

import io
import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from curate.prs.sources import read_queueboard
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.drops import Drop
from curate.scrapers import queueboard_files
from curate.scrapers.archive import Archive
from curate.scrapers.queueboard import SourceIndex, archive_source
from curate.scrapers.queueboard_files import open_files
from curate.scrapers.repository import clone_name
from curate.standins.upstream.play import play
from curate.standins.upstream.queueboard import write_queueboard
from curate.standins.upstream.scenarios.catalogue import make_histories

REPO = "leanprover-community/mathlib4"
GIT = {
    "PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
}  # fmt: skip


def git(directory: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(directory), *arguments], check=True, capture_output=True, env=GIT)
    return done.stdout.decode().strip()


def read(where: Path | str, workspace: Path, said: list[str] | None = None) -> SourceIndex:
    with Archive(workspace / "archive") as archive:
        say = (lambda text: None) if said is None else said.append
        return archive_source(archive, str(where), workspace / "clones", say, lambda steps: None)


def records(index: SourceIndex, workspace: Path) -> list[object]:
    with Archive(workspace / "archive") as archive:
        entries = read_queueboard(archive, index, REPO)
        return [(entry.number, entry.read()) for entry in entries]


def pack(folder: Path, target: Path, prefix: str = "") -> Path:
    with tarfile.open(target, "w:xz", preset=1) as tar:
        for path in sorted(folder.rglob("*")):
            tar.add(path, f"{prefix}{path.relative_to(folder)}", recursive=False)
    return target


def commit_all(folder: Path, message: str) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", message)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One archive in each shape: `folder`, `a.tar.xz`, `clone` (ordinary) and `bare.git`."""
    root = tmp_path_factory.mktemp("sources")
    write_queueboard(play(make_histories(extra=4)), root / "folder")
    pack(root / "folder", root / "a.tar.xz")
    shutil.copytree(root / "folder", root / "clone")
    git(root / "clone", "init", "-q", "-b", "master")
    commit_all(root / "clone", "first")
    (root / "clone" / "notes.md").write_text("newer")
    commit_all(root / "clone", "second")
    git(root, "clone", "-q", "--bare", str(root / "clone"), str(root / "bare.git"))
    return root


@pytest.fixture(scope="module")
def from_folder(made: Path) -> tuple[SourceIndex, list[object]]:
    index = read(made / "folder", made / "workspace")
    return index, records(index, made / "workspace")


@pytest.mark.parametrize(
    ("shape", "kind"), [("a.tar.xz", "tar"), ("clone", "git"), ("bare.git", "git"), ("folder/data", "folder")]
)
def test_every_shape_gives_the_folders_digest_and_records(
    made: Path, tmp_path: Path, from_folder: tuple[SourceIndex, list[object]], shape: str, kind: str
) -> None:
    index = read(made / shape, tmp_path)
    assert index.kind == kind
    assert index.digest == from_folder[0].digest
    assert records(index, tmp_path) == from_folder[1]
    assert sum(not isinstance(found[1], Drop) for found in from_folder[1]) > 30  # type: ignore[index]


def test_an_archive_below_one_folder_of_a_tar_reads_the_same(
    made: Path, tmp_path: Path, from_folder: tuple[SourceIndex, list[object]]
) -> None:
    index = read(pack(made / "folder", tmp_path / "b.tar.xz", "queueboard-archive2-master/"), tmp_path)
    assert index.digest == from_folder[0].digest


def test_a_url_is_cloned_shallowly_into_the_workspace_and_refreshed_later(
    made: Path, tmp_path: Path, from_folder: tuple[SourceIndex, list[object]]
) -> None:
    shutil.copytree(made / "clone", tmp_path / "remote")
    url = (tmp_path / "remote").as_uri()
    said: list[str] = []
    index = read(url, tmp_path, said)
    clone = tmp_path / "clones" / clone_name(url)
    assert said[0].startswith(f"cloning {url} (its size is not known beforehand)")
    assert index.digest == from_folder[0].digest
    assert records(index, tmp_path) == from_folder[1]
    assert git(clone, "rev-list", "--count", "HEAD") == "1"
    assert (clone / "shallow").is_file()
    assert not (clone / "data").exists()

    shutil.rmtree(tmp_path / "remote" / "data" / "15099")
    commit_all(tmp_path / "remote", "third")
    said.clear()
    refreshed = read(url, tmp_path, said)
    assert said[0].startswith(f"refreshing {url}")
    assert {entry.number for entry in index.entries} - {entry.number for entry in refreshed.entries} == {15099}
    assert git(clone, "rev-list", "--count", "HEAD") == "1"


def test_the_default_source_says_how_much_it_is_before_it_is_cloned() -> None:
    assert queueboard_files.KNOWN_SIZES[queueboard_files.DEFAULT_URL].startswith("about 500 MB")


def test_a_clone_that_was_cut_off_is_made_anew(made: Path, tmp_path: Path) -> None:
    url = (made / "clone").as_uri()
    part = tmp_path / "clones" / (clone_name(url) + ".part")
    part.mkdir(parents=True)
    (part / "HEAD").write_text("ref: refs/heads/half\n")
    assert len(read(url, tmp_path).entries) > 30
    assert not part.exists()


def test_a_url_that_leads_nowhere_is_refused_and_leaves_no_clone(tmp_path: Path) -> None:
    url = (tmp_path / "nothing").as_uri()
    with pytest.raises(Refused, match="could not fetch"):
        read(url, tmp_path)
    assert not (tmp_path / "clones" / clone_name(url)).exists()


def test_an_archive_is_read_once_and_then_known_by_its_content(made: Path, tmp_path: Path) -> None:
    ticks: list[int] = []
    for _ in range(2):
        with Archive(tmp_path / "archive") as archive:
            archive_source(archive, str(made / "a.tar.xz"), tmp_path, lambda text: None, ticks.append)
    assert len(ticks) == len(list((made / "folder" / "data").iterdir()))


def test_a_reading_that_was_broken_off_goes_on_and_ends_the_same(
    made: Path, tmp_path: Path, from_folder: tuple[SourceIndex, list[object]]
) -> None:
    def stop(steps: int) -> None:
        ticks.append(steps)
        if len(ticks) == 20:
            raise KeyboardInterrupt

    ticks: list[int] = []
    with Archive(tmp_path / "archive") as archive, pytest.raises(KeyboardInterrupt):
        archive_source(archive, str(made / "bare.git"), tmp_path, lambda text: None, stop)
    index = read(made / "bare.git", tmp_path)
    assert index.digest == from_folder[0].digest


def test_a_tar_that_is_cut_off_anywhere_is_refused(made: Path, tmp_path: Path) -> None:
    whole = (made / "a.tar.xz").read_bytes()
    cut = tmp_path / "cut.tar.xz"
    for length in [*range(6, len(whole), len(whole) // 25), len(whole) - 1, len(whole) - 12, len(whole) - 40]:
        cut.write_bytes(whole[:length])
        with pytest.raises(Refused, match=r"cut\.tar\.xz is cut short or damaged"):
            read(cut, tmp_path / str(length))


def test_a_tar_whose_last_entries_are_cut_off_between_two_blocks_is_refused(tmp_path: Path) -> None:
    import lzma

    packer = lzma.LZMACompressor()
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as tar:
        for number in range(1, 40):
            add_file(tar, f"data/{number}/pr_info.json", os.urandom(3000))
    first = packer.compress(plain.getvalue()[: 512 * 14 * 20]) + packer.flush()[:-200]
    (tmp_path / "cut.tar.xz").write_bytes(first)
    with pytest.raises(Refused, match="cut short"):
        read(tmp_path / "cut.tar.xz", tmp_path)


def test_a_byte_that_was_changed_in_a_tar_is_noticed(made: Path, tmp_path: Path) -> None:
    damaged = bytearray((made / "a.tar.xz").read_bytes())
    damaged[len(damaged) // 2] ^= 0x55
    (tmp_path / "damaged.tar.xz").write_bytes(damaged)
    with pytest.raises(Refused, match="damaged"):
        read(tmp_path / "damaged.tar.xz", tmp_path)


def add_file(tar: tarfile.TarFile, name: str, content: bytes, **fields: object) -> None:
    info = tarfile.TarInfo(name)
    info.size = len(content)
    for field, value in fields.items():
        setattr(info, field, value)
    tar.addfile(info, io.BytesIO(content))


def empty_folder(place: Path) -> None:
    place.mkdir()


def foreign_folder(place: Path) -> None:
    (place / "photos").mkdir(parents=True)
    (place / "photos" / "cat.jpg").write_bytes(b"\xff\xd8")


def data_without_numbers(place: Path) -> None:
    (place / "data" / "notes").mkdir(parents=True)
    (place / "data" / "notes" / "pr_info.json").write_text("{}")


def file_in_place_of_data(place: Path) -> None:
    place.mkdir()
    (place / "data").write_text("no folder")


def text_file(place: Path) -> None:
    place.write_text("hello")


def empty_file(place: Path) -> None:
    place.touch()


def foreign_tar(place: Path) -> None:
    with tarfile.open(place, "w:xz") as tar:
        add_file(tar, "etc/passwd", b"root:x:0:0")


def gzipped_tar(place: Path) -> None:
    with tarfile.open(place, "w:gz") as tar:
        add_file(tar, "data/1/pr_info.json", b"{}")


def xz_of_something_else(place: Path) -> None:
    import lzma

    place.write_bytes(lzma.compress(b"not a tar" * 1000))


def repository_without_data(place: Path) -> None:
    foreign_folder(place)
    git(place, "init", "-q")
    commit_all(place, "photos")


def repository_without_commits(place: Path) -> None:
    place.mkdir()
    git(place, "init", "-q", "--bare")


def corrupt_repository(place: Path) -> None:
    (place / "data" / "1").mkdir(parents=True)
    (place / "data" / "1" / "pr_info.json").write_text("{}")
    git(place, "init", "-q")
    commit_all(place, "one")
    blob = git(place, "rev-parse", "HEAD:data/1/pr_info.json")
    (place / ".git" / "objects" / blob[:2] / blob[2:]).unlink()


def repository_with_a_broken_head(place: Path) -> None:
    corrupt_repository(place)
    (place / ".git" / "refs" / "heads" / git(place, "branch", "--show-current")).write_text("0" * 39 + "1\n")


REFUSED = {
    empty_folder: "holds no data/<number>/pr_info.json",
    foreign_folder: "holds no data/<number>/pr_info.json",
    data_without_numbers: "holds no data/<number>/pr_info.json",
    file_in_place_of_data: "holds no data/<number>/pr_info.json",
    text_file: "is not a .tar.xz; give a folder",
    empty_file: "is not a .tar.xz; give a folder",
    foreign_tar: "holds no data/<number>/pr_info.json",
    gzipped_tar: "is not a .tar.xz; give a folder",
    xz_of_something_else: "cut short or damaged",
    repository_without_data: "holds no data/<number>/pr_info.json",
    repository_without_commits: "git rev-parse failed",
    corrupt_repository: "has no object|git ls-tree failed",
    repository_with_a_broken_head: "git rev-parse failed|git ls-tree failed",
}


@pytest.mark.parametrize("make", REFUSED, ids=lambda make: make.__name__)
def test_what_is_no_archive_is_refused(make, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    make(tmp_path / "input")
    with pytest.raises(Refused, match=REFUSED[make]):
        read(tmp_path / "input", tmp_path / "workspace")
    with Archive(tmp_path / "workspace" / "archive") as archive:
        assert list(archive.keys("queueboard/index/")) == []


def test_a_path_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="does not exist"):
        read(tmp_path / "nowhere", tmp_path)


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Path]:
    """What a hostile archive would like to read or to write over."""
    secret = tmp_path / "outside" / "pr_info.json"
    secret.parent.mkdir()
    secret.write_text('{"secret": 1}')
    yield secret
    assert secret.read_text() == '{"secret": 1}'


def test_hostile_members_of_a_tar_are_neither_written_nor_read(tmp_path: Path, outside: Path) -> None:
    with tarfile.open(tmp_path / "h.tar.xz", "w:xz") as tar:
        add_file(tar, "../outside/pr_info.json", b"overwritten")
        add_file(tar, str(outside), b"overwritten")
        add_file(tar, "data/../data/2/pr_info.json", b"{}")
        add_file(tar, "/data/3/pr_info.json", b"{}")
        add_file(tar, "data/4/pr_info.json", b"", type=tarfile.SYMTYPE, linkname=str(outside))
        add_file(tar, "data/5/pr_info.json", b"", type=tarfile.LNKTYPE, linkname="../outside/pr_info.json")
        add_file(tar, "data/6/pr_info.json", b"", type=tarfile.CHRTYPE, devmajor=1, devminor=5)
        add_file(tar, "data/7/pr_info.json", b"", type=tarfile.FIFOTYPE)
        add_file(tar, "data/8/pr_info.json", b"", type=tarfile.DIRTYPE)
        add_file(tar, "data/-9/pr_info.json", b"{}")
        add_file(tar, "data/010/pr_info.json", b"{}")
        add_file(tar, "data/\x1b[31m11/pr_info.json", b"{}")
        add_file(tar, "data/12/pr_info.json/../../13/pr_info.json", b"{}")
        add_file(tar, "data/1/pr_info.json", b"{}")
    before = sorted(tmp_path.rglob("*"))
    index = read(tmp_path / "h.tar.xz", tmp_path / "workspace")
    assert [entry.number for entry in index.entries] == [1]
    assert sorted(path for path in tmp_path.rglob("*") if "workspace" not in str(path)) == before


def test_links_in_a_folder_or_a_repository_are_not_followed(tmp_path: Path, outside: Path) -> None:
    source = tmp_path / "source"
    for number in (1, 2, 3):
        (source / "data" / str(number)).mkdir(parents=True)
    (source / "data" / "1" / "pr_info.json").write_text("{}")
    (source / "data" / "2" / "pr_info.json").symlink_to(outside)
    os.mkfifo(source / "data" / "3" / "pr_info.json")
    (source / "data" / "4").symlink_to(outside.parent)
    folder = read(source, tmp_path / "a")
    assert [entry.number for entry in folder.entries] == [1]
    (source / "data" / "3" / "pr_info.json").unlink()
    git(source, "init", "-q")
    commit_all(source, "links")
    assert read(source, tmp_path / "b").digest == folder.digest


def test_an_entry_of_monstrous_size_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queueboard_files, "MAX_ENTRY_BYTES", 1000)
    source = tmp_path / "source"
    (source / "data" / "1").mkdir(parents=True)
    (source / "data" / "1" / "pr_info.json").write_bytes(b" " * 1001)
    pack(source, tmp_path / "a.tar.xz")
    shutil.copytree(source, tmp_path / "clone")
    git(tmp_path / "clone", "init", "-q")
    commit_all(tmp_path / "clone", "one")
    for shape in ("source", "a.tar.xz", "clone"):
        with pytest.raises(Refused, match="an entry of more than"):
            read(tmp_path / shape, tmp_path / "workspace")


def test_mails_and_tokens_never_reach_the_archives_files(tmp_path: Path) -> None:
    token = "ghp_" + "Zq9" * 12
    (tmp_path / "source" / "data" / "1").mkdir(parents=True)
    text = json.dumps({"body": f"\n{token} by\nada@math.org", "email": "noreply@github.com"})
    (tmp_path / "source" / "data" / "1" / "pr_info.json").write_text(text)
    index = read(tmp_path / "source", tmp_path / "workspace")
    with Archive(tmp_path / "workspace" / "archive") as archive:
        kept = archive.get(index.entries[0].key)
    assert kept == json.dumps({"body": "\nredacted by\nredacted", "email": "redacted"}).encode()


def make_source(folder: Path) -> Path:
    for number in (1, 2):
        (folder / "data" / str(number)).mkdir(parents=True)
        (folder / "data" / str(number) / "pr_info.json").write_text(f'{{"n": {number}}}')
        (folder / "data" / str(number) / "timestamp.txt").write_text("2026-04-01T00:00:00")
    return folder


@pytest.mark.parametrize("shape", ["folder", "tar", "git"])
def test_of_a_source_that_grew_only_what_is_new_is_read(
    shape: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queueboard_files, "SETTLED_NS", 0)
    source = make_source(tmp_path / "source")
    git(source, "init", "-q")

    def place() -> Path:
        commit_all(source, "more")
        if shape == "folder":
            return source / "data"
        return source if shape == "git" else pack(source, tmp_path / "a.tar.xz")

    first = list(open_files(str(place()), tmp_path, print).read(()))
    assert all(file.content is not None and file.identity for file in first)
    (source / "data" / "1" / "pr_info.json").write_text('{"n": 8}')
    (source / "data" / "3").mkdir()
    (source / "data" / "3" / "pr_info.json").write_text('{"n": 3}')
    known = {str(file.identity) for file in first}
    again = {(file.number, file.name): file.content for file in open_files(str(place()), tmp_path, print).read(known)}
    assert {key: content for key, content in again.items() if content is not None} == {
        (1, "pr_info.json"): b'{"n": 8}', (3, "pr_info.json"): b'{"n": 3}'
    }  # fmt: skip
    assert len(again) == 5


def test_a_file_that_has_only_just_changed_is_read_again(tmp_path: Path) -> None:
    source = make_source(tmp_path / "source")
    assert {file.identity for file in open_files(str(source), tmp_path, print).read(())} == {None}


def test_a_grown_source_reads_as_it_would_for_the_first_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queueboard_files, "SETTLED_NS", 0)
    source = make_source(tmp_path / "source")
    before = read(source, tmp_path / "workspace")
    assert read(source, tmp_path / "workspace") == before
    (source / "data" / "1" / "pr_info.json").write_text('{"n": 9}')
    (source / "data" / "2" / "timestamp.txt").write_text("2026-04-02T00:00:00")
    grown = read(source, tmp_path / "workspace")
    assert grown == read(source, tmp_path / "fresh")
    assert grown != before
    with Archive(tmp_path / "workspace" / "archive") as archive:
        archive.delete(grown.entries[1].key)
    assert read(source, tmp_path / "workspace") == grown
    with Archive(tmp_path / "workspace" / "archive") as archive:
        assert archive.get(grown.entries[1].key) == b'{"n": 2}'
