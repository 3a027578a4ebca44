"""The demo's main part: a small upstream, the real pipeline, and the result opened as a user would."""

from datetime import date
from pathlib import Path

from curate.console import Screen
from curate.prs.build import build_dataset
from curate.prs.options import BuildOptions, BuildRequest
from curate.prs.report import BuildReport
from curate.reports import render_build
from curate.standins.upstream.play import Upstream, make_upstream
from curate.standins.upstream.queueboard import write_queueboard
from curate.standins.upstream.scenarios.catalogue import make_histories
from curate.standins.upstream.story import REPO

UNTIL = date(2026, 4, 5)
SPLIT_AT = (date(2025, 10, 1), date(2026, 1, 15))
OPTIONS = BuildOptions(
    repo=REPO, until=UNTIL, base_ref="master", selection="paper", require_ci=False, evidence=("checks",),
    need_diff=False, split_at=SPLIT_AT,
)  # fmt: skip


def make_sources(directory: Path) -> Upstream:
    """A git repository and a queueboard archive (`directory/queueboard`) of the demo's pull requests."""
    upstream = make_upstream(directory, make_histories())
    write_queueboard(upstream, directory / "queueboard")
    return upstream


def run_demo(screen: Screen, directory: Path) -> BuildReport:
    """Makes the upstream under `directory`, builds `directory/dataset` from it and shows what came out."""
    screen.note(f"making a small upstream in {directory}")
    upstream = make_sources(directory)
    out = directory / "dataset"
    sources = [str(directory / "queueboard")]
    request = BuildRequest(OPTIONS, tuple(sources), directory / "workspace", out, str(upstream.git))
    report = build_dataset(request, screen)
    screen.show(report, render_build(report, OPTIONS, out))
    show_loaded(screen, out)
    return report


def show_loaded(screen: Screen, out: Path) -> None:
    """Opens the dataset with `datasets`, from files alone, and prints one snapshot."""
    import datasets

    datasets.disable_progress_bars()
    for config in ("snapshots", "pairs", "pull_requests"):
        loaded = datasets.load_dataset(str(out), config, cache_dir=str(out.parent / "datasets-cache"))
        sizes = ", ".join(f"{split} {rows.num_rows}" for split, rows in loaded.items())
        screen.note(f'datasets.load_dataset("{out}", "{config}"): {sizes}')
