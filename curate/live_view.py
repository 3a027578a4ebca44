"""What a person sees of fetching from GitHub: the plan before, the progress and the waits, the report after."""

from collections.abc import Iterator
from contextlib import ExitStack
from types import TracebackType

from curate.console import Block, Note, Screen, Table, Ticker
from curate.scrapers.github.fetch import FetchReport
from curate.scrapers.github.page import Usage
from curate.scrapers.github.plan import Plan

ANNOUNCED_WAIT_S = 5.0
"""A wait of so many seconds is told in a line of its own; a shorter one only beside the progress."""


def render_plan(plan: Plan, repo: str) -> Iterator[Block]:
    """The steps of a run, what they rest on, and how long it takes."""
    rows: list[tuple[object, ...]] = [(step.what, step.units, step.requests, step.points) for step in plan.steps]
    rows.append(("all", "", plan.requests, plan.points))
    yield Table(f"Plan for {repo}", ("step", "units", "requests", "points"), rows)
    for line in plan.basis:
        yield Note(line)
    yield Note(f"most likely between {plan.low} and {plan.high} points")
    yield Note(f"about {plan.hours:.1f} hours, at {plan.points_per_hour} points an hour and one answer after the other")


def render_fetch(report: FetchReport) -> Iterator[Block]:
    """What the ledger holds after a run, and whether that is all."""
    counts = [("pull requests", report.pulls), ("commits' checks", report.shas)]
    rows = [(what, status, number) for what, by_status in counts for status, number in sorted(by_status.items())]
    yield Table(f"Fetched from {report.repo}", ("what", "status", "number"), rows)
    yield Note(f"{report.requests} requests, {report.points} points, {report.waited_s:.0f} s of waiting")
    if report.lost_shas:
        yield Note(f"{report.lost_shas} commits that force pushes replaced are no longer at the remote")
    if report.hidden:
        yield Note(f"{report.hidden} pull requests are known to git and hidden at GitHub; they are asked for each time")
    if report.refused_fields:
        yield Note(f"{report.refused_fields} pull requests have fields that this token may not see; those are left out")
    for gap in report.gaps:
        yield Note(f"not complete: {gap}")
    if report.complete:
        hidden = f", but for {report.hidden} hidden pull requests" if report.hidden else ""
        yield Note(f"complete: the crawl, git's PR refs and the local index agree{hidden}")


def show_fetch(report: FetchReport, screen: Screen) -> None:
    """Shows a report beside the result of the command: where that is JSON, stdout belongs to it alone."""
    for block in render_fetch(report):
        if isinstance(block, Note):
            screen.note(block.text)
        elif isinstance(block, Table) and not screen.as_json:
            screen.table(block.title, block.columns, block.rows)


class LiveProgress:
    """One progress line at a time: the step in hand, the points left, and the wait if there is one and why."""

    def __init__(self, screen: Screen, usage: Usage) -> None:
        self._screen, self._usage, self._stack = screen, usage, ExitStack()
        self._what, self._done, self._waiting = "", 0, False
        self._ticker: Ticker | None = None

    def __enter__(self) -> "LiveProgress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def step(self, what: str, done: int, total: int | None) -> None:
        """`done` of `total` are done of the step `what`."""
        if what != self._what:
            self._stack.close()
            self._ticker = self._stack.enter_context(self._screen.progress(what, total))
            self._what, self._done = what, 0
        left = self._usage.points_left
        assert self._ticker is not None
        self._ticker.advance(done - self._done, "" if left is None else f"{left} points left")
        self._done = done

    def wait(self, seconds: float, why: str) -> None:
        """There are `seconds` left of a wait."""
        clock = f"{int(seconds) // 60}:{int(seconds) % 60:02}"
        if not self._waiting and seconds >= ANNOUNCED_WAIT_S:
            self._screen.note(f"waiting {clock}: {why}. Ctrl-C stops; run the same command again to resume")
        self._waiting = seconds > 0
        if self._ticker is not None:
            self._ticker.advance(0, f"waiting {clock}: {why}" if seconds > 0 else "resuming")
