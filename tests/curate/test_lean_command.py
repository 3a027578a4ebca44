"""`curate lean` says what Lean says, and its exit code tells a script what happened."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from curate.cli import cli
from curate.formalize.lean.cache import cache_root
from curate.formalize.lean.embedded import EmbeddedLean
from curate.schemas.errors import CurateError, Refused

Run = Callable[..., Result]

REFUSED = {
    "prelude": "prelude\ntheorem t : True := trivial\n",
    "exit": "theorem t : True := trivial\n#exit\n",
    "runs-code": "run_cmd pure ()\n",
    "unclosed": "theorem t : True := trivial\n/- and\n",
    "option": "set_option debug.skipKernelTC true\n",
    "auto-implicit": "set_option autoImplicit true\n",
    "extern": '@[extern "x"] axiom f : Nat\n',
}


@pytest.fixture
def run(lean: EmbeddedLean, lean_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("CURATE_CACHE", str(lean_cache))

    def invoke(*arguments: object) -> Result:
        return CliRunner().invoke(cli, ["lean", *map(str, arguments)], standalone_mode=False)

    return invoke


def write(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "draft.lean"
    file.write_bytes(text.encode())
    return file


def test_a_sound_file_ends_with_zero_and_a_label(run: Run, tmp_path: Path) -> None:
    result = run("check", write(tmp_path, "theorem t (n : Nat) : n = n := by sorry\n"))
    assert result.return_value == 0
    assert "draft.lean:1:8: warning: declaration uses `sorry`" in result.stdout
    assert "ok (Lean 4.35.0 kernel with curate's prelude" in result.stderr


def test_errors_are_shown_as_lean_shows_them(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "theorem t (n : Nat) : n = foo := rfl\n")
    result = run("check", file)
    assert result.return_value == 1
    assert result.stdout.startswith(f"{file}:1:26: error(lean.unknownIdentifier): Unknown identifier `foo`\n")


def test_json_is_the_whole_answer(run: Run, tmp_path: Path) -> None:
    result = run("check", "--json", write(tmp_path, "theorem t (p q : Prop) : p → q := by intro h\n"))
    answer = json.loads(result.stdout)
    assert result.return_value == 1
    assert answer["status"] == "errors"
    assert answer["diagnostics"][0]["goals"] == ["p q : Prop\nh : p\n⊢ q"]
    assert answer["environment"]["implementation"] == "embedded"


def test_no_answer_is_one_with_its_reason(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "set_option maxHeartbeats 0\ntheorem t (p : Prop) : p := by repeat skip\n")
    result = run("check", "--timeout", "1.5", file)
    assert result.return_value == 1
    assert "unknown: time limit: 1.5 s passed" in result.stderr


@pytest.mark.parametrize("code", REFUSED)
def test_a_file_about_which_lean_can_say_nothing_is_refused(run: Run, tmp_path: Path, code: str) -> None:
    file = write(tmp_path, REFUSED[code])
    plain, as_json = run("check", file), run("check", "--json", file)
    assert (plain.return_value, as_json.return_value) == (4, 4)
    assert f"refused ({code}): " in plain.stderr
    assert code in {one["code"] for one in json.loads(as_json.stdout)["findings"]}


@pytest.mark.parametrize("data", [b"\xff\xfe theorem", b"theorem t : True := \0trivial\n"])
def test_bytes_that_are_no_lean_text_are_refused(run: Run, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "draft.lean"
    file.write_bytes(data)
    result = run("check", file)
    assert isinstance(result.exception, CurateError)
    assert "UTF-8" in str(result.exception) or "null byte" in str(result.exception)


def test_a_file_that_is_not_there_is_refused(run: Run, tmp_path: Path) -> None:
    assert "can't be read: No such file" in str(run("check", tmp_path / "nowhere.lean").exception)


def test_control_characters_of_a_message_are_escaped(run: Run, tmp_path: Path) -> None:
    result = run("check", write(tmp_path, "theorem t : True := «a\x1b[31mb»\n"))
    assert "\x1b" not in result.stdout


def test_info_names_the_lean_that_is_asked(run: Run) -> None:
    facts = json.loads(run("info", "--json").stdout)
    assert facts["label"] == "Lean 4.35.0 kernel with curate's prelude"
    assert len(facts["prelude"]) == 64
    assert facts["answers kept in"] == str(cache_root() / "lean-answers")
    assert "Lean 4.35.0 kernel with curate's prelude" in run("info").stdout


def test_a_folder_that_is_no_project_is_refused_and_nothing_else_is_asked(run: Run, tmp_path: Path) -> None:
    result = run("info", "--project", tmp_path)
    assert "no readable lean-toolchain" in str(result.exception)
    assert result.stdout == ""


def test_a_pipe_an_endless_nest_and_a_huge_file_are_refused_before_they_are_read(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.lean")
    (tmp_path / "deep.lean").write_text("(" * 1_000_000)
    (tmp_path / "huge.lean").write_text(" " * 3_000_000)
    for name, words in (("pipe", "not a regular file"), ("deep", "1000 deep"), ("huge", "bytes")):
        refused = run("check", tmp_path / f"{name}.lean").exception
        assert isinstance(refused, Refused)
        assert words in str(refused)


def test_a_byte_order_mark_is_read_over(run: Run, tmp_path: Path) -> None:
    assert run("check", write(tmp_path, "\ufefftheorem t : True := trivial\n")).return_value == 0


def test_what_only_lean_s_parser_sees_is_refused(run: Run, tmp_path: Path) -> None:
    text = "set_option «debug».skipKernelTC true\ntheorem t : 1 = 2 := rfl\n"
    result = run("check", write(tmp_path, text))
    assert result.return_value == 4
    assert "refused (option)" in result.stderr
