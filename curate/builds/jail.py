"""Keeps a build away from the network and from the user's files: bubblewrap, the program that Flatpak uses.

A pull request's build runs code that its author wrote (macros, `lakefile.lean`, `lake exe`). In the jail it sees the
file system read-only, can write to its worktree and a folder for temporary files alone, and has no network unless the
step is one that downloads. What it may read it can't send anywhere.
"""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from curate.schemas.errors import Missing
from curate.schemas.text import printable

PROGRAM = "bwrap"


def jail_command(writable: Sequence[Path], *, network: bool) -> list[str]:
    """The command line that goes before a program's own. `writable`: folders that it may write to; they must exist."""
    binds = [part for path in writable for part in ("--bind", str(path), str(path))]
    return [
        PROGRAM, "--unshare-all", *(["--share-net"] if network else []), "--die-with-parent", "--new-session",
        "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", *binds, "--",
    ]  # fmt: skip


def check_jail() -> None:
    """Starts an empty jail once.

    Raises:
        Missing: bubblewrap is not here, or the system does not let it make namespaces.
    """
    without = "or give --no-sandbox, which every result will say"
    if shutil.which(PROGRAM) is None:
        raise Missing(f"builds run in a jail that needs bubblewrap: apt-get install bubblewrap, {without}")
    done = subprocess.run([*jail_command([], network=False), "true"], capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        words = printable(done.stderr.decode("utf-8", "replace").strip(), 200)
        raise Missing(f"bubblewrap can't make a jail here ({words}); allow user namespaces, {without}")
