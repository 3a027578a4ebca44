"""A run can be stopped at any moment, and the same run goes on where it stopped."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from repairing import prelude_declarations

from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.models.cassette import Cassette
from curate.formalize.records.draft import parse_draft
from curate.formalize.records.examples import FOLDER, read_shipped
from curate.formalize.repair.journal import Event, Journal
from curate.formalize.repair.loop import Budget, State, Stop
from curate.formalize.run.driver import Job, run_loop
from curate.formalize.text.names import KnownNames

pytestmark = pytest.mark.lean

Work = Callable[[Callable[[Event], None]], tuple[State, Stop]]


@pytest.fixture(params=["lazy-walk-range", "total-of-a-constant"])
def work(request: pytest.FixtureRequest, lean: EmbeddedLean, tmp_path: Path) -> Work:
    """Runs the loop over a shipped draft that needs rules, or one that needs the model."""
    data = read_shipped(f"{request.param}.lean")

    def run(show: Callable[[Event], None]) -> tuple[State, Stop]:
        job = Job(
            draft=parse_draft(data),
            lean=lean,
            names=KnownNames(declarations=prelude_declarations(), complete=True),
            model=Cassette(FOLDER / "cassette.jsonl"),
            price=None,
            journal=Journal(tmp_path, data),
            budget=Budget(),
            show=show,
        )
        return run_loop(job)

    return run


def test_a_run_that_is_stopped_after_every_event_ends_as_one_that_is_not(work: Work, tmp_path: Path) -> None:
    def stop_at_once(_: Event) -> None:
        raise KeyboardInterrupt

    rounds = 0
    while True:
        rounds += 1
        assert rounds < 60
        try:
            state, stop = work(stop_at_once)
        except KeyboardInterrupt:
            continue
        break
    stopped = [json.loads(line) for line in next(tmp_path.glob("*.jsonl")).read_text().splitlines()]
    next(tmp_path.glob("*.jsonl")).unlink()
    whole, _ = work(lambda _: None)
    assert stop.reason == "elaborates"
    assert state.current is not None
    assert whole.current is not None
    without_run = {"run": None}  # each run names itself in what it writes
    assert state.current.made.model_copy(update=without_run) == whole.current.made.model_copy(update=without_run)
    assert [event["kind"] for event in stopped] == [event.kind for event in whole.events]


def test_a_finished_run_is_not_done_again(work: Work) -> None:
    work(lambda _: None)
    seen: list[Event] = []
    _, stop = work(seen.append)
    assert (stop.reason, seen) == ("elaborates", [])


def test_every_text_is_kept_with_what_was_done_why_and_what_lean_said(work: Work, tmp_path: Path) -> None:
    work(lambda _: None)
    events = [json.loads(line) for line in next(tmp_path.glob("*.jsonl")).read_text().splitlines()]
    made = [event for event in events if event["kind"] == "made"]
    assert made[0]["origin"] == "draft"
    assert all(event["why"] and event["text"] for event in made)
    assert all(event["diff"].startswith("@@") for event in made[1:])
    assert all(event["rule"] or event["spending"]["output_tokens"] for event in made[1:])
    judged = [event for event in events if event["kind"] == "judged"]
    assert [event["elaboration"]["status"] for event in judged][-1] == "ok"
    assert all(event["elaboration"]["diagnostics"][0]["span"]["line"] for event in judged)
