"""Writes problem records: `problems/<id>/statement.lean`, then `problem.toml`, each of them whole."""

from pathlib import Path

import tomli_w

from curate.schemas.errors import Failed
from curate.schemas.stochbench.folder import RECORD, STATEMENT
from curate.schemas.stochbench.records import Problem
from curate.schemas.store.atomic import write_file


def write_problem(directory: Path, problem: Problem, text: str) -> None:
    """Writes a record: the statement first, `problem.toml` last, each of them whole.

    Raises:
        Failed: the folder can't be written.
    """
    folder = directory / problem.id
    try:
        write_file(folder / STATEMENT, text.encode())
        record = tomli_w.dumps(problem.model_dump(exclude_none=True), multiline_strings=True)
        write_file(folder / RECORD, record.encode())
    except OSError as error:
        raise Failed(f"{folder} could not be written: {error.strerror}") from error
