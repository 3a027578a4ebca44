"""What the commands read of a folder of problems."""

from collections.abc import Mapping
from pathlib import Path

from curate.formalize.judge.challenge import Statement
from curate.schemas.errors import Refused
from curate.schemas.stochbench.folder import find_problems, read_problem, read_recorded
from curate.schemas.stochbench.records import Problem


def read_statements(directory: Path) -> Mapping[str, Statement]:
    """The active problems of a folder with their statements, by id.

    Raises:
        Refused: there is none, or a record is damaged.
    """
    found = {}
    for folder in find_problems(directory):
        record, text = read_recorded(folder)
        if record.status == "active":
            found[record.id] = Statement(record.id, text, record)
    if not found:
        raise Refused(f"{directory} holds no active problem; see curate problems examples")
    return found


def read_all_problems(directory: Path) -> dict[str, Problem]:
    """Every record of a folder, by id."""
    return {folder.name: read_problem(folder) for folder in find_problems(directory)}
