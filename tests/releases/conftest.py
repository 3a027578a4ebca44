"""A small dataset, its releases and a stand-in Hub, for the tests of releases."""

import os

# huggingface_hub reads its settings when it is first imported; a stand-in Hub does not speak Xet.
os.environ["HF_HUB_DISABLE_XET"] = "1"
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"

from collections.abc import Iterator
from pathlib import Path

import pytest
from judge import judges  # noqa: F401  (a fixture of many modules)
from synthetic import invent, write_dataset

from curate.releases.build import build_release
from curate.releases.definition import Definition, find_definition, read_definition
from curate.releases.versions import parse_version
from curate.standins.hub.server import Hub, serve_hub

TOKENS = {"hf_writer": "write", "hf_reader": "read"}


@pytest.fixture(scope="session")
def definition() -> tuple[Definition, str]:
    """The committed definition of MathlibPR, with its card template."""
    found, template = read_definition(find_definition("mathlibpr"))
    return found.model_copy(update={"repo": "owner/mathlibpr"}), template


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound built dataset of forty pull requests."""
    return write_dataset(tmp_path_factory.mktemp("built") / "dataset", invent(40))


@pytest.fixture(scope="session")
def earlier(tmp_path_factory: pytest.TempPathFactory, definition: tuple[Definition, str]) -> Path:
    """Release 0.1.0: the first 38 of the same pull requests."""
    folder = tmp_path_factory.mktemp("earlier")
    built = write_dataset(folder / "dataset", invent(40, until=38))
    build_release(built, *definition, parse_version("0.1.0"), folder / "v0.1.0", previous=None)
    return folder / "v0.1.0"


@pytest.fixture(scope="session")
def later(
    tmp_path_factory: pytest.TempPathFactory, dataset: Path, earlier: Path, definition: tuple[Definition, str]
) -> Path:
    """Release 0.2.0, which follows 0.1.0."""
    target = tmp_path_factory.mktemp("later") / "v0.2.0"
    build_release(dataset, *definition, parse_version("0.2.0"), target, previous=earlier)
    return target


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A stand-in Hub, and a login that may write."""
    monkeypatch.setenv("HF_TOKEN", "hf_writer")
    with serve_hub(tmp_path / "hub", TOKENS) as served:
        yield served
