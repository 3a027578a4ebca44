"""The demo's formalization part does on shipped drafts what it says."""

from pathlib import Path

import pytest

from curate.console import Screen
from curate.demo.formalize import run_demo
from curate.formalize.lean.embedded import EmbeddedLean

pytestmark = pytest.mark.lean


def test_the_demo_repairs_one_draft_and_refuses_the_vacuous_one(
    lean: EmbeddedLean, lean_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CURATE_CACHE", str(lean_cache))
    repaired, refused = run_demo(Screen(), tmp_path)
    assert repaired.kind == "recorded"
    assert (tmp_path / "problems" / "lazy-walk-range" / "problem.toml").exists()
    assert refused.kind == "refused"
    assert "False.elim" in refused.words
