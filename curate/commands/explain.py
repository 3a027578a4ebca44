"""`curate explain`: why a pull request's heads got their labels."""

from pathlib import Path

import click

from curate.console import Screen
from curate.explanation import read_explanation


@click.command(name="explain")
@click.argument("number", type=click.IntRange(min=1))
@click.option("--dataset", type=click.Path(path_type=Path), default=Path("mathlibpr"), show_default=True,
              help="A folder that curate prs wrote.")  # fmt: skip
def command(number: int, dataset: Path) -> None:
    """Say for pull request NUMBER what was seen of each head, and why it got its label or was dropped."""
    screen = Screen()
    explanation = read_explanation(dataset, number)
    screen.table(f"#{number}", ["what", "seen"], explanation.facts)
    if explanation.heads:
        screen.table(
            "Heads, oldest first", ["seq", "head", "at (UTC)", "build evidence", "decision"], explanation.heads
        )
