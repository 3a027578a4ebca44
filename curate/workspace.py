"""The workspace: where the raw archive, the clones and the patches are kept between runs."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from curate.schemas.errors import Refused, Stopped
from curate.schemas.store.atomic import write_file

VERSION = 2
"""Of the workspace's layout; raised when an older one can't be used as it is."""
MIGRATIONS = {
    1: "its archived sources are read anew, since how they are kept has changed; nothing is fetched twice",
}
"""What is done to a workspace of each older version."""


def default_workspace() -> Path:
    """`$CURATE_WORKSPACE`, else `curate` in the user's data folder."""
    if named := os.environ.get("CURATE_WORKSPACE"):
        return Path(named)
    import platformdirs  # here, for few commands need it

    return platformdirs.user_data_path("curate")


class Workspace:
    """One directory with one user at a time."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.archive = directory / "archive"
        self.patches = directory / "patches"
        self.evidence = directory / "evidence"
        self.pulls = directory / "pulls"
        self.clones = directory / "clones"
        self.runs = directory / "runs"
        self.samples = directory / "samples"
        """Answers of GitHub that could not be understood, for `curate doctor --bundle`."""

    @contextmanager
    def locked(self, say: Callable[[str], None]) -> Iterator[Path]:
        """Holds the workspace and gives a folder for what is needed during the run only.

        `say` is told when it is of an older version, and what that means.

        Raises:
            Stopped: another run holds it.
            Refused: it is not a workspace, or one of a newer curate.
        """
        self.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self._is_ours():
            raise Refused(f"{self.directory} is not a workspace (it contains other files); name another --workspace")
        with (self.directory / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise Stopped(f"another run uses {self.directory}; wait for it or name another --workspace") from error
            self._migrate(say)
            scratch = self.directory / "scratch"
            shutil.rmtree(scratch, ignore_errors=True)  # what a killed run left
            scratch.mkdir()
            try:
                with tempfile.TemporaryDirectory(dir=scratch) as run:
                    yield Path(run)
            finally:
                shutil.rmtree(scratch, ignore_errors=True)

    def _is_ours(self) -> bool:
        """Whether the folder is empty, has a workspace's mark, or holds only what a workspace holds.

        A run that was stopped very early, or another command, may have made a part of it without the mark.
        """
        names = {path.name for path in self.directory.iterdir()}
        return "lock" in names or names <= {
            path.name for path in (self.archive, self.patches, self.clones, self.samples)
        }

    def _migrate(self, say: Callable[[str], None]) -> None:
        path = self.directory / "version"
        if not path.exists():
            found = 1 if self.archive.exists() else VERSION  # the first version wrote no such file
        else:
            text = path.read_text(encoding="utf-8").strip()
            found = int(text) if text.isascii() and text.isdecimal() else 0
        if found != VERSION and found not in MIGRATIONS:
            raise Refused(
                f"{self.directory} is a workspace of another curate (version {found or 'unknown'}; this one writes "
                f"{VERSION}); upgrade curate or name another --workspace"
            )
        for version in range(found, VERSION):
            say(f"the workspace {self.directory} is of version {version}: {MIGRATIONS[version]}")
        if not path.exists() or found != VERSION:
            write_file(path, f"{VERSION}\n".encode())
