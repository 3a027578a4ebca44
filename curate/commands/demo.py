"""`curate demo`: the whole pipeline on a small generated repository."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from pathlib import Path

import click

from curate.console import Screen
from curate.grammar import Command, request
from curate.schemas.errors import Missing, Refused

MARK = ".curate-demo"
PARTS = ("live", "release", "hub", "review", "prove", "cluster")
"""Modules of `curate.demo` that a flag of the same name runs."""


@dataclass(frozen=True)
class DemoRequest:
    """Where the demo is made, and which of its parts."""

    directory: Path
    live: bool
    release: bool
    hub: bool
    review: bool
    cluster: bool
    prove: bool


@click.command(name="demo", cls=Command)
@click.option("--dir", "directory", type=click.Path(path_type=Path), default=Path("curate-demo"), show_default=True,
              help="Where the upstream and the dataset are made; an earlier demo there is replaced.")  # fmt: skip
@click.option("--live", is_flag=True, help="Gather from a stand-in GitHub on 127.0.0.1 too, faults included.")
@click.option("--release", is_flag=True, help="Publish two versions to a stand-in Hub on 127.0.0.1, and load both.")
@click.option("--hub", is_flag=True, help="Start the stand-in Hub alone and say how to point commands at it.")
@click.option("--review", is_flag=True, help="Ask a stand-in model to review the pull requests, and score it.")
@click.option("--cluster", is_flag=True, help="Judge proofs on two Dask workers, one of which is killed midway.")
@click.option("--prove", is_flag=True, help="Run two provers on ten problems, judge what they prove, and report.")
@request(DemoRequest, excludes=tuple(combinations(PARTS, 2)))
def command(asked: DemoRequest, screen: Screen) -> None:
    """Run the whole pipeline on a small generated repository: no network, a few seconds.

    Builds the dataset of the upstream's pull requests, opens it, and formalizes two shipped drafts.
    """
    part = next((name for name in PARTS if getattr(asked, name)), None)
    run = _find(part or "mathlibpr")  # first: where a package is missing, an earlier demo stays
    place = prepare_directory(asked.directory)
    run(screen, place)
    if part is None:
        try:
            _find("formalize")(screen, place)
        except Missing as error:
            screen.note(f"the formalization assistant is not shown: {error}")
    if part in (None, "live"):
        screen.done(f"built {place / 'dataset'}", f"curate explain 16560 --dataset {place / 'dataset'}")


def _find(part: str) -> Callable[[Screen, Path], None]:
    """The demo of one part. Each loads most of curate, so that only the wanted one is imported."""
    shown: Callable[[Screen, Path], None] = import_module(f"curate.demo.{part}").run_demo
    return shown


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
