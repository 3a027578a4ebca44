"""The public API: the examples of docs/api.md run as they stand, and what they give is what the commands give."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import Sources

import curate
from curate import Dataset, open_dataset
from curate.formalize.judge.lean import open_judged
from curate.formalize.lean.embedded import EmbeddedLean
from curate.schemas.errors import CurateError, Refused

EXAMPLES = re.findall(r"```python\n(.*?)```", (Path(__file__).parents[2] / "docs" / "api.md").read_text(), re.S)


def example(words: str) -> str:
    """The one example whose code holds `words`."""
    found = [code for code in EXAMPLES if words in code]
    assert len(found) == 1
    return found[0]


@pytest.fixture
def folder(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the demo's dataset as `mathlibpr`."""
    (tmp_path / "mathlibpr").symlink_to(built)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_example_that_reads_a_dataset_prints_its_rows(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(example("open_dataset"), {})
    out = capsys.readouterr().out
    assert "merge_ready accepted ['SUCCESS']" in out
    assert "#16560@" in out
    assert " against " in out


def test_the_example_that_labels_a_record_gives_its_labels(
    folder: Path, demo: Sources, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "queueboard").symlink_to(demo.queueboard)
    exec(example("label_pull"), {})
    out = capsys.readouterr().out
    assert out.startswith("16560 True\n")
    assert out.count(" not_merge_ready revised\n") == 2, "without patches each head is a version"
    assert out.endswith(" merge_ready accepted\n")
    with pytest.raises(Refused, match="no record of a pull request"):
        curate.label_pull(b"{}")


def test_the_example_that_checks_a_text_says_ok(lean: EmbeddedLean, capsys: pytest.CaptureFixture[str]) -> None:
    exec(example("check_lean"), {})
    assert capsys.readouterr().out.splitlines()[0] == "ok"


def test_the_example_that_judges_accepts(
    lean: EmbeddedLean, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        open_judged(None)
    except CurateError as error:
        pytest.skip(f"no sandbox here: {error}")
    monkeypatch.chdir(tmp_path)
    exec(example("judge("), {})
    assert capsys.readouterr().out == "accepted None ()\n"


def test_the_example_that_builds_a_release_says_its_rows(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(example("build_release"), {})
    assert capsys.readouterr().out.startswith("0.1.0 {")
    released = open_dataset(folder / "v0.1.0")
    assert {row.model_dump()["split"] for row in released.rows("snapshots")} >= {"train"}
    with pytest.raises(Refused, match="snapshots have no bodies"):
        next(released.snapshots())


def test_every_row_of_the_dataset_is_read_once_as_a_record(built: Path) -> None:
    dataset = open_dataset(built)
    for config, splits in dataset.manifest.rows.items():
        for split, rows in splits.items():
            assert sum(1 for _ in dataset.rows(config, split)) == rows
    with pytest.raises(Refused, match="has no problems"):
        dataset.rows("problems")


def test_a_damaged_dataset_is_not_opened(built: Path, tmp_path: Path) -> None:
    for path in built.rglob("*"):
        if path.is_file():
            (tmp_path / "copy" / path.relative_to(built)).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "copy" / path.relative_to(built)).write_bytes(path.read_bytes())
    (tmp_path / "copy" / "drops.parquet").write_bytes(b"PAR1")
    with pytest.raises(Refused, match=r"drops\.parquet"):
        open_dataset(tmp_path / "copy")


def test_importing_curate_imports_nothing_heavy() -> None:
    code = "import sys, curate; print([name for name in ('pyarrow', 'click', 'pydantic') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    assert curate.Dataset is Dataset
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        curate.nothing  # noqa: B018
