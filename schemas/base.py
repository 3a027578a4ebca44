"""The base of every record: frozen, closed, declared once."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints


class Record(BaseModel):
    """A frozen value. Unknown fields are refused, so that a renamed one can't be lost in silence."""

    # defer_build: a command's start builds the few records that it reads, not all that it imports
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


Sha = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{40}$")]
"""A full git object id, lower-case hex."""
