"""`curate demo --review`: the demo's dataset, a stand-in reviewer with faults asked about it, and its report."""

import threading
from pathlib import Path
from typing import Any

from curate.console import Screen
from curate.demo.mathlibpr import SPLIT_AT, UNTIL, make_sources
from curate.demo.shell import Shell
from curate.standins.models import Fault, serve
from curate.standins.models.reviewer import review

SETTINGS = {"OPENAI_API_KEY": "demo", "NO_PROXY": "127.0.0.1"}
DRAWS = 50


def run_demo(screen: Screen, directory: Path) -> None:
    """Builds the dataset, asks a stand-in model at all stages and about pairs, and reports.

    Every line that is shown with a `$` is run as it stands, in `directory`.
    """
    screen.note(f"making a small upstream in {directory}")
    make_sources(directory)
    with serve(_Busy().answer) as server:
        shell = Shell(screen, directory, SETTINGS)
        screen.note(f"a stand-in model listens at {server.base_url}; its answers are noise; in {directory}:")
        days = ",".join(day.isoformat() for day in SPLIT_AT)
        shell.run(
            f"curate prs --queueboard queueboard --git mathlib4.git --workspace workspace --until {UNTIL} "
            f"--split-at {days} --out dataset --quiet"
        )
        model = f"--dataset dataset --model noise --base-url {server.base_url}/v1 --parallel 8"
        shell.run(f"curate review plan --stage 1,2,3 {model} --price 0.15,0.60")
        shell.run(f"curate review run --stage 1,2,3 {model} --out review")
        shell.run(f"curate review run --pairs {model} --out pairs")
        shell.run(f"curate review report review pairs --dataset dataset --draws {DRAWS}")


class _Busy:
    """The stand-in reviewer behind a server that now and then has no answer."""

    def __init__(self) -> None:
        self._asked = 0
        self._lock = threading.Lock()

    def answer(self, request: dict[str, Any]) -> str | Fault:
        with self._lock:
            self._asked += 1
            busy = self._asked % 20 == 0
        return Fault(status=503, headers=(("retry-after-ms", "20"),)) if busy else review(request)
