"""`curate funnel`: the funnel of a dataset that was built before."""

import json
from pathlib import Path

import click

from curate.console import Screen
from curate.reports import render_funnel
from curate.schemas.mathlibpr.rules.funnel import Step
from curate.schemas.store.layout import FUNNEL
from curate.schemas.store.manifest import BuildManifest, read_manifest


@click.command(name="funnel")
@click.option("--dataset", type=click.Path(path_type=Path), default=Path("mathlibpr"), show_default=True,
              help="A folder that curate prs wrote.")  # fmt: skip
def command(dataset: Path) -> None:
    """Show what went into each stage, what was dropped and why, and what came out."""
    read_manifest(dataset, BuildManifest, "mathlibpr")
    funnel = json.loads((dataset / FUNNEL).read_text(encoding="utf-8"))
    steps = tuple(Step.model_validate(step) for step in funnel["steps"])
    Screen().show(render_funnel(steps, funnel["landed"]))
