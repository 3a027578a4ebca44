"""What whole jobs cost, and what stops them first at 1, 10 and 100 machines: by formula, and simulated task by task.

    python benchmarks/scale.py            # the tables of docs/scale.md
    python benchmarks/scale.py --check    # fails when formula and simulation differ by more than a tenth

A job is many tasks. Each is handed out by the scheduler, one after another; fetches its bytes over one line that all
machines share; and then keeps a worker for a time of its own, log-normal about the mean. The simulation plays these
three queues; the formula is the largest of what each queue needs alone, and of one task with its wait.
"""

import heapq
import math
import random
import sys
from collections.abc import Sequence
from typing import NamedTuple

MACHINES = (1, 10, 100)
HANDOUT_S = 0.010
"""Of one task: the bound that `python -m benchmarks.cluster_numbers overhead` is held against."""
LINE_MB_S = 100.0
"""Assumed: a shared line of about 1 Gbit/s."""
SPREAD = 0.6
"""Assumed: standard deviation of the logarithm of a task's time."""
SEED = 20_260_405
WITHIN = 0.1


class Job(NamedTuple):
    """Tasks of one kind. `per_second`: a limit that the world sets, on all machines together; None: no such limit."""

    name: str
    tasks: int
    seconds: float
    megabytes: float
    workers: int
    """Of one machine."""
    even: bool = False
    """All tasks take as long: each is capped, or the sum of many small things."""
    per_second: float | None = None


class Outcome(NamedTuple):
    """Hours, and what they are spent on."""

    hours: float
    bottleneck: str


JOBS = (
    Job("40,000 pull requests from GitHub", 40_000, 0.011, 0.0, 1, per_second=5000 / 3600 / 0.252),
    Job("evidence of 40,000 changes", 80, 500 * 0.068 + 30, 0.0, 8, even=True),
    Job("130,000 heads built", 130_000, 600.0, 400.0, 2),
    Job("450 x 8 samples of 15 minutes", 3_600, 900.0, 0.0, 8, even=True),
    Job("3,600 verdicts in Mathlib", 3_600, 60.0, 0.0, 8),
    Job("20,000 questions to a model", 20_000, 20.0, 0.0, 64, per_second=500 / 60),
)


def estimate(job: Job, machines: int) -> Outcome:
    """By formula."""
    workers = machines * job.workers
    needs = {
        "workers": math.ceil(job.tasks / workers) * job.seconds if job.even else job.tasks * job.seconds / workers,
        "scheduler": job.tasks * HANDOUT_S,
        "network": job.tasks * job.megabytes / LINE_MB_S,
        "rate limit": job.tasks / job.per_second if job.per_second else 0.0,
        "longest task": longest(job) if workers > 1 else 0.0,
    }
    bottleneck = max(needs, key=lambda name: needs[name])
    return Outcome(needs[bottleneck] / 3600, bottleneck)


def longest(job: Job) -> float:
    """What the longest of all tasks is expected to take: the last one of a job that is nearly done."""
    if job.even:
        return job.seconds
    place = math.sqrt(2 * math.log(max(job.tasks, 2)))
    return job.seconds * math.exp(SPREAD * place - SPREAD**2 / 2)


def draw(job: Job) -> Sequence[float]:
    """The time of each task."""
    if job.even:
        return [job.seconds] * job.tasks
    chance = random.Random(SEED)
    middle = math.log(job.seconds) - SPREAD**2 / 2
    return [chance.lognormvariate(middle, SPREAD) for _ in range(job.tasks)]


def simulate(job: Job, machines: int) -> float:
    """Hours until the last task has ended."""
    free = [0.0] * min(machines * job.workers, job.tasks)
    handed = fetched = last = 0.0
    gap = max(HANDOUT_S, 1 / job.per_second if job.per_second else 0.0)
    for seconds in draw(job):
        worker = heapq.heappop(free)
        handed = max(handed + gap, worker)
        fetched = max(fetched, handed) + job.megabytes / LINE_MB_S
        ended = max(fetched, handed) + seconds
        last = max(last, ended)
        heapq.heappush(free, ended)
    return last / 3600


def differences(jobs: Sequence[Job] = JOBS) -> list[tuple[str, int, Outcome, float]]:
    """Job, machines, formula and simulated hours."""
    return [
        (job.name, machines, estimate(job, machines), simulate(job, machines)) for job in jobs for machines in MACHINES
    ]


def main(arguments: list[str]) -> int:
    far = []
    for name, machines, outcome, hours in differences():
        share = outcome.hours / hours
        print(f"{name:34} {machines:4} machines: {outcome.hours:10.2f} h by formula, {hours:10.2f} h simulated; first "
              f"{outcome.bottleneck}")  # fmt: skip
        if abs(share - 1) > WITHIN:
            far.append((name, machines, round(share, 2)))
    if far:
        print(f"formula over simulation, where they differ by more than {WITHIN:.0%}: {far}")
    return int(bool(far) and "--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
