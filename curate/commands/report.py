"""`curate report`: a static site over what was built and measured."""

from pathlib import Path

import click

from curate.console import Screen
from curate.grammar import Command, request
from curate.report.pulls import PATCH_CHARACTERS
from curate.report.site import ReportRequest, build_site


@click.command(name="report", cls=Command)
@click.argument(
    "paths", nargs=-1, required=True, metavar="PATH…", type=click.Path(path_type=Path, exists=True, file_okay=False)
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("report"),
    show_default=True,
    help="Folder of the site; an earlier site there is replaced.",
)
@click.option(
    "--patch-characters",
    type=click.IntRange(min=0),
    default=PATCH_CHARACTERS,
    show_default=True,
    help="How much of each patch the pages show.",
)
@click.option(
    "--before",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="An earlier version of the dataset: the page shows which labels flipped since.",
)
@click.option("--issues", default="", help="Address of a form for new issues, where reports on labels go.")
@request(ReportRequest)
def command(asked: ReportRequest, screen: Screen) -> None:
    """Write a static site over the datasets, releases and runs in PATHS.

    It opens from disk and from any web server, and fetches nothing from elsewhere.
    """
    made = build_site(asked, screen)
    screen.done(
        f"wrote {asked.out}: {made.pages} pages, {made.files} files, {made.bytes / 1e6:.1f} MB",
        f"open {asked.out}/index.html in a browser",
    )
