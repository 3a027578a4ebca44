"""What a reviewer answers: the schemas that it is given, and a strict reading of what it wrote that never raises."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field

from curate.schemas.base import Record
from curate.schemas.text import storable

Verdict = Literal["merge_ready", "not_merge_ready", "uncertain"]
AxisVerdict = Literal["ok", "problem", "uncertain"]
Choice = Literal["A", "B", "uncertain"]
AXES = (
    "naming", "documentation", "local_structure", "file_placement", "imports", "proof_readability", "api_fit",
    "duplication",
)  # fmt: skip
"""The eight axes of the MathlibPR paper."""
VERDICTS: tuple[Verdict, ...] = ("merge_ready", "not_merge_ready", "uncertain")
AXIS_VERDICTS: tuple[AxisVerdict, ...] = ("ok", "problem", "uncertain")
CHOICES: tuple[Choice, ...] = ("A", "B", "uncertain")
MAX_NOTES, MAX_NOTE_CHARS, MAX_ANSWER_CHARS = 5, 400, 20_000

Reason = Literal["empty", "too-long", "cut-off", "not-json", "duplicate-key", "wrong-fields", "wrong-value"]
REASONS: tuple[Reason, ...] = (
    "empty", "too-long", "cut-off", "not-json", "duplicate-key", "wrong-fields", "wrong-value",
)  # fmt: skip
"""Why an answer is invalid. `cut-off`: the model reached its limit of tokens."""
_FENCED = re.compile(r"```(?:json)?[ \t]*\n(.*)\n[ \t]*```", re.DOTALL)
T = TypeVar("T")


class Review(Record):
    """The answer to one version. Verdict and probability are kept as given, although they may contradict each other."""

    verdict: Verdict
    p_merge_ready: Annotated[int, Field(ge=0, le=100)] | None
    """Percent, 0 to 100. None, and axes left out: a person did not say; a model must."""
    axes: dict[str, AxisVerdict]
    notes: tuple[str, ...] = ()


class Comparison(Record):
    """The answer to two versions of one pull request."""

    more_merge_ready: Choice
    confidence: Annotated[int, Field(ge=0, le=100)]
    """Percent, 0 to 100."""
    notes: tuple[str, ...] = ()


class AxisReview(Record):
    """The answer on one axis."""

    verdict: AxisVerdict
    notes: tuple[str, ...] = ()


Answered = Review | Comparison | AxisReview


class Invalid(ValueError):
    """An answer that is not of the asked form."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason: Reason = reason


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object", "additionalProperties": False, "required": list(properties), "properties": dict(properties),
    }  # fmt: skip


_PERCENT = {"type": "integer", "enum": list(range(101))}
_NOTES = {"type": "array", "items": {"type": "string"}, "maxItems": MAX_NOTES}
REVIEW_SCHEMA = _object(
    {
        "verdict": {"enum": list(VERDICTS), "type": "string"},
        "p_merge_ready": _PERCENT,
        "axes": _object({axis: {"enum": list(AXIS_VERDICTS), "type": "string"} for axis in AXES}),
        "notes": _NOTES,
    }
)
"""Numbers as an enumeration: bounds are dropped by several providers, enumerations are kept."""
COMPARISON_SCHEMA = _object(
    {"more_merge_ready": {"enum": list(CHOICES), "type": "string"}, "confidence": _PERCENT, "notes": _NOTES}
)
AXIS_SCHEMA = _object({"verdict": {"enum": list(AXIS_VERDICTS), "type": "string"}, "notes": _NOTES})


def parse_review(text: str) -> Review:
    """The review in `text`.

    Raises:
        Invalid: it is none.
    """
    values = _fields(text, required={"verdict", "p_merge_ready", "axes"}, optional={"notes"})
    axes = values["axes"]
    if not isinstance(axes, dict) or set(axes) != set(AXES):
        raise Invalid("wrong-fields", "axes are not the eight that were asked for")
    return Review(
        verdict=_one_of(values["verdict"], VERDICTS, "verdict"),
        p_merge_ready=_percent(values["p_merge_ready"], "p_merge_ready"),
        axes={axis: _one_of(axes[axis], AXIS_VERDICTS, axis) for axis in AXES},
        notes=_notes(values.get("notes", [])),
    )


def parse_comparison(text: str) -> Comparison:
    """The comparison in `text`.

    Raises:
        Invalid: it is none.
    """
    values = _fields(text, required={"more_merge_ready", "confidence"}, optional={"notes"})
    return Comparison(
        more_merge_ready=_one_of(values["more_merge_ready"], CHOICES, "more_merge_ready"),
        confidence=_percent(values["confidence"], "confidence"),
        notes=_notes(values.get("notes", [])),
    )


def parse_axis(text: str) -> AxisReview:
    """The review of one axis in `text`.

    Raises:
        Invalid: it is none.
    """
    values = _fields(text, required={"verdict"}, optional={"notes"})
    return AxisReview(
        verdict=_one_of(values["verdict"], AXIS_VERDICTS, "verdict"), notes=_notes(values.get("notes", []))
    )


def read_answer(text: str, cut_off: bool, parse: Callable[[str], T]) -> T | Invalid:
    """What `parse` makes of `text`, or why it is invalid. Never raises.

    Args:
        cut_off: whether the model stopped because it reached its limit of tokens.
    """
    try:
        return parse(text)
    except Invalid as invalid:
        return Invalid("cut-off", "the answer was cut off at the limit of tokens") if cut_off else invalid


def _fields(text: str, required: set[str], optional: set[str]) -> dict[str, Any]:
    stripped = text.strip()
    if not stripped:
        raise Invalid("empty", "the answer is empty")
    if len(text) > MAX_ANSWER_CHARS:
        raise Invalid("too-long", f"the answer has more than {MAX_ANSWER_CHARS} characters")
    fenced = _FENCED.fullmatch(stripped)
    try:
        value = json.loads(fenced[1] if fenced else stripped, object_pairs_hook=_distinct)
    except Invalid:
        raise
    except (ValueError, RecursionError) as error:  # RecursionError: deep nesting
        raise Invalid("not-json", "the answer is not one JSON object and nothing else") from error
    if not isinstance(value, dict):
        raise Invalid("not-json", "the answer is not one JSON object and nothing else")
    if not required <= set(value) <= required | optional:
        raise Invalid("wrong-fields", f"the object must have the fields {', '.join(sorted(required | optional))}")
    return value


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise Invalid("duplicate-key", "a field stands twice")
    return fields


def _one_of(value: object, allowed: tuple[T, ...], field: str) -> T:
    for one in allowed:
        if isinstance(value, str) and value == one:
            return one
    raise Invalid("wrong-value", f"{field} must be one of {', '.join(map(str, allowed))}")


def _percent(value: object, field: str) -> int:
    if type(value) is not int or not 0 <= value <= 100:  # bool is an int too
        raise Invalid("wrong-value", f"{field} must be a whole number from 0 to 100")
    return value


def _notes(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(note, str) for note in value):
        raise Invalid("wrong-value", "notes must be a list of texts")
    if len(value) > MAX_NOTES:
        raise Invalid("wrong-value", f"notes must be at most {MAX_NOTES}")
    return tuple(storable(note[:MAX_NOTE_CHARS]) for note in value)
