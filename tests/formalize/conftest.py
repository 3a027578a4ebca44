"""A project whose `lake` stands in for the real one."""

import os
import sys
from pathlib import Path

import pytest
from lean_standin import LAUNCHER, write_script

from curate.formalize.lean.embedded import EmbeddedLean


@pytest.fixture
def project(tmp_path: Path, lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Lean project, its toolchain made of the embedded Lean, and a `lake` on PATH that knows `lake env` alone."""
    toolchain, bin_ = tmp_path / "toolchain", tmp_path / "bin"
    (toolchain / "bin").mkdir(parents=True)
    (toolchain / "lib").mkdir()
    (toolchain / "lib" / "lean").symlink_to(lean.prelude.library.parent)
    write_script(toolchain / "bin" / "lean", f'exec {sys.executable} -I -S {LAUNCHER} {lean.prelude.library} "$@"')
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
