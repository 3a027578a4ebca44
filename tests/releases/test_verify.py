"""Whether a published version is what it was: by the other versions, by the ledger, and in every kind of copy."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from test_push import REPO, push, quiet

from curate.releases.build import build_release
from curate.releases.chain import Link, find_broken_links, find_witnesses, read_chain, read_tombstones_of
from curate.releases.copies import POINTER
from curate.releases.definition import Definition
from curate.releases.hub import open_hub
from curate.releases.ledger import find_entry, read_ledger
from curate.releases.sources import open_source
from curate.releases.verify import check_identity, render_identity, verify_release
from curate.releases.versions import parse_version
from curate.releases.withdraw import withdraw_rows
from curate.schemas.errors import Failed, Refused
from curate.schemas.store.layout import SPLIT_IDS, read_split_ids
from curate.standins.hub.server import Hub, serve_hub

pytestmark = pytest.mark.filterwarnings("ignore:Use 'content=<...>':DeprecationWarning")
Named = tuple[Definition, str]
TOKENS = {"hf_writer": "write"}


@pytest.fixture(scope="module")
def small(definition: Named) -> Named:
    return definition[0].model_copy(update={"configs": ("snapshots",)}), definition[1]


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory, dataset: Path, small: Named) -> list[Path]:
    """0.1.0, then 0.2.0 without one pull request, then 0.3.0 as 0.2.0."""
    folder = tmp_path_factory.mktemp("chain")
    build_release(dataset, *small, parse_version("0.1.0"), folder / "v1", previous=None)
    gone = read_split_ids(folder / "v1" / SPLIT_IDS)["train"][0]
    withdraw_rows(folder / "v1", [gone], "author-request", *small, parse_version("0.2.0"), folder / "v2")
    build_release(dataset, *small, parse_version("0.3.0"), folder / "v3", previous=folder / "v2")
    return [folder / "v1", folder / "v2", folder / "v3"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, versions: list[Path]) -> tuple[Path, Path]:
    """The folder of a Hub that holds the three versions, and the ledger."""
    folder = tmp_path_factory.mktemp("served")
    with pytest.MonkeyPatch.context() as patch, serve_hub(folder / "hub", TOKENS) as hub:
        patch.setenv("HF_TOKEN", "hf_writer")
        for version in versions:
            push(hub, version, folder / "ledger.jsonl")
    return folder / "hub", folder / "ledger.jsonl"


@pytest.fixture
def published(served: tuple[Path, Path], tmp_path: Path) -> Iterator[Hub]:
    """The same on a Hub of the test's own."""
    shutil.copytree(served[0], tmp_path / "hub")
    shutil.copy(served[1], tmp_path / "ledger.jsonl")
    with serve_hub(tmp_path / "hub", TOKENS) as hub:
        yield hub


def verify(hub: Hub, version: str, ledger: Path | None = None) -> list[str]:
    """What `curate release verify` says of the tag of `version`."""
    client, number = open_hub(REPO, hub.endpoint), parse_version(version)
    with open_source(f"{REPO}@{version}", hub.endpoint, lambda _: None) as folder:
        verify_release(folder)
        chain = read_chain(client, quiet())
        recorded = find_entry(read_ledger(ledger), REPO, version) if ledger else None
        withdrawn = read_tombstones_of(client, quiet(), chain)
        return render_identity(number, check_identity(folder, number, chain, withdrawn, recorded))


def test_the_next_version_vouches_for_a_tag_and_withdrawn_rows_are_named(
    published: Hub, versions: list[Path], tmp_path: Path
) -> None:
    gone = json.loads((versions[1] / "tombstones.jsonl").read_text())["id"]
    first = verify(published, "0.1.0")
    assert first[0] == "its tag is where it was, by the manifest of 0.2.0"
    assert first[1].startswith(f"withdrawn since: {gone} (author-request); please move to 0.2.0")
    assert verify(published, "0.2.0") == ["its tag is where it was, by the manifest of 0.3.0"]
    assert "by the ledger" in verify(published, "0.3.0", tmp_path / "ledger.jsonl")[0]


def test_where_there_is_nothing_to_compare_with_that_is_said(published: Hub) -> None:
    (line,) = verify(published, "0.3.0")
    assert line.startswith("nothing vouches for the tag v0.3.0")


def test_a_tag_that_was_moved_to_another_consistent_release_is_found_out_without_a_ledger(
    published: Hub, dataset: Path, small: Named, tmp_path: Path
) -> None:
    other = small[0].model_copy(update={"pretty_name": "Something else"})
    build_release(dataset, other, small[1], parse_version("0.1.0"), tmp_path / "other", previous=None)
    repo = published.repo(REPO)
    files = [
        {
            "key": "file",
            "value": {"path": path.relative_to(tmp_path / "other").as_posix(), "content": path.read_bytes()},
        }
        for path in (tmp_path / "other").rglob("*")
        if path.is_file()
    ]
    held = [entry["path"] for entry in repo.entries(repo.resolve("main")) if entry["type"] == "file"]
    gone = [{"key": "deletedFile", "value": {"path": path}} for path in held]
    moved = repo.commit("main", [*gone, *files], "Release 0.1.0", None)
    repo.git("tag", "-f", "-a", "v0.1.0", "-m", "moved", moved)
    with pytest.raises(Failed, match=r"0\.2\.0 follows a 0\.1\.0 with manifest .* one of the two tags was moved"):
        verify(published, "0.1.0")


def test_a_tag_on_another_version_or_on_no_release_breaks_the_chain(published: Hub) -> None:
    repo = published.repo(REPO)
    repo.git("tag", "-f", "-a", "v0.1.0", "-m", "moved", repo.resolve("v0.2.0"))
    with pytest.raises(Failed, match=r"the tag v0\.1\.0 holds release 0\.2\.0"):
        verify(published, "0.1.0")
    first = repo.log("main")[-1]["id"]
    repo.git("tag", "-f", "-a", "v0.1.0", "-m", "moved", first)
    with pytest.raises(Failed, match="which holds no release"):
        verify(published, "0.3.0")
    repo.git("update-ref", "-d", "refs/tags/v0.1.0")
    with pytest.raises(Failed, match=r"0\.2\.0 follows 0\.1\.0, whose tag is gone"):
        verify(published, "0.3.0")


def test_the_ledger_tells_a_moved_tag_of_the_newest_version(published: Hub, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.jsonl"
    lines = ledger.read_text().splitlines()
    entry = json.loads(lines[-1])
    ledger.write_text("\n".join([*lines[:-1], json.dumps({**entry, "manifest_sha256": "0" * 64})]) + "\n")
    with pytest.raises(Failed, match="the ledger recorded"):
        verify(published, "0.3.0", ledger)


def test_an_empty_chain_has_no_broken_link() -> None:
    assert find_broken_links({}) == []
    version = parse_version("1.0.0")
    assert find_broken_links({version: Link("c" * 40, None, None)}) != []
    assert find_witnesses({version: Link("c" * 40, None, "d")}, version) == []


def _plain(hub: Hub, target: Path) -> Path:
    with open_source(f"{REPO}@0.1.0", hub.endpoint, lambda _: None) as folder:
        shutil.copytree(folder, target)
    return target


def _download(hub: Hub, target: Path) -> Path:
    from huggingface_hub import snapshot_download

    open_hub(REPO, hub.endpoint)
    snapshot_download(REPO, repo_type="dataset", revision="v0.1.0", local_dir=target, endpoint=hub.endpoint)
    assert (target / ".cache" / "huggingface").is_dir()
    return target


def _cache(hub: Hub, target: Path) -> Path:
    from huggingface_hub import snapshot_download

    open_hub(REPO, hub.endpoint)
    folder = Path(
        snapshot_download(REPO, repo_type="dataset", revision="v0.1.0", cache_dir=target, endpoint=hub.endpoint)
    )
    assert (folder / "MANIFEST.json").is_symlink()
    return folder


def _clone(hub: Hub, target: Path) -> Path:
    """A clone in which Git LFS put the large files in place of the pointers."""
    folder = _pointers(hub, target)
    repo = hub.repo(REPO)
    for path in folder.rglob("*.parquet"):
        oid = path.read_text().split("sha256:")[1].split()[0]
        shutil.copy(repo.large / oid, path)
    return folder


def _pointers(hub: Hub, target: Path) -> Path:
    subprocess.run(
        ["git", "clone", "-q", "-b", "v0.1.0", str(hub.repo(REPO).folder), str(target)],
        check=True, capture_output=True,
    )  # fmt: skip
    (target / ".gitattributes").write_text("*.parquet filter=lfs\n")
    return target


@pytest.mark.parametrize("copy", [_plain, _download, _cache, _clone])
def test_every_ordinary_copy_verifies(published: Hub, tmp_path: Path, copy: Callable[[Hub, Path], Path]) -> None:
    assert verify_release(copy(published, tmp_path / "copy")).version == "0.1.0"


def test_pointers_in_place_of_files_are_named_as_the_cause(published: Hub, tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"is a Git LFS pointer and not the file: run git lfs pull"):
        verify_release(_pointers(published, tmp_path / "copy"))


def test_what_a_file_manager_leaves_is_no_file_of_a_copy_and_changed_line_ends_are_named(
    published: Hub, tmp_path: Path
) -> None:
    folder = _plain(published, tmp_path / "copy")
    (folder / "snapshots" / ".DS_Store").write_bytes(b"\0")
    (folder / "Thumbs.db").write_bytes(b"\0")
    assert verify_release(folder).version == "0.1.0"
    card = (folder / "README.md").read_bytes()
    (folder / "README.md").write_bytes(card.replace(b"\n", b"\r\n"))
    with pytest.raises(Failed, match=r"README\.md has other line ends"):
        verify_release(folder)
    (folder / "MANIFEST.json").write_bytes(POINTER + b"oid sha256:00\n")
    with pytest.raises(Failed, match=r"MANIFEST\.json is a Git LFS pointer"):
        verify_release(folder)


def test_a_foreign_file_and_a_link_that_leads_outside_are_still_found(published: Hub, tmp_path: Path) -> None:
    folder = _download(published, tmp_path / "copy")
    (folder / "extra.txt").write_text("x")
    with pytest.raises(Failed, match=r"extra\.txt is not named by the manifest"):
        verify_release(folder)
    (folder / "extra.txt").unlink()
    (folder / "README.md").unlink()
    (folder / "README.md").symlink_to("/etc/hostname")
    with pytest.raises(Refused, match="leads outside"):
        verify_release(folder)
