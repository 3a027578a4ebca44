"""What a person thinks of some snapshots, as a run like any other."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from curate.evals.review.answer import AXES, AxisVerdict, Review, Verdict
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.imports import Asked, Imported, choose_asked
from curate.evals.review.questions import Question
from curate.evals.review.records import Prediction
from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rules.evidence import Stage
from curate.schemas.store.jsonl import read_lines

Reviewer = Annotated[str, StringConstraints(pattern=r"^\w[\w .-]{0,59}$")]


class Opinion(Record):
    """What a person says of one snapshot: a line of the file that `people:FILE` names."""

    reviewer: Reviewer
    """A name or a pseudonym, the same in all lines."""
    item: str
    verdict: Verdict
    p_merge_ready: Annotated[int, Field(ge=0, le=100)] | None = None
    axes: dict[Literal[AXES], AxisVerdict] = Field(default_factory=dict)  # type: ignore[valid-type]  # the names stand in one place
    notes: tuple[str, ...] = ()
    stage: Stage = 3
    """What the person saw: title and body as well, unless it is said."""


def import_people(path: Path, dataset: ReviewSet) -> Imported:
    """The opinions of one person.

    Raises:
        Refused: a line is not of that form, is about an unknown snapshot, or stands twice; or two people are in it.
    """
    if not path.is_file():
        raise Refused(f"{path} does not exist")
    said = read_lines(path, Opinion)
    if len({one.reviewer for one in said}) != 1:
        raise Refused(f"{path} must hold the opinions of one reviewer; give a file for each")
    known = {one.item for one in dataset.snapshots}
    predictions: dict[str, Prediction] = {}
    for one in said:
        question = Question("review", one.item, one.stage, 1)
        if one.item not in known:
            raise Refused(f"{path} is about {one.item}, which is no snapshot with a patch of {dataset.folder}")
        if question.key in predictions:
            raise Refused(f"{path} says twice what is thought of {question.key}")
        predictions[question.key] = _prediction(question, one)
    asked = [Asked(mode="review", item=one.item, stage=one.stage) for one in said]
    found = tuple(predictions.values())
    return Imported(f"people:{said[0].reviewer}", choose_asked(asked, 1), {"people": True}, found, 0)


def _prediction(question: Question, one: Opinion) -> Prediction:
    """An opinion as the answer to a question: a person was sent no prompt."""
    answer = Review(verdict=one.verdict, p_merge_ready=one.p_merge_ready, axes=dict(one.axes), notes=one.notes)
    return Prediction.model_validate(
        {
            **question._asdict(),
            "key": question.key,
            "prompt_sha256": None,
            "prompt_chars": 0,
            "whole": True,
            "asks": (),
            "invalid": (None,),
            "answer": answer,
        }
    )
