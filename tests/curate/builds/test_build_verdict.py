"""What lake's output says of a commit: a fault of the commit, or nothing."""

import pytest

from curate.builds.verdict import read_build_log, read_lint_log

FAILED = """\
✔ [1/3] Built Walks.Basic
✖ [2/3] Building Walks.Bad
error: Walks/Bad.lean:3:4: unknown identifier 'foo'
error: Lean exited with code 1
Some required targets logged failures:
- Walks.Bad
error: build failed
"""
OLDER = """\
error: stdout:
././././Mathlib/Order/Basic.lean:12:0: error: unknown tactic
error: external command `/home/u/.elan/toolchains/x/bin/lean` exited with code 1
"""


def test_a_build_that_ends_with_0_passes() -> None:
    assert read_build_log(0, "Build completed successfully (3 jobs).")[:2] == ("pass", None)


def test_an_error_of_lean_s_in_a_module_fails_and_names_it() -> None:
    assert read_build_log(1, FAILED)[:2] == ("fail", "Walks.Bad")
    assert read_build_log(1, OLDER)[:2] == ("fail", "Mathlib.Order.Basic")


@pytest.mark.parametrize(
    ("code", "log"),
    [
        (137, FAILED),
        (-9, ""),
        (1, "error: Lean exited with code 137\n" + FAILED),
        (1, "error: could not download nonexistent lean version `v9.9.9`"),
        (1, "error: no such toolchain 'leanprover/lean4:nightly-2024-01-01'"),
        (1, "error: failed to fetch GitHub release (run with '-v' for details)"),
        (1, "fatal: unable to access 'https://github.com/x': Could not resolve host: github.com"),
        (1, "error: unknown target `Mathlib`"),
        (1, "cp: error writing: No space left on device"),
        (1, "error: build failed"),
        (1, ""),
        (2, "warning: Walks/Bad.lean:3:4: unused variable"),
    ],
)
def test_what_says_nothing_of_the_commit_is_unknown(code: int, log: str) -> None:
    reading = read_build_log(code, log)
    assert reading.verdict == "unknown"
    assert reading.target is None
    assert reading.detail


def test_control_characters_of_a_log_are_escaped() -> None:
    assert "\x1b" not in read_build_log(1, "error: A.lean:1:0: \x1b[31mred\n").detail


@pytest.mark.parametrize(
    ("code", "log", "verdict"),
    [
        (0, "", "pass"),
        (1, "error: A.lean:3: line is longer", "fail"),
        (1, "uncaught exception", "unknown"),
        (137, "", "unknown"),
    ],
)
def test_a_linter_fails_a_commit_only_with_a_place(code: int, log: str, verdict: str) -> None:
    assert read_lint_log(code, log) == verdict
