"""`curate funnel`: the funnel of a dataset that was built before."""

import json
from dataclasses import dataclass
from pathlib import Path

import click

from curate.console import Screen
from curate.grammar import Command, reads, request
from curate.options import dataset_option
from curate.reports import render_funnel
from curate.schemas.mathlibpr.rules.funnel import Step
from curate.schemas.store.layout import FUNNEL
from curate.schemas.store.manifest import BuildManifest, check_files, read_manifest


@dataclass(frozen=True)
class FunnelRequest:
    """One dataset."""

    dataset: Path


@click.command(name="funnel", cls=Command)
@dataset_option
@reads
@request(FunnelRequest)
def command(asked: FunnelRequest, screen: Screen) -> None:
    """Show what went into each stage, what was dropped and why, and what came out."""
    manifest = read_manifest(asked.dataset, BuildManifest, "mathlibpr")
    check_files(asked.dataset, manifest.files, [FUNNEL])
    funnel = json.loads((asked.dataset / FUNNEL).read_text(encoding="utf-8"))
    steps = tuple(Step(**step) for step in funnel["steps"])
    screen.show(funnel, render_funnel(steps, funnel["landed"]))
