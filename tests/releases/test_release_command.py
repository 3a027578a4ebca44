"""The command line of `curate release`: what it prints and how it exits."""

import os
import subprocess
import sys
from pathlib import Path

from synthetic import edit_rows, invent, write_dataset

from curate.standins.hub.server import Hub

DEFINITION = Path(__file__).parent.parent.parent / "curate" / "releases" / "mathlibpr.toml"


def curate(folder: Path, *arguments: str, **env: str) -> "subprocess.CompletedProcess[str]":
    line = [sys.executable, "-c", "from curate.cli import main; main()", "release", *arguments]
    return subprocess.run(line, cwd=folder, env={**os.environ, **env}, capture_output=True, text=True, check=False)


def test_a_dataset_goes_from_check_to_verify_by_the_commands_alone(hub: Hub, dataset: Path, tmp_path: Path) -> None:
    env = {"HF_ENDPOINT": hub.endpoint, "HF_TOKEN": "hf_writer", "NO_PROXY": "127.0.0.1"}
    built = curate(
        tmp_path, "build", str(dataset), "--version", "0.1.0", "--to", "owner/mathlibpr", "--out", "v1", **env
    )
    assert built.returncode == 0, built.stderr
    plan = curate(tmp_path, "push", "v1", "--dry-run", **env)
    assert plan.returncode == 0, plan.stderr
    assert "make the repository" in plan.stdout
    assert not any(method in ("POST", "PUT", "DELETE") for method, _ in hub.requests)
    pushed = curate(tmp_path, "push", "v1", **env)
    assert pushed.returncode == 0, pushed.stderr
    assert "hf_writer" not in pushed.stdout + pushed.stderr
    assert (tmp_path / "releases/ledger.jsonl").read_text().count("\n") == 1
    listed = curate(tmp_path, "list", "owner/mathlibpr", **env)
    assert "0.1.0" in listed.stdout
    verified = curate(tmp_path, "verify", "owner/mathlibpr@0.1.0", **env)
    assert verified.returncode == 0, verified.stderr
    same = curate(tmp_path, "diff", "owner/mathlibpr@0.1.0", str(dataset), **env)
    assert "the rows are the same" in same.stdout, same.stderr


def test_a_malformed_dataset_is_refused_with_exit_code_4_and_nothing_is_built(tmp_path: Path) -> None:
    rows = edit_rows(invent(40), "snapshots", 0, title="[Merged by Bors] - \x1b[2Jfeat: x")
    folder = write_dataset(tmp_path / "dataset", rows)
    done = curate(tmp_path, "build", str(folder), "--version", "0.1.0", "--definition", str(DEFINITION))
    assert done.returncode == 4
    assert "leak-bors" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["dataset"]


def test_what_is_neither_a_folder_nor_on_the_hub_is_refused_with_a_way_on(hub: Hub, tmp_path: Path) -> None:
    env = {"HF_ENDPOINT": hub.endpoint, "HF_TOKEN": "hf_writer", "NO_PROXY": "127.0.0.1"}
    for source, message in (
        ("nowhere", "neither a directory"),
        ("owner/none@0.1.0", "no release"),
        ("../x@1.0.0", "neither a directory"),
    ):
        done = curate(tmp_path, "verify", source, **env)
        assert done.returncode == 4, done.stderr
        assert message in done.stderr


def test_verify_finds_out_a_tag_that_was_moved(hub: Hub, earlier: Path, later: Path, tmp_path: Path) -> None:
    env = {"HF_ENDPOINT": hub.endpoint, "HF_TOKEN": "hf_writer", "NO_PROXY": "127.0.0.1"}
    for folder in (earlier, later):
        pushed = curate(tmp_path, "push", str(folder), **env)
        assert pushed.returncode == 0, pushed.stderr
    hub.repo("owner/mathlibpr").git(
        "tag", "-f", "-a", "v0.1.0", "-m", "moved", hub.repo("owner/mathlibpr").resolve("v0.2.0")
    )
    done = curate(tmp_path, "verify", "owner/mathlibpr@0.1.0", **env)
    assert done.returncode == 1
    assert "the tag was moved" in done.stderr
