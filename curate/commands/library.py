"""`curate library`: the signatures of Mathlib that statements are elaborated on, held against Mathlib's sources."""

from dataclasses import dataclass
from pathlib import Path

import click

from curate.console import Screen, Table
from curate.formalize.lean.mathlib_names import (
    Compared,
    Lock,
    compare_names,
    make_lock,
    read_lock,
    read_names,
    search_names,
    write_lock,
)
from curate.formalize.lean.open import open_lean
from curate.formalize.lean.signatures import list_revisions, open_signatures
from curate.formalize.records.collection import REVISION
from curate.formalize.records.definitions import check_examples, label_examples
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


@dataclass(frozen=True)
class ExamplesRequest:
    """Where the examples of definitions are checked."""

    revision: str
    project: Path | None


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
    lock, names = read_lock(asked.revision), read_names(asked.revision)
    compared = compare_names(lock, names, search_names(asked.clone, lock, names))
    _show(screen, compared, lock)
    if not lock.compared:
        raise Failed(
            f"not compared: the lock of {asked.revision} was made without a clone and names no place in Mathlib; "
            f"make it from yours: curate library lock --mathlib {asked.clone} --rev {asked.revision}"
        )
    wrong = [one for one in compared if one.finding not in FINE]
    if wrong:
        raise Failed(f"{len(wrong)} of {len(compared)} names are not as the lock of {asked.revision} says")


@command.command("lock")
@_CLONE
@_REVISION
@request(MathlibRequest)
def lock_signatures(asked: MathlibRequest, screen: Screen) -> None:
    """Write the lock of a revision's signatures anew from a clone."""
    earlier, names = read_lock(asked.revision), read_names(asked.revision)
    lock = make_lock(earlier, names, search_names(asked.clone, earlier, names))
    write_lock(lock)
    placed = sum(one.place is not None for one in lock.names.values())
    screen.note(f"locked {len(lock.names)} names, {placed} of them to a place")


@command.command("examples")
@click.option("--rev", "revision", default=REVISION, show_default=True, help="Revision of Mathlib that has lemmas.")
@click.option(
    "--project", type=click.Path(path_type=Path), help="Lean project with Mathlib to check them in, without our lemmas."
)
@reads
@request(ExamplesRequest)
def check_definitions(asked: ExamplesRequest, screen: Screen) -> None:
    """Check where each definition over Mathlib holds and where it fails; exit 1 if an example is not proved."""
    revision = None if asked.project else asked.revision
    lean = open_lean(asked.project) if revision is None else open_signatures(revision)
    checked = check_examples(lean, revision)
    rows = [(one.definition, one.shows, one.finding, len(one.rests_on), one.words) for one in checked]
    columns = ("definition", "shown", "finding", "lemmas", "why not more")
    screen.show([one.model_dump() for one in checked], [Table("definitions over Mathlib", columns, rows)])
    wrong = [one for one in checked if one.finding != "proved"]
    if wrong:
        raise Failed(f"{len(wrong)} of {len(checked)} examples are not proved: {wrong[0].words}")
    screen.note(f"{len(checked)} examples {label_examples(revision, lean)}")


def _show(screen: Screen, compared: tuple[Compared, ...], lock: Lock) -> None:
    if screen.as_json:
        screen.json([one.model_dump() for one in compared])
        return
    screen.table("signatures", ("name", "finding", "what"), [(one.name, one.finding, one.words) for one in compared])
    placed = sum(one.finding == "as locked" for one in compared)
    if lock.compared:
        left = len(compared) - placed
        screen.note(f"{placed} of {len(compared)} names stand where the lock says, {left} do not or can't")
