"""Builds the site: reads each path, writes pages and data files into a folder that is then put in place as a whole."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import jinja2

from curate.console import Screen
from curate.evals.prove.results import VERDICTS
from curate.evals.review.records import PREDICTIONS, RUN
from curate.report.blocks import Block, Heading, Link, Table, Text
from curate.report.chunks import PageWriter, write_data
from curate.report.dataset import build_dataset_page, build_flips
from curate.report.inputs import sort_inputs
from curate.report.problems import name_files, name_source
from curate.report.problems import read_entries as read_problems
from curate.report.provers import KIND as PROBLEM
from curate.report.provers import (
    build_problem_pages,
    build_problems_page,
    build_provers_page,
    read_proofs,
)
from curate.report.pulls import KIND, build_pull_page
from curate.report.rows import DatasetTables, PullRows
from curate.schemas.distribution import installed_version
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rules import LABEL_RULES
from curate.schemas.store.atomic import replacing
from curate.schemas.store.digest import digest_file, digest_text
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
PATCH_BUDGET = 40_000_000
"""Characters of patches in a whole site: deflated and in base64 about a third of it."""
LEAST_CHARACTERS = 500
PATHS_SEARCHED = 12
"""Of a pull request with many files this many paths can be searched for."""


@dataclass(frozen=True)
class ReportRequest:
    """What goes into a site and where it is written.

    patch_characters: how much of each patch is shown.
    issues: address of a form for new issues, to which reports on labels lead; empty: none.
    before: an earlier version of the dataset, whose labels are compared.
    """

    paths: tuple[Path, ...]
    out: Path
    patch_characters: int
    issues: str
    before: Path | None = None


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
    inputs = sort_inputs(request.paths)
    if request.before is not None and inputs.dataset is None:
        raise Refused("--before compares the labels of a dataset; name the later one as well")
    with replacing(request.out, build_of(SITE)) as fresh:
        site = _Site(fresh, PageWriter(fresh), [("Home", "home")], [], [], [])
        if inputs.dataset is not None and inputs.manifest is not None:
            reviewed = add_reviews(site, inputs.dataset, inputs.reviews) if inputs.reviews else {}
            add_dataset(site, inputs.dataset, inputs.manifest, reviewed, request, screen)
        if inputs.problems is not None:
            add_problems(site, inputs.problems, inputs.proofs)
        _finish(site)
        write_manifest(fresh, _manifest(fresh, site))
        files = [path for path in fresh.rglob("*") if path.is_file()]
        return SiteReport(site.pages.pages, len(files), sum(path.stat().st_size for path in files))


def add_reviews(site: _Site, dataset: Path, runs: Sequence[Path]) -> dict[str, str]:
    """Pages of review runs: one over all of them, one a reviewed snapshot; for each snapshot its page.

    Raises:
        Missing: what scores are computed with is not installed.
    """
    from curate.evals.review.dataset import ReviewSet  # numpy takes long, and most sites show no runs
    from curate.evals.review.truth import read_truth
    from curate.report.reviewers import KIND as REVIEW
    from curate.report.reviewers import build_review_pages, build_reviewers_page, read_reviews

    report, truth = read_reviews(dataset, runs), read_truth(dataset)
    site.pages.add("reviewers", "reviewers", build_reviewers_page(report, truth, site.folder))
    site.menu.append(("Reviewers", "reviewers"))
    reviewed = {}
    for place, item, blocks in build_review_pages(ReviewSet(dataset), report.runs, truth):
        site.pages.add_numbered(REVIEW, place, blocks)
        reviewed[item] = f"{REVIEW}/{place}"
    _name_inputs(site, "review run", [folder / name for folder in runs for name in (RUN, PREDICTIONS)])
    return reviewed


def add_problems(site: _Site, folder: Path, runs: Sequence[Path]) -> None:
    """Pages of problems and prover runs: one over all of either, one a problem."""
    problems = read_problems(folder)
    read = [read_proofs(run, problems) for run in runs]
    if read:
        site.pages.add("provers", "provers", build_provers_page(read, site.folder))
        site.menu.append(("Provers", "provers"))
    site.pages.add("problems", "problems", build_problems_page(problems, name_source(folder)))
    site.menu.append(("Problems", "problems"))
    for name, blocks in build_problem_pages(problems, read):
        site.pages.add_named(PROBLEM, name, blocks)
        record = problems[name].record
        words = "\n".join((name, record.title, record.topic)).lower()
        site.search.append((f"{name}: {record.title}", f"{PROBLEM}/{name}", words, f"{record.status} problem"))
    _name_inputs(site, "problems", name_files(folder, problems))
    _name_inputs(site, "prover run", [run / name for run in runs for name in (RUN, PREDICTIONS, VERDICTS)])


def _name_inputs(site: _Site, name: str, files: Sequence[Path]) -> None:
    """Names what pages were made of, by one digest over the files."""
    if files:
        digest = digest_text("\n".join(digest_file(file) for file in files))
        site.sources.append(f"{name} ({digest[:12]})")
        site.inputs.append(InputName(name=name, kind=name.replace(" ", "-"), sha256=digest))


def add_dataset(
    site: _Site, path: Path, manifest: Manifest, reviewed: Mapping[str, str], request: ReportRequest, screen: Screen
) -> None:
    """Pages of a MathlibPR dataset or release: one over all of it, one a pull request.

    `reviewed`: for each reviewed snapshot the page of its reviews.
    """
    check_files(path, manifest.files, [name for name in manifest.files if name.endswith(".parquet")])
    tables = DatasetTables(path)
    flips: list[Block] = []
    if request.before is not None:
        earlier = read_any_manifest(request.before)
        check_files(request.before, earlier.files, [name for name in earlier.files if name.startswith("snapshots/")])
        flips = build_flips(request.before, tables)
        _name_inputs(site, "earlier version", [request.before / MANIFEST])
    site.pages.add("dataset", "dataset", [*build_dataset_page(path, tables, manifest, site.folder), *flips])
    site.menu += [("Dataset", "dataset"), ("Pull requests", "search/")]
    site.sources.append(f"{manifest.dataset} ({digest_file(path / MANIFEST)[:12]})")
    site.inputs.append(InputName(name=manifest.dataset, kind="dataset", sha256=digest_file(path / MANIFEST)))
    characters = fit_patches(tables, request.patch_characters)
    if characters < request.patch_characters:
        screen.note(f"of each patch the first {characters:,} characters are shown, so that the site stays small")
    numbers = tables.numbers()
    with screen.progress("pages", len(numbers)) as ticker:
        for rows in tables.pulls(numbers):
            blocks = build_pull_page(rows, characters, request.issues, reviewed)
            site.pages.add_numbered(KIND, rows.number, blocks)
            site.search.append(_search_row(rows))
            ticker.advance()


def fit_patches(tables: DatasetTables, most: int) -> int:
    """How much of each patch can be shown, at most `most` characters, so that all together stay below the budget.

    A patch of a pair is shown twice: by itself and against the other.
    """
    lengths = {row["snapshot_id"]: row["length"] for row in tables.read_lengths()}
    shown = [*lengths.values()]
    for row in tables.read_columns("pairs", ["earlier_id", "final_id"]):
        shown += [lengths.get(row[end], 0) for end in ("earlier_id", "final_id")]
    characters = most
    while characters > LEAST_CHARACTERS and sum(min(length, characters) for length in shown) > PATCH_BUDGET:
        characters = characters * 3 // 4
    return characters


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
