"""The records of a prover run: what was asked for, what was handed in, and how long it took."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from curate.evals.prove.workbench import Attempt
from curate.schemas.base import Record
from curate.schemas.errors import Refused, explain_validation
from curate.schemas.stochbench.verdicts import Claim
from curate.schemas.store.jsonl import read_lines

RUN, PREDICTIONS, TIMES, CALLS = "run.json", "predictions.jsonl", "times.jsonl", "calls"
MAX_TEXT = 1 << 20

Ended = Literal["solved", "gave-up", "cap", "checks", "tokens", "provider", "crash"]
"""How a prover ended. `solved`: it says so; whether it is, the judge says."""
ProverName = Literal["portfolio", "search", "agent", "command"]


class Prover(Record):
    """Who proved, with all settings that can change what is handed in."""

    name: ProverName
    model: str | None = None
    command: tuple[str, ...] = ()
    max_checks: int
    max_tokens: int
    temperature: float | None = None


class FrozenProblem(Record):
    """One problem as it was when the run began."""

    problem: str
    statement_revision: int
    text_sha256: str


class RunFile(Record):
    """What a run is: written first, never changed."""

    version: int
    prover: Prover
    problems: tuple[FrozenProblem, ...]
    samples: Annotated[int, Field(ge=1)]
    cap_s: float
    memory_mb: int


class Prediction(Record):
    """What one prover handed in for one problem. It holds no clock: the same work gives the same line."""

    problem: str
    statement_revision: int
    sample: int
    claim: Claim | None
    text: str | None
    """The last whole text that the prover named; None where it named none."""
    ended: Ended
    checks: int
    """Texts that were put to Lean, by the prover's own count."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    """In US dollars; None: a price was not known."""
    served: tuple[str, ...] = ()
    """How the server named the models that answered."""
    attempts: tuple[Attempt, ...] = ()

    @property
    def key(self) -> str:
        """What makes it one of a run."""
        return key_of(self.problem, self.sample)


class Times(Record):
    """The clocks of one prediction."""

    key: str
    wall_s: float
    peak_memory_mb: float | None
    workers: int
    """How many provers ran at the same time: under load a minute is another minute."""


def key_of(problem: str, sample: int) -> str:
    """The key of one sample."""
    return f"{problem}#{sample}"


def read_run(folder: Path) -> RunFile:
    """What a run is.

    Raises:
        Refused: the folder holds no run.
    """
    try:
        return RunFile.model_validate_json((folder / RUN).read_bytes())
    except OSError as error:
        raise Refused(f"{folder} is no prover run: it has no {RUN}; curate prove run makes one") from error
    except ValidationError as error:
        raise Refused(f"{folder / RUN} is no record of a prover run: {explain_validation(error)}") from error


def read_predictions(folder: Path) -> tuple[Prediction, ...]:
    """The predictions of a run.

    Raises:
        Refused: a line is none, or a key stands twice.
    """
    found = read_lines(folder / PREDICTIONS, Prediction, allow_torn=True)
    keys = [one.key for one in found]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise Refused(f"{folder / PREDICTIONS} holds {twice} twice; keep one line of them")
    return found


class Told(Record):
    """What a prover says on a line of its stdout: an attempt, a text to hand in, the tokens so far, its end."""

    attempt: Attempt | None = None
    checks: Annotated[int, Field(ge=0)] | None = None
    """Texts put to Lean so far."""
    text: Annotated[str, Field(max_length=MAX_TEXT)] | None = None
    claim: Claim | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    served: str | None = None
    ended: Ended | None = None
