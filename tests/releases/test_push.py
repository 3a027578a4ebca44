"""A push ends in one commit and one tag, whatever goes wrong on the way."""

import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from synthetic import invent, write_dataset

from curate.releases.answers import Transient
from curate.releases.build import build_release
from curate.releases.chunks import LARGEST, SMALLEST, chunk_sizes
from curate.releases.definition import Definition
from curate.releases.hub import Stored, open_hub
from curate.releases.ledger import read_ledger
from curate.releases.listing import list_releases
from curate.releases.plan import plan_push, render_plan
from curate.releases.push import Seen, Step, find_gone, look, next_step, push_release, read_release
from curate.releases.retries import RetryPolicy
from curate.releases.sources import open_source
from curate.releases.verify import verify_release
from curate.releases.versions import parse_version
from curate.schemas.errors import Failed, Refused, Stopped
from curate.standins.hub.faults import Kind
from curate.standins.hub.server import Hub

REPO = "owner/mathlibpr"
# huggingface_hub 2.4 uploads with an argument of httpx2 that is on its way out
pytestmark = pytest.mark.filterwarnings("ignore:Use 'content=<...>':DeprecationWarning")


@pytest.fixture(scope="module")
def small(definition: tuple[Definition, str]) -> tuple[Definition, str]:
    """A definition with one config, so that a push has few files."""
    return definition[0].model_copy(update={"configs": ("snapshots",)}), definition[1]


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory, small: tuple[Definition, str]) -> Path:
    """Release 0.1.0."""
    folder = tmp_path_factory.mktemp("small")
    build_release(
        write_dataset(folder / "built", invent(30, until=28)),
        *small,
        parse_version("0.1.0"),
        folder / "v1",
        previous=None,
    )
    return folder / "v1"


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory, earlier: Path, small: tuple[Definition, str]) -> Path:
    """Release 0.2.0, with more pull requests."""
    folder = tmp_path_factory.mktemp("small")
    built = write_dataset(folder / "built", invent(30))
    build_release(built, *small, parse_version("0.2.0"), folder / "v2", previous=earlier)
    return folder / "v2"


def quiet(waits: list[float] | None = None) -> RetryPolicy:
    return RetryPolicy(lambda _: None, (waits if waits is not None else []).append)


def push(hub: Hub, folder: Path, ledger: Path, waits: list[float] | None = None) -> str:
    """What `curate release push` does, without the waiting."""
    release, client, retries = read_release(folder), open_hub(REPO, hub.endpoint), quiet(waits)
    seen = retries.try_until_done(lambda: look(client, release, ledger))
    next_step(release, seen, None)
    return push_release(client, release, ledger, seen.head, retries, lambda _: None)


def assert_published(hub: Hub, versions: dict[str, str]) -> None:
    """The repository holds exactly one commit and one annotated tag for each version, and git finds no fault."""
    repo = hub.repo(REPO)
    titles = [commit["title"] for commit in repo.log("main")]
    assert titles == [*(f"Release {version}" for version in reversed(versions)), "initial commit"]
    assert {tag["name"]: tag["targetCommit"] for tag in repo.refs("tags")} == {
        f"v{v}": oid for v, oid in versions.items()
    }
    kinds = repo.git("for-each-ref", "--format=%(objecttype)", "refs/tags").decode().split()
    assert kinds == ["tag"] * len(versions)
    fsck = subprocess.run(
        ["git", "fsck", "--full", "--strict"], cwd=repo.folder, capture_output=True, text=True, check=False
    )
    assert fsck.returncode == 0, fsck.stderr
    assert "error" not in fsck.stdout + fsck.stderr


def test_a_release_becomes_one_commit_one_annotated_tag_and_one_line_of_the_ledger(
    hub: Hub, earlier: Path, tmp_path: Path
) -> None:
    commit = push(hub, earlier, tmp_path / "ledger.jsonl")
    assert_published(hub, {"0.1.0": commit})
    (entry,) = read_ledger(tmp_path / "ledger.jsonl")
    assert (entry.repo, entry.version, entry.commit) == (REPO, "0.1.0", commit)
    with open_source(f"{REPO}@0.1.0", hub.endpoint, lambda _: None) as copy:
        assert verify_release(copy).version == "0.1.0"


def test_the_same_release_again_changes_nothing(hub: Hub, earlier: Path, tmp_path: Path) -> None:
    commit = push(hub, earlier, tmp_path / "ledger.jsonl")
    before = list(hub.requests)
    assert push(hub, earlier, tmp_path / "ledger.jsonl") == commit
    assert all(method in ("GET", "HEAD") for method, _ in hub.requests[len(before) :])
    assert len(read_ledger(tmp_path / "ledger.jsonl")) == 1


def test_a_second_version_follows_the_first_and_replaces_its_files(
    hub: Hub, earlier: Path, later: Path, tmp_path: Path
) -> None:
    first = push(hub, earlier, tmp_path / "ledger.jsonl")
    second = push(hub, later, tmp_path / "ledger.jsonl")
    assert_published(hub, {"0.1.0": first, "0.2.0": second})
    lines = list_releases(open_hub(REPO, hub.endpoint), quiet())
    assert [line[:2] for line in lines] == [("0.2.0", second), ("0.1.0", first)]
    repo = hub.repo(REPO)
    held = {entry["path"] for entry in repo.entries(second) if entry["type"] == "file"}
    assert held == set(read_release(later).files())


def test_the_second_version_is_refused_where_the_first_is_missing(hub: Hub, later: Path, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"follows 0\.1\.0"):
        push(hub, later, tmp_path / "ledger.jsonl")


def test_the_same_version_with_other_content_is_refused(
    hub: Hub, earlier: Path, tmp_path: Path, dataset: Path, definition: tuple[Definition, str]
) -> None:
    other = tmp_path / "other"
    build_release(dataset, *definition, parse_version("0.1.0"), other, previous=None)
    commit = push(hub, earlier, tmp_path / "ledger.jsonl")
    with pytest.raises(Refused, match="other content"):
        push(hub, other, tmp_path / "ledger.jsonl")
    assert_published(hub, {"0.1.0": commit})


def test_an_altered_release_folder_is_refused_before_anything_is_sent(hub: Hub, earlier: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(earlier, copy)
    (copy / "README.md").write_text("something else")
    with pytest.raises(Refused, match=r"README\.md"):
        push(hub, copy, tmp_path / "ledger.jsonl")
    assert hub.requests == []


FAULTS: list[tuple[str, str, Kind]] = [
    ("POST", "/api/repos/create", "lost"),
    ("POST", "/api/repos/create", "dropped"),
    ("POST", "/commit/", "error"),
    ("POST", "/commit/", "lost"),
    ("POST", "/commit/", "dropped"),
    ("POST", "/commit/", "conflict"),
    ("POST", "/commit/", "stale"),
    ("POST", "/commit/", "busy"),
    ("POST", "/commit/", "busy_until"),
    ("POST", "/tag/", "error"),
    ("POST", "/tag/", "lost"),
    ("POST", "/tag/", "conflict"),
    ("PUT", "/large/", "cut_upload"),
    ("PUT", "/large/", "busy"),
    ("POST", "/objects/batch", "error"),
    ("GET", "/refs", "busy"),
    ("GET", "/tree/", "error"),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault[2]}-{fault[1].strip('/').replace('/', '-')}")
def test_a_push_outlasts_one_fault(hub: Hub, earlier: Path, tmp_path: Path, fault: tuple[str, str, Kind]) -> None:
    hub.faults.script.append(fault)
    waits: list[float] = []
    commit = push(hub, earlier, tmp_path / "ledger.jsonl", waits)
    assert len(hub.faults.done) == 1
    assert_published(hub, {"0.1.0": commit})
    if fault[2] == "busy_until":
        assert waits == [hub.faults.retry_after_s]


def test_a_hub_that_stays_busy_stops_the_push_and_the_same_command_goes_on(
    hub: Hub, earlier: Path, tmp_path: Path
) -> None:
    waits: list[float] = []
    hub.faults.standing.append(("*", "", "busy"))
    with pytest.raises(Stopped, match="times in a row"):
        push(hub, earlier, tmp_path / "ledger.jsonl", waits)
    assert sum(waits) < 120
    hub.faults.standing.clear()
    assert_published(hub, {"0.1.0": push(hub, earlier, tmp_path / "ledger.jsonl")})


def test_a_wait_of_an_hour_is_not_sat_out(hub: Hub, earlier: Path, tmp_path: Path) -> None:
    hub.faults.script.append(("POST", "/commit/", "busy_until"))
    hub.faults.retry_after_s = 3600
    waits: list[float] = []
    with pytest.raises(Stopped, match="3600 s"):
        push(hub, earlier, tmp_path / "ledger.jsonl", waits)
    assert waits == []


def test_a_download_that_differs_is_not_tagged_and_the_same_command_goes_on(
    hub: Hub, earlier: Path, tmp_path: Path
) -> None:
    hub.faults.script.append(("GET", "/resolve/", "altered"))
    hub.faults.script.insert(0, ("GET", "MANIFEST.json", "altered"))
    with pytest.raises((Failed, Refused)):
        push(hub, earlier, tmp_path / "ledger.jsonl")
    assert hub.repo(REPO).refs("tags") == []
    hub.faults.script.clear()
    assert_published(hub, {"0.1.0": push(hub, earlier, tmp_path / "ledger.jsonl")})


def test_a_branch_that_moved_since_the_plan_stops_the_push_and_the_next_plan_says_what_moved_it(
    hub: Hub, earlier: Path, later: Path, tmp_path: Path
) -> None:
    first = push(hub, earlier, tmp_path / "ledger.jsonl")
    release, client = read_release(later), open_hub(REPO, hub.endpoint)
    planned = look(client, release, tmp_path / "ledger.jsonl").head
    stranger = {"key": "file", "value": {"path": "README.md", "content": b"edited on the web"}}
    hub.repo(REPO).commit("main", [stranger], "Update README.md", None)
    with pytest.raises(Stopped, match="main moved"):
        push_release(client, release, tmp_path / "ledger.jsonl", planned, quiet(), lambda _: None)
    seen = look(client, release, tmp_path / "ledger.jsonl")
    plan = plan_push(client, release, seen, next_step(release, seen, None))
    assert any("Update README.md" in line for line in render_plan(client, release, plan))
    second = push(hub, later, tmp_path / "ledger.jsonl")
    assert [tag["targetCommit"] for tag in hub.repo(REPO).refs("tags")] == [first, second]


def test_a_branch_that_moves_after_the_commit_leaves_the_tag_on_the_release(
    hub: Hub, earlier: Path, tmp_path: Path
) -> None:
    hub.faults.script += [("POST", "/tag/", "error")] * 8
    with pytest.raises(Stopped):
        push(hub, earlier, tmp_path / "ledger.jsonl")
    released = hub.repo(REPO).resolve("main")
    stranger = {"key": "file", "value": {"path": "note.txt", "content": b"hello"}}
    hub.repo(REPO).commit("main", [stranger], "Add a note", None)
    assert push(hub, earlier, tmp_path / "ledger.jsonl") == released
    assert [tag["targetCommit"] for tag in hub.repo(REPO).refs("tags")] == [released]


def test_a_moved_tag_is_found_out_by_the_ledger(hub: Hub, earlier: Path, tmp_path: Path) -> None:
    push(hub, earlier, tmp_path / "ledger.jsonl")
    repo = hub.repo(REPO)
    same = {"key": "file", "value": {"path": "extra.txt", "content": b"x"}}
    moved = repo.commit("main", [same], "Release 0.1.0", None)
    repo.git("tag", "-f", "-a", "v0.1.0", "-m", "moved", moved)
    with pytest.raises(Refused, match="moved"):
        push(hub, earlier, tmp_path / "ledger.jsonl")


def test_a_push_without_the_right_to_write_says_what_to_do(
    hub: Hub, earlier: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_reader")
    with pytest.raises(Refused, match="token that may write"):
        push(hub, earlier, tmp_path / "ledger.jsonl")
    monkeypatch.setenv("HF_TOKEN", "hf_unknown")
    with pytest.raises(Refused, match=r"HF_TOKEN|can't see") as refused:
        push(hub, earlier, tmp_path / "ledger.jsonl")
    assert "hf_unknown" not in str(refused.value)


def test_the_plan_names_every_file_and_what_dedupe_saves(hub: Hub, earlier: Path, later: Path, tmp_path: Path) -> None:
    push(hub, earlier, tmp_path / "ledger.jsonl")
    release, client = read_release(later), open_hub(REPO, hub.endpoint)
    seen = look(client, release, tmp_path / "ledger.jsonl")
    plan = plan_push(client, release, seen, next_step(release, seen, None))
    assert plan.parent == seen.head
    assert set(plan.uploads) | set(plan.kept) == set(release.files())
    assert {"LICENSE", "snapshots/train-00000-of-00001.parquet"} <= set(plan.kept)
    everything = sum((later / name).stat().st_size for name in release.files())
    assert 0 < plan.new_bytes <= sum(plan.uploads.values()) < everything


def test_chunks_lie_within_their_bounds_and_an_insertion_changes_few_of_them() -> None:
    data = random.Random(5).randbytes(3 << 20)
    chunks = chunk_sizes(data)
    assert sum(chunks.values()) == len(data)
    assert all(SMALLEST <= size <= LARGEST for size in list(chunks.values())[:-1])
    fresh = chunk_sizes(data[: 1 << 20] + b"inserted" + data[1 << 20 :]).keys() - chunks.keys()
    assert 1 <= len(fresh) <= 3


def test_the_next_step_follows_from_what_is_seen_alone(earlier: Path) -> None:
    release = read_release(earlier)
    nothing = Seen(None, None, None, None, None, None, None)
    head, commit = "a" * 40, "b" * 40
    empty = nothing._replace(head=head)
    sent = empty._replace(head=commit, committed=commit, same=True)
    tagged = sent._replace(tagged=commit, latest=release.version)
    assert next_step(release, nothing, None) == Step("create")
    assert next_step(release, empty, None) == Step("commit", head)
    assert next_step(release, sent, None) == Step("verify", commit)
    assert next_step(release, sent, commit) == Step("tag", commit)
    assert next_step(release, tagged, None) == Step("verify", commit)
    assert next_step(release, tagged, commit) == Step("record", commit)
    assert next_step(release, tagged._replace(recorded=commit), None) == Step("done", commit)


def test_a_version_is_published_only_after_the_newest_one_and_built_on_it(earlier: Path, later: Path) -> None:
    head = "a" * 40
    parent = read_release(earlier).manifest_sha256
    onto = Seen(head, parse_version("0.1.0"), None, None, None, None, parent)
    assert next_step(read_release(later), onto, None) == Step("commit", head)
    with pytest.raises(Refused, match="must be built as a later version"):
        next_step(read_release(later), onto._replace(latest=parse_version("0.2.0")), None)
    with pytest.raises(Refused, match="with --previous of that one"):
        next_step(read_release(later), onto._replace(latest_manifest="0" * 64), None)


def test_the_hub_s_own_file_stays(earlier: Path) -> None:
    there = {".gitattributes": Stored(None, "a" * 40), "old.parquet": Stored(None, "b" * 40)}
    assert find_gone(read_release(earlier), there) == ["old.parquet"]


def test_a_success_makes_the_failures_before_it_forgotten() -> None:
    waits: list[float] = []
    retries = RetryPolicy(lambda words: None, waits.append)
    for _ in range(3):
        answers = iter([Transient("busy"), "done"])

        def call(answers: Iterator[Transient | str] = answers) -> str:
            answer = next(answers)
            if isinstance(answer, Transient):
                raise answer
            return answer

        assert retries.try_until_done(call) == "done"
    assert waits == [1.0, 1.0, 1.0]
