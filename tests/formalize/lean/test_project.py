"""A project's own Lean is asked in its own environment, and what is wrong with a project is said in words."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from lean_standin import LAUNCHER, write_script

from curate.formalize.checks.statement_checks import check_statement
from curate.formalize.gate.module_rules import check_honesty
from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.inspect import inspect
from curate.formalize.lean.open import open_lean
from curate.formalize.lean.project import open_project, read_options
from curate.schemas.errors import Failed, Missing, Refused


def replace_lake(project: Path, body: str) -> None:
    write_script(project.parent / "bin" / "lake", body)


def test_a_project_is_asked_with_its_toolchain_and_mathlib_revision(project: Path, tmp_path: Path) -> None:
    revision = "0123456789abcdef0123456789abcdef01234567"
    packages = [{"name": "batteries", "rev": "f" * 40}, {"name": "mathlib", "type": "git", "rev": revision}]
    (project / "lake-manifest.json").write_text(json.dumps({"version": "1.1.0", "packages": packages}))
    lean = open_lean(project, tmp_path / "cache")
    assert lean.environment.implementation == "project"
    assert lean.environment.lean_version == "4.35.0"
    assert lean.environment.toolchain == "leanprover/lean4:v4.35.0"
    assert lean.environment.mathlib_revision == revision
    assert lean.environment.prelude_digest is None
    assert lean.environment.label == "Lean 4.35.0 of the project with Mathlib 0123456789ab"
    answer = lean.elaborate("theorem t (n : Nat) : n + 0 = n := rfl\n")
    assert (answer.status, answer.cached) == ("ok", False)
    assert lean.elaborate("theorem t (n : Nat) : n + 0 = n := rfl\n").cached


def test_an_old_manifest_names_the_revision_too(project: Path, tmp_path: Path) -> None:
    package = {"git": {"name": "mathlib", "rev": "a" * 40, "inputRev?": None}}
    (project / "lake-manifest.json").write_text(json.dumps({"version": 4, "packages": [package]}))
    assert open_lean(project, tmp_path / "cache").environment.mathlib_revision == "a" * 40


def test_modules_of_the_project_can_be_imported_and_changing_one_asks_again(
    project: Path, lean: EmbeddedLean, tmp_path: Path
) -> None:
    own = project / ".lake" / "build" / "lib" / "lean"

    def build(value: int) -> None:
        (tmp_path / "Walks.lean").write_text(f"def Walks.steps : Nat := {value}\n")
        argv = [sys.executable, "-I", "-S", LAUNCHER, lean.prelude.library, "-R", tmp_path]
        argv += ["-o", own / "Walks.olean", tmp_path / "Walks.lean"]
        subprocess.run(argv, check=True, env={"LEAN_PATH": str(lean.prelude.directory)})

    text = "import Walks\ntheorem t : Walks.steps = 3 := rfl\n"
    build(3)
    first = open_lean(project, tmp_path / "cache")
    assert first.elaborate(text).status == "ok"
    inspection = inspect(first, text)
    assert (inspection.unclean("t"), inspection.replayed) == (None, True)
    build(4)
    second = open_lean(project, tmp_path / "cache")
    answer = second.elaborate(text)
    assert (answer.status, answer.cached) == ("errors", False)


def test_the_gate_and_the_checks_work_on_a_project(project: Path, tmp_path: Path) -> None:
    lean = open_lean(project, tmp_path / "cache")
    text = "theorem t (n : Nat) (h : n < n) : n = 7 := by sorry\n"
    assert check_honesty(lean, text).honest
    assert check_statement(lean, text)[0].answer == "proven"


def test_what_lake_sets_beyond_lean_stays_out_and_so_do_our_tokens(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    lean = open_lean(project, tmp_path / "cache")
    assert "LAKE_SECRET" not in lean.command.env
    assert "GITHUB_TOKEN" not in lean.command.env
    assert lean.command.env["LEAN_PATH"].startswith(str(project))


def test_options_of_the_project_are_passed_on_and_auto_implicit_is_off_without_them(
    project: Path, tmp_path: Path
) -> None:
    text = "theorem t (h : x = y) : y = x := h.symm\n"
    assert open_lean(project, tmp_path / "cache").elaborate(text).status == "errors"
    (project / "lakefile.toml").write_text(
        'name = "walks"\n[leanOptions]\nautoImplicit = true\npp.unicode.fun = true\n'
    )
    lean = open_lean(project, tmp_path / "cache")
    assert "autoImplicit=true" in lean.environment.options
    assert "pp.unicode.fun=true" in lean.environment.options
    assert lean.elaborate(text).status == "ok"


def test_an_unknown_type_that_became_a_variable_is_refused_even_there(project: Path, tmp_path: Path) -> None:
    (project / "lakefile.toml").write_text("[leanOptions]\nautoImplicit = true\nrelaxedAutoImplicit = true\n")
    lean = open_lean(project, tmp_path / "cache")
    found = check_honesty(lean, "theorem t (a : Real) : a = a := by sorry\n")
    assert [one.code for one in found.findings] == ["auto-bound"]
    assert "`Real` is no known name" in found.findings[0].message
    nested = check_honesty(lean, "theorem t (xs : List Real) : xs = xs := by sorry\n")
    assert [one.code for one in nested.findings] == ["auto-bound"]
    assert check_honesty(lean, "theorem t (x : α) : x = x := by sorry\n").honest


def test_options_are_read_from_a_lakefile_in_lean(tmp_path: Path) -> None:
    lakefile = tmp_path / "lakefile.lean"
    lakefile.write_text(
        "package walks where\n  -- ⟨`autoImplicit, false⟩\n"
        "  leanOptions := #[⟨`autoImplicit, true⟩, ⟨`maxSynthPendingDepth, 3⟩]\n"
    )
    assert read_options(lakefile) == {"autoImplicit": "true", "maxSynthPendingDepth": "3"}


def test_a_folder_that_is_no_project_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is not a directory"):
        open_project(tmp_path / "nowhere")
    with pytest.raises(Refused, match="no readable lean-toolchain"):
        open_project(tmp_path)
    (tmp_path / "lean-toolchain").write_text("\n")
    with pytest.raises(Refused, match="is empty"):
        open_project(tmp_path)
    (tmp_path / "lean-toolchain").write_text("leanprover/lean4:v4.35.0\n")
    with pytest.raises(Refused, match=r"no lakefile\.toml or lakefile\.lean"):
        open_project(tmp_path)
    (tmp_path / "lakefile.toml").write_text("= broken")
    (tmp_path / "lake-manifest.json").write_text("{")


def test_a_broken_manifest_is_refused(project: Path) -> None:
    (project / "lake-manifest.json").write_text("{")
    with pytest.raises(Refused, match=r"lake-manifest\.json can't be read"):
        open_project(project)


def test_without_lake_the_embedded_lean_is_not_asked_instead(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project.parent / "bin" / "lake").unlink()
    monkeypatch.setenv("PATH", str(project.parent / "bin"))
    with pytest.raises(Missing, match="`lake` is not on PATH"):
        open_project(project)


def test_a_lake_that_hangs_is_stopped_with_all_it_started(project: Path) -> None:
    replace_lake(project, "sleep 60 &\nsleep 60")
    started = time.monotonic()
    with pytest.raises(Failed, match=r"gave no answer \(time limit: 0\.5 s passed\)"):
        open_project(project, limits=Limits(wall_s=0.5))
    assert time.monotonic() - started < 15


def test_a_lake_that_fails_is_quoted_without_its_control_characters(project: Path) -> None:
    replace_lake(project, "printf 'error: \\033[31mno such package' >&2; exit 1")
    with pytest.raises(Failed, match=r"failed with exit code 1: error: \\x1b\[31mno such package"):
        open_project(project)


def test_a_toolchain_without_lean_is_missing(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project.parent / "toolchain" / "bin" / "lean").unlink()
    with pytest.raises(Missing, match="toolchain has no `lean`"):
        open_project(project)


def test_a_lean_of_another_version_is_read_by_itself_or_not_at_all(project: Path, tmp_path: Path) -> None:
    """No module of another Lean is given to the reader that knows the layouts of 4.35.0 only."""
    version = "Lean (version 4.30.0, x86_64-unknown-linux-gnu, commit abcdef0123456789, Release)"
    lean_script = project.parent / "toolchain" / "bin" / "lean"
    real = lean_script.read_text().splitlines()[1]
    write_script(lean_script, f'[ "$1" = --version ] && echo "{version}" && exit\n[ "$1" = --run ] && exit 5\n{real}')
    lean = open_lean(project, tmp_path / "cache")
    assert lean.environment.lean_version == "4.30.0"
    assert lean.reader.argv[1] == "--run"
    inspection = inspect(lean, "theorem t : True := trivial\n")
    assert (inspection.status, inspection.elaboration.status) == ("unknown", "ok")
    assert inspection.reason == "reading the compiled module: exit code 5"
