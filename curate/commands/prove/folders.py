"""What the commands read: statements of a folder of problems, and runs with their verdicts."""

from collections.abc import Mapping
from pathlib import Path

from curate.evals.prove.records import TIMES, Prediction, Times, read_predictions
from curate.evals.prove.results import VERDICTS, Row, join_rows
from curate.formalize.judge.challenge import Statement
from curate.schemas.errors import Refused
from curate.schemas.stochbench.folder import find_problems, read_problem, read_recorded
from curate.schemas.stochbench.records import Problem
from curate.schemas.stochbench.verdicts import Verdict
from curate.schemas.store.jsonl import read_lines


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


def read_rows(folder: Path, problems: Mapping[str, Problem]) -> tuple[Row, ...]:
    """The samples of a run with their verdicts.

    Raises:
        Refused: it was not judged, or not wholly.
    """
    predictions: tuple[Prediction, ...] = read_predictions(folder)
    verdicts = read_lines(folder / VERDICTS, Verdict)
    return join_rows(predictions, read_lines(folder / TIMES, Times, allow_torn=True), verdicts, problems)


def read_all_problems(directory: Path) -> dict[str, Problem]:
    """Every record of a folder, by id."""
    return {folder.name: read_problem(folder) for folder in find_problems(directory)}
