"""`curate demo --live`: the demo's dataset built with a stand-in GitHub beside the archive, by the real client."""

import time
from pathlib import Path

from curate.console import Screen
from curate.demo.mathlibpr import OPTIONS, make_sources, show_loaded
from curate.live import LiveOptions
from curate.prs.build import build_dataset
from curate.prs.options import BuildRequest
from curate.prs.report import BuildReport
from curate.reports import render_build
from curate.scrapers.github.tokens import Token
from curate.standins.github.faults import Faults
from curate.standins.github.server import DEMO_TOKEN, StandIn
from curate.standins.github.world import world_of_upstream
from curate.standins.upstream.queueboard import SCRAPED

FAULTS: tuple[str | None, ...] = (
    None, None, None, "502", "connection reset", None, "resource limits",
    "web page with 200", None, "cut short", "empty 200",
)  # fmt: skip
"""What the stand-in does to the run: such as GitHub does on an ordinary day, less the waits."""


def run_demo(screen: Screen, directory: Path) -> BuildReport:
    """Makes an upstream, its archive and its GitHub under `directory`, and builds `directory/dataset` from them."""
    screen.note(f"making a small upstream in {directory}")
    upstream = make_sources(directory)
    began = time.time()
    faults = Faults(script=list(FAULTS))
    world = world_of_upstream(upstream, SCRAPED)
    with StandIn(world, now=lambda: SCRAPED.timestamp() + time.time() - began, faults=faults) as stand_in:
        screen.note(f"a stand-in GitHub with {len(world.numbers)} pull requests listens at {stand_in.url}")
        request = BuildRequest(
            OPTIONS,
            (str(directory / "queueboard"),),
            directory / "workspace",
            directory / "dataset",
            f"file://{directory.resolve()}/mathlib4.git",
            live=LiveOptions(github_url=stand_in.url),
            token=Token(DEMO_TOKEN, "the demo"),
        )
        report = build_dataset(request, screen)
        screen.note(f"the stand-in counted {stand_in.bill.requests} requests and {stand_in.bill.points} points")
        screen.note(f"and played: {', '.join(faults.played)}")
    screen.show(report, render_build(report, OPTIONS, directory / "dataset"))
    show_loaded(screen, directory / "dataset")
    return report
