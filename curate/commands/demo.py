"""`curate demo`: everything on a small upstream made on the spot."""

import shutil
from pathlib import Path

import click

from curate.console import Screen
from curate.demo.formalize import run_demo_formalize
from curate.demo.live import run_demo_live
from curate.demo.mathlibpr import run_demo
from curate.demo.release import run_demo_release
from curate.schemas.errors import Missing, Refused

MARK = ".curate-demo"


@click.command(name="demo")
@click.option("--dir", "directory", type=click.Path(path_type=Path), default=Path("curate-demo"), show_default=True,
              help="Where the upstream and the dataset are made; an earlier demo there is replaced.")  # fmt: skip
@click.option("--live", is_flag=True, help="Gather from a stand-in GitHub on 127.0.0.1 too, faults included.")
@click.option("--release", is_flag=True, help="Publish two versions to a stand-in Hub on 127.0.0.1, and load both.")
def command(directory: Path, live: bool, release: bool) -> None:
    """Run everything on a small upstream made on the spot: no network, a few seconds.

    Builds the dataset of the upstream's pull requests, opens it, and formalizes two shipped drafts.
    """
    screen = Screen()
    place = prepare_directory(directory)
    if release:
        run_demo_release(screen, place)
        return
    if live:
        run_demo_live(screen, place)
    else:
        run_demo(screen, place)
        try:
            run_demo_formalize(screen, place)
        except Missing as error:
            screen.note(f"the formalization assistant is not shown: {error}")
    screen.note(f"look closer: curate explain 16560 --dataset {directory}/dataset")


def prepare_directory(directory: Path) -> Path:
    """An empty folder at `directory`; an earlier demo's is replaced, anything else is left alone."""
    if directory.exists() and (
        not directory.is_dir() or (any(directory.iterdir()) and not (directory / MARK).exists())
    ):
        raise Refused(f"{directory} holds something else than an earlier demo; name another --dir")
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    (directory / MARK).touch()
    return directory
