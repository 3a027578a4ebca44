"""Frozen sets: the problems that a board compares provers on, by id and revision, for good."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from curate.evals.prove.records import FrozenProblem
from curate.formalize.judge.challenge import Statement
from curate.schemas.base import Record
from curate.schemas.errors import Refused, explain_validation
from curate.schemas.stochbench.records import Line
from curate.schemas.store.atomic import write_file


class FrozenSet(Record):
    """Problems that stay the same."""

    name: Line
    problems: Annotated[tuple[FrozenProblem, ...], Field(min_length=1)]

    @property
    def digest(self) -> str:
        """sha256 over ids, revisions and texts: two sets with one digest are one set."""
        lines = "".join(f"{one.problem} {one.statement_revision} {one.text_sha256}\n" for one in self.problems)
        return hashlib.sha256(lines.encode()).hexdigest()


def freeze(name: str, statements: Mapping[str, Statement]) -> FrozenSet:
    """The set of these problems as they are now."""
    return FrozenSet(name=name, problems=frozen_problems(statements))


def frozen_problems(statements: Mapping[str, Statement]) -> tuple[FrozenProblem, ...]:
    """The problems as they are now, in the order of their names."""
    return tuple(
        FrozenProblem(
            problem=name,
            statement_revision=one.record.statement_revision if one.record else 0,
            text_sha256=hashlib.sha256(one.text.encode()).hexdigest(),
        )
        for name, one in sorted(statements.items())
    )


def write_frozen(path: Path, frozen: FrozenSet) -> None:
    """Writes a set; one that is there is only written again as it is.

    Raises:
        Refused: the file holds something else.
    """
    if path.exists() and read_frozen(path) != frozen:
        raise Refused(f"{path} holds another set; a frozen set is never changed, so name another --out")
    write_file(path, (frozen.model_dump_json(indent=1) + "\n").encode())


def read_frozen(path: Path) -> FrozenSet:
    """The set in a file.

    Raises:
        Refused: it holds none, or one with a problem twice.
    """
    try:
        frozen = FrozenSet.model_validate_json(path.read_bytes())
    except OSError as error:
        raise Refused(f"{path} can't be read: {error.strerror}; curate prove freeze makes a set") from error
    except ValidationError as error:
        raise Refused(f"{path} is no frozen set: {explain_validation(error)}") from error
    if len({one.problem for one in frozen.problems}) != len(frozen.problems):
        raise Refused(f"{path} names a problem twice")
    return frozen


def choose_frozen(statements: Mapping[str, Statement], frozen: FrozenSet) -> Mapping[str, Statement]:
    """The statements of a set.

    Raises:
        Refused: one is not there, or is not as it was frozen.
    """
    now = {one.problem: one for one in frozen_problems(statements)}
    changed = [one.problem for one in frozen.problems if now.get(one.problem) != one]
    if changed:
        raise Refused(
            f"{len(changed)} of {len(frozen.problems)} problems of the set {frozen.name} are not here as they were "
            f"frozen: {', '.join(changed[:10])}; name the folder of the release that the set was made of"
        )
    return {one.problem: statements[one.problem] for one in frozen.problems}
