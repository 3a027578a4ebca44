"""A cluster for each test, and the tests' own kinds of tasks."""

from collections.abc import Iterator
from pathlib import Path

import probe_kinds
import pytest
from cluster_processes import Cluster

from curate.tasks import kinds


@pytest.fixture(autouse=True)
def _probe_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kinds of `probe_kinds.py`, in this process as in the workers."""
    for name, function in probe_kinds.PROBES.items():
        monkeypatch.setitem(kinds.KINDS, name, function)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler without workers."""
    made = Cluster(tmp_path)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler and two workers for the tests that leave them whole."""
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    made.add_worker()
    made.add_worker()
    made.wait_for(2)
    yield made
    made.stop()
