"""The options of a command that fetches from GitHub itself."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar
from urllib.parse import urlsplit

import click

from curate.live import LiveOptions
from curate.options import Day
from curate.schemas.errors import Refused
from curate.schemas.text import printable
from curate.scrapers.github.client import GITHUB_URL, MAX_WAIT_S

REPO = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
F = TypeVar("F", bound=Callable[..., Any])


def live_options(command: F) -> F:
    """Adds the options to a click command; it gets them as `live`, `github_url`, `git_url` and so on."""
    for option in reversed(
        (
            click.option("--live/--no-live", default=False, help="Fetch from GitHub itself too (needs a token)."),
            click.option("--gathered", is_flag=True, help="Use what --live fetched before, and ask nothing."),
            click.option("--plan", is_flag=True,
                         help="Show what --live will cost in requests, points and hours, and exit."),
            click.option("--since", type=Day(),
                         help="With --live: only pull requests that changed since this day (UTC)."),
            click.option("--refresh", type=click.IntRange(1), multiple=True, metavar="N",
                         help="With --live: fetch pull request N again, whole. May be given several times."),
            click.option("--max-wait", type=click.FloatRange(0), default=MAX_WAIT_S / 60, show_default=True,
                         metavar="MINUTES",
                         help="With --live: exit (resumable) instead of waiting longer than this for GitHub."),
            click.option("--github-url", default=GITHUB_URL, show_default=True, metavar="URL",
                         help="With --live: address of the API of a GitHub Enterprise server or a stand-in."),
            click.option("--git-url", metavar="URL",
                         help="With --live: where git has the repository, if not where its name says."),
        )
    ):  # fmt: skip
        command = option(command)
    return command


def parse_live(
    repo: str, github_url: str, git_url: str | None, since: date | None, refresh: tuple[int, ...], max_wait: float,
    ask: bool,
) -> LiveOptions:  # fmt: skip
    """The options as `curate.live` takes them."""
    if not REPO.fullmatch(repo):
        raise Refused(f"--repo {printable(repo, 100)} is not owner/name")
    parts = urlsplit(github_url)
    if parts.scheme != "https" and (parts.scheme != "http" or parts.hostname not in LOOPBACK):
        raise Refused(
            f"--github-url {printable(github_url, 200)} would send the token in the clear: it must be https://"
        )
    return LiveOptions(
        repo=repo,
        github_url=github_url,
        git_url=git_url,
        since=datetime.combine(since, time(), UTC) if since else None,
        refresh=refresh,
        max_wait_s=max_wait * 60,
        ask=ask,
    )
