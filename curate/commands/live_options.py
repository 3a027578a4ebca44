"""The options of a command that gathers from GitHub itself."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import click

from curate.live import LiveOptions
from schemas.errors import Refused
from scrapers.github.client import GITHUB_URL

F = TypeVar("F", bound=Callable[..., Any])


def live_options(command: F) -> F:
    """Adds the options to a click command; it gets them as `live`, `github_url`, `git_url` and so on."""
    for option in reversed(
        (
            click.option("--live/--no-live", default=False, help="Gather from GitHub itself too (needs a token)."),
            click.option("--plan", is_flag=True, help="Say what gathering from GitHub will cost, and do nothing."),
            click.option("--since", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE",
                         help="With --live: only pull requests that changed since this day (UTC)."),
            click.option("--refresh", type=click.IntRange(1), multiple=True, metavar="N",
                         help="With --live: fetch pull request N again, whole. May be given several times."),
            click.option("--max-wait", type=click.FloatRange(0), default=62.0, show_default=True, metavar="MINUTES",
                         help="With --live: stop, to be gone on with, rather than wait longer than this for GitHub."),
            click.option("--github-url", default=GITHUB_URL, show_default=True, metavar="URL",
                         help="With --live: address of the API of a GitHub Enterprise server or a stand-in."),
            click.option("--git-url", metavar="URL",
                         help="With --live: where git has the repository, if not where its name says."),
        )
    ):  # fmt: skip
        command = option(command)
    return command


def parse_live(
    repo: str, github_url: str, git_url: str | None, since: datetime | None, refresh: tuple[int, ...], max_wait: float
) -> LiveOptions:
    """The options as `curate.live` takes them."""
    if not github_url.startswith(("https://", "http://")):
        raise Refused(f"--github-url {github_url!r} does not begin with https:// or http://")
    return LiveOptions(
        repo=repo,
        github_url=github_url,
        git_url=git_url,
        since=since.replace(tzinfo=UTC) if since else None,
        refresh=refresh,
        max_wait_s=max_wait * 60,
    )
