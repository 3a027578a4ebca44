"""What the judge is given, a submission, and what it says of it, a verdict."""

import hashlib
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints

from curate.schemas.base import Record
from curate.schemas.stochbench.environment import Environment, JudgeLimits
from curate.schemas.stochbench.records import Digest

Claim = Literal["proof", "disproof"]
"""A proof has the problem's theorem; a disproof has `<name>_disproof : ¬ (statement)`."""
Decision = Literal["accepted", "rejected", "unknown"]
Reason = Literal[
    "no-text",
    "source",
    "build",
    "no-module",
    "kernel",
    "missing",
    "not-a-theorem",
    "statement",
    "axioms",
    "resources",
    "crash",
    "sandbox",
    "reader",
    "library",
    "kernel-too-old",
]
"""Why a submission is not accepted. Up to `axioms`: rejected. From `resources` on: unknown."""
DETAIL_LENGTH = 2000
Detail = Annotated[str, StringConstraints(max_length=DETAIL_LENGTH, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Submission(Record):
    """One line of a file of predictions. Fields that are not named here are somebody else's and are not read."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    problem: str
    """The id of a problem record."""
    statement_revision: int | None = None
    """Of the record that was worked on; None: the present one."""
    sample: Annotated[int, Field(ge=0)] = 0
    claim: Claim | None = None
    """None: a proof, unless the text holds nothing but a disproof."""
    text: str | None
    """A whole Lean file; None where the prover gave none."""

    @property
    def text_sha256(self) -> str:
        """Of the text as UTF-8."""
        return hashlib.sha256((self.text or "").encode("utf-8")).hexdigest()


class KernelAnswer(Record):
    """What one kernel says of the constants. `declines` and `error` are no verdict of that kernel."""

    name: str
    version: str | None = None
    answer: Literal["accepts", "rejects", "declines", "error"]
    detail: Detail = ""


class Verdict(Record):
    """One verdict: all that is needed to know what was judged, how, and on what it rests."""

    schema_version: Literal[1] = 1
    problem: str
    statement_revision: int | None = None
    """None: the problem was a Lean file, not a record."""
    statement_digest: Digest
    solution_sha256: Digest
    sample: int = 0
    claimed: Claim | None
    """What the submission says that it is."""
    claim: Claim | None
    """What was judged; None where it did not come to that."""
    verdict: Decision
    reason: Reason | None
    """None when accepted."""
    detail: Detail
    axioms: tuple[str, ...] = ()
    """What the theorem rests on, by the terms; only when it came to that."""
    own_constants: tuple[str, ...] = ()
    """The text's own constants that the statement rests on; each was compared."""
    kernels: tuple[KernelAnswer, ...] = ()
    environment: Environment
    sandbox: tuple[str, ...]
    """The layers that stood between the text and the machine; empty: judged without a sandbox."""
    limits: JudgeLimits
    steps_s: dict[str, float]
    """Seconds of each step that was reached."""
    wall_s: float
    peak_memory_mb: float | None
    judge_version: int
    """Raised when a rule of the judge changes, so that older verdicts are made again."""
