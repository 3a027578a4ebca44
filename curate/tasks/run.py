"""Runs the tasks whose results a journal does not hold yet, and keeps each result as it comes."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol

from curate.console import Screen
from curate.schemas.store.jsonl import append_line, read_lines
from curate.tasks.local import LocalEngine
from curate.tasks.profile import Needs
from curate.tasks.task import Outcome, Task


class Engine(Protocol):
    """Something that runs tasks."""

    def run(self, tasks: Iterable[Task], needs: Needs) -> Generator[Outcome]:
        """Outcomes as they come, in any order, one a task. Tasks are taken when there is room for them."""


@contextmanager
def open_engine(workers: int, scheduler: str | None) -> Iterator[Engine]:
    """The Dask scheduler at `scheduler` (address or file) where one is named, else `workers` threads here."""
    if scheduler is None:
        yield LocalEngine(workers)
        return
    from curate.tasks.cluster import DaskEngine  # here, since Dask is an extra

    with closing(DaskEngine(scheduler)) as engine:
        yield engine


def run_tasks(
    tasks: Sequence[Task],
    engine: Engine,
    needs: Needs,
    journal: Path,
    screen: Screen,
    what: str,
    keep: Callable[[Outcome], bool] = lambda outcome: True,
) -> list[Outcome]:
    """The outcome of each task, in the order of `tasks`, whoever ran it and when.

    Results are appended to `journal` as they come and are not asked for again; unknown outcomes are not kept, so the
    next run tries them anew; neither are results that `keep` turns down. `what` names the work in the progress line.

    Raises:
        Stopped: the engine can't go on; what came before is in the journal.
    """
    wanted = {task.digest: task for task in tasks}
    outcomes = {kept.digest: kept for kept in read_lines(journal, Outcome, allow_torn=True) if kept.digest in wanted}
    todo = [task for digest, task in wanted.items() if digest not in outcomes]
    with screen.progress(what, len(wanted)) as ticker:
        ticker.advance(len(outcomes))
        iterator = engine.run(todo, needs)
        try:
            for outcome in iterator:
                if outcome.state == "done" and keep(outcome):
                    append_line(journal, outcome)
                outcomes[outcome.digest] = outcome
                ticker.advance()
        finally:
            iterator.close()
    return [outcomes[task.digest] for task in tasks]
