"""Gathers again and again from a stand-in GitHub that plays random faults, under random `kill -9`.

Each run must end with the rows of an undisturbed one, never claim to be complete when it is not, and never ask
GitHub for anything while it was told to wait. In every second run pull requests change and reopen meanwhile.

    python benchmarks/live_faults.py --runs 200 --seed 1

Time passes 3,600 times as fast for client and server alike, so that a wait of half an hour takes half a second.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path

from curate.demo.github.faults import Faults
from curate.demo.github.server import DEMO_TOKEN, StandIn
from curate.demo.github.world import World, world_of_upstream
from curate.demo.histories import make_histories
from curate.demo.queueboard import SCRAPED
from curate.demo.upstream import Upstream, make_upstream
from schemas.errors import Stopped
from scrapers.archive import Archive
from scrapers.github.client import Client
from scrapers.github.gather import GatherOptions, gather
from scrapers.github.ledger import Ledger
from scrapers.github.parse import read_pulls
from scrapers.github.tokens import Token
from scrapers.github.walk import open_edge

SPEED = 3600.0
MOST_KILLS = 3
FAULT_RATE = 0.35
CHANGES = 8
PULLS = 30


class FastClock:
    """The machine's clock, so many times as fast."""

    def __init__(self, origin: float) -> None:
        self.origin = origin

    def now(self) -> float:
        return SCRAPED.timestamp() + 3600 + (time.time() - self.origin) * SPEED

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds / SPEED)


def gather_here(url: str, folder: Path, origin: float, name: str, git: str) -> bool:
    """One gathering in this process; whether it claims to be complete."""
    client = Client(Token(DEMO_TOKEN, "the benchmark"), url=url, clock=FastClock(origin), user_agent=name)
    with Archive(folder) as archive:
        edge = open_edge(client, Ledger(archive, "leanprover-community/mathlib4"), lambda *_: None)
        return gather(edge, git, None, GatherOptions()).complete


def run_child(arguments: list[str]) -> int:
    """The child's part: 0 complete, 1 not complete, 3 stopped."""
    url, folder, origin, name, git = arguments
    print("ready", flush=True)
    try:
        return 0 if gather_here(url, Path(folder), float(origin), name, git) else 1
    except Stopped as stopped:
        sys.stderr.write(f"{stopped}\n")
        return 3


def read_rows(folder: Path) -> list[str]:
    with Archive(folder) as archive:
        return [pull.model_copy(update={"fetched_at": None}).model_dump_json() for pull in read_pulls(archive)]


def change_at_random(world: World, chance: random.Random) -> None:
    """One pull request is renamed and reopened, or closed again."""
    number = chance.choice(sorted(world.numbers))
    at = SCRAPED + timedelta(seconds=chance.randrange(60, 3000))
    closed = chance.random() < 0.5
    world.change(
        number,
        at,
        state="CLOSED" if closed else "OPEN",
        closed=closed,
        closedAt=at.strftime("%Y-%m-%dT%H:%M:%SZ") if closed else None,
        title=f"changed {chance.randrange(10**6)}",
    )


class Tally:
    """What all runs together met and did."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()
        self.words: Counter[str] = Counter()
        self.kills = self.processes = self.stops = self.incomplete = self.requests = 0
        self.wrong: list[str] = []


def run_once(upstream: Upstream, seed: int, changing: bool, tally: Tally, folder: Path) -> None:
    """One user who runs the same command until it is done, through faults and kills."""
    chance = random.Random(seed)
    origin = time.time()
    faults = Faults(rate=FAULT_RATE, seed=seed)
    world = world_of_upstream(upstream, SCRAPED)
    git = str(upstream.git)
    with StandIn(world, now=FastClock(origin).now, faults=faults) as stand_in:
        changes = {chance.randrange(2, 40) for _ in range(CHANGES)} if changing else set()

        def before(request: int) -> None:
            if request in changes:
                change_at_random(world, chance)

        stand_in.before = before
        calm_rows = None if changing else calm(upstream, folder / "calm", git)
        kills = 0
        for turn in range(60):
            command = [sys.executable, __file__, "--child", stand_in.url, str(folder / "archive"), str(origin)]
            child = subprocess.Popen([*command, f"run-{turn}", git], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            tally.processes += 1
            assert child.stdout is not None
            child.stdout.readline()  # it begins now
            try:
                code = child.wait(chance.uniform(0.02, 1.5) if kills < MOST_KILLS else 300)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
                kills += 1
                continue
            if code == 0 and calm_rows is not None and read_rows(folder / "archive") != calm_rows:
                tally.wrong.append(f"seed {seed}: claims to be complete, but its rows differ")
            if code == 0:
                break
            if code not in (1, 3):
                tally.wrong.append(f"seed {seed}: ended with {code}")
                break
            assert child.stderr is not None
            if code == 3:
                tally.stops += 1
                tally.words[child.stderr.read().decode().strip()[:200]] += 1
            tally.incomplete += code == 1
        else:
            tally.wrong.append(f"seed {seed}: never done")
        if changing:
            stand_in.before = lambda _: None
            faults.rate = 0.0
            gather_here(stand_in.url, folder / "archive", origin, "last", git)
            gather_here(stand_in.url, folder / "calm", origin, "calm", git)
            if read_rows(folder / "archive") != read_rows(folder / "calm"):
                tally.wrong.append(f"seed {seed}: rows differ from an undisturbed run's")
        tally.kills += kills
        tally.faults.update(faults.played)
        tally.requests += stand_in.bill.requests
        tally.wrong += [f"seed {seed}: {said}" for said in faults.during_waits]


def calm(upstream: Upstream, folder: Path, git: str) -> list[str]:
    """The rows of an undisturbed run; gathered once and kept beside."""
    kept = folder.parent.parent / "calm.json"
    if not kept.exists():
        origin = time.time()
        with StandIn(world_of_upstream(upstream, SCRAPED), now=FastClock(origin).now) as stand_in:
            gather_here(stand_in.url, folder, origin, "calm", git)
        kept.write_text(json.dumps(read_rows(folder)))
    rows: list[str] = json.loads(kept.read_text())
    return rows


def main() -> int:
    """All runs; 0 when nothing was wrong."""
    if sys.argv[1:2] == ["--child"]:
        return run_child(sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tally, began = Tally(), time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        upstream = make_upstream(Path(place), make_histories()[:PULLS])
        for run in range(given.runs):
            folder = Path(place) / f"run-{run}"
            folder.mkdir()
            run_once(upstream, given.seed + run, run % 2 == 1, tally, folder)
            print(f"run {run + 1}/{given.runs}: {tally.kills} kills, {len(tally.wrong)} wrong", flush=True)
    print(f"runs {given.runs}, seeds {given.seed} to {given.seed + given.runs - 1}")
    print(f"processes {tally.processes}, of which killed {tally.kills}, stopped by themselves {tally.stops}, ", end="")
    print(f"ended without claiming to be complete {tally.incomplete}; requests {tally.requests}")
    print(f"faults {sum(tally.faults.values())}: {dict(sorted(tally.faults.items()))}")
    print(f"why it stopped: {dict(tally.words)}")
    print(f"seconds {time.monotonic() - began:.0f}")
    print("\n".join(["wrong:", *tally.wrong] if tally.wrong else ["nothing was wrong"]))
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
