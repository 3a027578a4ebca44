"""The demo's sources and the dataset that the console script builds of them, made once."""

import subprocess
from pathlib import Path

import pytest
from command_line import CURATE, UNTIL, Place, Sources

from curate.demo.mathlibpr import make_sources
from curate.standins.upstream.play import make_upstream
from curate.standins.upstream.queueboard import write_queueboard
from curate.standins.upstream.scenarios.catalogue import make_histories


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


@pytest.fixture(scope="session")
def larger(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """The demo with 300 histories more, so that a run lasts long enough to be stopped in the middle."""
    folder = tmp_path_factory.mktemp("larger")
    upstream = make_upstream(folder, make_histories(extra=300))
    write_queueboard(upstream, folder / "queueboard")
    return Sources(str(folder / "queueboard"), str(upstream.git))
