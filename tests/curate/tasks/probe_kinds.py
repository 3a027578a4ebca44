"""Kinds of tasks for the tests; Dask's workers load this file with `--preload`."""

import os
import time
from importlib import metadata
from pathlib import Path
from typing import Any

from curate.schemas.errors import Refused
from curate.tasks import kinds

PROBES = {
    f"probe-{name}": f"probe_kinds:{name}"
    for name in ("square", "kill_once", "always_kill", "hang", "full_disk", "refuse")
}


def square(request: dict[str, Any]) -> dict[str, Any]:
    time.sleep(request.get("seconds", 0.0))
    return {"square": request["n"] ** 2}


def kill_once(request: dict[str, Any]) -> dict[str, Any]:
    """Ends its worker the first time, as the system does when memory is short."""
    mark = Path(request["mark"])
    if not mark.exists():
        mark.touch()
        os._exit(137)
    return square(request)


def always_kill(request: dict[str, Any]) -> dict[str, Any]:
    os._exit(137)


def hang(request: dict[str, Any]) -> dict[str, Any]:
    """Hangs on the first worker that gets it."""
    mark = Path(request["mark"])
    if not mark.exists():
        mark.touch()
        time.sleep(600)
    return square(request)


def full_disk(request: dict[str, Any]) -> dict[str, Any]:
    """Fails on one worker alone, the one that got the first task."""
    mark = Path(request["mark"])
    if not mark.exists():
        mark.write_text(str(os.getpid()))
    if mark.read_text() == str(os.getpid()):
        raise OSError(28, "No space left on device")
    return square(request)


def refuse(request: dict[str, Any]) -> dict[str, Any]:
    raise Refused("the record is damaged")


def dask_setup(worker: Any) -> None:
    """Called by Dask in a worker that preloads this file."""
    kinds.KINDS.update(PROBES)
    if pretended := os.environ.get("PROBE_PRETENDS_CURATE"):
        real = metadata.version
        from curate.tasks import profile

        profile.version = lambda name: pretended if name == profile.DISTRIBUTION else real(name)  # type: ignore[attr-defined]
