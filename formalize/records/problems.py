"""The problem record: `problems/<id>/problem.toml` beside `statement.lean`."""

import hashlib
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from pydantic import StringConstraints, ValidationError

from curate.formalize.checks.statement_checks import CheckResult
from curate.formalize.lean.api import Environment
from curate.formalize.lean.files import write_whole
from curate.formalize.records.draft import Line, ProblemId, Prose, Source, Topic
from curate.formalize.records.toml import render_toml
from curate.schemas.base import Record
from curate.schemas.errors import Failed, Refused

RECORD = "problem.toml"
STATEMENT = "statement.lean"
ATTEMPTS = "attempts"
MAX_RECORD_BYTES = 1 << 20

Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Status = Literal["draft", "active", "archived"]


class Formalization(Record):
    """How the statement came to be."""

    draft_sha256: Digest
    rounds: int
    """Texts that were given to Lean."""
    rules: tuple[str, ...] = ()
    """Rules that were used, in order."""
    models: tuple[str, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    """In US dollars; None: a price was not known."""
    changes: tuple[str, ...] = ()
    """What differs from the draft's statement, in words."""
    accepted: bool = False
    """Whether a person let changes or findings through with `--accept`."""


class HistoryEntry(Record):
    """One change of the record."""

    effective: date
    status: Status
    statement_revision: int
    statement_digest: Digest
    reason: str


class Problem(Record):
    """One problem."""

    id: ProblemId
    title: Line
    informal_statement: Prose
    topic: Topic
    representation: Literal["literal", "abstract"]
    status: Status
    theorem: str
    """The full name of the theorem in `statement.lean`."""
    statement_revision: int
    """Raised when the elaborated statement changes."""
    statement_digest: Digest
    """Of the elaborated statement and of the text's own definitions that it rests on, not of the text."""
    text_sha256: Digest
    """Of `statement.lean`. The same text in the same environment has the same elaborated statement."""
    preamble_sha256: Digest | None = None
    source: Source
    environment: Environment
    formalization: Formalization
    checks: tuple[CheckResult, ...] = ()
    history: tuple[HistoryEntry, ...]


def text_digest(text: str) -> str:
    """sha256 of a text as UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def revise(problem: Problem, earlier: Problem | None, today: date, reason: str) -> Problem:
    """`problem` with its revision and history continued from the record that it replaces."""
    history = earlier.history if earlier else ()
    changed = earlier is not None and earlier.statement_digest != problem.statement_digest
    revision = earlier.statement_revision + changed if earlier else 1
    same = earlier is not None and not changed and earlier.status == problem.status
    entry = HistoryEntry(
        effective=today,
        status=problem.status,
        statement_revision=revision,
        statement_digest=problem.statement_digest,
        reason=reason,
    )
    return problem.model_copy(
        update={"statement_revision": revision, "history": history if same else (*history, entry)}
    )


def write_problem(directory: Path, problem: Problem, text: str) -> None:
    """Writes a record: the statement first, `problem.toml` last, each of them whole.

    Raises:
        Failed: the folder can't be written.
    """
    folder = directory / problem.id
    try:
        write_whole(folder / STATEMENT, text.encode())
        record = render_toml(problem.model_dump(exclude_none=True, exclude_defaults=False))
        write_whole(folder / RECORD, record.encode())
    except OSError as error:
        raise Failed(f"{folder} could not be written: {error.strerror}") from error


def read_problem(folder: Path) -> Problem:
    """The record in a folder.

    Raises:
        Refused: it is damaged; the message says how.
    """
    path = folder / RECORD
    try:
        if path.stat().st_size > MAX_RECORD_BYTES:
            raise Refused(f"{path} has more than {MAX_RECORD_BYTES} bytes")
        problem = Problem.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise Refused(f"{path} can't be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{path} is not TOML: {error}") from error
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()[:4])
        raise Refused(f"{path} is no problem record: {wrong}") from error
    if problem.id != folder.name:
        raise Refused(f"{path} says its id is {problem.id}, but its folder is {folder.name}; rename one of them")
    return problem


def read_statement(folder: Path) -> str:
    """The text of `statement.lean`.

    Raises:
        Refused: it is not there, or is no UTF-8 text.
    """
    try:
        return (folder / STATEMENT).read_bytes().decode("utf-8")
    except OSError as error:
        raise Refused(f"{folder / STATEMENT} can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Refused(f"{folder / STATEMENT} is not UTF-8 (byte {error.start})") from error


def find_problems(directory: Path) -> tuple[Path, ...]:
    """The folders under `directory` that hold a record, sorted by name.

    Raises:
        Refused: `directory` is not there.
    """
    if not directory.is_dir():
        raise Refused(f"{directory} is no folder; name the folder of problems with --problems")
    return tuple(sorted(path for path in _folders(directory) if (path / RECORD).is_file()))


def find_unfinished(directory: Path) -> tuple[Path, ...]:
    """The folders that hold attempts and no record yet."""
    return tuple(
        sorted(path for path in _folders(directory) if (path / ATTEMPTS).is_dir() and not (path / RECORD).exists())
    )


def _folders(directory: Path) -> Iterator[Path]:
    return (path for path in directory.iterdir() if path.is_dir() and not path.name.startswith("."))
