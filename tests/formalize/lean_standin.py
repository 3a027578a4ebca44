"""Shell scripts that stand in for a toolchain's programs."""

from pathlib import Path

from curate.formalize.lean.prelude import LAUNCHER as LAUNCHER


def write_script(path: Path, body: str) -> None:
    """An executable shell script."""
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
