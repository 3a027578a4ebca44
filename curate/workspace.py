"""The workspace: where the raw archive, the clones and the patches are kept between runs."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from curate.schemas.errors import Failed, Refused


def default_workspace() -> Path:
    """`$CURATE_WORKSPACE`, else `curate` in the user's data folder."""
    if named := os.environ.get("CURATE_WORKSPACE"):
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "curate"


class Workspace:
    """One directory with one user at a time."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.archive = directory / "archive"
        self.patches = directory / "patches"
        self.clones = directory / "clones"
        self.samples = directory / "samples"
        """Answers of GitHub that could not be understood, for `curate doctor --bundle`."""

    @contextmanager
    def locked(self) -> Iterator[Path]:
        """Holds the workspace and gives a folder for what is needed during the run only.

        Raises:
            Failed: another run holds it.
            Refused: it holds something else than a workspace.
        """
        self.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self._is_ours():
            raise Refused(f"{self.directory} is not a workspace (it contains other files); name another --workspace")
        with (self.directory / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise Failed(f"another run uses {self.directory}; wait for it or name another --workspace") from error
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
