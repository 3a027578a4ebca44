"""A folder of problem records: `<id>/problem.toml` beside `<id>/statement.lean`."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from curate.schemas.errors import Refused, explain_validation
from curate.schemas.stochbench.records import Problem
from curate.schemas.store.digest import digest_text

RECORD = "problem.toml"
STATEMENT = "statement.lean"
ATTEMPTS = "attempts"
MAX_RECORD_BYTES = 1 << 20


def read_problem(folder: Path) -> Problem:
    """The record in a folder.

    Raises:
        Refused: it is damaged; the message says how.
    """
    path = folder / RECORD
    try:
        if path.stat().st_size > MAX_RECORD_BYTES:
            raise Refused(f"{path} has more than {MAX_RECORD_BYTES} bytes")
        problem = Problem.model_validate(tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except OSError as error:
        raise Refused(f"{path} can't be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{path} is not TOML: {error}") from error
    except ValidationError as error:
        raise Refused(f"{path} is not a problem record: {explain_validation(error)}") from error
    if problem.id != folder.name:
        raise Refused(f"{path} says its id is {problem.id}, but its folder is {folder.name}; rename one of them")
    if problem.environment.implementation == "signatures" and problem.status != "draft":
        raise Refused(f"{path} is {problem.status}, but {problem.environment.label}; only a draft may be that")
    if problem.pair == problem.id:
        raise Refused(f"{path} is paired with itself")
    return problem


def read_statement(folder: Path) -> str:
    """The text of `statement.lean`.

    Raises:
        Refused: it does not exist, or is not UTF-8.
    """
    try:
        return (folder / STATEMENT).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise Refused(f"{folder / STATEMENT} can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Refused(f"{folder / STATEMENT} is not UTF-8 (byte {error.start})") from error


def read_recorded(folder: Path) -> tuple[Problem, str]:
    """A record and the statement that it was written for.

    Raises:
        Refused: one of them is damaged, or the statement is another text than the record names.
    """
    problem, text = read_problem(folder), read_statement(folder)
    if digest_text(text) != problem.text_sha256:
        raise Refused(f"{folder / STATEMENT} is not the text that {RECORD} was written for; formalize it again")
    return problem, text


def find_problems(directory: Path) -> tuple[Path, ...]:
    """The folders under `directory` that hold a record, sorted by name.

    Raises:
        Refused: `directory` does not exist.
    """
    if not directory.is_dir():
        raise Refused(f"{directory} is not a directory; name the folder of problems with --problems")
    return tuple(sorted(path for path in _folders(directory) if (path / RECORD).exists()))


def find_unfinished(directory: Path) -> tuple[Path, ...]:
    """The folders that hold attempts and no record yet."""
    return tuple(
        sorted(path for path in _folders(directory) if (path / ATTEMPTS).is_dir() and not (path / RECORD).exists())
    )


def _folders(directory: Path) -> Iterator[Path]:
    return (path for path in directory.iterdir() if path.is_dir() and not path.name.startswith("."))
