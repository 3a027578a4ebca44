"""Files and folders that take their place whole or not at all, and survive a kill at any moment."""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from curate.schemas.errors import Refused

Check = Callable[[Path], None]


@contextmanager
def replacing(out: Path, check: Check | None = None) -> Iterator[Path]:
    """A new folder beside `out` that takes its place when the block ends well and is removed when it does not.

    What stood at `out` stays there until the new folder is whole. Without `check` nothing may stand there; with one,
    what `check` lets pass (see `schemas.store.replaceable`) is replaced.

    Raises:
        Refused: `out` holds what must not be replaced.
    """
    out = out.resolve()
    fresh, old = (out.with_name(f".{out.name}.curate-{word}") for word in ("part", "old"))
    if old.exists() and not out.exists():  # killed between the two renames below
        old.rename(out)
    check_place(out, check)
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)
    fresh.mkdir()
    try:
        yield fresh
        sync_tree(fresh)
        if out.exists():
            check_place(out, check)  # it may have changed during a long run
            out.rename(old)
        fresh.rename(out)
        sync_folder(out.parent)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def check_place(out: Path, check: Check | None) -> None:
    """Refuses a place that `replacing` would refuse.

    Raises:
        Refused: `out` is a file, or a folder that holds what must not be replaced.
    """
    if not out.exists():
        return
    if not out.is_dir():
        raise Refused(f"{out} is a file; name a folder with --out")
    if not any(out.iterdir()):
        return
    if check is None:
        raise Refused(f"{out} already exists; name another folder with --out, or remove it")
    check(out)


def write_file(path: Path, data: bytes) -> None:
    """Writes one file so that a reader sees all of it or what was there before, readable as any file of the user's."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".part-{secrets.token_hex(8)}")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def sync_tree(folder: Path) -> None:
    """Puts a folder and all in it on disk."""
    for path in (*folder.rglob("*"), folder):
        sync_folder(path)


def sync_folder(path: Path) -> None:
    """Puts one file, or the list of names in one folder, on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
