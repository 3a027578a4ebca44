"""The demo's sources and the dataset that the console script builds of them, made once."""

import subprocess
from pathlib import Path

import pytest
from command_line import CURATE, UNTIL, Place, Sources

from curate.demo.mathlibpr import make_sources


@pytest.fixture
def place(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Place:
    return Place(tmp_path, capsys, monkeypatch)


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    folder = tmp_path_factory.mktemp("demo")
    upstream = make_sources(folder)
    return Sources(str(folder / "queueboard"), str(upstream.git))


@pytest.fixture(scope="session")
def built(demo: Sources, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's dataset, built through the console entry in a process of its own."""
    folder = tmp_path_factory.mktemp("built")
    command = [*CURATE, "prs", *UNTIL, "--split-at", "2025-10-01,2026-01-15", *demo.both()]
    subprocess.run([*command, "--out", str(folder / "out"), "--workspace", str(folder / "ws")], check=True)
    return folder / "out"
