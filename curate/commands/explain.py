"""`curate explain`: why a pull request's heads got their labels."""

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
    explanation = read_explanation(asked.dataset, asked.number)
    screen.show(explanation, render_explanation(explanation))
