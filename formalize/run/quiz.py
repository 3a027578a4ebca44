"""Planted near misses among honest statements, so that it is known how many a reader misses."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.text.mutants import Mutant, make_mutants
from curate.schemas.base import Record
from curate.schemas.stochbench.records import Problem, Verdict

LIMITS = Limits(wall_s=60.0)


class Sheet(Record):
    """What a reader is given: the Lean before the words, and no id that could be looked up."""

    sheet: int
    statement: str
    """The whole text, definitions included."""
    words: str


class KeyLine(Record):
    """What a sheet really holds. A reader does not see it."""

    sheet: int
    problem: str
    planted: str | None
    """What was changed; None: nothing."""


class Answer(Record):
    """A reader's word on one sheet."""

    sheet: int
    verdict: Verdict


class Score(Record):
    """How a reader did."""

    read: int
    planted: int
    missed: int
    """Planted sheets that were called faithful."""
    doubted: int
    """Honest sheets that were called doubtful."""
    unanswered: int

    @property
    def miss_rate(self) -> float | None:
        """Of the planted sheets that were answered, the part that was missed; None when there was none."""
        return self.missed / self.planted if self.planted else None


def make_quiz(
    lean: LeanBackend, problems: Sequence[tuple[Problem, str]], count: int, seed: int
) -> Iterator[tuple[Sheet, KeyLine]]:
    """`count` sheets, every second one planted on average. The same seed gives the same sheets.

    A near miss that Lean refuses is not planted: a reader would be spared by Lean itself.
    """
    chance = Random(seed)  # noqa: S311  (a shuffle, no secret)
    drawn = chance.sample(list(problems), min(count, len(problems)))
    for number, (problem, text) in enumerate(drawn, 1):
        mutants = list(make_mutants(text, [one.name for one in problem.hypotheses]))
        chance.shuffle(mutants)
        wanted = chance.random() < 0.5
        planted = _first_elaborating(lean, mutants) if wanted else None
        shown = planted.text if planted else text
        yield (
            Sheet(sheet=number, statement=shown, words=problem.informal_statement),
            KeyLine(sheet=number, problem=problem.id, planted=planted.words if planted else None),
        )


def _first_elaborating(lean: LeanBackend, mutants: Sequence[Mutant]) -> Mutant | None:
    return next((one for one in mutants if lean.elaborate(one.text, LIMITS).status == "ok"), None)


def score_answers(key: Sequence[KeyLine], answers: Sequence[Answer]) -> Score:
    """A reader's answers held against the key. Of several answers on one sheet the last counts."""
    said: Mapping[int, Verdict] = {one.sheet: one.verdict for one in answers}
    read = [one for one in key if one.sheet in said]
    return Score(
        read=len(read),
        planted=sum(one.planted is not None for one in read),
        missed=sum(one.planted is not None and said[one.sheet] == "faithful" for one in read),
        doubted=sum(one.planted is None and said[one.sheet] == "doubtful" for one in read),
        unanswered=len(key) - len(read),
    )
