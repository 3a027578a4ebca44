"""`curate prs`: build the MathlibPR dataset."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

import click

from curate.builds.evidence import read_local_builds
from curate.commands.live_options import live_options, parse_live
from curate.console import Screen
from curate.grammar import Command, request
from curate.live import LiveOptions, show_plan
from curate.options import Day, parse_days, scheduler_option, workspace_option
from curate.prs.options import BuildOptions, BuildRequest
from curate.reports import render_build
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import EvidenceClass, SplitName
from curate.schemas.mathlibpr.rules.builds import EVIDENCE_CLASSES
from curate.schemas.mathlibpr.rules.facts import BASE_REF, REPO
from curate.schemas.mathlibpr.rules.overrides import Override
from curate.schemas.store.jsonl import read_lines
from curate.schemas.store.layout import read_split_ids
from curate.scrapers.queueboard_files import DEFAULT_URL
from curate.workspace import Workspace, default_workspace

NEEDS = {
    "since": ("live", "plan"),
    "refresh": ("live",),
    "max-wait": ("live",),
    "github-url": ("live", "plan"),
    "git-url": ("live", "plan"),
    "need-diff": ("git",),
    "offline": ("git",),
    "scheduler": ("git",),
}
NO_ARCHIVE = "none"
EXCLUDES = (("live", "gathered"), ("plan", "gathered"), ("live", "offline"))


@dataclass(frozen=True)
class PrsRequest:
    """The options of `curate prs`, by their names."""

    until: date
    queueboard: tuple[str, ...]
    git: str | None
    out: Path
    workspace: Path | None
    select: Literal["paper", "all"]
    require: Literal["build", "ci"]
    evidence: tuple[EvidenceClass, ...]
    local_builds: Path | None
    overrides: Path | None
    need_diff: bool
    offline: bool
    scheduler: str | None
    split_at: tuple[date, ...]
    frozen_splits: Path | None
    live: bool
    gathered: bool
    plan: bool
    since: date | None
    refresh: tuple[int, ...]
    max_wait: float
    github_url: str
    git_url: str | None
    repo: str
    base: str

    def __post_init__(self) -> None:
        if (self.local_builds is None) != ("local_build" not in self.evidence):
            raise click.UsageError("--local-builds FILE and --evidence local_build do nothing without each other")
        if NO_ARCHIVE in self.queueboard:
            if len(self.queueboard) > 1:
                raise click.UsageError(f"--queueboard {NO_ARCHIVE} and another --queueboard contradict each other")
            if not (self.live or self.gathered or self.plan):
                raise click.UsageError(f"--queueboard {NO_ARCHIVE} leaves nothing to build from without --live")

    @property
    def build(self) -> BuildRequest:
        """The run that is asked for, with the user's own lists read.

        Raises:
            Refused: a list or an address is not what it must be.
        """
        options = BuildOptions(
            repo=self.repo,
            until=self.until,
            base_ref=self.base,
            selection=self.select,
            require_ci=self.require == "ci",
            evidence=tuple(kind for kind in EVIDENCE_CLASSES if kind in self.evidence),
            need_diff=self.need_diff,
            split_at=self.split_at,
        )
        return BuildRequest(
            options=options,
            places=() if self.queueboard == (NO_ARCHIVE,) else self.queueboard or (DEFAULT_URL,),
            workspace=self.workspace or default_workspace(),
            out=self.out,
            git=self.git,
            frozen=read_frozen(self.frozen_splits),
            local_builds=read_local_builds(self.local_builds),
            overrides=read_lines(self.overrides, Override) if self.overrides else (),
            offline=self.offline,
            scheduler=self.scheduler,
            live=self.github if self.live or self.gathered else None,
        )

    @property
    def github(self) -> LiveOptions:
        """How GitHub itself is asked."""
        return parse_live(
            self.repo, self.github_url, self.git_url, self.since, self.refresh, self.max_wait, ask=not self.gathered
        )


@click.command(name="prs", cls=Command)
@click.option("--until", type=Day(), required=True, help="Last UTC day on which a pull request may have been closed.")
@click.option("--queueboard", multiple=True, metavar="WHERE",
              help="Archive of pull requests: folder, .tar.xz, git repository or git URL. May be given several times. "
              f"Default: {DEFAULT_URL}, cloned into the workspace. `{NO_ARCHIVE}`: GitHub alone (--live).")  # fmt: skip
@click.option("--git", metavar="WHERE",
              help="Clone of mathlib4 (bare or not) or its URL. Without it there are no patches.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), default=Path("mathlibpr"), show_default=True,
              help="Dataset folder.")  # fmt: skip
@workspace_option
@click.option("--select", type=click.Choice(["paper", "all"]), default="paper", show_default=True,
              help="paper: first build-passing version and final head; all: every build-passing version.")  # fmt: skip
@click.option("--require", type=click.Choice(["build", "ci"]), default="build", show_default=True,
              help="ci also asks for the lint job and the era's closing job.")  # fmt: skip
@click.option("--evidence", multiple=True, type=click.Choice(EVIDENCE_CLASSES), default=("checks",), show_default=True,
              help="Kinds of build evidence that count; weaker ones are off unless named.")  # fmt: skip
@click.option("--local-builds", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="Results of curate builds run, or lines {sha, passed, at, tool}.")  # fmt: skip
@click.option("--overrides", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="Agreed disputes from curate labels apply; each one that holds changes a label.")  # fmt: skip
@click.option("--need-diff", is_flag=True,
              help="Drop snapshots whose patch git can't give, instead of keeping diff: null.")  # fmt: skip
@click.option("--offline", is_flag=True,
              help="Do not fetch heads that the clone of --git lacks from where it came from.")  # fmt: skip
@scheduler_option
@click.option("--split-at", callback=parse_days, metavar="DAY[,DAY]",
              help="First day of validation and of test (or of test alone). Without it all is train.")  # fmt: skip
@click.option("--frozen-splits", type=click.Path(path_type=Path, exists=True, file_okay=False),
              help="Folder with <split>.ids.txt of an earlier version; those PRs keep their split.")  # fmt: skip
@live_options
@click.option("--repo", default=REPO, show_default=True, help="The repository, owner/name.")
@click.option("--base", default=BASE_REF, show_default=True, help="Base branch of the universe.")
@request(PrsRequest, NEEDS, EXCLUDES)
def command(asked: PrsRequest, screen: Screen) -> None:
    """Build the MathlibPR dataset from archived pull requests, GitHub itself (--live) and git.

    Ends with the funnel: what went in, what was dropped and why, and what came out. The same command goes on where
    a stopped one was, and gives the same bytes.
    """
    run = asked.build
    if asked.plan:
        show_plan(Workspace(run.workspace).archive, asked.github, screen)
        return
    from curate.prs.build import build_dataset  # here, so that a usage error is told at once

    report = build_dataset(run, screen)
    screen.show(report, render_build(report, run.options, run.out))
    screen.done(f"built {run.out}", f"curate explain NUMBER --dataset {run.out}")


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
