"""How many pull requests a second the live session's client handles, and in how much memory.

    python benchmarks/live_speed.py 2000 20000

For each size a stand-in GitHub runs in a process of its own and a run of the client in another. The stand-in
remembers its answers up to 5,000 pull requests: the first run makes it compute them, the second measures the client
alone. The floor beside it asks the same questions with plain `requests`, parses the JSON and stores nothing.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from curate.scrapers.archive import Archive
from curate.scrapers.github.client import Client
from curate.scrapers.github.fetch import FetchOptions, fetch_repository
from curate.scrapers.github.ledger import Ledger
from curate.scrapers.github.plan import plan_run
from curate.scrapers.github.queries import read_query
from curate.scrapers.github.session import open_session
from curate.scrapers.github.tokens import Token
from curate.standins.github.server import DEMO_TOKEN, StandIn
from curate.standins.github.world import world_of_upstream
from curate.standins.upstream.play import play
from curate.standins.upstream.queueboard import SCRAPED
from curate.standins.upstream.scenarios.catalogue import make_histories

REPO = "leanprover-community/mathlib4"
REMEMBERED = 5000
TOLD_BY_HAND = len(make_histories())


class EpochClock:
    """The stand-in's own time for a client: nothing in a benchmark waits."""

    def now(self) -> float:
        return SCRAPED.timestamp() + 3600

    def sleep(self, seconds: float) -> None:
        raise AssertionError(f"a benchmark waited {seconds} s")


def serve(pulls: int) -> None:
    """The server's part: prints its URL, and its bill at the end of its input."""
    began = time.monotonic()
    world = world_of_upstream(play(make_histories(extra=pulls - TOLD_BY_HAND)), SCRAPED)
    made_s = time.monotonic() - began
    with StandIn(world, now=EpochClock().now, limit=10**9, remember=pulls <= REMEMBERED) as stand_in:
        print(json.dumps({"url": stand_in.url, "pulls": len(world.numbers), "made_s": round(made_s)}), flush=True)
        for _ in sys.stdin:
            print(json.dumps({"requests": stand_in.bill.requests, "points": stand_in.bill.points}), flush=True)


def measure(url: str, folder: Path, total: int) -> dict[str, float]:
    """The client's part: one run."""
    with Archive(folder) as archive:
        ledger = Ledger(archive, REPO)
        plan = plan_run(ledger, total, 5000, datetime.now(UTC))
        client = Client(Token(DEMO_TOKEN, "the benchmark"), url=url, clock=EpochClock())
        began, cpu = time.monotonic(), time.process_time()
        report = fetch_repository(open_session(client, ledger, lambda *_: None), None, None, FetchOptions())
        took = {"wall_s": time.monotonic() - began, "cpu_s": time.process_time() - cpu}
    rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    counts = {"pulls": report.pulls["ok"], "shas": sum(report.shas.values())}
    asked = {"requests": report.requests, "points": report.points, "planned_points": plan.points}
    return {**took, **counts, **asked, "rss_mb": round(rss)}


def measure_floor(url: str, folder: Path) -> float:
    """Seconds to ask the same questions with `requests` and parse the answers, storing nothing."""
    import requests

    with Archive(folder) as archive:
        ledger = Ledger(archive, REPO)
        questions = [ledger.read_page(int(name))[0] for name in ledger.names("page/")]
    session = requests.Session()
    session.headers["Authorization"] = f"token {DEMO_TOKEN}"
    began = time.monotonic()
    for question in questions:
        body = {"query": read_query(question.query), "variables": question.variables}
        session.post(f"{url}/graphql", data=json.dumps(body), timeout=60).json()
    return time.monotonic() - began


def run_size(pulls: int) -> None:
    command = [sys.executable, __file__]
    server = subprocess.Popen(
        [*command, "--serve", str(pulls)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert server.stdin is not None
    assert server.stdout is not None
    made = json.loads(server.stdout.readline())
    with tempfile.TemporaryDirectory() as place:
        rounds = ("first", "again") if pulls <= REMEMBERED else ("first",)
        for name in rounds:
            folder = str(Path(place) / name)
            ran = subprocess.run(
                [*command, "--fetch", made["url"], folder, str(made["pulls"])],
                capture_output=True,
                text=True,
                check=True,
            )
            took = json.loads(ran.stdout)
            took["pulls_per_s"] = round(took["pulls"] / took["wall_s"], 1)
            took["pulls_per_cpu_s"] = round(took["pulls"] / took["cpu_s"], 1)
            print(pulls, name, {key: round(value, 2) for key, value in took.items()}, flush=True)
            server.stdin.write("bill\n")
            server.stdin.flush()
            print(pulls, name, "the server counted so far", server.stdout.readline().strip(), flush=True)
        if len(rounds) == 2:
            floor_s = measure_floor(made["url"], Path(place) / "again")
            print(
                pulls,
                "floor",
                f"{floor_s:.2f} s, the client took {took['wall_s'] / floor_s:.2f} times as long",
                flush=True,
            )
    server.stdin.close()
    server.wait(60)


def main() -> None:
    """All sizes, or one part of a measurement."""
    match sys.argv[1:]:
        case ["--serve", pulls]:
            serve(int(pulls))
        case ["--fetch", url, folder, total]:
            print(json.dumps(measure(url, Path(folder), int(total))))
        case sizes:
            for size in sizes or ["2000"]:
                run_size(int(size))


if __name__ == "__main__":
    import os

    os.environ.setdefault("NO_PROXY", "127.0.0.1")
    main()
