"""`curate library`: the signatures of Mathlib that statements are elaborated on, held against Mathlib's sources."""

from dataclasses import dataclass
from pathlib import Path

import click

from curate.console import Screen, Table
from curate.formalize.lean.mathlib_names import (
    Compared,
    compare_names,
    find_names,
    make_lock,
    read_lock,
    shim_names,
    write_lock,
)
from curate.formalize.lean.signatures import find_shim, list_revisions, read_revision
from curate.grammar import Group, reads, request
from curate.schemas.errors import Failed

_CLONE = click.option(
    "--mathlib", "clone", required=True, type=click.Path(path_type=Path), help="Clone of mathlib4; bare is fine."
)
_REVISION = click.option("--rev", "revision", required=True, help="Commit of Mathlib, at least eight digits.")
FINE = ("as locked", "not found as text")


@click.group(cls=Group)
def command() -> None:
    """List the signatures of Mathlib that come with curate, and compare them with Mathlib's sources."""


@dataclass(frozen=True)
class ListRequest:
    """Which revisions are there?"""


@dataclass(frozen=True)
class MathlibRequest:
    """The signatures of one revision, and a clone that they are held against."""

    clone: Path
    revision: str


@command.command("list")
@reads
@request(ListRequest)
def list_signatures(asked: ListRequest, screen: Screen) -> None:
    """List the revisions of Mathlib that have signatures."""
    rows = []
    for revision in list_revisions():
        lock = read_lock(revision)
        placed = sum(one.place is not None for one in lock.names.values())
        compared = "yes" if lock.compared else "no: its lock was made without a clone"
        rows.append({"revision": lock.revision, "names": len(lock.names), "placed": placed, "compared": compared})
    columns = ("revision", "names", "placed", "compared")
    screen.show(rows, [Table("signatures", columns, [[row[column] for column in columns] for row in rows])])


@command.command("check")
@_CLONE
@_REVISION
@reads
@request(MathlibRequest)
def check_signatures(asked: MathlibRequest, screen: Screen) -> None:
    """Compare every name of a revision's signatures with its lock; exit 1 if one moved, changed or was lost."""
    shim, lock = find_shim(asked.revision), read_lock(asked.revision)
    names = shim_names(shim.read_text(encoding="utf-8"))
    compared = compare_names(lock, names, find_names(asked.clone, read_revision(shim), set(names)))
    _show(screen, compared, lock.compared)
    wrong = [one for one in compared if one.finding not in FINE]
    if wrong:
        raise Failed(f"{len(wrong)} of {len(compared)} names are not as the lock of {asked.revision} says")


@command.command("lock")
@_CLONE
@_REVISION
@request(MathlibRequest)
def lock_signatures(asked: MathlibRequest, screen: Screen) -> None:
    """Write the lock of a revision's signatures anew from a clone."""
    shim = find_shim(asked.revision)
    names = shim_names(shim.read_text(encoding="utf-8"))
    lock = make_lock(read_lock(asked.revision), names, find_names(asked.clone, read_revision(shim), set(names)))
    write_lock(lock)
    placed = sum(one.place is not None for one in lock.names.values())
    screen.note(f"locked {len(lock.names)} names, {placed} of them to a place")


def _show(screen: Screen, compared: tuple[Compared, ...], ever_compared: bool) -> None:
    if screen.as_json:
        screen.json([one.model_dump() for one in compared])
        return
    screen.table("signatures", ("name", "finding", "what"), [(one.name, one.finding, one.words) for one in compared])
    if not ever_compared:
        screen.note("the lock of this revision was made without a clone; `curate library lock` makes it from yours")
    placed = sum(one.finding == "as locked" for one in compared)
    screen.note(
        f"{placed} of {len(compared)} names stand where the lock says, {len(compared) - placed} do not or can't"
    )
