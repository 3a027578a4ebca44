"""Builds the site: reads each path, writes pages and data files into a folder that is then put in place as a whole."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import jinja2

from curate.console import Screen
from curate.report.blocks import Block, Heading, Link, Table, Text
from curate.report.chunks import PageWriter, write_data
from curate.report.dataset import build_dataset_page
from curate.report.pulls import KIND, build_pull_page
from curate.report.rows import DatasetTables, PullRows
from curate.schemas.distribution import installed_version
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rules import LABEL_RULES
from curate.schemas.store.atomic import replacing
from curate.schemas.store.digest import digest_file
from curate.schemas.store.layout import MANIFEST
from curate.schemas.store.manifest import (
    FORMAT,
    BuildManifest,
    InputName,
    Manifest,
    Tool,
    check_files,
    read_any_manifest,
    read_entries,
    write_manifest,
)
from curate.schemas.store.replaceable import build_of

SITE = "site"
"""What a site's manifest calls it."""
PATHS_SEARCHED = 12
"""Of a pull request with many files this many paths can be searched for."""


@dataclass(frozen=True)
class ReportRequest:
    """What goes into a site and where it is written.

    patch_characters: how much of each patch is shown.
    issues: address of a form for new issues, to which reports on labels lead; empty: none.
    """

    paths: tuple[Path, ...]
    out: Path
    patch_characters: int
    issues: str


@dataclass(frozen=True)
class SiteReport:
    """What was written: pages, files, bytes."""

    pages: int
    files: int
    bytes: int


SearchRow = tuple[str, str, str, str]
"""What the entry is called, its page, what is searched (lower case), and what it is."""


@dataclass
class _Site:
    """What the parts of a site add to it."""

    folder: Path
    pages: PageWriter
    menu: list[tuple[str, str]]
    search: list[SearchRow]
    sources: list[str]
    inputs: list[InputName]


def build_site(request: ReportRequest, screen: Screen) -> SiteReport:
    """Writes the site over `request.paths` to `request.out`.

    Raises:
        Refused: a path can not be shown as a page, or `out` is not a site of ours.
    """
    manifests = [(path, read_any_manifest(path)) for path in request.paths]
    _check_once(manifests)
    with replacing(request.out, build_of(SITE)) as fresh:
        site = _Site(fresh, PageWriter(fresh), [("Home", "home")], [], [], [])
        for path, manifest in manifests:
            add_dataset(site, path, manifest, request, screen)
        _finish(site)
        write_manifest(fresh, _manifest(fresh, site))
        files = [path for path in fresh.rglob("*") if path.is_file()]
        return SiteReport(site.pages.pages, len(files), sum(path.stat().st_size for path in files))


def _check_once(manifests: list[tuple[Path, Manifest]]) -> None:
    kinds = [manifest.dataset for _, manifest in manifests]
    for path, manifest in manifests:
        if manifest.dataset != "mathlibpr":
            raise Refused(f"{path} is a {manifest.dataset} dataset; a report shows mathlibpr datasets and releases")
        if kinds.count(manifest.dataset) > 1:
            raise Refused("name one dataset or release of a kind; curate release diff compares two versions")


def add_dataset(site: _Site, path: Path, manifest: Manifest, request: ReportRequest, screen: Screen) -> None:
    """Pages of a MathlibPR dataset or release: one over all of it, one a pull request."""
    check_files(path, manifest.files, [name for name in manifest.files if name.endswith(".parquet")])
    tables = DatasetTables(path)
    site.pages.add("dataset", "dataset", build_dataset_page(path, tables, manifest, site.folder))
    site.menu += [("Dataset", "dataset"), ("Pull requests", "search/")]
    site.sources.append(f"{manifest.dataset} ({digest_file(path / MANIFEST)[:12]})")
    site.inputs.append(InputName(name=manifest.dataset, kind="dataset", sha256=digest_file(path / MANIFEST)))
    numbers = tables.numbers()
    with screen.progress("pages", len(numbers)) as ticker:
        for rows in tables.pulls(numbers):
            site.pages.add_numbered(KIND, rows.number, build_pull_page(rows, request.patch_characters, request.issues))
            site.search.append(_search_row(rows))
            ticker.advance()


def _search_row(rows: PullRows) -> SearchRow:
    snapshots = rows.tables["snapshots"]
    title = snapshots[-1]["title"] if snapshots else ""
    paths = sorted({file["path"] for row in snapshots for file in row["changed_files"]})[:PATHS_SEARCHED]
    labels = ", ".join(sorted({row["label"].replace("_", " ") for row in snapshots})) or "no snapshot"
    name = f"#{rows.number} {title}".rstrip()
    return name, f"{KIND}/{rows.number}", "\n".join((name, *paths)).lower(), labels


def _finish(site: _Site) -> None:
    home: list[Block] = [
        Heading(1, "What is here"),
        Text("Everything on these pages was read from the files named at the bottom; nothing is fetched."),
        Table("Pages", ("page",), [(Link(name, page),) for name, page in site.menu[1:]]),
    ]
    site.pages.add("home", "home", home)
    write_data(site.folder, "search", site.search)
    title = "curate report"
    site.pages.finish({"title": title})
    static = site.folder / "static"
    static.mkdir()
    for name in ("site.css", "site.js"):
        (static / name).write_bytes((resources.files("curate.report") / "static" / name).read_bytes())
    page = render_index(title, site.menu, site.sources)
    (site.folder / "index.html").write_text(page, encoding="utf-8")


def render_index(title: str, menu: Iterable[tuple[str, str]], sources: Iterable[str]) -> str:
    """`index.html`, every value escaped."""
    environment = jinja2.Environment(loader=jinja2.PackageLoader("curate.report"), autoescape=True)
    return environment.get_template("index.html.j2").render(
        title=title,
        menu=list(menu),
        sources=list(sources),
        version=installed_version(),
        summary="Labels, evidence and scores, page by page.",
    )


def _manifest(folder: Path, site: _Site) -> BuildManifest:
    return BuildManifest(
        format=FORMAT,
        dataset=SITE,
        tool=Tool(name="curate", version=installed_version()),
        options={},
        inputs=tuple(site.inputs),
        files=read_entries(folder),
        rows={},
        versions={},
        label_rules=LABEL_RULES,
    )
