"""curate review checkout: a head's tree for an agent."""

from dataclasses import dataclass
from pathlib import Path

import click

from curate.commands.review.options import FOLDER
from curate.console import Screen
from curate.evals.review.checkout import checkout_tree, open_clone
from curate.evals.review.dataset import ReviewSet
from curate.grammar import Command, request
from curate.options import dataset_option, workspace_option
from curate.workspace import default_workspace


@dataclass(frozen=True)
class CheckoutRequest:
    """Whose tree goes where."""

    dataset: Path
    item: str
    git: Path
    out: Path
    workspace: Path | None
    copy: bool


@click.command("checkout", cls=Command)
@click.argument("item", metavar="SNAPSHOT")
@dataset_option
@click.option("--git", type=click.Path(path_type=Path, exists=True), required=True, help="A clone that holds the head.")
@click.option("--out", type=FOLDER, required=True, help="A new folder for the tree.")
@workspace_option
@click.option("--copy", is_flag=True, help="Copy files instead of linking them, for an agent that writes.")
@request(CheckoutRequest)
def checkout(asked: CheckoutRequest, screen: Screen) -> None:
    """Put the tree of SNAPSHOT's head into a folder: plain read-only files, no .git, nothing from after the head."""
    head = ReviewSet(asked.dataset).head(asked.item)
    repository = open_clone(asked.git)
    store = (asked.workspace or default_workspace()) / "blobs"
    made = checkout_tree(repository, head, store, asked.out, asked.copy)
    for path in made.left_out:
        screen.note(f"left out: {path}")
    screen.done(f"{made.files} files in {asked.out}, {made.fresh} of them new in {store},")
