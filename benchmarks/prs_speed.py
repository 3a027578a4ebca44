"""How fast and how large `curate prs` is, against floors measured in the same run.

Run: python benchmarks/prs_speed.py --queueboard WHERE --git WHERE [--heads N] [--pairs N] [--only PART ...]

CPU seconds are this process's and its children's, so that a busy machine does not count; wall seconds do.
"""

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from curate.prs.patches import open_clone
from curate.prs.sources import rare_collection, read_queueboard
from curate.schemas.mathlibpr.pulls import PullRequest
from curate.scrapers.archive import Archive
from curate.scrapers.diffing import Pair
from curate.scrapers.history import read_history
from curate.scrapers.patches import read_patches
from curate.scrapers.plumbing import run_git
from curate.scrapers.queueboard import SourceIndex, archive_source

REPO = "leanprover-community/mathlib4"
UNTIL = "2026-04-05"
PARTS = ("start", "reading", "git", "run")


class Clock:
    """Wall and CPU seconds of one piece of work."""

    wall = 0.0
    cpu = 0.0


def cpu_now() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


@contextmanager
def clocked() -> Iterator[Clock]:
    clock, wall, cpu = Clock(), time.perf_counter(), cpu_now()
    yield clock
    clock.wall, clock.cpu = time.perf_counter() - wall, cpu_now() - cpu


def measure_reading(queueboard: str, scratch: Path) -> None:
    """The source into the archive, and the archive into records."""
    with rare_collection(), Archive(scratch / "archive") as archive:
        with clocked() as stored:
            index = archive_source(archive, queueboard, scratch / "clones", print, lambda steps: None)
        size = sum(len(archive.get(entry.key) or b"") for entry in index.entries) / 1e6
        with clocked() as parsed:
            pulls = sum(isinstance(entry.read(), PullRequest) for entry in read_queueboard(archive, index, REPO))
        with clocked() as floor:
            for entry in index.entries:
                with suppress(ValueError):
                    json.loads(archive.get(entry.key) or b"")
    print(
        f"reading {size:.0f} MB of JSON, {pulls} PRs, CPU: source to archive {size / stored.cpu:.0f} MB/s, "
        f"archive to records {size / parsed.cpu:.0f} MB/s, both {size / (stored.cpu + parsed.cpu):.0f} MB/s; "
        f"archive to json.loads alone {size / floor.cpu:.0f} MB/s "
        f"(wall {stored.wall:.1f} + {parsed.wall:.1f} s)"
    )


def measure_git(git: str, heads: int, pairs: int, scratch: Path) -> None:
    """Merge bases of commits beside the main branch, then the patches of some of them."""
    clone = open_clone(git, scratch / "clones", scratch / "view", REPO, "master", print)
    repository, main = clone.view, clone.main
    listed = run_git(repository, "rev-list", "--timestamp", "--all", "--not", main).decode().split("\n")[:-1]
    chance = random.Random(0)
    asked = [line.split() for line in chance.choices(listed, k=heads)]
    with clocked() as graph:
        history = read_history(repository, main, {sha for _, sha in asked})
    with clocked() as found:
        bases = [(sha, history.merge_base(sha, datetime.fromtimestamp(int(at), UTC))) for at, sha in asked]
    print(
        f"graph of {len(history)} commits read in {graph.wall:.1f} s (CPU {graph.cpu:.1f} s), {len(bases)} merge bases "
        f"of commits beside the main branch in {found.wall:.2f} s (CPU {found.cpu:.2f} s)"
    )
    del history
    chosen = sorted({Pair(sha, base.sha) for sha, base in bases if base.sha})
    with Archive(scratch / "tried") as store:  # a mirror may lack blobs, at which the bare floor would stop
        tried = read_patches(repository, chance.sample(chosen, min(pairs, len(chosen))), store, lambda steps: None)
        usable = [Pair(patch.head_sha, patch.base_sha) for patch in tried if patch.missing is None]
    measure_patches(repository, usable, scratch)


def measure_patches(repository: Path, pairs: list[Pair], scratch: Path) -> None:
    """Patches with ids, files and the store, against one bare `git diff-tree` that goes nowhere; floor, ours, floor."""
    feed = "".join(f"{pair.head} {pair.base}\n" for pair in pairs).encode()
    floors = []

    def floor() -> None:
        command = ["git", "-C", str(repository), "diff-tree", "--stdin", "-p", "-m"]
        with clocked() as bare:
            subprocess.run(command, input=feed, stdout=subprocess.DEVNULL, check=True)
        floors.append(bare)

    floor()
    with Archive(scratch / "patches") as store, clocked() as ours:
        size = sum(len(patch.diff or "") for patch in read_patches(repository, pairs, store, lambda steps: None))
    floor()
    with Archive(scratch / "patches") as store, clocked() as again:
        sum(1 for _ in read_patches(repository, pairs, store, lambda steps: None))
    wall, cpu = (sum(getattr(one, name) for one in floors) / 2 for name in ("wall", "cpu"))
    print(
        f"{len(pairs)} patches, {size / 1e6:.0f} MB: wall {ours.wall:.1f} s, {ours.wall / wall:.2f} of the floor's "
        f"{wall:.1f} s; CPU {ours.cpu:.1f} s, {ours.cpu / cpu:.2f} of the floor's {cpu:.1f} s; "
        f"from the store {again.wall:.1f} s"
    )


RUN = """
import atexit, resource, sys
def say():
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    cpu = own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
    print(f"USED {own.ru_maxrss / 1024:.0f} {children.ru_maxrss / 1024:.0f} {cpu:.1f}", file=sys.stderr)
atexit.register(say)
from curate.cli import main
main()
"""


def measure_run(what: str, queueboard: str, git: str, scratch: Path) -> None:
    """The whole command in a process of its own, with an empty workspace."""
    folder = scratch / what.replace(" ", "-")
    command = ["prs", "--until", UNTIL, "--queueboard", queueboard, "--git", git, "--out", str(folder / "out")]
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", RUN, *command, "--workspace", str(folder / "workspace")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    wall = time.perf_counter() - began
    used = done.stderr.splitlines()[-1].split()
    print(f"whole run, {what}: wall {wall:.1f} s, CPU {used[3]} s, peak {used[1]} MB (its git children {used[2]} MB)")
    if what == "all PRs":
        print(done.stdout)


def write_quarter(queueboard: str, scratch: Path) -> str:
    """A folder with every fourth pull request of the source, as the archive keeps it."""
    with Archive(scratch / "archive") as archive:
        index: SourceIndex = archive_source(archive, queueboard, scratch / "clones", print, lambda steps: None)
        for entry in index.entries[::4]:
            folder = scratch / "quarter" / "data" / str(entry.number)
            folder.mkdir(parents=True)
            (folder / "pr_info.json").write_bytes(archive.get(entry.key) or b"")
            if entry.fetched_at:
                (folder / "timestamp.txt").write_text(entry.fetched_at.isoformat())
    return str(scratch / "quarter")


def measure_start(scratch: Path) -> None:
    """`curate --help` and `curate demo`, against a Python that does nothing; the best of ten, in turn."""
    curate = shutil.which("curate", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}") or "curate"
    times: dict[str, list[float]] = {"help": [], "floor": []}
    for _ in range(10):
        for name, command in (("help", [curate, "--help"]), ("floor", [sys.executable, "-c", "pass"])):
            began = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            times[name].append(time.perf_counter() - began)
    print(f"curate --help {min(times['help']):.3f} s, python -c pass {min(times['floor']):.3f} s")
    with clocked() as demo:
        subprocess.run([curate, "demo", "--dir", str(scratch / "demo")], capture_output=True, check=True)
    print(f"curate demo {demo.wall:.1f} s (CPU {demo.cpu:.1f} s)")


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--queueboard", required=True)
    parser.add_argument("--git", required=True)
    parser.add_argument("--heads", type=int, default=16_000)
    parser.add_argument("--pairs", type=int, default=4_000)
    parser.add_argument("--only", action="append", choices=PARTS, help="one part; may be given several times")
    options = parser.parse_args()
    parts = options.only or PARTS
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        if "start" in parts:
            measure_start(scratch)
        if "reading" in parts:
            measure_reading(options.queueboard, scratch)
        if "git" in parts:
            measure_git(options.git, options.heads, options.pairs, scratch)
        if "run" in parts:
            measure_run("a quarter of the PRs", write_quarter(options.queueboard, scratch), options.git, scratch)
            measure_run("all PRs", options.queueboard, options.git, scratch)


if __name__ == "__main__":
    main()
