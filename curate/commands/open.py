"""`curate open`: the site over one folder, kept in a cache, in the browser."""

import hashlib
import webbrowser
from dataclasses import dataclass
from pathlib import Path

import click
import platformdirs

from curate.console import Screen
from curate.grammar import Command, request
from curate.report.pulls import PATCH_CHARACTERS
from curate.report.site import ReportRequest, build_site
from curate.schemas.distribution import installed_version
from curate.schemas.store.digest import digest_file
from curate.schemas.store.layout import MANIFEST


@dataclass(frozen=True)
class OpenRequest:
    """A folder to look at. `browser`: whether to start one, or only to name the page."""

    path: Path
    browser: bool


@click.command(name="open", cls=Command)
@click.argument("path", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--browser/--no-browser", default=True, show_default=True, help="Start the browser, or name the page only."
)
@request(OpenRequest)
def command(asked: OpenRequest, screen: Screen) -> None:
    """Show the dataset, release or folder of problem records in PATH as pages in the browser."""
    page = open_page(asked.path, screen)
    screen.line(str(page))
    if asked.browser and not webbrowser.open(page.as_uri()):
        screen.note("no browser could be started; open the file above in one")


def open_page(path: Path, screen: Screen) -> Path:
    """The first page of the site over `path`, built into the user's cache unless it is there."""
    manifest = path / MANIFEST
    name = digest_file(manifest) if manifest.is_file() else hashlib.sha256(str(path.resolve()).encode()).hexdigest()
    site = Path(platformdirs.user_cache_dir("curate")) / "sites" / f"{installed_version()}-{name[:16]}"
    if not manifest.is_file() or not (site / MANIFEST).is_file():  # what has no digest may have changed
        build_site(ReportRequest((path,), site, PATCH_CHARACTERS, ""), screen)
    return site / "index.html"
