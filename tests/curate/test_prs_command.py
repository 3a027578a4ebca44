"""`curate prs` at its edge: bad input, a full disk, Ctrl-C and kill -9 leave clear words and nothing half written."""

import ctypes
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq
import pytest

from curate import cli, exits
from curate.demo.histories import make_histories
from curate.demo.mathlibpr import make_sources
from curate.demo.queueboard import write_queueboard
from curate.demo.upstream import make_upstream
from curate.workspace import Workspace
from schemas.dataset import DATASET_CONFIGS

CURATE = [sys.executable, "-c", "from curate.cli import main; main()"]
UNTIL = ("--until", "2026-04-05")
PLAIN = {
    "PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
}  # fmt: skip


class Said(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> str:
        return self.err.strip().splitlines()[-1]


class Place:
    """A folder with its own workspace, dataset and way to call the command there."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.out = folder / "dataset"
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def options(self, *arguments: str) -> list[str]:
        return ["prs", *UNTIL, "--out", str(self.out), "--workspace", str(self.folder / "workspace"), *arguments]

    def prs(self, *arguments: str) -> Said:
        return self.curate(*self.options(*arguments))

    def curate(self, *arguments: str) -> Said:
        """The console script's own function, in this process."""
        self._monkeypatch.setattr(sys, "argv", ["curate", *arguments])
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = self._capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Said(ended.value.code, said.out, said.err)

    def refused(self, words: str, *arguments: str, code: int = exits.REFUSED) -> None:
        """The command ends with `code` and one line that holds `words`, and leaves nothing beside the workspace."""
        before = digest(self.out) if self.out.is_dir() else None
        said = self.prs(*arguments)
        assert said.code == code, said.err
        assert said.last.startswith("curate: "), said.err
        assert words in said.last
        assert "Traceback" not in said.err
        assert (digest(self.out) if self.out.is_dir() else None) == before
        assert [path.name for path in self.folder.iterdir() if path.name.startswith(".")] == []


@pytest.fixture
def place(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Place:
    return Place(tmp_path, capsys, monkeypatch)


class Sources(NamedTuple):
    """The demo's archive and repository."""

    queueboard: str
    git: str

    def both(self) -> tuple[str, ...]:
        return ("--queueboard", self.queueboard, "--git", self.git)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    folder = tmp_path_factory.mktemp("demo")
    upstream = make_sources(folder)
    return Sources(str(folder / "queueboard"), str(upstream.git))


def digest(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def rows(out: Path, config: str) -> list[dict[str, Any]]:
    return [row for path in sorted((out / config).glob("*.parquet")) for row in pq.read_table(path).to_pylist()]


def git(folder: Path | str, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, env=PLAIN)
    return done.stdout.decode().strip()


@pytest.fixture(scope="module")
def built(demo: Sources, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's dataset, built through the console entry in a process of its own."""
    folder = tmp_path_factory.mktemp("built")
    command = [*CURATE, "prs", *UNTIL, "--split-at", "2025-10-01,2026-01-15", *demo.both()]
    subprocess.run([*command, "--out", str(folder / "out"), "--workspace", str(folder / "ws")], check=True)
    return folder / "out"


def truncated_tar(folder: Path, demo: Sources) -> str:
    with tarfile.open(folder / "whole.tar.xz", "w:xz", preset=0) as tar:
        tar.add(demo.queueboard, "")
    whole = (folder / "whole.tar.xz").read_bytes()
    (folder / "cut.tar.xz").write_bytes(whole[: len(whole) * 2 // 3])
    return str(folder / "cut.tar.xz")


def empty_folder(folder: Path, demo: Sources) -> str:
    (folder / "empty").mkdir()
    return str(folder / "empty")


def archive_without_data(folder: Path, demo: Sources) -> str:
    shutil.copytree(Path(demo.queueboard) / "data", folder / "flat")
    return str(folder / "flat")


def corrupt_repository(folder: Path, demo: Sources) -> str:
    shutil.copytree(demo.queueboard, folder / "clone")
    git(folder / "clone", "init", "-q")
    git(folder / "clone", "add", "-A")
    git(folder / "clone", "commit", "-qm", "x")
    tree = git(folder / "clone", "rev-parse", "HEAD:data")
    path = folder / "clone" / ".git" / "objects" / tree[:2] / tree[2:]
    path.chmod(0o600)
    path.write_bytes(b"garbage")
    return str(folder / "clone")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (empty_folder, "holds no data/<number>/pr_info.json"),
        (archive_without_data, "holds no data/<number>/pr_info.json"),
        (truncated_tar, "is cut short or damaged; fetch it again"),
        (corrupt_repository, "git ls-tree failed"),
        (lambda folder, demo: demo.git, "holds no data/<number>/pr_info.json"),
        (lambda folder, demo: str(folder / "nowhere"), "is not there; give a folder"),
    ],
)
def test_a_bad_archive_is_refused(
    place: Place, demo: Sources, make: Callable[[Path, Sources], str], words: str
) -> None:
    place.refused(words, "--queueboard", make(place.folder, demo))
    assert not place.out.exists()


def test_a_second_archive_that_is_bad_spoils_nothing_of_an_earlier_dataset(place: Place, demo: Sources) -> None:
    assert place.prs("--queueboard", demo.queueboard).code == exits.DONE
    place.refused("holds no data", "--queueboard", demo.queueboard, "--queueboard", empty_folder(place.folder, demo))
    assert place.out.is_dir()


def test_a_folder_that_is_no_repository_is_refused_as_git(place: Place, demo: Sources) -> None:
    place.refused("holds no git repository", "--queueboard", demo.queueboard, "--git", demo.queueboard)


def test_a_date_in_the_future_is_refused(place: Place, demo: Sources) -> None:
    said = place.curate("prs", "--until", "2999-01-01", "--queueboard", demo.queueboard)
    assert (said.code, "is in the future" in said.last) == (exits.REFUSED, True)


@pytest.mark.parametrize(
    "arguments",
    [["--until", "yesterday"], ["--until", "2026-04-31"], [], [*UNTIL, "--split-at", "2026-01-01,2025-01-01"],
     [*UNTIL, "--select", "some"], [*UNTIL, "--nonsense"]],
)  # fmt: skip
def test_wrong_usage_has_its_own_exit_code(place: Place, arguments: list[str]) -> None:
    assert place.curate("prs", *arguments).code == exits.USAGE


def test_a_day_before_the_first_pull_request_is_refused_and_names_the_first(place: Place, demo: Sources) -> None:
    said = place.curate("prs", "--until", "2020-01-01", "--queueboard", demo.queueboard, "--out", str(place.out),
                        "--workspace", str(place.folder / "workspace"))  # fmt: skip
    assert said.code == exits.REFUSED
    assert "the first one was closed on 2024-" in said.last
    assert not place.out.exists()


def test_an_output_folder_with_something_else_in_it_is_left_alone(place: Place, demo: Sources) -> None:
    place.out.mkdir()
    (place.out / "thesis.tex").write_text("years of work")
    place.refused("holds something else than a dataset", "--queueboard", demo.queueboard)
    assert (place.out / "thesis.tex").read_text() == "years of work"


def test_an_output_that_is_a_file_is_left_alone(place: Place, demo: Sources) -> None:
    place.out.write_text("mine")
    place.refused("is a file", "--queueboard", demo.queueboard)
    assert place.out.read_text() == "mine"


def test_a_workspace_with_something_else_in_it_is_left_alone(place: Place, demo: Sources) -> None:
    (place.folder / "workspace" / "scratch").mkdir(parents=True)
    (place.folder / "workspace" / "scratch" / "thesis.tex").write_text("years of work")
    place.refused("holds something else than a workspace", "--queueboard", demo.queueboard)
    assert (place.folder / "workspace" / "scratch" / "thesis.tex").exists()


def test_a_dataset_can_be_written_to_the_folder_one_stands_in(
    place: Place, demo: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.out.mkdir()
    monkeypatch.chdir(place.out)
    workspace = str(place.folder / "workspace")
    said = place.curate("prs", *UNTIL, "--queueboard", demo.queueboard, "--out", ".", "--workspace", workspace)
    assert said.code == exits.DONE
    assert (place.out / "MANIFEST.json").is_file()


def test_a_workspace_that_another_run_uses_is_not_touched(place: Place, demo: Sources) -> None:
    with Workspace(place.folder / "workspace").locked():
        place.refused("another run uses", "--queueboard", demo.queueboard, code=exits.FAILED)
    assert place.prs("--queueboard", demo.queueboard).code == exits.DONE


def test_a_misnamed_entry_is_a_counted_drop(built: Path) -> None:
    drops = pq.read_table(built / "drops.parquet").to_pylist()
    (misnamed,) = [row for row in drops if row["reason"] == "number-mismatch"]
    assert (misnamed["pr_number"], misnamed["stage"], misnamed["unit"]) == (15140, "read", "entry")
    assert Counted(built).dropped["read"]["number-mismatch"] == 1


class Counted:
    """The funnel of a dataset."""

    def __init__(self, out: Path) -> None:
        self.steps = json.loads((out / "funnel.json").read_text())["steps"]
        self.dropped: dict[str, dict[str, int]] = {step["stage"]: step["dropped"] for step in self.steps}


def test_the_funnel_adds_up_to_the_rows(built: Path) -> None:
    counted = Counted(built)
    for step in counted.steps:
        assert step["came_in"] == step["went_out"] + sum(step["dropped"].values()), step["stage"]
    manifest = json.loads((built / "MANIFEST.json").read_text())
    drops = pq.read_table(built / "drops.parquet").to_pylist()
    assert sum(sum(reasons.values()) for reasons in counted.dropped.values()) == len(drops)
    for stage, reasons in counted.dropped.items():
        found = [row["reason"] for row in drops if row["stage"] == stage]
        assert reasons == {reason: found.count(reason) for reason in sorted(set(found))}
    out = {step["stage"]: step["went_out"] for step in counted.steps}
    assert out["diffs"] == sum(manifest["rows"]["snapshots"].values()) == len(rows(built, "snapshots"))
    assert out["migrated"] == sum(manifest["rows"]["pull_requests"].values())


def test_the_manifest_names_every_file_by_its_true_digest(built: Path) -> None:
    manifest = json.loads((built / "MANIFEST.json").read_text())
    found = digest(built)
    del found["MANIFEST.json"]
    assert {name: entry["sha256"] for name, entry in manifest["files"].items()} == found
    for name, entry in manifest["files"].items():
        assert entry["bytes"] == (built / name).stat().st_size
        if name.endswith(".parquet"):
            assert entry["rows"] == pq.read_metadata(built / name).num_rows
    assert {one["kind"] for one in manifest["inputs"]} == {"folder", "repository"}
    assert str(built.parent) not in (built / "MANIFEST.json").read_text()


@pytest.mark.parametrize("config", DATASET_CONFIGS)
def test_the_dataset_is_read_by_load_dataset(built: Path, tmp_path: Path, config: str) -> None:
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()
    loaded = datasets.load_dataset(str(built), config, cache_dir=str(tmp_path))
    manifest = json.loads((built / "MANIFEST.json").read_text())
    assert {split: table.num_rows for split, table in loaded.items()} == manifest["rows"][config]
    assert list(loaded) == ["train", "validation", "test"]
    assert set(loaded["train"].column_names) == set(DATASET_CONFIGS[config].model_fields)


def test_the_same_inputs_give_the_same_bytes_whatever_folder_hash_seed_and_time_zone(
    built: Path, demo: Sources, tmp_path: Path
) -> None:
    other = tmp_path / "a folder of another name" / "queueboard"
    shutil.copytree(demo.queueboard, other)
    shutil.copytree(demo.git, other.parent / "mathlib4.git")
    command = [*CURATE, "prs", *UNTIL, "--split-at", "2025-10-01,2026-01-15", "--queueboard", str(other)]
    subprocess.run(
        [*command, "--git", str(other.parent / "mathlib4.git"), "--out", "elsewhere", "--workspace", "here"],
        check=True, cwd=tmp_path,
        env=os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Kathmandu", "LANG": "tr_TR.UTF-8", "COLUMNS": "40"},
    )  # fmt: skip
    assert digest(tmp_path / "elsewhere") == digest(built)


def test_a_second_run_reads_nothing_but_its_workspace_and_gives_the_same_bytes(
    place: Place, demo: Sources, built: Path
) -> None:
    options = ("--split-at", "2025-10-01,2026-01-15", *demo.both())
    for _ in range(2):
        assert place.prs(*options).code == exits.DONE
        assert digest(place.out) == digest(built)
    assert list((place.folder / "workspace").glob("scratch*")) == []


def test_a_shallow_clone_leaves_rows_without_diff_and_need_diff_drops_them(place: Place, demo: Sources) -> None:
    shallow = place.folder / "shallow.git"
    git(place.folder, "init", "-q", "--bare", str(shallow))
    git(shallow, "fetch", "-q", "--depth=1", Path(demo.git).as_uri(), "+refs/*:refs/*")
    sources = ("--queueboard", demo.queueboard, "--git", str(shallow))
    assert place.prs(*sources).code == exits.DONE
    without = [row for row in rows(place.out, "snapshots") if row["diff"] is None]
    assert {row["diff_missing"] for row in without} >= {"no merge base: the clone is shallow"}
    assert all(row["diff_missing"] and row["patch_id"] is None for row in without)
    kept = len(rows(place.out, "snapshots"))
    assert place.prs(*sources, "--need-diff").code == exits.DONE
    assert len(rows(place.out, "snapshots")) == kept - len(without)
    assert Counted(place.out).dropped["diffs"] == {"no-diff": len(without)}
    drops = pq.read_table(place.out / "drops.parquet").to_pylist()
    assert "no merge base: the clone is shallow" in {row["detail"] for row in drops if row["reason"] == "no-diff"}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 300 KB, or a limit on the size of files where none can be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"none", str(disk).encode(), b"tmpfs", 0, b"size=300k") != 0:
        pytest.skip("no tmpfs can be mounted here; the limit on file sizes is tested all the same")
    yield disk
    libc.umount2(str(disk).encode(), 2)


@pytest.mark.parametrize("what", ["out", "workspace"])
def test_a_full_disk_is_one_clear_line_and_leaves_nothing_half_written(
    what: str, small_disk: Path, demo: Sources, built: Path, tmp_path: Path
) -> None:
    folders = {"out": tmp_path / "out", "workspace": tmp_path / "workspace"} | {what: small_disk / what}
    command = [*CURATE, "prs", *UNTIL, "--split-at", "2025-10-01,2026-01-15", *demo.both()]
    command += ["--out", str(folders["out"]), "--workspace", str(folders["workspace"])]
    (small_disk / "filler").write_bytes(b"x" * (250 << 10))
    done = subprocess.run(command, capture_output=True, text=True)
    check_failure(done, folders["out"])
    (small_disk / "filler").unlink()
    libc = ctypes.CDLL(None)
    assert libc.mount(b"none", str(small_disk).encode(), b"tmpfs", 32, b"size=100m") == 0  # MS_REMOUNT
    subprocess.run(command, check=True, capture_output=True)
    assert digest(folders["out"]) == digest(built)


@pytest.mark.parametrize("limit", [1 << 10, 150 << 10])
def test_a_limit_on_the_size_of_files_is_one_clear_line(limit: int, demo: Sources, tmp_path: Path) -> None:
    def confine() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [*CURATE, "prs", *UNTIL, *demo.both(), "--out", str(tmp_path / "out")]
    done = subprocess.run(
        [*command, "--workspace", str(tmp_path / "workspace")], capture_output=True, text=True, preexec_fn=confine
    )
    check_failure(done, tmp_path / "out")


def check_failure(done: "subprocess.CompletedProcess[str]", out: Path) -> None:
    assert done.returncode == exits.FAILED, done.stderr
    assert done.stderr.strip().splitlines()[-1].startswith("curate: "), done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert not out.exists()
    assert not list(out.parent.glob(".out*"))


@pytest.fixture(scope="module")
def larger(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """The demo with 300 histories more, so that a run lasts long enough to be stopped in the middle."""
    folder = tmp_path_factory.mktemp("larger")
    upstream = make_upstream(folder, make_histories(extra=300))
    write_queueboard(upstream, folder / "queueboard")
    return Sources(str(folder / "queueboard"), str(upstream.git))


def begin(folder: Path, sources: Sources) -> "subprocess.Popen[str]":
    command = [*CURATE, "prs", *UNTIL, *sources.both(), "--out", str(folder / "out")]
    return subprocess.Popen(
        [*command, "--workspace", str(folder / "workspace")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


@pytest.fixture(scope="module")
def undisturbed(larger: Sources, tmp_path_factory: pytest.TempPathFactory) -> tuple[float, dict[str, str]]:
    folder = tmp_path_factory.mktemp("undisturbed")
    began = time.monotonic()
    with begin(folder, larger) as child:
        child.communicate()
    assert child.returncode == exits.DONE
    return time.monotonic() - began, digest(folder / "out")


def test_a_run_that_was_killed_three_times_ends_with_the_same_bytes(
    larger: Sources, undisturbed: tuple[float, dict[str, str]], tmp_path: Path
) -> None:
    lasts, wanted = undisturbed
    chance = random.Random()
    for _ in range(3):
        with begin(tmp_path, larger) as child:
            time.sleep(chance.uniform(0.1, 0.95) * lasts)
            child.kill()
        assert not (tmp_path / "out").exists() or digest(tmp_path / "out") == wanted
    with begin(tmp_path, larger) as child:
        _, err = child.communicate()
    assert child.returncode == exits.DONE, err
    assert digest(tmp_path / "out") == wanted
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "workspace"]


@pytest.mark.parametrize("word", ["reading", "pull requests"])
def test_ctrl_c_says_that_the_same_command_goes_on_and_it_does(
    word: str, larger: Sources, undisturbed: tuple[float, dict[str, str]], tmp_path: Path
) -> None:
    with begin(tmp_path, larger) as child:
        assert child.stderr is not None
        for line in child.stderr:
            if line.startswith(word):
                break
        os.killpg(child.pid, signal.SIGINT)
        rest = child.stderr.read()
    assert child.returncode == exits.STOPPED, rest
    assert rest.strip().splitlines()[-1] == "stopped; the same command goes on from here"
    assert "Traceback" not in rest
    assert [path.name for path in tmp_path.iterdir()] == ["workspace"]
    with begin(tmp_path, larger) as child:
        child.communicate()
    assert digest(tmp_path / "out") == undisturbed[1]


def test_explain_refuses_a_number_that_no_source_holds(place: Place, built: Path) -> None:
    said = place.curate("explain", "999999", "--dataset", str(built))
    assert said.code == exits.REFUSED
    assert "holds #999999 (it was built with --until 2026-04-05)" in said.last


@pytest.mark.parametrize("command", [["explain", "1"], ["funnel"]])
def test_a_folder_that_is_no_dataset_is_refused(place: Place, command: list[str]) -> None:
    said = place.curate(*command, "--dataset", str(place.folder))
    assert (said.code, "is not a dataset that curate wrote" in said.last) == (exits.REFUSED, True)


def test_explain_and_funnel_print_what_was_built(place: Place, built: Path) -> None:
    row = next(row for row in rows(built, "snapshots") if row["reason"] == "accepted")
    said = place.curate("explain", str(row["pr_number"]), "--dataset", str(built))
    assert said.code == exits.DONE
    assert row["head_sha"] in said.out
    assert "merge_ready: accepted" in said.out
    said = place.curate("funnel", "--dataset", str(built))
    lines = [line.split("\t") for line in said.out.splitlines()]
    assert lines[0] == ["stage", "unit", "in", "dropped", "out"]
    assert [(line[0], int(line[2]), int(line[4])) for line in lines[1:] if line[0]] == [
        (step["stage"], step["came_in"], step["went_out"]) for step in Counted(built).steps
    ]


def test_control_characters_of_hostile_records_never_reach_the_terminal(place: Place, demo: Sources) -> None:
    hostile = place.folder / "archive"
    shutil.copytree(demo.queueboard, hostile)
    evil = "\x1b]0;owned\x07\x1b[2J\u202e\r\n"
    (hostile / "data" / "5").mkdir()
    (hostile / "data" / "5" / "pr_info.json").write_text(json.dumps({"message": f"{evil}no"}))
    for path in sorted(hostile.glob("data/*/pr_info.json"))[:40]:
        try:
            answer = json.loads(path.read_bytes())
            answer["data"]["repository"]["pullRequest"]["title"] = f"[Merged by Bors] - {evil}"
            for node in answer["data"]["repository"]["pullRequest"]["commits"]["nodes"]:
                for check in (node["commit"]["statusCheckRollup"] or {"contexts": {"nodes": []}})["contexts"]["nodes"]:
                    check["id"] += evil
        except (ValueError, KeyError, TypeError):
            continue
        path.write_text(json.dumps(answer))
    said = place.prs("--queueboard", str(hostile))
    assert said.code == exits.DONE
    shown = [said.out, said.err]
    for number in {row["pr_number"] for row in rows(place.out, "snapshots")}:
        shown.append(place.curate("explain", str(number), "--dataset", str(place.out)).out)
    for text in shown:
        assert not set("\x1b\x07\r\u202e") & set(text)
    assert r"GitHub error: \x1b]0;owned" in said.err


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys\nsys.argv = ['curate', '--help']\nfrom curate.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "prs" in done.stdout
    loaded = set(json.loads(done.stdout.splitlines()[-1].replace("'", '"')))
    heavy = {"datasets", "pyarrow", "huggingface_hub", "openai", "anthropic", "github", "git", "diskcache", "pydantic",
             "numpy", "pandas", "rich", "zstandard", "asyncio", "requests", "httpx"}  # fmt: skip
    assert loaded & heavy == set()
