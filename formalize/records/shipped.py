"""The problems that come with curate: their records, kept as one line each, and what is written out of them."""

from functools import cache
from pathlib import Path

from curate.formalize.records.collection import SOURCES, Entry, read_entries, render_answer, render_statement
from curate.formalize.records.problems import write_problem
from curate.schemas.errors import Failed, Refused
from curate.schemas.stochbench.folder import RECORD
from curate.schemas.stochbench.records import Problem
from curate.schemas.store.atomic import write_file

RECORDS = SOURCES / "records.jsonl"
ANSWERS = {"proof": "proof.lean", "disproof": "disproof.lean"}
"""Where a problem's folder keeps a whole file that settles it."""


@cache
def read_records() -> tuple[Problem, ...]:
    """The record of every shipped problem, in the order of the sources."""
    lines = RECORDS.read_text(encoding="utf-8").splitlines()
    return tuple(Problem.model_validate_json(line) for line in lines)


def write_set(directory: Path) -> int:
    """Writes every shipped problem into `directory`: record, statement, and what settles it. How many there are.

    Raises:
        Refused: a record of the same id exists already.
        Failed: the folder can't be written.
    """
    entries = {entry.id: entry for entry in read_entries()}
    records = read_records()
    taken = [one.id for one in records if (directory / one.id / RECORD).exists()]
    if taken:
        raise Refused(f"{directory} holds {taken[0]} already; name an empty folder")
    for problem in records:
        write_problem(directory, problem, render_statement(entries[problem.id]))
        _write_answer(directory / problem.id, entries[problem.id], entries)
    return len(records)


def _write_answer(folder: Path, entry: Entry, entries: dict[str, Entry]) -> None:
    answer = render_answer(entry, entries)
    if answer is None:
        return
    try:
        write_file(folder / ANSWERS[answer.claim], answer.text.encode())
    except OSError as error:
        raise Failed(f"{folder} could not be written: {error.strerror}") from error
