"""Tasks on a Dask cluster whose workers die, hang, fail or are of another version."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cluster_processes import Cluster

from curate.console import Screen, Verbosity
from curate.schemas.errors import Stopped
from curate.tasks import cluster as cluster_module
from curate.tasks.cluster import DaskEngine
from curate.tasks.local import LocalEngine
from curate.tasks.profile import Needs, read_profile
from curate.tasks.run import run_tasks
from curate.tasks.task import Outcome, Task

NOTHING: Needs = {}


def squares(kind: str, count: int, **extra: object) -> list[Task]:
    return [Task.of(f"probe-{kind}", {"n": n, **extra}, 1.0) for n in range(count)]


@contextmanager
def engine(cluster: Cluster, grace_s: float = 30.0, no_worker_s: float = 60.0) -> Iterator[DaskEngine]:
    made = DaskEngine(str(cluster.file), grace_s, no_worker_s)
    try:
        yield made
    finally:
        made.close()


def run(cluster: Cluster, tasks: list[Task], needs: Needs = NOTHING, **options: float) -> dict[str, Outcome]:
    with engine(cluster, **options) as made:
        outcomes = list(made.run(tasks, needs))
    by_digest = {outcome.digest: outcome for outcome in outcomes}
    assert len(by_digest) == len(outcomes), "a task was answered twice"
    return by_digest


def test_every_task_is_answered_once(shared: Cluster) -> None:
    tasks = squares("square", 60)
    outcomes = run(shared, tasks)
    assert [outcomes[task.digest].record for task in tasks] == [{"square": n**2} for n in range(60)]


def test_what_fails_on_one_worker_s_machine_is_tried_on_another(shared: Cluster, tmp_path: Path) -> None:
    task = Task.of("probe-full_disk", {"n": 4, "mark": str(tmp_path / "full")}, 1.0)
    assert run(shared, [task])[task.digest].record == {"square": 16}


def test_a_request_that_can_t_be_done_is_unknown_at_once_with_its_reason(shared: Cluster) -> None:
    task = Task.of("probe-refuse", {}, 1.0)
    outcome = run(shared, [task])[task.digest]
    assert (outcome.state, outcome.reason, outcome.tries) == ("unknown", "the record is damaged", 1)


def test_closing_a_run_cancels_what_the_scheduler_holds(shared: Cluster) -> None:
    with engine(shared) as made:
        outcomes = made.run(squares("square", 50, seconds=0.05), NOTHING)
        next(outcomes)
        outcomes.close()
        deadline = time.monotonic() + 10
        while any(made._client.processing().values()) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not any(made._client.processing().values())


def test_doctor_sees_what_each_worker_has(shared: Cluster) -> None:
    with engine(shared) as made:
        profiles = made.read_profiles()
    assert [profile["curate"] for profile in profiles.values()] == [read_profile()["curate"]] * 2


def test_a_task_whose_worker_dies_goes_to_another_and_one_that_ends_every_worker_is_unknown(
    cluster: Cluster, tmp_path: Path
) -> None:
    for _ in range(6):
        cluster.add_worker()
    once = Task.of("probe-kill_once", {"n": 5, "mark": str(tmp_path / "died")}, 1.0)
    always = Task.of("probe-always_kill", {}, 1.0)
    tasks = [once, always, *squares("square", 10)]
    outcomes = run(cluster, tasks)
    assert outcomes[once.digest].record == {"square": 25}
    assert outcomes[always.digest].state == "unknown"
    assert outcomes[always.digest].reason == "tried 3 times; at last: each worker that ran it died"
    assert all(outcomes[task.digest].state == "done" for task in tasks[2:])


def test_a_worker_that_hangs_gets_no_more_tasks_and_its_task_goes_to_another(cluster: Cluster, tmp_path: Path) -> None:
    cluster.add_worker()
    cluster.add_worker()
    hanging = Task.of("probe-hang", {"n": 3, "mark": str(tmp_path / "hung")}, 0.1)
    outcomes = run(cluster, [hanging, *squares("square", 5)], grace_s=1.0)
    assert outcomes[hanging.digest].record == {"square": 9}
    assert outcomes[hanging.digest].tries == 2
    assert len(outcomes) == 6


def test_a_worker_of_another_version_gets_no_tasks_and_the_run_says_why_when_there_is_no_other(
    cluster: Cluster,
) -> None:
    cluster.add_worker(PROBE_PRETENDS_CURATE="0.0.1")
    cluster.wait_for(1)
    needs: Needs = {"curate": read_profile()["curate"] or ""}
    with pytest.raises(Stopped, match=r"no worker fits this run; .*: curate is 0\.0\.1 on this worker"):
        run(cluster, squares("square", 3), needs, no_worker_s=1.0)
    cluster.add_worker()
    cluster.wait_for(2)
    assert {outcome.state for outcome in run(cluster, squares("square", 20), needs).values()} == {"done"}


def test_a_scheduler_that_dies_ends_the_run_and_says_to_resume(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_S", 4.0)  # so long Dask tries to connect again, too
    cluster.add_worker()
    with engine(cluster) as made:
        outcomes = made.run(squares("square", 100, seconds=0.05), NOTHING)
        next(outcomes)
        cluster.scheduler.kill()
        with pytest.raises(Stopped, match="same command again"):
            list(outcomes)


def test_a_result_that_dies_with_its_worker_is_made_again_and_is_no_try(cluster: Cluster) -> None:
    first = cluster.add_worker()
    cluster.wait_for(1)
    task = Task.of("probe-square", {"n": 7}, 1.0)
    with engine(cluster) as made:
        run = cluster_module._Run(made._client, [task], NOTHING, 30.0, 60.0)
        run._look()
        run._submit()
        (attempt,) = run._held.values()
        while not attempt.future.done():
            time.sleep(0.01)
        cluster.workers.remove(first)
        first.kill()
        first.wait()
        cluster.add_worker()
        (outcome,) = run.outcomes()
    assert outcome.record == {"square": 49}
    assert outcome.tries == 1


def test_tasks_are_taken_only_when_there_is_room_for_them(shared: Cluster) -> None:
    taken: list[int] = []

    def tasks() -> Iterator[Task]:
        for n in range(40):
            taken.append(n)
            yield Task.of("probe-square", {"n": n, "seconds": 0.02}, 1.0)

    with engine(shared) as made:
        outcomes = made.run(tasks(), NOTHING)
        next(outcomes)
        assert len(taken) < 10
        assert len(list(outcomes)) == 39


def test_an_address_without_a_scheduler_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_S", 1.0)
    with pytest.raises(Stopped, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        DaskEngine("tcp://127.0.0.1:9")


def test_a_run_that_was_stopped_goes_on_and_gives_the_same_outcomes(tmp_path: Path) -> None:
    tasks, screen = squares("square", 12), Screen(Verbosity.QUIET)
    whole = run_tasks(tasks, LocalEngine(2), NOTHING, tmp_path / "whole.jsonl", screen, "squares")
    (tmp_path / "half.jsonl").write_bytes(
        b"".join((tmp_path / "whole.jsonl").read_bytes().splitlines(True)[:5]) + b'{"dig'
    )
    again = run_tasks(tasks, LocalEngine(1), NOTHING, tmp_path / "half.jsonl", screen, "squares")
    assert again == whole
    assert [outcome.record for outcome in whole] == [{"square": n**2} for n in range(12)]


def test_what_could_not_be_told_is_not_kept(tmp_path: Path) -> None:
    tasks = [Task.of("probe-refuse", {}, 1.0), *squares("square", 1)]
    outcomes = run_tasks(tasks, LocalEngine(1), NOTHING, tmp_path / "j.jsonl", Screen(Verbosity.QUIET), "tasks")
    assert [outcome.state for outcome in outcomes] == ["unknown", "done"]
    assert len((tmp_path / "j.jsonl").read_text().splitlines()) == 1
