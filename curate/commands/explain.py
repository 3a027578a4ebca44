"""`curate explain`: why a pull request's heads got their labels."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import cast

import click

from curate.console import Screen
from curate.explanation import read_explanation
from curate.grammar import Command, reads, request
from curate.options import dataset_option
from curate.reports import render_explanation


@dataclass(frozen=True)
class ExplainRequest:
    """One pull request of one dataset."""

    number: int
    dataset: Path


@click.command(name="explain", cls=Command)
@click.argument("number", type=click.IntRange(min=1))
@dataset_option
@reads
@request(ExplainRequest)
def command(asked: ExplainRequest, screen: Screen) -> None:
    """Explain for pull request NUMBER why each head got its label or was dropped, and what was seen of it."""
    with _without_pandas():
        explanation = read_explanation(asked.dataset, asked.number)
    screen.show(explanation, render_explanation(explanation))


@contextmanager
def _without_pandas() -> Iterator[None]:
    """pyarrow loads pandas where it is installed, which takes longer than all the rest and helps nothing here."""
    if "pandas" in sys.modules:
        yield
        return
    sys.modules["pandas"] = cast(ModuleType, None)  # Python's own way to say that a module can't be imported
    try:
        yield
    finally:
        del sys.modules["pandas"]
