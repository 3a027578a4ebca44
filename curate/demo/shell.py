"""The command line as a user types it, for demos: each line is shown, run, and what it says is shown."""

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from curate.console import Screen
from curate.schemas.errors import Failed


class Shell:
    """Runs lines such as a user types, in a folder and with settings of the demo's own."""

    def __init__(self, screen: Screen, directory: Path, settings: Mapping[str, str]) -> None:
        """
        Args:
            settings: environment variables beside those that are there.
        """
        self._screen, self._directory = screen, directory
        self._env = {**os.environ, **settings}

    def run(self, line: str) -> None:
        """Shows `line`, runs it and shows what it says.

        Raises:
            Failed: it did not succeed.
        """
        self._screen.note(f"$ {line}")
        program, *arguments = shlex.split(line)
        start = (
            [sys.executable] if program == "python" else [sys.executable, "-c", "from curate.cli import main; main()"]
        )
        done = subprocess.run(
            [*start, *arguments], cwd=self._directory, env=self._env, capture_output=True, text=True, check=False
        )
        for said in (done.stdout if done.returncode == 0 else done.stdout + done.stderr).splitlines():
            self._screen.note(f"  {said.expandtabs(12)}")
        if done.returncode:
            raise Failed(f"{line} ended with exit code {done.returncode}")
