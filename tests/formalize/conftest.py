"""The embedded Lean, compiled once for all tests, and a project whose `lake` stands in for the real one."""

import os
import sys
from pathlib import Path

import pytest

from formalize.embedded import EmbeddedLean, open_embedded
from schemas.errors import Missing

LAUNCHER = Path(__file__).parents[2] / "formalize" / "launcher.py"


@pytest.fixture(scope="session")
def lean_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for the session, so that the prelude is compiled once."""
    return tmp_path_factory.mktemp("lean-cache")


@pytest.fixture(scope="session")
def lean(lean_cache: Path) -> EmbeddedLean:
    """The embedded Lean; where it can't be installed the test is skipped and says so."""
    try:
        return open_embedded(lean_cache)
    except Missing as missing:
        pytest.skip(f"needs the embedded Lean: {missing}")


@pytest.fixture
def project(tmp_path: Path, lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Lean project, its toolchain made of the embedded Lean, and a `lake` on PATH that knows `lake env` alone."""
    toolchain, bin_ = tmp_path / "toolchain", tmp_path / "bin"
    (toolchain / "bin").mkdir(parents=True)
    (toolchain / "lib").mkdir()
    (toolchain / "lib" / "lean").symlink_to(lean.prelude.library.parent)
    write_script(
        toolchain / "bin" / "lean", f'exec {sys.executable} -I -S {LAUNCHER} {lean.prelude.library} "$@"'
    )
    root = tmp_path / "project"
    root.mkdir()
    (root / "lean-toolchain").write_text("leanprover/lean4:v4.35.0\n")
    (root / "lakefile.toml").write_text('name = "walks"\n')
    own = root / ".lake" / "build" / "lib" / "lean"
    own.mkdir(parents=True)
    lake = "\n".join(
        [
            '[ "$1" = env ] || exit 9',
            "shift",
            f'export LEAN_PATH="./.lake/build/lib/lean:{lean.prelude.directory}"',
            f'export LEAN_SYSROOT="{toolchain}" PATH="{toolchain}/bin:$PATH" LAKE_SECRET=hidden',
            'exec "$@"',
        ]
    )
    bin_.mkdir()
    write_script(bin_ / "lake", lake)
    monkeypatch.setenv("PATH", f"{bin_}{os.pathsep}{os.environ['PATH']}")
    return root


def write_script(path: Path, body: str) -> None:
    """An executable shell script."""
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
