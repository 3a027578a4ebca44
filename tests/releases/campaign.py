"""Pushes under random faults and kills: the real command in a process of its own, run again until it is done."""

import multiprocessing
import os
import random
import subprocess
import sys
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple

import curate.commands.release
import curate.releases.retries
from curate.cli import main
from curate.standins.hub.faults import Faults
from curate.standins.hub.server import Hub, serve_hub

_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(["campaign"])
REPO = "owner/mathlibpr"
TOKEN = "hf_writer"
RUNS = 40
"""Runs of one command after which a push counts as stuck."""
LOST = 0.2
"""Share of runs in which the Hub goes down for good after a random number of answers."""


class Outcome(NamedTuple):
    """What it took to publish one version."""

    runs: int
    kills: int
    faults: tuple[str, ...]
    """Their kinds, in order."""


def run_trial(folder: Path, versions: list[tuple[str, Path]], seed: int, rate: float, kill: float) -> list[Outcome]:
    """Publishes `versions` one after the other to a Hub of their own, then checks what stands there.

    Args:
        folder: scratch.
        versions: version and release folder, in order.
        seed: of the faults and the kills.
        rate: share of requests that go wrong.
        kill: share of runs that are killed at a random moment.

    Raises:
        AssertionError: a push got stuck, or the Hub does not hold exactly one commit and tag for each version.
    """
    chance = random.Random(seed)
    with serve_hub(folder / "hub", {TOKEN: "write"}, Faults(seed=seed, rate=rate, retry_after_s=0)) as hub:
        outcomes = [_publish(hub, folder, release, chance, kill) for _, release in versions]
        hub.faults.rate = 0.0
        check_published(hub, [version for version, _ in versions])
        for version, _ in versions:
            done = _end(_start(hub, folder, "verify", f"{REPO}@{version}"))
            assert done == 0, f"verify {version} ended with {done}"
    return outcomes


def _publish(hub: Hub, folder: Path, release: Path, chance: random.Random, kill: float) -> Outcome:
    kills, before = 0, len(hub.faults.done)
    for runs in range(1, RUNS + 1):
        hub.faults.down_after = chance.randint(1, 90) if chance.random() < LOST else None
        process = _start(hub, folder, "push", str(release), "--to", REPO, "--ledger", str(folder / "ledger.jsonl"))
        if chance.random() < kill:
            _kill_midway(hub, process, chance)
        code = _end(process)
        hub.faults.down_after = None
        kills += code == -9
        if code == 0:
            return Outcome(runs, kills, tuple(kind for _, _, kind in hub.faults.done[before:]))
        assert code in (-9, 1, 3), f"push ended with {code}"
    raise AssertionError(f"not published after {RUNS} runs")


def _kill_midway(hub: Hub, process: BaseProcess, chance: random.Random) -> None:
    """Kills the process once it has made a random number of requests: before, in and after every step."""
    start, wanted = len(hub.requests), chance.randint(1, 130)
    while process.exitcode is None and len(hub.requests) - start < wanted:
        time.sleep(0.002)
    process.kill()


def _start(hub: Hub, folder: Path, *arguments: str) -> BaseProcess:
    """Starts `curate release` in a process of its own, forked from one that has its imports done already."""
    env = {"HF_TOKEN": TOKEN, "HF_HOME": str(folder / "hf"), "HF_HUB_DISABLE_XET": "1", "NO_PROXY": "127.0.0.1"}
    line = ["curate", "release", *arguments, "--endpoint", hub.endpoint]
    process = _PROCESSES.Process(target=_enter, args=(line, env, folder / "said.txt"))
    process.start()
    return process


def _enter(line: list[str], env: dict[str, str], log: Path) -> None:
    os.environ.update(env)
    with log.open("ab") as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
    curate.releases.retries.FIRST_WAIT_S = curate.releases.retries.LONGEST_WAIT_S = 0.05
    sys.argv = line
    main()


def _end(process: BaseProcess) -> int:
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def check_published(hub: Hub, versions: list[str]) -> None:
    """One commit and one annotated tag for each version, and a repository that git finds sound."""
    repo = hub.repo(REPO)
    commits = {commit["title"]: commit["id"] for commit in repo.log("main")}
    assert [commit["title"] for commit in repo.log("main")] == [
        *(f"Release {v}" for v in reversed(versions)),
        "initial commit",
    ]
    assert {tag["name"]: tag["targetCommit"] for tag in repo.refs("tags")} == {
        f"v{v}": commits[f"Release {v}"] for v in versions
    }
    assert repo.git("for-each-ref", "--format=%(objecttype)", "refs/tags").split() == [b"tag"] * len(versions)
    fsck = subprocess.run(["git", "fsck", "--full", "--strict"], cwd=repo.folder, capture_output=True, check=False)
    assert fsck.returncode == 0, fsck.stderr
