"""curate release: check, build, compare, publish, withdraw and verify versions of a dataset."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from curate.console import Screen
from curate.grammar import Group
from curate.releases.build import build_release
from curate.releases.chain import read_chain, read_tombstones_of
from curate.releases.checks import check_dataset
from curate.releases.definition import Definition, find_definition, read_definition
from curate.releases.diff import diff_tables, render_diff
from curate.releases.findings import render_findings
from curate.releases.hub import open_hub
from curate.releases.hydrate import hydrate_release
from curate.releases.ledger import find_entry, read_ledger
from curate.releases.listing import list_releases
from curate.releases.patience import Patience
from curate.releases.plan import plan_push, render_plan
from curate.releases.problems import build_problems
from curate.releases.push import check_target, look, next_step, push_release, read_release
from curate.releases.sources import open_source
from curate.releases.tables import open_tables
from curate.releases.tombstones import REASONS
from curate.releases.verify import check_identity, render_identity, verify_release
from curate.releases.versions import parse_version
from curate.releases.withdraw import withdraw_rows
from curate.schemas.errors import Refused
from curate.schemas.store.manifest import ReleaseManifest, read_any_manifest, read_manifest

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
NEW = click.Path(path_type=Path)
LEDGER = Path("releases/ledger.jsonl")
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def with_definition(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --definition."""
    text = "The dataset's definition. [default: releases/<dataset>.toml]"
    return click.option("--definition", "definition_path", type=FILE, help=text)(command)


def with_endpoint(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --endpoint."""
    text = "Address of another Hub. [default: HF_ENDPOINT, else https://huggingface.co]"
    return click.option("--endpoint", metavar="URL", help=text)(command)


@click.group(cls=Group, short_help="Check, build, compare, publish, withdraw and verify releases.")
def command() -> None:
    """Turn a built dataset into versioned releases on the Hugging Face Hub, and check what is published.

    A SOURCE is a folder, or REPO[@VERSION] on the Hub. Writing needs a login: `hf auth login`, or HF_TOKEN.
    """


@command.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--previous", metavar="SOURCE", help="The last release, whose ids must stay in their splits.")
@with_definition
@with_endpoint
def check(folder: Path, previous: str | None, definition_path: Path | None, endpoint: str | None) -> None:
    """Say everything that keeps the built dataset in DIR from being released."""
    screen = Screen()
    definition, _ = _definition(folder, definition_path)
    with ExitStack() as stack:
        before = stack.enter_context(open_source(previous, endpoint, screen.note)) if previous else None
        _check(screen, folder, definition, before)


@command.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--version", required=True, metavar="X.Y.Z", help="The version to build.")
@click.option("--previous", metavar="SOURCE", help="The release before this one; leave it out for the first.")
@click.option("--out", type=NEW, help="Where the release goes. [default: <dataset>-v<version> beside DIR]")
@click.option("--to", metavar="REPO", help="The Hub id that the card names. [default: the definition's]")
@click.option("--date", metavar="YYYY-MM-DD", help="Day of the release, for the citation; left out when not given.")
@with_definition
@with_endpoint
def build(
    folder: Path, version: str, previous: str | None, out: Path | None, to: str | None, date: str | None,
    definition_path: Path | None, endpoint: str | None,
) -> None:  # fmt: skip
    """Check the built dataset in DIR and lay it out as release X.Y.Z."""
    screen = Screen()
    definition, template = _definition(folder, definition_path, to)
    number = parse_version(version)
    target = out or folder.resolve().parent / f"{definition.dataset}-{number.tag}"
    with ExitStack() as stack:
        before = stack.enter_context(open_source(previous, endpoint, screen.note)) if previous else None
        _check(screen, folder, definition, before)
        ticker = stack.enter_context(screen.progress("writing rows"))
        manifest = build_release(
            folder, definition, template, number, target, previous=before, date=date, tick=ticker.advance
        )
    _say_built(screen, manifest, target)


@command.command()
@click.argument("before", metavar="SOURCE")
@click.argument("after", metavar="SOURCE")
@with_definition
@with_endpoint
def diff(before: str, after: str, definition_path: Path | None, endpoint: str | None) -> None:
    """Say what changed from the first SOURCE to the second, and which version step that asks for.

    Either may be a built dataset: it is read as a release of it would be.
    """
    screen = Screen()
    with ExitStack() as stack:
        old, new = (stack.enter_context(open_source(name, endpoint, screen.note)) for name in (before, after))
        tables = []
        for folder in (old, new):
            release = isinstance(read_any_manifest(folder), ReleaseManifest)
            configs = () if release else _definition(folder, definition_path)[0].configs
            tables.append(open_tables(folder, configs))
        change = diff_tables(*tables)
    _print(screen, render_diff(change))
    manifest = tables[0].manifest
    if change.split_moves:
        raise Refused(f"{len(change.split_moves)} ids moved to another split; no version step allows that")
    if isinstance(manifest, ReleaseManifest):
        step = "patch" if change.step == "none" else change.step
        least = parse_version(manifest.version).next(step)
        what = "the rows are the same; a new card alone is a patch step" if change.step == "none" else f"a {step} step"
        _print(screen, [f"{what}: {manifest.version} -> {least}"])
    else:
        _print(screen, [f"step: {change.step}"])


@command.command()
@click.argument("folder", metavar="RELEASE", type=FOLDER)
@click.option("--to", metavar="REPO", help="The repository, which must be the one that the card names.")
@click.option("--dry-run", is_flag=True, help="Print the plan and stop.")
@click.option("--ledger", type=NEW, default=LEDGER, show_default=True, help="The ledger.")
@with_endpoint
def push(folder: Path, to: str | None, dry_run: bool, ledger: Path, endpoint: str | None) -> None:
    """Publish a built release as one commit and one tag. The same command goes on after any interruption."""
    screen = Screen()
    release = read_release(folder)
    hub, patience = open_hub(check_target(release, to), endpoint), Patience(screen.note)
    seen = patience.try_until_done(lambda: look(hub, release, ledger))
    step = next_step(release, seen, None)
    plan = patience.try_until_done(lambda: plan_push(hub, release, seen, step))
    _print(screen, render_plan(hub, release, plan))
    if dry_run:
        return
    commit = push_release(hub, release, ledger, seen.head, patience, screen.note)
    _print(screen, [f"published {hub.repo} {release.version.tag} as {commit}"])


@command.command()
@click.argument("source", metavar="SOURCE")
@click.option(
    "--id", "ids", multiple=True, required=True, help="Pull request `<repo>#<number>` or problem; repeatable."
)
@click.option("--reason", type=click.Choice(REASONS), required=True, help="The class of reason; nothing else is kept.")
@click.option("--version", required=True, metavar="X.Y.Z", help="The new version, without these rows.")
@click.option("--out", type=NEW, help="Where the release goes. [default: <dataset>-v<version> here]")
@click.option("--date", metavar="YYYY-MM-DD", help="Day of the release, for the citation; left out when not given.")
@with_definition
@with_endpoint
def withdraw(
    source: str, ids: tuple[str, ...], reason: Any, version: str, out: Path | None, date: str | None,
    definition_path: Path | None, endpoint: str | None,
) -> None:  # fmt: skip
    """Build a new version of the release SOURCE without some rows; tombstones say which. Then push it."""
    screen = Screen()
    number = parse_version(version)
    with open_source(source, endpoint, screen.note) as folder, screen.progress("writing rows") as ticker:
        repo = read_manifest(folder, ReleaseManifest).repo
        definition, template = _definition(folder, definition_path, repo)
        target = out or Path(f"{definition.dataset}-{number.tag}")
        manifest = withdraw_rows(
            folder, ids, reason, definition, template, number, target, date=date, tick=ticker.advance
        )
    _say_built(screen, manifest, target)


@command.command(name="list")
@click.argument("repo")
@with_endpoint
def list_versions(repo: str, endpoint: str | None) -> None:
    """List the versions of REPO on the Hub."""
    screen = Screen()
    hub = open_hub(repo, endpoint)
    rows = list_releases(hub, Patience(screen.note))
    screen.table(f"{repo} on {hub.endpoint}", ("version", "commit", "date", "rows", "withdrawn since", "content"), rows)


@command.command()
@click.argument("source", metavar="SOURCE")
@click.option(
    "--ledger", type=NEW, default=LEDGER, show_default=True, help="The ledger to compare with, if there is one."
)
@with_endpoint
def verify(source: str, ledger: Path, endpoint: str | None) -> None:
    """Read the release SOURCE again and compare every file and row with its manifest, and its tag with other versions.

    A folder may be a download, a clone or a snapshot of the Hub's cache. On the Hub, each version's manifest is
    compared with the one that the next version names, and with the ledger if there is one.
    """
    screen = Screen()
    lines: list[str] = []
    with open_source(source, endpoint, screen.note) as folder:
        manifest = verify_release(folder)
        if not Path(source).is_dir():
            repo, _, asked = source.partition("@")
            hub, patience = open_hub(repo, endpoint), Patience(screen.note)
            chain = read_chain(hub, patience)
            version = parse_version(asked) if asked else max(chain)
            recorded = find_entry(read_ledger(ledger), repo, str(version))
            stones = read_tombstones_of(hub, patience, chain)
            lines = render_identity(version, check_identity(folder, version, chain, stones, recorded))
    counts = f"{len(manifest.files)} files, {_rows(manifest)} rows"
    name = f"{manifest.dataset} {manifest.version}"
    _print(screen, [f"{name} is as published: {counts}, content {manifest.content_sha256}", *lines])


@command.command()
@click.argument("source", metavar="SOURCE")
@click.option("--from", "dataset", type=FOLDER, required=True, help="A dataset that you built with curate prs.")
@click.option("--out", type=NEW, required=True, help="Where the texts go.")
@with_endpoint
def hydrate(source: str, dataset: Path, out: Path, endpoint: str | None) -> None:
    """Bring back the texts that the release SOURCE leaves out, from a dataset of your own."""
    screen = Screen()
    with open_source(source, endpoint, screen.note) as folder:
        done = hydrate_release(folder, dataset, out)
    _print(
        screen,
        [f"{done.found} texts in {out}; {len(done.missing)} are not in {dataset}, see {out / 'missing.txt'}"],
    )


@command.command()
@click.argument("folder", metavar="PROBLEMS", type=FOLDER)
@click.option("--out", type=NEW, required=True, help="Where the dataset goes.")
@click.option("--previous", metavar="SOURCE", help="The last release; revisions that it holds are kept.")
@with_endpoint
def problems(folder: Path, out: Path, previous: str | None, endpoint: str | None) -> None:
    """Make a dataset of the problem records in PROBLEMS, for the other commands to check, build and push."""
    screen = Screen()
    with ExitStack() as stack:
        before = stack.enter_context(open_source(previous, endpoint, screen.note)) if previous else None
        counts = build_problems(folder, out, before)
    said = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    _print(screen, [f"{out}: {said}; drafts are left out", f"next: curate release build {out} --version X.Y.Z"])


def _definition(folder: Path, path: Path | None, repo: str | None = None) -> tuple[Definition, str]:
    definition, template = read_definition(path or find_definition(read_any_manifest(folder).dataset))
    if repo is None:
        return definition, template
    return Definition.model_validate({**definition.model_dump(), "repo": repo}), template


def _check(screen: Screen, folder: Path, definition: Definition, previous: Path | None) -> None:
    with screen.progress("checking rows") as ticker:
        findings = check_dataset(folder, definition, previous, ticker.advance)
    _print(screen, render_findings(findings))
    wrong = sum(found.severity == "error" for found in findings)
    if wrong:
        raise Refused(f"{folder} can't be released: {wrong} errors, see above")
    _print(screen, [f"{folder} may be released: no errors, {len(findings)} other findings"])


def _say_built(screen: Screen, manifest: ReleaseManifest, target: Path) -> None:
    _print(screen, [f"built {manifest.dataset} {manifest.version} in {target}: {_rows(manifest)} rows"])
    _print(screen, [f"next: curate release push {target}"])


def _rows(manifest: ReleaseManifest) -> int:
    return sum(count for splits in manifest.rows.values() for count in splits.values())


def _print(screen: Screen, lines: Iterable[str]) -> None:
    for line in lines:
        screen.line(line)
