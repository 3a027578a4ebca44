"""Fetches again and again from a stand-in GitHub that plays random faults, under random `kill -9`.

Each run must end with the rows of an undisturbed one, never claim to be complete when it is not, and never ask
GitHub for anything while it was told to wait. In every second run pull requests change and reopen meanwhile.

    NO_PROXY=127.0.0.1 python benchmarks/live_faults.py --runs 200 --seed 1

Time passes 3,600 times as fast for client and server alike, so that a wait of half an hour takes half a second.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from curate.schemas.errors import Stopped
from curate.scrapers.archive import Archive
from curate.scrapers.github.client import Client
from curate.scrapers.github.fetch import FetchOptions, fetch_repository
from curate.scrapers.github.ledger import Ledger
from curate.scrapers.github.parse import read_pulls
from curate.scrapers.github.session import open_session
from curate.scrapers.github.tokens import Token
from curate.standins.github.faults import Faults
from curate.standins.github.server import DEMO_TOKEN, StandIn
from curate.standins.github.world import World, world_of_upstream
from curate.standins.upstream.play import Upstream, make_upstream
from curate.standins.upstream.queueboard import SCRAPED
from curate.standins.upstream.scenarios.catalogue import make_histories

SPEED = 3600.0
MOST_KILLS = 4
FAULT_RATE = 0.35
CHANGES = 8
PULLS = 40


class FastClock:
    """The machine's clock, so many times as fast."""

    def __init__(self, origin: float) -> None:
        self.origin = origin

    def now(self) -> float:
        return SCRAPED.timestamp() + 3600 + (time.time() - self.origin) * SPEED

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds / SPEED)


class Changes:
    """At which requests of a run some pull request is renamed and reopened, or closed again."""

    def __init__(self, chance: random.Random, number: int) -> None:
        self.chance = chance
        self.moments = {chance.randrange(2, 40) for _ in range(number)}

    def play(self, world: World, request: int) -> None:
        if request not in self.moments:
            return
        at = SCRAPED + timedelta(seconds=self.chance.randrange(60, 3000))
        closed = self.chance.random() < 0.5
        world.change(
            self.chance.choice(sorted(world.numbers)),
            at,
            state="CLOSED" if closed else "OPEN",
            closed=closed,
            closedAt=at.strftime("%Y-%m-%dT%H:%M:%SZ") if closed else None,
            title=f"changed {self.chance.randrange(10**6)}",
        )


def fetch_here(url: str, folder: Path, origin: float, name: str, git: str) -> bool:
    """One run in this process; whether it claims to be complete."""
    client = Client(Token(DEMO_TOKEN, "the benchmark"), url=url, clock=FastClock(origin), user_agent=name)
    with Archive(folder) as archive:
        session = open_session(client, Ledger(archive, "leanprover-community/mathlib4"), lambda *_: None)
        return fetch_repository(session, git, None, FetchOptions()).complete


def start(work: Callable[[], int]) -> int:
    """Forks a process that does `work` and exits with what it returns; its id."""
    child = os.fork()
    if child == 0:
        code = 70
        try:
            code = work()
        finally:
            os._exit(code)
    return child


def finish(child: int, within_s: float) -> int | None:
    """The exit code of `child`, or None when it did not end in time and was killed."""
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def fetch_child(url: str, folder: Path, origin: float, name: str, git: str, words: Path) -> int:
    """The child's part: 0 complete, 1 not complete, 3 stopped, and why."""
    try:
        return 0 if fetch_here(url, folder, origin, name, git) else 1
    except Stopped as stopped:
        words.write_text(str(stopped))
        return 3


@contextmanager
def served(
    upstream: Upstream, origin: float, faults: Faults, changes: Changes, bill: Path
) -> Iterator[tuple[str, int]]:
    """A stand-in in a process of its own: its URL and process id. SIGUSR1 calms it; its bill is written at its end."""
    reading, writing = os.pipe()

    def serve() -> int:
        world = world_of_upstream(upstream, SCRAPED)
        with StandIn(world, now=FastClock(origin).now, faults=faults) as stand_in:
            stand_in.before = lambda request: changes.play(world, request)
            stopping: list[int] = []
            signal.signal(signal.SIGTERM, lambda *_: stopping.append(1))
            signal.signal(signal.SIGUSR1, lambda *_: calm_down(faults, changes))
            os.write(writing, stand_in.url.encode() + b"\n")
            while not stopping:
                time.sleep(0.01)
            asked = {"requests": stand_in.bill.requests, "played": faults.played, "during_waits": faults.during_waits}
            bill.write_text(json.dumps(asked))
        return 0

    server = start(serve)
    os.close(writing)
    with os.fdopen(reading) as said:
        url = said.readline().strip()
    try:
        yield url, server
    finally:
        os.kill(server, signal.SIGTERM)
        os.waitpid(server, 0)


def calm_down(faults: Faults, changes: Changes) -> None:
    faults.rate = 0.0
    changes.moments.clear()


def read_rows(folder: Path) -> list[str]:
    with Archive(folder) as archive:
        return [pull.model_copy(update={"fetched_at": None}).model_dump_json() for pull in read_pulls(archive)]


class Tally:
    """What all runs together met and did."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()
        self.words: Counter[str] = Counter()
        self.kills = self.processes = self.stops = self.incomplete = self.requests = 0
        self.wrong: list[str] = []


def run_once(upstream: Upstream, seed: int, changing: bool, tally: Tally, folder: Path, calm: list[str]) -> None:
    """One user who runs the same command until it is done, through faults and kills."""
    chance = random.Random(seed)
    origin, git, bill, words = time.time(), str(upstream.git), folder / "bill", folder / "words"
    faults = Faults(rate=FAULT_RATE, seed=seed)
    changes = Changes(random.Random(-seed), CHANGES if changing else 0)
    kills = 0
    with served(upstream, origin, faults, changes, bill) as (url, server):
        for turn in range(60):
            name = f"run-{turn}"
            child = start(lambda name=name: fetch_child(url, folder / "archive", origin, name, git, words))
            tally.processes += 1
            code = finish(child, chance.uniform(0.02, 1.5) if kills < MOST_KILLS else 300)
            if code is None:
                kills += 1
            elif code == 0:
                if not changing and read_rows(folder / "archive") != calm:
                    tally.wrong.append(f"seed {seed}: claims to be complete, but its rows differ")
                break
            elif code == 3:
                tally.stops += 1
                tally.words[words.read_text()[:150]] += 1
            elif code == 1:
                tally.incomplete += 1
            else:
                tally.wrong.append(f"seed {seed}: ended with {code}")
                break
        else:
            tally.wrong.append(f"seed {seed}: never done")
        if changing:
            os.kill(server, signal.SIGUSR1)
            time.sleep(0.05)
            for place in ("archive", "calm"):
                child = start(lambda place=place: fetch_child(url, folder / place, origin, place, git, words))
                finish(child, 300)
            if read_rows(folder / "archive") != read_rows(folder / "calm"):
                tally.wrong.append(f"seed {seed}: rows differ from an undisturbed run's")
    tally.kills += kills
    seen = json.loads(bill.read_text())
    tally.faults.update(seen["played"])
    tally.requests += seen["requests"]
    tally.wrong += [f"seed {seed}: {said}" for said in seen["during_waits"]]


def undisturbed(upstream: Upstream, folder: Path) -> list[str]:
    """The rows of a run to which nothing happened."""
    origin = time.time()
    with served(upstream, origin, Faults(), Changes(random.Random(0), 0), folder / "bill") as (url, _):
        finish(
            start(lambda: fetch_child(url, folder / "calm", origin, "calm", str(upstream.git), folder / "words")), 300
        )
    return read_rows(folder / "calm")


def main() -> int:
    """All runs; 0 when nothing was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tally, began, done = Tally(), time.monotonic(), 0
    with tempfile.TemporaryDirectory() as place, contextlib.suppress(KeyboardInterrupt):  # the sum of what was done
        upstream = make_upstream(Path(place), make_histories()[:PULLS])
        calm = undisturbed(upstream, Path(place))
        for run in range(given.runs):
            folder = Path(place) / f"run-{run}"
            folder.mkdir()
            run_once(upstream, given.seed + run, run % 2 == 1, tally, folder, calm)
            done += 1
            print(f"run {done}/{given.runs}: {tally.kills} kills; wrong: {tally.wrong or 'nothing'}", flush=True)
    print(f"runs {done}, seeds {given.seed} to {given.seed + done - 1}")
    print(f"processes {tally.processes}, of which killed {tally.kills}, stopped by themselves {tally.stops}, ", end="")
    print(f"ended without claiming to be complete {tally.incomplete}; requests {tally.requests}")
    print(f"faults {sum(tally.faults.values())}: {dict(sorted(tally.faults.items()))}")
    print(f"why it stopped: {dict(tally.words)}")
    print(f"seconds {time.monotonic() - began:.0f}")
    print("\n".join(["wrong:", *tally.wrong] if tally.wrong else ["nothing was wrong"]))
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
