"""`curate` as a user calls it, in a folder of its own."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq
import pytest

from curate import cli, exits

CURATE = [sys.executable, "-c", "from curate.cli import main; main()"]
UNTIL = ("--until", "2026-04-05")
PLAIN = {
    "PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
}  # fmt: skip


class Said(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> str:
        return self.err.strip().splitlines()[-1]


class Place:
    """A folder with its own workspace, dataset and way to call the command there."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.out = folder / "dataset"
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def options(self, *arguments: str) -> list[str]:
        return ["prs", *UNTIL, "--out", str(self.out), "--workspace", str(self.folder / "workspace"), *arguments]

    def prs(self, *arguments: str) -> Said:
        return self.curate(*self.options(*arguments))

    def curate(self, *arguments: str) -> Said:
        """The console script's own function, in this process."""
        self._monkeypatch.setattr(sys, "argv", ["curate", *arguments])
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = self._capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Said(ended.value.code, said.out, said.err)

    def refused(self, words: str, *arguments: str, code: int = exits.REFUSED) -> None:
        """The command ends with `code` and one line that holds `words`, and leaves nothing beside the workspace."""
        before = digest(self.out) if self.out.is_dir() else None
        said = self.prs(*arguments)
        assert said.code == code, said.err
        assert said.last.startswith("curate: "), said.err
        assert words in said.last
        assert "Traceback" not in said.err
        assert (digest(self.out) if self.out.is_dir() else None) == before
        assert [path.name for path in self.folder.iterdir() if path.name.startswith(".")] == []


class Sources(NamedTuple):
    """The demo's archive and repository."""

    queueboard: str
    git: str

    def both(self) -> tuple[str, ...]:
        return ("--queueboard", self.queueboard, "--git", self.git)


def digest(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def rows(out: Path, config: str) -> list[dict[str, Any]]:
    return [row for path in sorted((out / config).glob("*.parquet")) for row in pq.read_table(path).to_pylist()]


def git(folder: Path | str, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, env=PLAIN)
    return done.stdout.decode().strip()


class Counted:
    """The funnel of a dataset."""

    def __init__(self, out: Path) -> None:
        self.steps = json.loads((out / "funnel.json").read_text())["steps"]
        self.dropped: dict[str, dict[str, int]] = {step["stage"]: step["dropped"] for step in self.steps}
