"""The one place that talks to a Dask scheduler.

The scheduler and its workers belong to the user. A task that a worker can't do, or whose worker dies or hangs, goes to
another one, at most `MAX_TRIES` times; after that its outcome is unknown, with the reason.
"""

import logging
import os
import queue
import time
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from curate.schemas.distribution import install_advice
from curate.schemas.errors import Missing, Stopped
from curate.tasks.kinds import Answer, run_task
from curate.tasks.local import outcome_of, unknown
from curate.tasks.profile import Needs, Profile, read_profile
from curate.tasks.task import MAX_TRIES, Outcome, Task

CONNECT_S = 15.0
"""How long the scheduler has to answer the first call, in seconds."""
GRACE_S = 30.0
"""How much longer than its cap a task may take before its worker is held to hang, in seconds."""
LOOK_S = 1.0
"""How often hanging tasks and absent workers are looked for, in seconds."""
NO_WORKER_S = 120.0
"""How long a run waits for a first fitting worker, in seconds."""
GONE = "the Dask scheduler is gone; start it and run the same command again to resume"
_GONE = (OSError, TimeoutError, CancelledError)
"""How Dask's client tells that the scheduler no longer answers."""


@dataclass
class _Attempt:
    """A task, how often it was submitted, and where it can't be done.

    avoid: addresses of workers that could not do it.
    future, since: what the scheduler holds, and when it got it (monotonic seconds); unset before the first submission.
    """

    task: Task
    tries: int = 0
    avoid: set[str] = field(default_factory=set)
    future: Any = None
    since: float = 0.0


class DaskEngine:
    """Runs tasks on the scheduler at `where`: an address such as `tcp://host:8786`, or a scheduler file."""

    def __init__(self, where: str, grace_s: float = GRACE_S, no_worker_s: float = NO_WORKER_S) -> None:
        self.where = where
        self._grace_s, self._no_worker_s = grace_s, no_worker_s
        self._client = connect(where)

    def close(self) -> None:
        """Lets go of the scheduler; what it still held for this run is cancelled."""
        self._client.close()

    def run(self, tasks: Iterable[Task], needs: Needs) -> Generator[Outcome]:
        """Outcomes as they come. Closing the iterator cancels what the scheduler holds.

        Stopped: the scheduler is gone, or no fitting worker came in time; the same command resumes.
        """
        return _Run(self._client, tasks, needs, self._grace_s, self._no_worker_s).outcomes()

    def read_processes(self) -> list[int]:
        """The process id of each worker, on its own machine."""
        return sorted(self._client.run(os.getpid).values())

    def read_profiles(self) -> dict[str, Profile]:
        """What each worker has, by its address."""
        profiles: dict[str, Profile] = self._client.run(read_profile)
        return profiles


class _Run:
    def __init__(self, client: Any, tasks: Iterable[Task], needs: Needs, grace_s: float, no_worker_s: float) -> None:
        self._client, self._needs = client, needs
        self._grace_s, self._no_worker_s = grace_s, no_worker_s
        self._fresh = iter(tasks)
        self._waiting: deque[_Attempt] = deque()
        """What is to be tried next: a fresh task, and those that go to another worker."""
        self._held: dict[str, _Attempt] = {}
        """What the scheduler holds, by Dask's key."""
        self._ended: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._unfit: dict[str, str] = {}
        """Workers that get none of this run's tasks: address -> why."""
        self._threads: dict[str, int] = {}
        """Threads of each worker that fits."""
        self._given_up: list[Outcome] = []
        self._serial = count()
        self._alone_since: float | None = None
        self._looked = -LOOK_S

    def outcomes(self) -> Generator[Outcome]:
        try:
            while self._refill() or self._held:
                self._look()
                self._submit()
                yield from self._collect()
                while self._given_up:
                    yield self._given_up.pop()
        except _GONE as error:
            raise Stopped(GONE) from error
        finally:
            with suppress(*_GONE):
                self._client.cancel([attempt.future for attempt in self._held.values()], force=True)

    def _refill(self) -> bool:
        """Whether a task waits; takes a fresh one where none does."""
        if not self._waiting and (task := next(self._fresh, None)) is not None:
            self._waiting.append(_Attempt(task))
        return bool(self._waiting)

    def _look(self) -> None:
        """Asks now and then which workers there are, and gives up those that hang."""
        now = time.monotonic()
        if now - self._looked < LOOK_S:
            return
        self._looked = now
        if self._client.status not in ("running", "connecting"):
            raise Stopped(GONE)
        self._threads = {
            address: threads for address, threads in self._client.nthreads().items() if address not in self._unfit
        }
        if self._threads:
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = now
        elif now - self._alone_since > self._no_worker_s:
            raise Stopped(self._no_worker_message())
        for key, attempt in list(self._held.items()):
            if now - attempt.since > 2 * attempt.task.cap_s + self._grace_s:
                self._give_up_worker(key, attempt)

    def _no_worker_message(self) -> str:
        if self._unfit:
            address, why = next(iter(self._unfit.items()))
            return f"no worker fits this run; {address}: {why}"
        return "the Dask scheduler has no workers; start some and run the same command again"

    def _give_up_worker(self, key: str, attempt: _Attempt) -> None:
        """A task took far longer than its cap: its worker gets no more of this run's tasks."""
        for address, keys in self._client.processing().items():
            if key in keys:
                self._unfit[address] = f"it hung on a task that is capped at {attempt.task.cap_s:g} s"
                self._threads.pop(address, None)
        attempt.future.cancel(force=True)
        del self._held[key]
        if outcome := self._retry(attempt, f"it ran over its cap of {attempt.task.cap_s:g} s and was given up"):
            self._given_up.append(outcome)

    def _submit(self) -> None:
        """Keeps one task more with the scheduler than there are threads, so that no worker waits for us."""
        while self._threads and len(self._held) <= sum(self._threads.values()) and self._refill():
            attempt = self._waiting.popleft()
            fit = [address for address in self._threads if address not in attempt.avoid] or [*self._threads]
            attempt.tries += 1
            attempt.since = time.monotonic()
            key = f"curate-{attempt.task.digest}-{next(self._serial)}"  # a key that Dask knows gives the old result
            attempt.future = self._client.submit(
                run_task, attempt.task.kind, attempt.task.request, self._needs,
                key=key, pure=False, workers=fit if self._unfit or attempt.avoid else None,
            )  # fmt: skip
            self._hold(key, attempt)

    def _hold(self, key: str, attempt: _Attempt) -> None:
        self._held[key] = attempt
        attempt.future.add_done_callback(lambda future: self._ended.put(str(future.key)))

    def _collect(self) -> Generator[Outcome]:
        """The outcomes of what ended since the last call; waits up to `LOOK_S` for a first one."""
        try:
            keys = [self._ended.get(timeout=LOOK_S)]
        except queue.Empty:
            return
        while not self._ended.empty():
            keys.append(self._ended.get())
        for key in keys:
            if (attempt := self._held.pop(key, None)) is None:
                continue
            if attempt.future.status in ("lost", "pending"):  # its worker died with the result; Dask computes it anew
                attempt.since = time.monotonic()
                self._hold(key, attempt)
            elif outcome := self._settle(attempt):
                yield outcome

    def _settle(self, attempt: _Attempt) -> Outcome | None:
        """The outcome of an attempt that ended; None when the task goes to another worker."""
        if attempt.future.status == "finished":
            try:
                answer: Answer = attempt.future.result()
            except Exception:  # KilledWorker: the result was lost on the way, and whoever made it again died
                return self._retry(attempt, _why(attempt.future))
            if answer["ending"] in ("done", "failed"):
                return outcome_of(attempt.task, answer, attempt.tries)
            for address in self._client.who_has([attempt.future]).get(attempt.future.key, ()):
                attempt.avoid.add(address)
                if answer["ending"] == "unfit":
                    self._unfit[address] = answer["reason"]
                    self._threads.pop(address, None)
            if answer["ending"] == "unfit":
                attempt.tries -= 1  # the worker never began it
            return self._retry(attempt, answer["reason"])
        return self._retry(attempt, _why(attempt.future))

    def _retry(self, attempt: _Attempt, reason: str) -> Outcome | None:
        """Puts the task back, for another worker; its outcome when it was tried often enough."""
        if attempt.tries < MAX_TRIES:
            self._waiting.appendleft(attempt)
            return None
        return unknown(attempt.task, f"tried {attempt.tries} times; at last: {reason}", attempt.tries)


def connect(where: str) -> Any:
    """A Dask client for an address or a scheduler file. Missing: no `distributed`; Stopped: no answer."""
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise Missing(f"--scheduler needs Dask: {install_advice('cluster')}") from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # its losses are told by us, in one sentence
    options: dict[str, Any] = {"timeout": CONNECT_S, "set_as_default": False, "name": "curate"}
    if "://" not in where and Path(where).is_file():
        options["scheduler_file"] = where
    else:
        options["address"] = where
    make_client: Any = Client
    try:
        return make_client(**options)
    except (OSError, TimeoutError, ValueError) as error:
        raise Stopped(
            f"no Dask scheduler answers at {where}: {error}; start it and run the same command again"
        ) from error


def _why(future: Any) -> str:
    """Why a future has no result, in one line."""
    if future.status == "error":
        error = future.exception()
        if type(error).__name__ == "KilledWorker":  # or another task of that worker did it; so it is tried again
            return "each worker that ran it died"
        return f"{type(error).__name__}: {error}"
    return f"the scheduler lost it ({future.status})"
