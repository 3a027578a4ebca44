"""`curate prs`: from the sources to a dataset folder, pass by pass. Decides nothing itself."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from curate import __version__
from curate.builds.agreement import compare_local, plain_agreement
from curate.clock import check_until
from curate.console import Screen
from curate.live import ARCHIVELESS, check_token, count_pulls
from curate.prs.considered import Considering, KeptResults
from curate.prs.dataset import render_card
from curate.prs.decide import Decided, decide, find_accepted
from curate.prs.elsewhere import find_elsewhere
from curate.prs.evidence import Finder, chosen_pairs, read_evidence
from curate.prs.missing import fetch_missing
from curate.prs.options import BuildOptions, BuildRequest
from curate.prs.patch_share import Fetched
from curate.prs.patches import Clone, open_clone, resolve_patches
from curate.prs.report import BuildReport
from curate.prs.reuse import PastRun, digest_code, digest_inputs, find_unchanged, read_past_run, write_past_run
from curate.prs.sink import Sink
from curate.prs.sources import Source, live_source, queueboard_source, rare_collection
from curate.prs.split import plan_splits
from curate.prs.spool import Spool
from curate.prs.survey import Survey, survey
from curate.prs.write import write_rows
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import SplitName
from curate.schemas.mathlibpr.rules import LABEL_RULES
from curate.schemas.mathlibpr.rules.builds import LocalBuild
from curate.schemas.mathlibpr.rules.overrides import Override
from curate.schemas.store.atomic import check_place, replacing
from curate.schemas.store.digest import digest_file
from curate.schemas.store.jsontext import write_json
from curate.schemas.store.layout import AGREEMENT, FUNNEL, MANIFEST
from curate.schemas.store.manifest import FORMAT, BuildManifest, InputName, Tool, read_entries, write_manifest
from curate.schemas.store.replaceable import build_of
from curate.scrapers.archive import Archive, open_derived
from curate.scrapers.github.client import Client
from curate.scrapers.plumbing import git_version
from curate.scrapers.queueboard import archive_source, source_name
from curate.tasks.findings import find_with
from curate.tasks.run import open_engine
from curate.workspace import Workspace

DATASET = "mathlibpr"


def build_dataset(request: BuildRequest, screen: Screen) -> BuildReport:
    """Builds the dataset at `request.out`; one that stands there and would be the same again is left as it is.

    Raises:
        Stopped: GitHub makes us wait too long, or another run uses the workspace; the same call goes on.
        Refused: a source, the repository or `out` is not what it must be, or nothing is left to write.
        Failed: the workspace is damaged.
    """
    options, workspace = request.options, Workspace(request.workspace)
    out = request.out.resolve()  # a folder that one stands in is another one when it was replaced
    with (
        rare_collection(),
        workspace.locked(screen.note) as scratch,
        Archive(workspace.archive) as archive,
        open_derived(workspace.patches, screen.note) as store,
        open_derived(workspace.evidence, screen.note) as kept,
        open_derived(workspace.pulls, screen.note) as results,
    ):
        check_place(out, build_of(DATASET))
        client = None
        if request.live and request.live.ask:
            client = check_token(request.live, screen, request.token, workspace.samples)
        if not request.places:
            screen.note(ARCHIVELESS)
        sources, clone = open_sources(request, workspace, archive, scratch, screen, client)
        check_until(options.until, max((source.newest for source in sources if source.newest), default=None))
        inputs = digest_inputs(request, sources, clone)
        past = read_past_run(workspace.runs, out)
        if report := find_unchanged(past, inputs, clone, out):
            screen.note(f"nothing has changed since {request.out} was built; it is left as it is")
            return report
        with replacing(out, build_of(DATASET)) as fresh:
            built = _run_passes(request, sources, clone, archive, store, kept, results, Sink(fresh), scratch, screen)
            if request.local_builds:
                write_json(fresh / AGREEMENT, plain_agreement(compare_local(fresh, request.local_builds)))
            write_records(fresh, options, name_inputs(request, sources, clone, built.git), built.report)
            note_unused(request.overrides, fresh, screen)
        if built.final:
            run = PastRun(
                inputs=inputs,
                asked=built.asked,
                held=built.held,
                manifest_sha256=digest_file(out / MANIFEST),
                report=built.report,
            )
            write_past_run(workspace.runs, out, run)
    return built.report


class _Built(NamedTuple):
    """What the passes gave, besides rows."""

    report: BuildReport
    git: str | None
    asked: tuple[str, ...]
    held: str | None
    final: bool
    """Git gave every patch that was asked for; else another try may give more."""


def _run_passes(
    request: BuildRequest,
    sources: Sequence[Source],
    clone: Clone | None,
    archive: Archive,
    store: Archive,
    kept: Archive,
    results: Archive,
    sink: Sink,
    scratch: Path,
    screen: Screen,
) -> _Built:
    options = request.options
    with screen.progress("pull requests", sum(source.size for source in sources)) as ticker:
        considering = Considering(options, request.local_builds, clone.landed_shas if clone else lambda number: None)
        earlier = KeptResults(results, considering, digest_code())
        seen = survey(sources, clone, earlier, options, sink, scratch, ticker)
    check_universe(seen, options)
    fetched = fetch_heads(request, clone, seen, archive, screen)
    with screen.progress("patches", len(seen.shas)) as ticker:
        shared = seen.listings.shared()
        patches = resolve_patches(clone, seen.candidates, seen.shas, shared, seen.missed_landing, store, ticker.advance)
    owners = seen.listings.resolve(patches.aside)
    accepted = find_accepted(seen.finals, patches)
    with screen.progress("landed elsewhere") as ticker:
        work = find_elsewhere(clone, seen.candidates, patches, store, ticker.advance)
    disputes = {one.snapshot_id: one for one in request.overrides}
    decisions = (decide(one, owners, patches, accepted, work, options.selection, disputes) for one in seen.candidates)
    decided = Spool(scratch / "decided.jsonl", Decided).fill(decisions)
    plan = plan_splits(decided, patches, options.split_at, request.frozen)
    with screen.progress("evidence from git") as ticker, open_finder(request, clone) as finder:
        findings = read_evidence(clone, chosen_pairs(decided), store, kept, ticker.advance, finder)
    with screen.progress("labels", seen.count) as ticker:
        share = write_rows(decided, patches, plan, seen.reverted, options.need_diff, sink, ticker.advance, findings)
    report = BuildReport(
        rows=sink.close(),
        funnel=sink.steps(),
        unreadable=seen.unreadable,
        cut=dict(seen.cut),
        landed=seen.landed,
        newest_record=seen.newest_record,
        waves=seen.waves,
        fetched=fetched,
        patches=share if clone else None,
    )
    final = not (patches.unanswered or work.unanswered)
    return _Built(report, work.digest(patches.digest), patches.asked, patches.held, final)


@contextmanager
def open_finder(request: BuildRequest, clone: Clone | None) -> Iterator[Finder | None]:
    """Who makes the evidence from git: a cluster where one is named, else nobody but `make_findings` here."""
    if clone is None or request.scheduler is None:
        yield None
        return
    with open_engine(1, request.scheduler) as engine:
        yield find_with(engine, clone.repository)


def fetch_heads(
    request: BuildRequest, clone: Clone | None, seen: Survey, memory: Archive, screen: Screen
) -> Fetched | None:
    """Heads that the clone lacks, from where it came from."""
    if clone is None or request.git is None or request.offline:
        return None
    with screen.progress("heads from the remote") as ticker:
        return fetch_missing(clone, request.git, request.options.repo, seen.shas, memory, ticker.advance)


def open_sources(
    request: BuildRequest, workspace: Workspace, archive: Archive, scratch: Path, screen: Screen, client: Client | None
) -> tuple[list[Source], Clone | None]:
    """All sources of pull requests, read into `archive`, and the clone."""
    repo = request.options.repo
    sources = []
    for where in request.places:
        with screen.progress(f"reading {source_name(where)}") as ticker:
            index = archive_source(archive, where, workspace.clones, screen.note, ticker.advance)
        sources.append(queueboard_source(archive, index, repo))
    clone = None
    if request.git:
        base_ref = request.options.base_ref
        clone = open_clone(request.git, workspace.clones, scratch / "view", repo, base_ref, screen.note)
    else:
        screen.note("no --git: patches are left out, and versions are told apart by sha")
    if request.live:
        directory = clone.repository if clone else None
        size = count_pulls(archive, directory, request.live, screen, client)
        sources.append(live_source(archive, repo, size))
    return sources, clone


def check_universe(seen: Survey, options: BuildOptions) -> None:
    """Refuses sources of which nothing is left.

    Raises:
        Refused: no pull request of the sources was closed by `--until`.
    """
    if not seen.count:
        first = f"the first one was closed on {seen.first_closed:%Y-%m-%d}" if seen.first_closed else "none was closed"
        raise Refused(f"no pull request of the sources is left for --until {options.until}: {first}")


def name_inputs(
    request: BuildRequest, sources: Sequence[Source], clone: Clone | None, git_digest: str | None
) -> list[InputName]:
    """Every input of the run, as the manifest names it. The sources must have been read."""
    inputs = [InputName(name=source.name, kind=source.kind, sha256=source.digest()) for source in sources]
    if request.git and clone and git_digest:
        inputs.append(
            InputName(name=source_name(request.git), kind="repository", sha256=git_digest, commit=clone.main)
        )  # fmt: skip
    return inputs + _name_lists(request.frozen, request.local_builds, request.overrides)


def _name_lists(
    frozen: Mapping[int, SplitName], local_builds: Sequence[LocalBuild], overrides: Sequence[Override]
) -> list[InputName]:
    """The inputs that came as lists of the user's own."""
    lists = {
        "frozen-splits": [f"{number} {split}" for number, split in sorted(frozen.items())],
        "local-builds": sorted(build.model_dump_json() for build in local_builds),
        "overrides": sorted(one.model_dump_json() for one in overrides),
    }
    return [
        InputName(name=kind, kind=kind, sha256=sha256("\n".join(lines).encode()).hexdigest())
        for kind, lines in lists.items()
        if lines
    ]


def note_unused(overrides: Sequence[Override], folder: Path, screen: Screen) -> None:
    """Says which agreed disputes name no row of the dataset in `folder`."""
    if not overrides:
        return
    from pyarrow.parquet import read_table  # here, for few runs have overrides

    files = sorted((folder / "snapshots").glob("*.parquet"))
    seen = {item for file in files for item in read_table(file, columns=["snapshot_id"])["snapshot_id"].to_pylist()}
    dropped = {one.snapshot_id for one in overrides if one.wanted == "drop"}
    for one in overrides:
        if one.snapshot_id not in seen | dropped:
            screen.note(f"an override names {one.snapshot_id}, which is no snapshot of this dataset")


def write_records(
    folder: Path,
    options: BuildOptions,
    inputs: Sequence[InputName],
    report: BuildReport,
) -> None:
    """Writes card, funnel and, last, the manifest."""
    (folder / "README.md").write_text(render_card(report.rows), encoding="utf-8")
    write_json(folder / FUNNEL, {"steps": [asdict(step) for step in report.funnel], "landed": report.landed})
    by_patch = any(one.kind == "repository" for one in inputs)
    manifest = BuildManifest(
        format=FORMAT,
        dataset=DATASET,
        tool=Tool(name="curate", version=__version__),
        options=options.model_dump(mode="json"),
        inputs=tuple(inputs),
        files=read_entries(folder),
        rows=report.rows,
        versions={"pyarrow": version("pyarrow"), **({"git": git_version()} if by_patch else {})},
        label_rules=LABEL_RULES,
        versions_told_apart_by="patch id" if by_patch else "sha",
        newest_record=report.newest_record.isoformat() if report.newest_record else None,
    )
    write_manifest(folder, manifest)
