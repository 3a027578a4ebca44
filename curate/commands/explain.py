"""`curate explain`: why a pull request's heads got their labels."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

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


class _NoPandas:
    """Finds no pandas: pyarrow loads it where it is installed, which takes longer than all the rest and is no help."""

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        if name == "pandas":
            raise ModuleNotFoundError("pandas is not needed here", name=name)


@contextmanager
def _without_pandas() -> Iterator[None]:
    finder = _NoPandas()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
