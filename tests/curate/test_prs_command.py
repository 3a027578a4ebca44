"""`curate prs` and its kin at their edge: bad input is refused in clear words, and what is printed is true."""

import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from command_line import UNTIL, Counted, Place, Sources, digest, git, rows

from curate import exits
from curate.schemas.mathlibpr.rows import DATASET_CONFIGS
from curate.workspace import Workspace


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
        (lambda folder, demo: str(folder / "nowhere"), "does not exist; give a folder"),
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
    place.refused("is not a git repository", "--queueboard", demo.queueboard, "--git", demo.queueboard)


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
    place.refused("can't be replaced", "--queueboard", demo.queueboard)
    assert (place.out / "thesis.tex").read_text() == "years of work"


def test_an_output_that_is_a_file_is_left_alone(place: Place, demo: Sources) -> None:
    place.out.write_text("mine")
    place.refused("is a file", "--queueboard", demo.queueboard)
    assert place.out.read_text() == "mine"


def test_a_workspace_with_something_else_in_it_is_left_alone(place: Place, demo: Sources) -> None:
    (place.folder / "workspace" / "scratch").mkdir(parents=True)
    (place.folder / "workspace" / "scratch" / "thesis.tex").write_text("years of work")
    place.refused("is not a workspace", "--queueboard", demo.queueboard)
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
    with Workspace(place.folder / "workspace").locked(print):
        place.refused("another run uses", "--queueboard", demo.queueboard, code=exits.STOPPED)
    assert place.prs("--queueboard", demo.queueboard).code == exits.DONE


def test_a_misnamed_entry_is_a_counted_drop(built: Path) -> None:
    drops = pq.read_table(built / "drops.parquet").to_pylist()
    (misnamed,) = [row for row in drops if row["reason"] == "number-mismatch"]
    assert (misnamed["pr_number"], misnamed["stage"], misnamed["unit"]) == (15140, "read", "entry")
    assert Counted(built).dropped["read"]["number-mismatch"] == 1


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


def test_explain_refuses_a_number_that_no_source_holds(place: Place, built: Path) -> None:
    said = place.curate("explain", "999999", "--dataset", str(built))
    assert said.code == exits.REFUSED
    assert "holds #999999 (it was built with --until 2026-04-05)" in said.last


@pytest.mark.parametrize("command", [["explain", "1"], ["funnel"]])
def test_a_folder_that_is_no_dataset_is_refused(place: Place, command: list[str]) -> None:
    said = place.curate(*command, "--dataset", str(place.folder))
    assert (said.code, "is not a dataset or release that curate wrote" in said.last) == (exits.REFUSED, True)


def test_explain_and_funnel_print_what_was_built(place: Place, built: Path) -> None:
    row = next(row for row in rows(built, "snapshots") if row["reason"] == "accepted")
    said = place.curate("explain", str(row["pr_number"]), "--dataset", str(built))
    assert said.code == exits.DONE
    assert row["head_sha"][:10] in said.out
    assert "merge_ready: accepted" in said.out
    asked = place.curate("explain", str(row["pr_number"]), "--dataset", str(built), "--json")
    assert row["head_sha"] in [head["sha"] for head in json.loads(asked.out)["heads"]]
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
