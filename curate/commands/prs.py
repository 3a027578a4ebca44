"""`curate prs`: build the MathlibPR dataset."""

from datetime import UTC, date, datetime
from pathlib import Path

import click

from curate.commands.live_options import live_options, parse_live
from curate.console import Screen
from curate.live import show_plan
from curate.pipeline import build_dataset
from curate.reports import render_build
from curate.run import PrsOptions
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import EvidenceClass, SplitName
from curate.schemas.mathlibpr.rules.builds import EVIDENCE_CLASSES, LocalBuild
from curate.schemas.mathlibpr.rules.facts import BASE_REF
from curate.schemas.store.layout import read_split_ids
from curate.scrapers.queueboard import DEFAULT_URL
from curate.workspace import Workspace, default_workspace


class Day(click.ParamType[date]):
    """A UTC day as YYYY-MM-DD, or several with commas between."""

    name = "YYYY-MM-DD"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(str(value))
        except ValueError:
            self.fail(f"{value!r} is not a day; write it as 2026-04-05", param, ctx)


def parse_split_at(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[date, ...]:
    """One or two ascending days."""
    if value is None:
        return ()
    days = tuple(Day().convert(part.strip(), param, ctx) for part in value.split(","))
    if len(days) > 2 or list(days) != sorted(set(days)):
        raise click.BadParameter("give one or two ascending days, such as 2025-10-01,2026-01-01")
    return days


@click.command(name="prs")
@click.option("--until", type=Day(), required=True, help="Last UTC day on which a pull request may have been closed.")
@click.option(
    "--queueboard", multiple=True, metavar="WHERE",
    help=f"Archive of pull requests: folder, .tar.xz, git repository or git URL. May be given several times. "
    f"Default: {DEFAULT_URL}, cloned into the workspace.",
)  # fmt: skip
@click.option(
    "--git",
    metavar="WHERE",
    help="Clone of mathlib4 (bare or not) or its URL. Without it there are no patches.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("mathlibpr"),
    show_default=True,
    help="Dataset folder.",
)
@click.option("--workspace", type=click.Path(path_type=Path), help="Where archive, clones and patches are kept.")
@click.option("--select", type=click.Choice(["paper", "all"]), default="paper", show_default=True,
              help="paper: first build-passing version and final head; all: every build-passing version.")  # fmt: skip
@click.option("--require", type=click.Choice(["build", "ci"]), default="build", show_default=True,
              help="ci also asks for the lint job and the era's closing job.")  # fmt: skip
@click.option("--evidence", multiple=True, type=click.Choice(EVIDENCE_CLASSES), default=("checks",), show_default=True,
              help="Kinds of build evidence that count; weaker ones are off unless named.")  # fmt: skip
@click.option("--local-builds", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="JSON lines {sha, passed, at, tool} of your own builds, for --evidence local_build.")  # fmt: skip
@click.option(
    "--need-diff",
    is_flag=True,
    help="Drop snapshots whose patch git can't give, instead of keeping diff: null.",
)
@click.option("--split-at", callback=parse_split_at, metavar="DAY[,DAY]",
              help="First day of validation and of test (or of test alone). Without it all is train.")  # fmt: skip
@click.option("--frozen-splits", type=click.Path(path_type=Path, exists=True, file_okay=False),
              help="Folder with <split>.ids.txt of an earlier version; those PRs keep their split.")  # fmt: skip
@live_options
@click.option("--repo", default="leanprover-community/mathlib4", show_default=True, help="The repository, owner/name.")
@click.option("--base", default=BASE_REF, show_default=True, help="Base branch of the universe.")
def command(
    until: date, queueboard: tuple[str, ...], git: str | None, out: Path, workspace: Path | None, select: str,
    require: str, evidence: tuple[EvidenceClass, ...], local_builds: Path | None, need_diff: bool,
    split_at: tuple[date, ...], frozen_splits: Path | None, repo: str, base: str, live: bool, gathered: bool,
    plan: bool, since: datetime | None, refresh: tuple[int, ...], max_wait: float, github_url: str, git_url: str | None,
) -> None:  # fmt: skip
    """Build the MathlibPR dataset from archived pull requests, GitHub itself (--live) and git.

    Ends with the funnel: what went in, what was dropped and why, and what came out. The same command goes on where
    a stopped one was, and gives the same bytes.
    """
    if until > datetime.now(UTC).date():
        raise Refused(f"--until {until} is in the future; the newest day that can be complete is today's")
    options = PrsOptions(
        repo=repo, until=until, base_ref=base, selection="all" if select == "all" else "paper",
        require_ci=require == "ci", evidence=tuple(kind for kind in EVIDENCE_CLASSES if kind in evidence),
        need_diff=need_diff, split_at=split_at,
    )  # fmt: skip
    screen = Screen()
    place = Workspace(workspace or default_workspace())
    github = parse_live(repo, github_url, git_url, since, refresh, max_wait, ask=not gathered)
    if plan:
        show_plan(place.archive, github, screen)
        return
    report = build_dataset(
        options, queueboard or (DEFAULT_URL,), git, place, out, screen,
        read_frozen(frozen_splits), read_local_builds(local_builds), github if live or gathered else None,
    )  # fmt: skip
    screen.show(render_build(report, options, out))


def read_frozen(folder: Path | None) -> dict[int, SplitName]:
    """The split of each pull request that earlier versions fixed."""
    frozen: dict[int, SplitName] = {}
    for split, ids in read_split_ids(folder).items() if folder else ():
        for unit in ids:
            number = unit.rpartition("#")[2]
            if not number.isdecimal():
                raise Refused(f"the list of {split} in {folder} holds a line that is not owner/name#number")
            frozen[int(number)] = split
    if folder and not frozen:
        raise Refused(f"{folder} holds no <split>.ids.txt with any id")
    return frozen


def read_local_builds(path: Path | None) -> list[LocalBuild]:
    """The builds in `path`."""
    if path is None:
        return []
    try:
        return [LocalBuild.model_validate_json(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    except ValueError as error:
        raise Refused(f"{path} is not JSON lines of {{sha, passed, at, tool}}: {error}") from error
