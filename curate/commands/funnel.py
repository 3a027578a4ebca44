"""`curate funnel`: the funnel of a dataset that was built before."""

import json
from pathlib import Path

import click

from curate.commands.prs import show_funnel
from curate.console import Screen
from curate.dataset import read_manifest
from curate.schemas.mathlibpr.rules.funnel import Step


@click.command(name="funnel")
@click.option("--dataset", type=click.Path(path_type=Path), default=Path("mathlibpr"), show_default=True,
              help="A folder that curate prs wrote.")  # fmt: skip
def command(dataset: Path) -> None:
    """Show what went into each stage, what was dropped and why, and what came out."""
    read_manifest(dataset)
    funnel = json.loads((dataset / "funnel.json").read_text(encoding="utf-8"))
    show_funnel(Screen(), tuple(Step.model_validate(step) for step in funnel["steps"]), funnel["landed"])
