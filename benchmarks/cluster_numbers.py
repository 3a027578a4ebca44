"""Numbers of tasks on Dask: efficiency over workers, overhead of a task, a scheduler's memory, and killed workers.

    python -m benchmarks.cluster_numbers efficiency [CHECKS]    # embedded checks over 1, 2 and 4 workers
    python -m benchmarks.cluster_numbers overhead [TASKS]       # tasks that do nothing, and the scheduler's memory
    python -m benchmarks.cluster_numbers kills [RUNS]           # runs with random kills against an undisturbed one

Each part starts and stops its own scheduler and workers on 127.0.0.1. Efficiency is what one worker needs, divided by
what N need and by min(N, cores): more workers than cores can't be faster.
"""

import hashlib
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

from curate.console import Screen, Verbosity
from curate.formalize.lean.embedded import open_embedded
from curate.formalize.records.shipped import write_set
from curate.schemas.stochbench.folder import find_problems, read_problem, read_statement
from curate.schemas.store.jsontext import render_json
from curate.tasks.cluster import DaskEngine
from curate.tasks.profile import own_version
from curate.tasks.records import KIND, PARTS, CheckRequest
from curate.tasks.run import run_tasks
from curate.tasks.task import Outcome, Task

WALL_S = 60.0
CLOCKS = ("wall_s", "peak_memory_mb")
SEED = date(2026, 1, 1).toordinal()


class Cluster:
    """A scheduler and workers of one thread each."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(self.file), "--no-dashboard")
        while not self.file.exists():
            time.sleep(0.05)
        self.workers = [self.add_worker() for _ in range(workers)]

    def add_worker(self) -> "subprocess.Popen[bytes]":
        arguments = ["--scheduler-file", str(self.file), "--no-nanny", "--nthreads", "1", "--no-dashboard"]
        return self._start("worker", *arguments, "--local-directory", str(self.folder))

    def stop(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()

    def _start(self, kind: str, *arguments: str) -> "subprocess.Popen[bytes]":
        with (self.folder / f"{kind}.log").open("ab") as log:
            command = [sys.executable, "-m", "dask", kind, "--host", "127.0.0.1", *arguments]
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ})


@contextmanager
def started(workers: int) -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory() as name:
        cluster = Cluster(Path(name), workers)
        try:
            yield cluster
        finally:
            cluster.stop()


def make_checks(count: int) -> list[Task]:
    """`count` different checks: the shipped records on the embedded Lean, each with a comment of its own."""
    with tempfile.TemporaryDirectory() as name:
        write_set(Path(name))
        folders = [
            one for one in find_problems(Path(name)) if read_problem(one).environment.implementation == "embedded"
        ]
        records = [(read_problem(one), read_statement(one)) for one in folders]
    tasks = []
    for place in range(count):
        problem, text = records[place % len(records)]
        request = CheckRequest(problem=problem, text=f"{text}-- {place}\n", project=None, wall_s=WALL_S)
        tasks.append(Task.of(KIND, request.model_dump(mode="json"), PARTS * WALL_S))
    return tasks


def digest(outcomes: Sequence[Outcome]) -> str:
    """sha256 over the results but for their clocks and tries, in the order of the tasks."""
    rows = [
        [one.digest, one.state, {name: value for name, value in (one.record or {}).items() if name not in CLOCKS}]
        for one in outcomes
    ]
    return hashlib.sha256(render_json(rows).encode()).hexdigest()


def timed(cluster: Cluster, tasks: Sequence[Task], journal: Path) -> tuple[float, list[Outcome]]:
    with closing(DaskEngine(str(cluster.file))) as engine:
        began = time.perf_counter()
        outcomes = run_tasks(tasks, engine, own_version(), journal, Screen(Verbosity.QUIET), "checks")
        return time.perf_counter() - began, outcomes


def efficiency(checks: int) -> None:
    open_embedded()  # the prelude is compiled before the clock starts
    tasks, alone = make_checks(checks), 0.0
    for workers in (1, 2, 4):
        with started(workers) as cluster, tempfile.TemporaryDirectory() as name:
            timed(cluster, make_checks(2 * workers), Path(name) / "warm.jsonl")
            elapsed, outcomes = timed(cluster, tasks, Path(name) / "journal.jsonl")
        alone = alone or elapsed
        share = alone / elapsed / min(workers, os.cpu_count() or 1)
        done = sum(one.state == "done" for one in outcomes)
        load = os.getloadavg()[0]
        print(f"{workers} workers: {done} of {checks} in {elapsed:.1f} s, efficiency {share:.2f}, load {load:.1f}, "
              f"results {digest(outcomes)[:12]}")  # fmt: skip


def memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def overhead(count: int) -> None:
    """Records of another Lean, which no Lean is asked about: what is left is the way there and back."""
    first = CheckRequest.model_validate_json(make_checks(1)[0].request)
    elsewhere = replace(first.problem.environment, implementation="project")
    foreign = first.model_copy(update={"problem": first.problem.model_copy(update={"environment": elsewhere})})
    tasks = [
        Task.of(KIND, foreign.model_copy(update={"text": f"-- {place}"}).model_dump(mode="json"), WALL_S)
        for place in range(count)
    ]
    with started(2) as cluster, closing(DaskEngine(str(cluster.file))) as engine:
        for _ in engine.run(tasks[:20], own_version()):
            pass
        began, cpu = time.perf_counter(), time.process_time()
        ended = sum(1 for _ in engine.run(tasks, own_version()))
        elapsed, own = time.perf_counter() - began, time.process_time() - cpu
        each, ours = 1000 * elapsed / count, 1000 * own / count
        most = memory_mb(cluster.scheduler.pid)
        print(
            f"{ended} tasks in {elapsed:.1f} s: {each:.2f} ms a task, {ours:.2f} ms of our CPU; scheduler {most:.0f} MB"
        )


def kills(runs: int) -> None:
    tasks = make_checks(40)
    open_embedded()
    with started(2) as cluster, tempfile.TemporaryDirectory() as name:
        undisturbed = digest(timed(cluster, tasks, Path(name) / "journal.jsonl")[1])
    same = total = 0
    for run in range(runs):
        chance = random.Random(SEED + run)
        with started(3) as cluster, tempfile.TemporaryDirectory() as name:
            ended = threading.Event()
            killed = [0]

            def kill_some(cluster: Cluster = cluster, chance: random.Random = chance, ended: threading.Event = ended,
                          killed: list[int] = killed) -> None:  # fmt: skip
                while not ended.wait(chance.uniform(0.2, 1.5)):
                    cluster.workers.pop(chance.randrange(len(cluster.workers))).kill()
                    killed[0] += 1
                    cluster.workers.append(cluster.add_worker())

            thread = threading.Thread(target=kill_some)
            thread.start()
            try:
                outcomes = timed(cluster, tasks, Path(name) / "journal.jsonl")[1]
            finally:
                ended.set()
                thread.join()
        total += killed[0]
        same += digest(outcomes) == undisturbed
        print(
            f"run {run}: {killed[0]} workers killed, {'same' if digest(outcomes) == undisturbed else 'OTHER'}",
            flush=True,
        )
    print(f"{same} of {runs} runs gave the undisturbed results; {total} workers killed")


def main(arguments: list[str]) -> None:
    part, count = arguments[0], int(arguments[1]) if len(arguments) > 1 else None
    if part == "efficiency":
        efficiency(count or 2000)
    elif part == "overhead":
        overhead(count or 10_000)
    else:
        kills(count or 30)


if __name__ == "__main__":
    main(sys.argv[1:])
