"""curate review publish: runs as a dataset that curate release takes."""

from dataclasses import dataclass
from pathlib import Path

import click

from curate.commands.review.options import FOLDER
from curate.console import Screen
from curate.grammar import Command, request
from curate.options import dataset_option


@dataclass(frozen=True)
class PublishRequest:
    """Which runs, and where the dataset goes."""

    runs: tuple[Path, ...]
    dataset: Path
    out: Path


@click.command("publish", cls=Command)
@click.argument("runs", metavar="RUN", type=FOLDER, nargs=-1, required=True)
@dataset_option
@click.option("--out", type=FOLDER, required=True, help="A new folder for the dataset of reviews.")
@request(PublishRequest)
def publish(asked: PublishRequest, screen: Screen) -> None:
    """Write the answers of the RUNs and their prompts as a dataset for `curate release`; no label is in it."""
    from curate.evals.review.publishing import publish_runs  # numpy takes long to import

    rows = publish_runs(asked.dataset, asked.runs, asked.out)
    told = " and ".join(f"{count} {config}" for config, count in rows.items())
    screen.done(f"wrote {told} to {asked.out}", f"curate release check {asked.out}")
