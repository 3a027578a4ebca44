"""Shell scripts that stand in for a toolchain's programs, and a project that is made of them."""

import sys
from pathlib import Path

from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.prelude import LAUNCHER as LAUNCHER


def write_script(path: Path, body: str) -> None:
    """An executable shell script."""
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


def make_project(folder: Path, lean: EmbeddedLean) -> Path:
    """A Lean project, its toolchain made of the embedded Lean, and in `bin` a `lake` that knows `lake env` alone."""
    toolchain, bin_ = folder / "toolchain", folder / "bin"
    (toolchain / "bin").mkdir(parents=True)
    (toolchain / "lib").mkdir()
    (toolchain / "lib" / "lean").symlink_to(lean.prelude.library.parent)
    write_script(toolchain / "bin" / "lean", f'exec {sys.executable} -I -S {LAUNCHER} {lean.prelude.library} "$@"')
    root = folder / "project"
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
    return root
