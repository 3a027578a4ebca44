"""What a release reads of a prover run: who proved, what was handed in, and how it was judged."""

from pathlib import Path
from typing import NamedTuple

from pydantic import ConfigDict, ValidationError

from curate.schemas.base import Record
from curate.schemas.errors import Refused, explain_validation
from curate.schemas.stochbench.verdicts import Submission, Verdict
from curate.schemas.store.digest import digest_file
from curate.schemas.store.jsonl import read_lines

RUN, PREDICTIONS, VERDICTS = "run.json", "predictions.jsonl", "verdicts.jsonl"


class RunProver(Record):
    """Who proved. Its further settings are the run's own."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    model: str | None = None


class ProverRun(Record):
    """What a run says of itself."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    prover: RunProver


class Handed(Submission):
    """A prediction, with how its prover ended."""

    ended: str
    checks: int
    input_tokens: int = 0
    output_tokens: int = 0


class JudgedRun(NamedTuple):
    """A run with a verdict on each of its predictions."""

    sha256: str
    """Of its run.json."""
    prover: RunProver
    samples: tuple[tuple[Handed, Verdict], ...]


def read_judged_run(folder: Path) -> JudgedRun:
    """The run in a folder.

    Raises:
        Refused: it is none, or a prediction has no verdict on its text.
    """
    try:
        run = ProverRun.model_validate_json((folder / RUN).read_bytes())
    except OSError as error:
        raise Refused(f"{folder} is no prover run: it has no {RUN}; curate prove run makes one") from error
    except ValidationError as error:
        raise Refused(f"{folder / RUN} is no record of a prover run: {explain_validation(error)}") from error
    verdicts = {(one.problem, one.sample): one for one in read_lines(folder / VERDICTS, Verdict)}
    samples = []
    for one in read_lines(folder / PREDICTIONS, Handed, allow_torn=True):
        verdict = verdicts.get((one.problem, one.sample))
        if verdict is None or verdict.solution_sha256 != one.text_sha256:
            raise Refused(f"{folder}: {one.problem}#{one.sample} has no verdict on its text; run curate judge on it")
        samples.append((one, verdict))
    return JudgedRun(digest_file(folder / RUN), run.prover, tuple(samples))
