"""The part of `curate demo` that shows the formalization assistant on two shipped drafts."""

import hashlib
from datetime import date
from pathlib import Path

from curate.console import Screen
from curate.formalize.records.draft import parse_draft
from curate.formalize.records.examples import read_shipped
from curate.formalize.repair.journal import Event, Journal
from curate.formalize.repair.loop import Budget
from curate.formalize.run.driver import Job, run_loop
from curate.formalize.run.messages import render_event, render_outcome
from curate.formalize.run.outcome import RunOutcome, conclude
from curate.formalize.run.setup import open_setup
from curate.schemas.stochbench.folder import ATTEMPTS

REPAIRED = "lazy-walk-range"
VACUOUS = "never-and-always"
TODAY = date(2026, 1, 1)
"""The demo's records bear one day, so that two demos write the same bytes."""


def run_demo(screen: Screen, directory: Path) -> tuple[RunOutcome, RunOutcome]:
    """Repairs a faulty draft by rules alone and refuses a vacuous one, in `directory`.

    One repair of the first may change what is said, which a user is asked about; the demo accepts it.

    Raises:
        Missing: the embedded Lean is not installed.
    """
    return _formalize(screen, directory, REPAIRED, accept=True), _formalize(screen, directory, VACUOUS)


def _formalize(screen: Screen, directory: Path, name: str, accept: bool = False) -> RunOutcome:
    data = read_shipped(f"{name}.lean")
    draft = parse_draft(data)
    path = directory / "drafts" / f"{name}.lean"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    lean, names = open_setup(None)
    out = directory / "problems"

    def show(event: Event) -> None:
        for line in render_event(event):
            screen.note(f"  {line}")

    screen.note(f"{path}: {draft.header.title}")
    journal = Journal(out / name / ATTEMPTS, data)
    job = Job(draft=draft, lean=lean, names=names, model=None, price=None, journal=journal, budget=Budget(), show=show)
    state, stop = run_loop(job)
    conclusion = conclude(job, state, stop, out, hashlib.sha256(data).hexdigest(), accept=accept, today=TODAY)
    for line in render_outcome(conclusion):
        screen.note(f"  {line}")
    if conclusion.kind != "recorded":
        screen.note(f"  {conclusion.kind}: {conclusion.words}")
    return conclusion
