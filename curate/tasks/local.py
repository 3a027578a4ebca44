"""Tasks on this machine: threads, since each task starts the processes that it needs itself."""

from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from curate.schemas.errors import Missing
from curate.tasks.kinds import Answer, run_task
from curate.tasks.profile import Needs
from curate.tasks.task import Outcome, Task

AHEAD = 2
"""Tasks handed to the pool for each thread: one that runs and one that waits."""


class LocalEngine:
    """Runs tasks in `workers` threads."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, tasks: Iterable[Task], needs: Needs) -> Generator[Outcome]:
        """Outcomes as they come. Closing the iterator drops what has not begun and waits for what runs.

        Raises:
            Missing: what the tasks need is not installed here.
        """
        todo = iter(tasks)
        pool = ThreadPoolExecutor(self.workers, thread_name_prefix="curate-task")
        running: dict[Future[Answer], Task] = {}
        try:
            while True:
                while len(running) < AHEAD * self.workers and (task := next(todo, None)) is not None:
                    running[pool.submit(run_task, task.kind, task.request, needs)] = task
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    answer = future.result()
                    if answer["ending"] == "unfit":
                        raise Missing(answer["reason"])
                    yield outcome_of(running.pop(future), answer, 1)
        finally:
            pool.shutdown(cancel_futures=True)


def outcome_of(task: Task, answer: Answer, tries: int) -> Outcome:
    """The outcome that an answer means when the task is not given to another worker."""
    if answer["ending"] == "done" and answer["record"] is not None:
        return Outcome(digest=task.digest, state="done", record=answer["record"], reason="", tries=tries)
    return unknown(task, answer["reason"] or "the worker gave no result", tries)


def unknown(task: Task, reason: str, tries: int) -> Outcome:
    """The outcome of a task that nobody could do."""
    return Outcome(digest=task.digest, state="unknown", record=None, reason=reason, tries=tries)
