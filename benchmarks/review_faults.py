"""A review run under faults and kills gives the scores of an undisturbed one.

`python -m benchmarks.review_faults [KILLS [REPEATS]]` asks 64 snapshots of the demo's dataset REPEATS times (8) at 3
stages, 1,536 questions, one in seven of which a stand-in server spoils, while the run is killed KILLS times (20).
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from curate.console import Screen
from curate.demo.mathlibpr import run_demo
from curate.standins.models import Fault, StandIn, serve
from curate.standins.models.reviewer import review

CURATE = [sys.executable, "-m", "curate", "review"]
FAULTS = (
    Fault(status=200, body=b"<html>busy</html>"),
    Fault(status=503, headers=(("retry-after-ms", "5"),)),
    Fault(status=429, headers=(("retry-after-ms", "5"),)),
    Fault(status=200, body={"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": []}),
    Fault(status=200, body={"choices": [{"message": {"content": "x" * 500}}]}, cut=True),
)
QUESTIONS = ("--stage", "1,2,3", "--parallel", "8", "--timeout", "20")


class Shaky:
    """The stand-in reviewer, with a fault for one request in seven."""

    def __init__(self) -> None:
        self._count = 0
        self._lock = threading.Lock()

    def answer(self, request: dict[str, Any]) -> str | Fault:
        with self._lock:
            self._count += 1
            spoiled = self._count % 7 == 0
        return FAULTS[self._count % len(FAULTS)] if spoiled else review(request)


def command(server: StandIn, dataset: Path, out: Path, repeats: int) -> list[str]:
    """The run, as a user types it."""
    address = f"{server.base_url}/v1"
    return [
        *CURATE,
        "run",
        "--dataset",
        str(dataset),
        "--model",
        "m",
        "--base-url",
        address,
        *QUESTIONS,
        "--repeat",
        str(repeats),
        "--out",
        str(out),
    ]


def disturbed(line: list[str], kills: int) -> tuple[int, int]:
    """Runs `line` until it ends well, killing it `kills` times; kills and starts."""
    chance, killed, starts = random.Random(1), 0, 0
    while True:
        starts += 1
        child = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            code = child.wait(chance.uniform(2, 7) if killed < kills else None)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            killed += 1
            continue
        if code == 0:
            return killed, starts


def scored(dataset: Path, run: Path) -> dict[str, Any]:
    """The run's scores."""
    subprocess.run(
        [*CURATE, "score", str(run), "--dataset", str(dataset), "--draws", "100", "--quiet"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return {**json.loads((run / "scores.json").read_text()), "runs": None}


def main(kills: int, repeats: int) -> None:
    """Prints what was done; ends with 1 when the scores differ or a question was answered twice."""
    os.environ["OPENAI_API_KEY"] = "none"
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        run_demo(Screen(), root)
        dataset, calm, wild = root / "dataset", root / "calm" / "run", root / "wild" / "run"
        with serve(review) as server:
            subprocess.run(command(server, dataset, calm, repeats), check=True, stdout=subprocess.DEVNULL)
        with serve(Shaky().answer) as server:
            killed, starts = disturbed(command(server, dataset, wild, repeats), kills)
            sent = len(server.requests)
        keys = Counter(json.loads(line)["key"] for line in (wild / "predictions.jsonl").read_text().splitlines())
        same = scored(dataset, calm) == scored(dataset, wild)
    twice = sum(number > 1 for number in keys.values())
    print(
        f"{len(keys)} questions, {killed} kills, {starts} starts, {sent} requests, {time.monotonic() - started:.0f} s"
    )
    print(f"answered twice: {twice}; scores {'equal' if same else 'NOT EQUAL'}")
    raise SystemExit(not same or bool(twice))


if __name__ == "__main__":
    main(*(int(given) for given in [*sys.argv[1:], *("20", "8")[len(sys.argv) - 1 :]]))
