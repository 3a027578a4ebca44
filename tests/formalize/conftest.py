"""A project whose `lake` stands in for the real one."""

import os
from pathlib import Path

import pytest
from lean_standin import make_project

from curate.formalize.lean.embedded import EmbeddedLean


@pytest.fixture
def project(tmp_path: Path, lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Lean project, its toolchain made of the embedded Lean, and its `lake` on PATH."""
    root = make_project(tmp_path, lean)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    return root
