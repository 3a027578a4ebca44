"""The error tree. Each message says what is wrong and what to do; `curate/exits.py` maps it to an exit code."""

from pydantic import ValidationError


class CurateError(Exception):
    """Anything that `curate` itself raises on purpose."""


class Failed(CurateError):
    """The work was tried and did not succeed."""


class Stopped(CurateError):
    """The work stopped before its end; the same command goes on from here."""


class Refused(CurateError):
    """The input is not what it must be; nothing was written."""


class Missing(Failed):
    """A tool, package or login that this step needs is not here."""


def explain(error: ValidationError, most: int = 4) -> str:
    """Where a value is not what its record asks for, and why: the first `most` places, on one line."""
    places = ((".".join(map(str, item["loc"])), item["msg"]) for item in error.errors()[:most])
    return "; ".join(f"{place}: {words}" if place else words for place, words in places)
