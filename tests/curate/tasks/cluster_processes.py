"""A Dask scheduler and workers on 127.0.0.1, as processes that a test starts and stops."""

import os
import subprocess
import sys
import time
from pathlib import Path

from distributed import Client

PRELOAD = Path(__file__).parent / "probe_kinds.py"
FEW_DEATHS = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
"""Dask hands a task back when one worker died of it, so that the tests need fewer of them."""


class Cluster:
    """One scheduler and its workers, each worker with one thread and without a nanny."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(self.file), "--no-dashboard")
        deadline = time.monotonic() + 30
        while not self.file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)

    def add_worker(self, **environment: str) -> "subprocess.Popen[bytes]":
        """One more worker."""
        worker = self._start(
            "worker", "--scheduler-file", str(self.file), "--no-nanny", "--nthreads", "1", "--no-dashboard",
            "--preload", str(PRELOAD), "--local-directory", str(self.folder), "--death-timeout", "60",
            **environment,
        )  # fmt: skip
        self.workers.append(worker)
        return worker

    def wait_for(self, workers: int) -> None:
        """Waits until the scheduler knows so many workers."""
        with Client(scheduler_file=str(self.file), set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)

    def stop(self) -> None:
        """Ends everything."""
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()

    def _start(self, *arguments: str, **environment: str) -> "subprocess.Popen[bytes]":
        with (self.folder / f"{arguments[0]}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", arguments[0], "--host", "127.0.0.1", *arguments[1:]],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, **FEW_DEATHS, **environment},
            )  # fmt: skip
