"""The judge on the embedded Lean, its sandbox tested once."""

from pathlib import Path

import pytest

from curate.formalize.judge.challenge import Challenge, find_statement, open_challenge
from curate.formalize.judge.judge import Judge
from curate.formalize.judge.lean import JudgedLean, open_judged
from curate.formalize.lean.embedded import EmbeddedLean
from curate.schemas.errors import Refused
from curate.schemas.stochbench.environment import JudgeLimits

CASES = Path(__file__).parents[2] / "cases" / "judge"


@pytest.fixture(scope="session")
def judged(lean: EmbeddedLean, lean_cache: Path) -> JudgedLean:
    """The embedded Lean in its sandbox; where the sandbox can't be set up the test is skipped and says why."""
    try:
        return open_judged(None, JudgeLimits(wall_s=6, memory_mb=2048), cache=lean_cache)
    except Refused as refused:
        pytest.skip(f"needs a sandbox: {refused}")


@pytest.fixture(scope="session")
def judge(judged: JudgedLean) -> Judge:
    return Judge(judged)


class Challenges:
    """The problems of the cases, each compiled once."""

    def __init__(self, lean: JudgedLean) -> None:
        self.lean = lean
        self.opened: dict[str, Challenge] = {}

    def __getitem__(self, name: str) -> Challenge:
        if name not in self.opened:
            self.opened[name] = open_challenge(self.lean, find_statement(CASES / "problems" / f"{name}.lean"))
        return self.opened[name]


@pytest.fixture(scope="session")
def challenges(judged: JudgedLean) -> Challenges:
    return Challenges(judged)
