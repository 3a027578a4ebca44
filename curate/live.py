"""Gathering from GitHub itself, as a person sees it: the plan before, the progress and the waits, the report after."""

from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

from curate import __version__
from curate.console import Screen, Ticker
from curate.schemas.base import Record
from curate.schemas.errors import Missing, Refused
from curate.scrapers.archive import Archive
from curate.scrapers.github.client import GITHUB_URL, Client
from curate.scrapers.github.fetch import FetchOptions, FetchReport, fetch_repository
from curate.scrapers.github.ledger import Ledger
from curate.scrapers.github.plan import Plan, plan_run
from curate.scrapers.github.refs import list_pull_numbers
from curate.scrapers.github.session import check_access, open_session
from curate.scrapers.github.tokens import Token, find_token
from curate.scrapers.plumbing import run_git

DEFAULT_REPO = "leanprover-community/mathlib4"


class LiveOptions(Record):
    """Where and what to gather. `git_url`: where git compares and fetches; None: as the clone or GitHub has it."""

    repo: str = DEFAULT_REPO
    github_url: str = GITHUB_URL
    git_url: str | None = None
    since: datetime | None = None
    refresh: tuple[int, ...] = ()
    max_wait_s: float = 3720.0
    ask: bool = True
    """False: nothing is asked; what was gathered before is used."""


def show_plan(directory: Path, options: LiveOptions, screen: Screen) -> Plan:
    """Shows what `fetch_github` will ask for with the archive in `directory`.

    Nothing is sent to the API; git's list of numbers costs nothing.
    """
    try:
        total = len(list_pull_numbers(find_remote(None, options)))
    except (Refused, Missing) as error:
        raise Refused(
            f"how many pull requests there are is not known: {error}; name the repository by --git-url"
        ) from None
    try:
        rate = find_token(host=find_host(options)).points_per_hour
    except Missing:
        rate = 5000
    with Archive(directory) as archive:
        plan = plan_run(Ledger(archive, options.repo), total, rate, datetime.now(UTC), options.since)
    rows: list[tuple[object, ...]] = [(step.what, step.units, step.requests, step.points) for step in plan.steps]
    rows.append(("all", "", plan.requests, plan.points))
    screen.table(f"Plan for {options.repo}", ("step", "units", "requests", "points"), rows)
    for line in plan.basis:
        screen.note(line)
    screen.note(
        f"about {plan.hours:.1f} hours, at {plan.points_per_hour} points an hour and one answer after the other"
    )
    return plan


def count_pulls(
    archive: Archive, git_dir: Path | None, options: LiveOptions, screen: Screen, token: Token | None = None
) -> int:
    """How many pull requests the archive has from GitHub, after a gathering unless `options` say not to ask."""
    if options.ask:
        return sum(fetch_github(archive, git_dir, options, screen, token).pulls.values())
    count = Ledger(archive, options.repo).count("pull/")
    if not count:
        raise Refused(f"nothing of {options.repo} was gathered into this workspace yet; run once with --live")
    return count


def fetch_github(
    archive: Archive, git_dir: Path | None, options: LiveOptions, screen: Screen, token: Token | None = None
) -> FetchReport:
    """Brings `archive` up to date with GitHub; `read_pulls` then gives the records.

    Raises:
        Stopped: the same command goes on from here.
        Missing: no token, or one that GitHub does not accept.
        Refused: the repository has another name now.
    """
    with LiveProgress(screen) as progress:
        client = make_client(options, token, progress.wait)
        progress.points_left = lambda: client.usage.points_left
        session = open_session(client, Ledger(archive, options.repo), progress.tell)
        wanted = FetchOptions(since=options.since, refresh=options.refresh)
        try:
            report = fetch_repository(session, find_remote(git_dir, options), git_dir, wanted)
        finally:
            client.close()
    show_report(report, screen)
    return report


def check_token(options: LiveOptions, screen: Screen, token: Token | None = None) -> None:
    """Looks at the repository once, before any long work, so that a wrong token is told then."""
    with LiveProgress(screen) as progress:
        client = make_client(options, token, progress.wait)
        try:
            check_access(client, options.repo)
        finally:
            client.close()


def make_client(options: LiveOptions, token: Token | None, on_wait: Callable[[float, str], None]) -> Client:
    """The client, with `token` or the one that the environment or `gh` gives."""
    host = find_host(options)
    return Client(
        token or find_token(host=host),
        url=options.github_url,
        max_wait_s=options.max_wait_s,
        on_wait=on_wait,
        renew=None if token else lambda: find_token(host=host),
        user_agent=f"curate/{__version__}",
    )


def find_host(options: LiveOptions) -> str:
    """The host whose tokens are asked for."""
    return (urlsplit(options.github_url).hostname or "").removeprefix("api.")


def find_remote(git_dir: Path | None, options: LiveOptions) -> str:
    """The address that git compares with and fetches from."""
    if options.git_url:
        return options.git_url
    if git_dir is not None:
        urls = run_git(git_dir, "config", "--default", "", "--get", "remote.origin.url").decode().split()
        if urls:
            return urls[0]
    parts = urlsplit(options.github_url)
    return f"{parts.scheme}://{parts.netloc.removeprefix('api.')}/{options.repo}.git"


def show_report(report: FetchReport, screen: Screen) -> None:
    """Says what the ledger holds and whether that is all."""
    counts = [("pull requests", report.pulls), ("commits' checks", report.shas)]
    rows = [(what, status, number) for what, by_status in counts for status, number in sorted(by_status.items())]
    screen.table(f"Gathered from {report.repo}", ("what", "status", "number"), rows)
    screen.note(f"{report.requests} requests, {report.points} points, {report.waited_s:.0f} s of waiting")
    if report.lost_shas:
        screen.note(f"{report.lost_shas} commits that force pushes replaced are no longer at the remote")
    for gap in report.gaps:
        screen.note(f"not complete: {gap}")
    if report.complete:
        screen.note("complete: the walk, git's numbers and the ledger agree")


class LiveProgress:
    """One progress line at a time: the step in hand, the points left, and the wait if there is one and why."""

    def __init__(self, screen: Screen) -> None:
        self._screen, self._stack = screen, ExitStack()
        self._what, self._done, self._waiting = "", 0, False
        self._ticker: Ticker | None = None
        self.points_left: Callable[[], int | None] = lambda: None

    def __enter__(self) -> "LiveProgress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def tell(self, what: str, done: int, total: int | None) -> None:
        """`done` of `total` are done of the step `what`."""
        if what != self._what:
            self._stack.close()
            self._ticker = self._stack.enter_context(self._screen.progress(what, total))
            self._what, self._done = what, 0
        left = self.points_left()
        assert self._ticker is not None
        self._ticker.advance(done - self._done, "" if left is None else f"{left} points left")
        self._done = done

    def wait(self, seconds: float, why: str) -> None:
        """There are `seconds` left of a wait."""
        clock = f"{int(seconds) // 60}:{int(seconds) % 60:02}"
        if not self._waiting and seconds >= 5:
            self._screen.note(f"waiting {clock}: {why}. Ctrl-C stops; the same command goes on from here")
        self._waiting = seconds > 0
        if self._ticker is not None:
            self._ticker.advance(0, f"waiting {clock}: {why}" if seconds > 0 else "going on")
