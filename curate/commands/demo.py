"""`curate demo`: the whole pipeline on a small generated repository."""

import shutil
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import click

from curate.console import Screen
from curate.demo.formalize import run_demo_formalize
from curate.demo.hub import run_demo_hub
from curate.demo.live import run_demo_live
from curate.demo.mathlibpr import run_demo
from curate.demo.release import run_demo_release
from curate.demo.review import run_demo_review
from curate.grammar import Command, request
from curate.schemas.errors import Missing, Refused

MARK = ".curate-demo"


@dataclass(frozen=True)
class DemoRequest:
    """Where the demo is made, and which of its parts."""

    directory: Path
    live: bool
    release: bool
    hub: bool
    review: bool


@click.command(name="demo", cls=Command)
@click.option("--dir", "directory", type=click.Path(path_type=Path), default=Path("curate-demo"), show_default=True,
              help="Where the upstream and the dataset are made; an earlier demo there is replaced.")  # fmt: skip
@click.option("--live", is_flag=True, help="Gather from a stand-in GitHub on 127.0.0.1 too, faults included.")
@click.option("--release", is_flag=True, help="Publish two versions to a stand-in Hub on 127.0.0.1, and load both.")
@click.option("--hub", is_flag=True, help="Start the stand-in Hub alone and say how to point commands at it.")
@click.option("--review", is_flag=True, help="Ask a stand-in model to review the pull requests, and score it.")
@request(DemoRequest, excludes=tuple(combinations(("live", "release", "hub", "review"), 2)))
def command(asked: DemoRequest, screen: Screen) -> None:
    """Run the whole pipeline on a small generated repository: no network, a few seconds.

    Builds the dataset of the upstream's pull requests, opens it, and formalizes two shipped drafts.
    """
    place = prepare_directory(asked.directory)
    if asked.hub:
        run_demo_hub(screen, place)
        return
    if asked.release:
        run_demo_release(screen, place)
        return
    if asked.review:
        run_demo_review(screen, place)
        return
    if asked.live:
        run_demo_live(screen, place)
    else:
        run_demo(screen, place)
        try:
            run_demo_formalize(screen, place)
        except Missing as error:
            screen.note(f"the formalization assistant is not shown: {error}")
    screen.done(f"built {place / 'dataset'}", f"curate explain 16560 --dataset {place / 'dataset'}")


def prepare_directory(directory: Path) -> Path:
    """An empty folder at `directory`; an earlier demo's is replaced, anything else is left alone."""
    if directory.exists() and (
        not directory.is_dir() or (any(directory.iterdir()) and not (directory / MARK).exists())
    ):
        raise Refused(f"{directory} is not an earlier demo (it contains other files); name another --dir")
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    (directory / MARK).touch()
    return directory
