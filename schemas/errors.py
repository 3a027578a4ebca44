"""The error tree. Each message says what is wrong and what to do; `curate/exits.py` maps it to an exit code."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError


class CurateError(Exception):
    """Anything that `curate` itself raises on purpose."""


class Failed(CurateError):
    """The work was tried and did not succeed."""


class Stopped(CurateError):
    """The work stopped before its end; run the same command again to resume."""


class Refused(CurateError):
    """The input is not what it must be; nothing was written."""


class Missing(Failed):
    """A tool, package or login that this step needs is not here."""


def explain_validation(error: "ValidationError", most: int = 1) -> str:
    """What is wrong with a record, in one line: the first `most` fields that are, and why."""
    places = error.errors(include_url=False, include_context=False, include_input=False)[:most]
    named = ((".".join(map(str, place["loc"])), place["msg"]) for place in places)
    return "; ".join(f"{field}: {words}" if field else words for field, words in named)
