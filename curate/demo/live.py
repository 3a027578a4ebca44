"""`curate demo --live`: the demo's pull requests gathered through the live edge from a stand-in GitHub."""

import time
from pathlib import Path

from curate.commands.live_options import LiveOptions, gather_github
from curate.console import Screen
from curate.demo.github.faults import Faults
from curate.demo.github.server import DEMO_TOKEN, StandIn
from curate.demo.github.world import world_of_upstream
from curate.demo.histories import make_histories
from curate.demo.queueboard import SCRAPED
from curate.demo.upstream import make_upstream
from scrapers.archive import Archive
from scrapers.github.gather import GatherReport
from scrapers.github.tokens import Token

FAULTS: tuple[str | None, ...] = (
    None, None, "502", "connection reset", None, "resource limits", "web page with 200", None, "cut short", "empty 200",
)  # fmt: skip
"""What the stand-in does to the run: such as GitHub does on an ordinary day, less the waits."""


def run_demo_live(screen: Screen, directory: Path) -> GatherReport:
    """Makes the upstream and its GitHub in `directory`, gathers it into `directory/archive` and says what came of it.

    Raises:
        Failed: as any gathering.
    """
    upstream = make_upstream(directory / "upstream", make_histories())
    began = time.time()
    faults = Faults(script=list(FAULTS))
    world = world_of_upstream(upstream, SCRAPED)
    with (
        StandIn(world, now=lambda: SCRAPED.timestamp() + time.time() - began, faults=faults) as stand_in,
        Archive(directory / "archive") as archive,
    ):
        screen.note(f"a stand-in GitHub with {len(world.numbers)} pull requests listens at {stand_in.url}")
        options = LiveOptions(github_url=stand_in.url, git_url=str(upstream.git))
        report = gather_github(archive, None, options, screen, Token(DEMO_TOKEN, "the demo"))
        screen.note(f"the stand-in counted {stand_in.bill.requests} requests and {stand_in.bill.points} points")
        screen.note(f"and played: {', '.join(faults.played)}")
    return report
