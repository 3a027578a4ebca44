"""curate release: check, build, compare, publish, withdraw and verify versions of a dataset."""

from collections.abc import Iterable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path

import click

from curate.commands.release_options import (
    FOLDER,
    LEDGER,
    NEW,
    BuildRequest,
    CheckRequest,
    DiffRequest,
    HydrateRequest,
    ListRequest,
    PreviewRequest,
    ProblemsRequest,
    PushRequest,
    VerifyRequest,
    WithdrawRequest,
    with_date,
    with_definition,
    with_endpoint,
)
from curate.console import Block, Line, Screen, Table
from curate.grammar import Group, reads, request
from curate.releases.build import build_release
from curate.releases.chain import read_chain, read_tombstones_of
from curate.releases.checks import check_dataset
from curate.releases.definition import Definition, find_definition, read_definition
from curate.releases.diff import Diff, diff_tables, render_diff
from curate.releases.findings import render_findings
from curate.releases.hub import open_hub
from curate.releases.hydrate import hydrate_release
from curate.releases.ledger import find_entry, read_ledger
from curate.releases.listing import list_releases
from curate.releases.plan import plan_push, render_plan
from curate.releases.preview import render_preview
from curate.releases.problems import build_problems
from curate.releases.push import check_target, look, next_step, push_release, read_release
from curate.releases.retries import RetryPolicy
from curate.releases.sources import open_source
from curate.releases.tables import Tables, open_tables
from curate.releases.tombstones import REASONS
from curate.releases.verify import check_identity, render_identity, verify_release
from curate.releases.versions import Step, parse_version
from curate.releases.withdraw import withdraw_rows
from curate.repairs import read_repairs
from curate.schemas.errors import Refused
from curate.schemas.store.atomic import write_file
from curate.schemas.store.manifest import ReleaseManifest, read_any_manifest, read_manifest


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
@reads
@request(CheckRequest)
def check(asked: CheckRequest, screen: Screen) -> None:
    """List everything that blocks releasing the dataset in DIR."""
    definition, _ = _definition(asked.folder, asked.definition)
    with ExitStack() as stack:
        before = stack.enter_context(open_previous(asked, screen))
        _check(screen, asked.folder, definition, before)


@command.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--version", required=True, metavar="X.Y.Z", help="The version to build.")
@click.option("--previous", metavar="SOURCE", help="The release before this one; leave it out for the first.")
@click.option("--out", type=NEW, help="Where the release goes. [default: <dataset>-v<version> beside DIR]")
@click.option("--to", metavar="REPO", help="The Hub id that the card names. [default: the definition's]")
@with_date
@with_definition
@with_endpoint
@request(BuildRequest)
def build(asked: BuildRequest, screen: Screen) -> None:
    """Check the built dataset in DIR and lay it out as release X.Y.Z."""
    definition, template = _definition(asked.folder, asked.definition, asked.to)
    number = parse_version(asked.version)
    target = asked.out or asked.folder.resolve().parent / f"{definition.dataset}-{number.tag}"
    with ExitStack() as stack:
        before = stack.enter_context(open_previous(asked, screen))
        _check(screen, asked.folder, definition, before, quietly=True)
        ticker = stack.enter_context(screen.progress("writing rows"))
        manifest = build_release(
            asked.folder,
            definition,
            template,
            number,
            target,
            previous=before,
            date=str(asked.date),
            tick=ticker.advance,
        )
    _say_built(screen, manifest, target)


@command.command()
@click.argument("before", metavar="SOURCE")
@click.argument("after", metavar="SOURCE")
@with_definition
@with_endpoint
@reads
@request(DiffRequest)
def diff(asked: DiffRequest, screen: Screen) -> None:
    """Say what changed from the first SOURCE to the second, and which version bump that requires.

    Either may be a built dataset: it is read as a release of it would be.
    """
    with ExitStack() as stack:
        old, new = (
            stack.enter_context(open_source(name, asked.endpoint, screen.note)) for name in (asked.before, asked.after)
        )
        tables = []
        for folder in (old, new):
            release = isinstance(read_any_manifest(folder), ReleaseManifest)
            configs = () if release else _definition(folder, asked.definition)[0].configs
            tables.append(open_tables(folder, configs))
        change = diff_tables(*tables)
    screen.show(
        {**change.model_dump(), "step": change.step}, _lines([*render_diff(change), _describe_step(change, tables[0])])
    )
    if change.split_moves:
        raise Refused(f"{len(change.split_moves)} ids moved to another split; no version step allows that")


@command.command()
@click.argument("folder", metavar="RELEASE", type=FOLDER)
@click.option("--to", metavar="REPO", help="The repository, which must be the one that the card names.")
@click.option("--dry-run", is_flag=True, help="Print the plan and stop.")
@click.option("--ledger", type=NEW, default=LEDGER, show_default=True, help="The ledger.")
@with_endpoint
@request(PushRequest)
def push(asked: PushRequest, screen: Screen) -> None:
    """Publish a built release as one commit and one tag. The same command goes on after any interruption."""
    release = read_release(asked.folder)
    hub, retries = open_hub(check_target(release, asked.to), asked.endpoint), RetryPolicy(screen.note)
    seen = retries.try_until_done(lambda: look(hub, release, asked.ledger))
    step = next_step(release, seen, None)
    plan = retries.try_until_done(lambda: plan_push(hub, release, seen, step))
    for text in render_plan(hub, release, plan):
        screen.line(text)
    if asked.dry_run:
        return
    commit = push_release(hub, release, asked.ledger, seen.head, retries, screen.note)
    screen.line(f"published {hub.repo} {release.version.tag} as {commit}")
    screen.done("published", f"curate release verify {hub.repo}@{release.version}")


@command.command()
@click.argument("source", metavar="SOURCE")
@click.option("--id", multiple=True, required=True, help="Pull request `<repo>#<number>` or problem; repeatable.")
@click.option(
    "--reason", type=click.Choice(REASONS), required=True, help="Reason category (only the category is recorded)."
)
@click.option("--version", required=True, metavar="X.Y.Z", help="The new version, without these rows.")
@click.option("--out", type=NEW, help="Where the release goes. [default: <dataset>-v<version> here]")
@with_date
@with_definition
@with_endpoint
@request(WithdrawRequest)
def withdraw(asked: WithdrawRequest, screen: Screen) -> None:
    """Build a new version of the release SOURCE without some rows; tombstones say which. Then push it."""
    number = parse_version(asked.version)
    with open_source(asked.source, asked.endpoint, screen.note) as folder, screen.progress("writing rows") as ticker:
        repo = read_manifest(folder, ReleaseManifest).repo
        definition, template = _definition(folder, asked.definition, repo)
        target = asked.out or Path(f"{definition.dataset}-{number.tag}")
        manifest = withdraw_rows(
            folder,
            asked.id,
            asked.reason,
            definition,
            template,
            number,
            target,
            date=str(asked.date),
            tick=ticker.advance,
        )
    _say_built(screen, manifest, target)


@command.command(short_help="Write a page that shows what visitors will see.")
@click.argument("folder", metavar="RELEASE", type=FOLDER)
@click.option("--out", type=NEW, help="The page. [default: <RELEASE>-preview.html beside it]")
@request(PreviewRequest)
def preview(asked: PreviewRequest, screen: Screen) -> None:
    """Write one HTML page with the card of RELEASE and the first rows of each config, roughly as the Hub shows them."""
    folder = asked.folder.resolve()
    target = asked.out or folder.with_name(f"{folder.name}-preview.html")
    if target.exists() and not target.is_file():
        raise Refused(f"{target} is a directory; name a file with --out")
    write_file(target, render_preview(folder).encode())
    screen.line(f"wrote {target}: open it in a browser")


@command.command(name="list")
@click.argument("repo")
@with_endpoint
@reads
@request(ListRequest)
def list_versions(asked: ListRequest, screen: Screen) -> None:
    """List the versions of REPO on the Hub."""
    hub = open_hub(asked.repo, asked.endpoint)
    rows = list_releases(hub, RetryPolicy(screen.note))
    columns = ("version", "commit", "date", "rows", "withdrawn since", "content")
    screen.show(
        [dict(zip(columns, row, strict=True)) for row in rows],
        [Table(f"{asked.repo} on {hub.endpoint}", columns, rows)],
    )


@command.command()
@click.argument("source", metavar="SOURCE")
@click.option(
    "--ledger", type=NEW, default=LEDGER, show_default=True, help="The ledger to compare with, if there is one."
)
@with_endpoint
@reads
@request(VerifyRequest)
def verify(asked: VerifyRequest, screen: Screen) -> None:
    """Read the release SOURCE again and compare every file and row with its manifest, and its tag with other versions.

    A folder may be a download, a clone or a snapshot of the Hub's cache. On the Hub, each version's manifest is
    compared with the one that the next version names, and with the ledger if there is one.
    """
    lines: list[str] = []
    with open_source(asked.source, asked.endpoint, screen.note) as folder:
        manifest = verify_release(folder)
        if not Path(asked.source).is_dir():
            repo, _, named = asked.source.partition("@")
            hub, retries = open_hub(repo, asked.endpoint), RetryPolicy(screen.note)
            chain = read_chain(hub, retries)
            version = parse_version(named) if named else max(chain)
            recorded = find_entry(read_ledger(asked.ledger), repo, str(version))
            withdrawn = read_tombstones_of(hub, retries, chain)
            lines = render_identity(version, check_identity(folder, version, chain, withdrawn, recorded))
    counts = f"{len(manifest.files)} files, {_rows(manifest)} rows"
    name = f"{manifest.dataset} {manifest.version}"
    lines.insert(0, f"{name} is as published: {counts}, content {manifest.content_sha256}")
    screen.show({"manifest": manifest, "remarks": lines[1:]}, _lines(lines))


@command.command()
@click.argument("source", metavar="SOURCE")
@click.option("--from", "dataset", type=FOLDER, required=True, help="A dataset that you built with curate prs.")
@click.option("--out", type=NEW, required=True, help="Where the texts go.")
@with_endpoint
@request(HydrateRequest)
def hydrate(asked: HydrateRequest, screen: Screen) -> None:
    """Restore the PR texts that the release SOURCE omits, from a dataset of your own."""
    with open_source(asked.source, asked.endpoint, screen.note) as folder:
        done = hydrate_release(folder, asked.dataset, asked.out)
    missing = f"{len(done.missing)} are not in {asked.dataset}, see {asked.out / 'missing.txt'}"
    screen.line(f"{done.found} texts in {asked.out}; {missing}")


@command.command()
@click.argument("folder", metavar="PROBLEMS", type=FOLDER)
@click.option("--out", type=NEW, required=True, help="Where the dataset goes.")
@click.option("--previous", metavar="SOURCE", help="The last release; revisions that it holds are kept.")
@click.option(
    "--proofs",
    "runs",
    multiple=True,
    metavar="RUN",
    type=FOLDER,
    help="A judged prover run; the proofs that were accepted become the config proofs.",
)
@click.option("--attempts", is_flag=True, help="All that the runs handed in becomes the config attempts.")
@click.option("--repairs", is_flag=True, help="Add how the statements were repaired, from the journals beside them.")
@with_endpoint
@request(ProblemsRequest, needs={"attempts": ("proofs",)})
def problems(asked: ProblemsRequest, screen: Screen) -> None:
    """Make a dataset of the problem records in PROBLEMS, for the other commands to check, build and push."""
    with ExitStack() as stack:
        before = stack.enter_context(open_previous(asked, screen))
        repairs = read_repairs(asked.folder) if asked.repairs else ()
        counts = build_problems(asked.folder, asked.out, before, repairs, asked.runs, asked.attempts)
    said = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    screen.line(f"{asked.out}: {said}; drafts are left out")
    screen.done(f"built {asked.out}", f"curate release build {asked.out} --version X.Y.Z")


def open_previous(
    asked: CheckRequest | BuildRequest | ProblemsRequest, screen: Screen
) -> AbstractContextManager[Path | None]:
    """The folder of the release before this one, fetched if need be; None when none is named."""
    return open_source(asked.previous, asked.endpoint, screen.note) if asked.previous else nullcontext()


def _definition(folder: Path, path: Path | None, repo: str | None = None) -> tuple[Definition, str]:
    definition, template = read_definition(path or find_definition(read_any_manifest(folder).dataset))
    if repo is None:
        return definition, template
    return Definition.model_validate({**definition.model_dump(), "repo": repo}), template


def _check(screen: Screen, folder: Path, definition: Definition, previous: Path | None, quietly: bool = False) -> None:
    """Shows what is wrong with the dataset in `folder`; `quietly`: only that, for another result is to come.

    Raises:
        Refused: something keeps it from being released.
    """
    with screen.progress("checking rows") as ticker:
        findings = check_dataset(folder, definition, previous, ticker.advance)
    wrong = sum(found.severity == "error" for found in findings)
    lines = [*render_findings(findings)]
    if not wrong and not quietly:
        lines.append(f"{folder} may be released: no errors, {len(findings)} other findings")
    screen.show(findings, _lines(lines))
    if wrong:
        raise Refused(f"{folder} can't be released: {wrong} errors, see above")


def _describe_step(change: Diff, before: Tables) -> str:
    """The version that the change asks for."""
    if not isinstance(before.manifest, ReleaseManifest):
        return f"step: {change.step}"
    step: Step = "patch" if change.step == "none" else change.step
    least = parse_version(before.manifest.version).next(step)
    what = "the rows are the same; a new card alone is a patch step" if change.step == "none" else f"a {step} step"
    return f"{what}: {before.manifest.version} -> {least}"


def _say_built(screen: Screen, manifest: ReleaseManifest, target: Path) -> None:
    screen.line(f"built {manifest.dataset} {manifest.version} in {target}: {_rows(manifest)} rows")
    screen.done(f"built {target}", f"curate release push {target}")


def _rows(manifest: ReleaseManifest) -> int:
    return sum(count for splits in manifest.rows.values() for count in splits.values())


def _lines(texts: Iterable[str]) -> list[Block]:
    return [Line(text) for text in texts]
