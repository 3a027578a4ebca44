"""What tokens cost. A price that is not known makes the cost unknown, never 0."""

import re
import tomllib
from datetime import date
from functools import cache
from pathlib import Path

from curate.schemas.base import Record

TABLE = Path(__file__).parent / "prices.toml"
MILLION = 1_000_000
_VERSION = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$")
"""What follows a model's name when one of its versions is meant; `-mini` is another model with another price."""


class Price(Record):
    """US dollars for a million tokens."""

    input: float
    output: float

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """The cost in US dollars."""
        return (input_tokens * self.input + output_tokens * self.output) / MILLION


class _Row(Record):
    model: str
    input: float
    output: float
    seen: date


@cache
def _rows() -> tuple[_Row, ...]:
    text = TABLE.read_text(encoding="utf-8")
    return tuple(_Row.model_validate(row) for row in tomllib.loads(text)["price"])


def find_price(model: str) -> Price | None:
    """The price in the table for the model that `model` is a version of; None: not known."""
    base = _VERSION.sub("", model)
    row = next((row for row in _rows() if row.model == base), None)
    return Price(input=row.input, output=row.output) if row else None
