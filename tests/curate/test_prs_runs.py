"""Runs of `curate prs` give the same bytes wherever they run and whatever stops them."""

import ctypes
import os
import random
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from command_line import CURATE, UNTIL, Counted, Place, Sources, digest, git, rows

from curate import exits


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
    assert rest.strip().splitlines()[-1] == f"curate: {exits.INTERRUPTED}"
    assert "Traceback" not in rest
    assert [path.name for path in tmp_path.iterdir()] == ["workspace"]
    with begin(tmp_path, larger) as child:
        child.communicate()
    assert digest(tmp_path / "out") == undisturbed[1]
