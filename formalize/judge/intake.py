"""A file of predictions, read with suspicion."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from curate.formalize.judge.challenge import Statement, find_statement
from curate.formalize.judge.plain_files import read_plain
from curate.schemas.errors import Refused, explain_validation
from curate.schemas.stochbench.verdicts import Submission

MAX_PREDICTIONS = 2 << 30
WORDS = 20
"""How many ids a message names at most."""


def read_predictions(path: Path) -> tuple[Submission, ...]:
    """The submissions in a file, in its order.

    Raises:
        Refused: it is no plain file, or a line is damaged, cut or the same submission as another; the message names it.
    """
    data = read_plain(path, MAX_PREDICTIONS)
    if len(data) > MAX_PREDICTIONS:
        raise Refused(f"{path} has more than {MAX_PREDICTIONS} bytes")
    lines = data.split(b"\n")
    if lines[-1]:
        raise Refused(f"{path}, line {len(lines)}, has no end: the run that writes it has not ended; let it end first")
    found: dict[tuple[str, int, str | None], int] = {}
    submissions = []
    for number, line in enumerate(lines[:-1], 1):
        try:
            one = Submission.model_validate_json(line)
        except ValidationError as error:
            raise Refused(f"{path}, line {number}: {explain_validation(error)}") from error
        key = (one.problem, one.sample, one.claim)
        if key in found:
            raise Refused(f"{path}: lines {found[key]} and {number} are both sample {one.sample} of {one.problem}")
        found[key] = number
        submissions.append(one)
    return tuple(submissions)


def find_statements(submissions: Sequence[Submission], problems: Path) -> Mapping[str, Statement]:
    """The statement of each problem that is named, by its id.

    Raises:
        Refused: an id is unknown or a record is damaged, or a submission is for another revision.
    """
    ids = sorted({one.problem for one in submissions})
    unknown = [one for one in ids if len(Path(one).parts) != 1 or not (problems / one).is_dir()]
    if unknown:
        more = f" and {len(unknown) - WORDS} more" if len(unknown) > WORDS else ""
        raise Refused(f"{problems} holds no record {', '.join(unknown[:WORDS])}{more}; name the folder with --problems")
    found = {one: find_statement(problems / one) for one in ids}
    for one in submissions:
        record = found[one.problem].record
        if record is None or one.statement_revision not in (None, record.statement_revision):
            present = record.statement_revision if record else "none"
            raise Refused(
                f"a prediction is for revision {one.statement_revision} of {one.problem}, and the record is revision "
                f"{present}; judge it with the problems that it was made for"
            )
    return found
