"""Records checked with another Lean than they were made with: never compared where that means nothing."""

from dataclasses import replace
from pathlib import Path

import pytest

from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.open import open_lean
from curate.formalize.records.checking import check_folder
from curate.formalize.records.collection import read_entries, render_statement
from curate.formalize.records.problems import write_problem
from curate.formalize.records.shipped import read_records
from curate.schemas.stochbench.records import Problem

ENTRIES = {entry.id: entry for entry in read_entries()}
RECORDS = {problem.id: problem for problem in read_records()}
LIMITS = Limits(wall_s=60)

pytestmark = pytest.mark.lean


def write(folder: Path, problem: Problem) -> Path:
    write_problem(folder, problem, render_statement(ENTRIES[problem.id]))
    return folder / problem.id


def test_a_record_of_the_embedded_lean_is_not_compared_in_a_project(project: Path, tmp_path: Path) -> None:
    lean = open_lean(project, tmp_path / "cache")
    found = check_folder(lambda _: lean, write(tmp_path / "problems", RECORDS["void-means-no-point"]), LIMITS)
    assert found.finding == "unknown"
    assert "recorded with Lean 4.35.0 kernel with curate's prelude" in found.words


def test_a_record_on_signatures_is_tried_in_the_project_s_own_library(project: Path, tmp_path: Path) -> None:
    lean = open_lean(project, tmp_path / "cache")
    found = check_folder(lambda _: lean, write(tmp_path / "problems", RECORDS["reversing-twice"]), LIMITS)
    assert found.finding == "unknown"  # this project has no Mathlib, which says nothing of the statement
    assert "unknown module prefix 'Mathlib'" in found.words
    plain = RECORDS["void-means-no-point"]
    environment = RECORDS["reversing-twice"].environment
    on_signatures = plain.model_copy(update={"environment": environment, "status": "draft"})
    found = check_folder(lambda _: lean, write(tmp_path / "problems", on_signatures), LIMITS)
    assert found.finding == "ok"
    assert "which the signatures only stood for" in found.words


def test_the_same_text_with_another_term_is_churn_and_another_text_is_a_change(
    lean: EmbeddedLean, tmp_path: Path
) -> None:
    plain = RECORDS["void-means-no-point"]
    older = replace(plain.environment, prelude_digest="0" * 64)
    moved = plain.model_copy(update={"environment": older, "statement_digest": "1" * 64})
    folder = write(tmp_path, moved)
    found = check_folder(lambda _: lean, folder, LIMITS)
    assert (found.finding, "look again" in found.words) == ("churn", True)
    path = folder / "statement.lean"
    path.write_text(
        path.read_text(encoding="utf-8").replace("count A n = 0 ↔", "count A n = 0 + 0 ↔"), encoding="utf-8"
    )
    assert check_folder(lambda _: lean, folder, LIMITS).finding == "changed"
