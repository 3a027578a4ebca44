"""Fetching from GitHub itself: the client and its token, the address of git, and the run that fills the archive."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from curate import __version__
from curate.console import Screen
from curate.live_view import LiveProgress, render_plan, show_fetch
from curate.schemas.base import Record
from curate.schemas.errors import Missing, Refused
from curate.schemas.mathlibpr.rules.facts import REPO
from curate.scrapers.archive import Archive
from curate.scrapers.github.client import GITHUB_URL, MAX_WAIT_S, Client
from curate.scrapers.github.fetch import FetchOptions, FetchReport, fetch_repository
from curate.scrapers.github.ledger import Ledger, PullEntry
from curate.scrapers.github.plan import Plan, plan_run
from curate.scrapers.github.refs import list_pull_numbers
from curate.scrapers.github.samples import Sample, write_sample
from curate.scrapers.github.session import check_access, open_session
from curate.scrapers.github.tokens import Token, find_token
from curate.scrapers.plumbing import run_git

POINTS_PER_HOUR = 5000
"""What a plan assumes while there is no token yet."""
ARCHIVELESS = (
    "no archive (--queueboard none): checks that GitHub has deleted (after 400 days) and heads that were replaced "
    "before the first run are not known, so older pull requests lack snapshots"
)
"""What building from GitHub alone costs."""


class LiveOptions(Record):
    """Where and what to fetch. `git_url`: where git compares and fetches; None: as the clone or GitHub has it."""

    repo: str = REPO
    github_url: str = GITHUB_URL
    git_url: str | None = None
    since: datetime | None = None
    refresh: tuple[int, ...] = ()
    max_wait_s: float = MAX_WAIT_S
    ask: bool = True
    """False: nothing is asked; what was fetched before is used."""


def show_plan(directory: Path, options: LiveOptions, screen: Screen) -> Plan:
    """Shows what `fetch_github` will ask for with the archive in `directory`, which need not exist.

    Nothing is sent to the API, and nothing is written; git's list of numbers costs nothing.
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
        rate = POINTS_PER_HOUR
    with _open_for_plan(directory) as archive:
        ledger = Ledger(archive, options.repo)
        plan = plan_run(ledger, total, rate, datetime.now(UTC), options.since, _count_absent(ledger))
    screen.show(plan, render_plan(plan, options.repo))
    return plan


def check_token(
    options: LiveOptions, screen: Screen, token: Token | None = None, samples: Path | None = None
) -> Client:
    """The client, after one look at the repository, so that a wrong token is told before any long work.

    `samples`: where answers that can't be understood are kept.

    Raises:
        Missing: no token, or one that GitHub does not accept.
        Refused: the repository has another name now, or the address can't be asked.
        Stopped: the name of the host does not resolve.
    """
    client = make_client(options, token)
    if samples is not None:
        client.on_unknown = lambda sample: _keep_sample(samples, sample)
    with LiveProgress(screen, client.usage) as progress:
        client.on_wait = progress.wait
        check_access(client, options.repo)
    return client


def count_pulls(
    archive: Archive, git_dir: Path | None, options: LiveOptions, screen: Screen, client: Client | None = None
) -> int:
    """How many pull requests the archive has from GitHub, after a run unless `options` say not to ask."""
    if options.ask:
        return sum(fetch_github(archive, git_dir, options, screen, client).pulls.values())
    count = Ledger(archive, options.repo).count("pull/")
    if not count:
        raise Refused(f"nothing of {options.repo} was fetched into this workspace yet; run once with --live")
    return count


def fetch_github(
    archive: Archive,
    git_dir: Path | None,
    options: LiveOptions,
    screen: Screen,
    client: Client | None = None,
    token: Token | None = None,
) -> FetchReport:
    """Brings `archive` up to date with GitHub; `read_pulls` then gives the records.

    `client`: the one that `check_token` gave.

    Raises:
        Stopped: the same command resumes.
        Missing: no token, or one that GitHub does not accept.
        Refused: the repository has another name now.
    """
    checked = client is not None
    client = client or make_client(options, token)
    with LiveProgress(screen, client.usage) as progress:
        client.on_wait = progress.wait
        session = open_session(client, Ledger(archive, options.repo), progress.step, screen.note)
        wanted = FetchOptions(since=options.since, refresh=options.refresh, checked=checked)
        try:
            report = fetch_repository(session, find_remote(git_dir, options), git_dir, wanted)
        finally:
            client.close()
    show_fetch(report, screen)
    return report


def make_client(options: LiveOptions, token: Token | None) -> Client:
    """The client, with `token` or the one that the environment or `gh` gives."""
    host = find_host(options)
    return Client(
        token or find_token(host=host),
        url=options.github_url,
        max_wait_s=options.max_wait_s,
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


@contextmanager
def _open_for_plan(directory: Path) -> Iterator[Archive]:
    """The archive in `directory`; an empty one that is gone afterwards where there is none yet."""
    if (directory / "cache.db").is_file():
        with Archive(directory) as archive:
            yield archive
        return
    with TemporaryDirectory(prefix="curate-plan-") as empty, Archive(Path(empty)) as archive:
        yield archive


def _count_absent(ledger: Ledger) -> int:
    entries = (ledger.read(f"pull/{name}", PullEntry) for name in ledger.names("pull/"))
    return sum(1 for entry in entries if entry is not None and entry.status in ("gone", "hidden"))


def _keep_sample(folder: Path, sample: Sample) -> None:
    """A full disk must not end a run for the sake of a bug report."""
    with suppress(OSError):
        write_sample(folder, sample)
