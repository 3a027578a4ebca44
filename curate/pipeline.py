"""`curate prs`: from the sources to a dataset folder. Runs the stages; decides nothing itself."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from importlib.metadata import version
from pathlib import Path

from curate import __version__
from curate.console import Screen
from curate.dataset import DatasetWriter, render_card, replacing, write_json, write_manifest
from curate.git_facts import GitFacts, Wanted, open_git
from curate.sources import read_queueboard, unite_entries
from curate.stages.builds import LocalBuild
from curate.stages.examine import Examined, examine_pull, head_drop
from curate.stages.funnel import Funnel, Step
from curate.stages.labels import HeadDrop, Selection, label_versions, select_snapshots
from curate.stages.rows import pair_rows, pull_row, snapshot_row
from curate.stages.splits import Linked, assign_splits, group_pulls
from curate.stages.universe import left_out
from curate.workspace import Workspace
from schemas.base import Record
from schemas.dataset import Drop, EvidenceClass, Snapshot, SplitName
from schemas.errors import Refused
from scrapers.archive import Archive
from scrapers.plumbing import git_version
from scrapers.queueboard import SourceIndex, archive_source, source_name


class PrsOptions(Record):
    """What a dataset depends on besides its inputs."""

    repo: str
    until: date
    base_ref: str
    selection: Selection
    require_ci: bool
    evidence: tuple[EvidenceClass, ...]
    need_diff: bool
    split_at: tuple[date, ...]


class BuildReport(Record):
    """What a run has to say at its end."""

    funnel: tuple[Step, ...]
    rows: dict[str, dict[str, int]]
    unreadable: tuple[Drop, ...]
    cut: dict[str, tuple[int, ...]]
    """For each kind of list, the PRs of the universe whose list the source cut short."""
    landed: int
    newest_record: datetime | None


class _Run:
    """One run's state: small facts of every PR; the rest is spooled to disk."""

    def __init__(self, options: PrsOptions, spool: Path, writer: DatasetWriter) -> None:
        self.options = options
        self.spool = spool
        self.writer = writer
        self.funnel = Funnel()
        self.shas: set[str] = set()
        self.reverted: set[int] = set()
        self.unreadable: list[Drop] = []
        self.cut: dict[str, list[int]] = {}
        self.landed = 0
        self.first_closed: datetime | None = None
        self.newest_record: datetime | None = None
        self.examined = 0

    def spooled(self) -> Iterator[Examined]:
        """The examined pull requests, ascending."""
        with self.spool.open("rb") as lines:
            for line in lines:
                yield Examined.model_validate_json(line)


def build_dataset(
    options: PrsOptions,
    sources: Sequence[str],
    git: str | None,
    workspace: Workspace,
    out: Path,
    screen: Screen,
    frozen: dict[int, SplitName] | None = None,
    local_builds: Sequence[LocalBuild] = (),
) -> BuildReport:
    """Builds the dataset at `out`.

    Raises:
        Refused: a source, the repository or `out` is not what it must be, or nothing is left to write.
        Failed: the workspace is in use or damaged.
    """
    with (
        workspace.locked() as scratch,
        replacing(out) as fresh,
        Archive(workspace.archive) as archive,
        Archive(workspace.patches) as patches,
    ):
        indexes = [_ingest(archive, where, workspace, screen) for where in sources]
        repository, main = open_git(git, workspace.clones, options.base_ref, screen.note) if git else (None, None)
        if repository is None:
            screen.note("no --git: patches are left out, and versions are told apart by sha")
        facts = GitFacts(repository, main, patches)
        run = _Run(options, scratch / "examined.jsonl", DatasetWriter(fresh))
        _examine(run, archive, indexes, facts, local_builds, screen)
        with screen.progress("patches") as ticker:
            facts.read(run.shas, lambda: _wanted(run), ticker.advance)
        run.reverted |= facts.reverted()
        splits, groups = _split(run, facts, frozen or {})
        _emit(run, facts, splits, groups, screen)
        run.writer.close()
        _finish(run, fresh, indexes, git, facts)
        return _report(run)


def _ingest(archive: Archive, where: str, workspace: Workspace, screen: Screen) -> SourceIndex:
    with screen.progress(f"reading {source_name(where)}") as ticker:
        return archive_source(archive, where, workspace.clones, screen.note, ticker.advance)


def _examine(
    run: _Run,
    archive: Archive,
    indexes: Sequence[SourceIndex],
    facts: GitFacts,
    local_builds: Sequence[LocalBuild],
    screen: Screen,
) -> None:
    """Rules 1 to 4 for every pull request; what passes is spooled."""
    options, total = run.options, sum(len(index.entries) for index in indexes)
    found = unite_entries([read_queueboard(archive, index, options.repo) for index in indexes], options.repo)
    with run.spool.open("wb") as spool, screen.progress("pull requests", total) as ticker:
        for one in found:
            ticker.advance(one.entries)
            run.writer.drop(one.drops)
            run.unreadable += [drop for drop in one.drops if drop.reason != "united"]
            run.funnel.count("read", one.entries, 1 if one.pull else 0, one.drops)
            if one.pull is None:
                continue
            pull = one.pull
            if pull.fetched_at and (run.newest_record is None or pull.fetched_at > run.newest_record):
                run.newest_record = pull.fetched_at
            if pull.closed_at and (run.first_closed is None or pull.closed_at < run.first_closed):
                run.first_closed = pull.closed_at
            why = left_out(pull, options.until, options.base_ref)
            if why:
                drop = Drop(
                    stage="universe", unit="pull_request", repo=pull.repo, pr_number=pull.number, head_sha=None,
                    reason=why, detail=None,
                )  # fmt: skip
                run.writer.drop([drop])
                run.funnel.count("universe", 1, 0, [drop])
                continue
            run.funnel.count("universe", 1, 1)
            for kind in pull.cut:
                run.cut.setdefault(kind, []).append(pull.number)
            shas = facts.landed_shas(pull.number)
            seen = examine_pull(pull, shas, options.evidence, options.require_ci, local_builds, options.base_ref)
            run.writer.drop([*seen.migrated, *seen.heads, *seen.builds])
            run.funnel.count("migrated", 1, 1 if seen.examined else 0, seen.migrated)
            if seen.examined:
                _note_examined(run, seen.examined, seen.heads, seen.builds)
                spool.write(seen.examined.model_dump_json().encode() + b"\n")


def _note_examined(run: _Run, examined: Examined, unpushed: list[Drop], unbuilt: list[Drop]) -> None:
    run.funnel.count("heads", examined.heads, examined.pushed_heads, unpushed)
    run.funnel.count("builds", examined.pushed_heads, len(examined.passing), unbuilt)
    run.examined += 1
    run.landed += examined.outcome.landed
    if examined.outcome.landed:
        run.reverted |= set(examined.reverts)
    run.shas |= {head.sha for head in examined.asked_heads}


def _wanted(run: _Run) -> Iterator[Wanted]:
    for examined in run.spooled():
        own = tuple(commit.sha for commit in examined.pull.commits)
        for head in examined.asked_heads:
            yield Wanted(examined.pull.number, head.sha, head.at, own)


def _split(run: _Run, facts: GitFacts, frozen: dict[int, SplitName]) -> tuple[dict[int, SplitName], dict[int, int]]:
    linked = []
    for examined in run.spooled():
        pull = examined.pull
        moved = (examined.outcome.migrated_to,) if examined.outcome.migrated_to else ()
        changes = facts.changes(pull.number, examined.asked_heads).values()
        linked.append(
            Linked(
                number=pull.number,
                closed_at=pull.closed_at or pull.updated_at,
                ties=(*examined.depends_on, *examined.reverts, *moved),
                patch_ids=tuple(sorted({change.patch_id for change in changes if change.patch_id})),
            )
        )
    groups = group_pulls(linked)
    return assign_splits(linked, groups, run.options.split_at, frozen), groups


def _emit(run: _Run, facts: GitFacts, splits: dict[int, SplitName], groups: dict[int, int], screen: Screen) -> None:
    """Rules 5 to 8 for every examined pull request; the rows are written."""
    with screen.progress("labels", run.examined) as ticker:
        for examined in run.spooled():
            number = examined.pull.number
            split, reverted = splits[number], number in run.reverted
            run.writer.add("pull_requests", split, pull_row(examined, reverted, groups[number], split))
            run.writer.add_id(split, f"{examined.pull.repo}#{number}")
            rows = _label(run, examined, facts, split, reverted)
            for row in rows:
                run.writer.add("snapshots", split, row)
            for pair in pair_rows(rows):
                run.writer.add("pairs", split, pair)
            ticker.advance()


def _label(run: _Run, examined: Examined, facts: GitFacts, split: SplitName, reverted: bool) -> list[Snapshot]:
    """The snapshot rows of one pull request, oldest first."""
    passing = {one.head.sha: one for one in examined.passing}
    changes = facts.changes(examined.pull.number, examined.asked_heads)
    builds = {sha: one.built for sha, one in passing.items()}
    heads = [one.head for one in examined.passing]
    labelled, same = label_versions(heads, examined.final.sha, examined.outcome, builds, changes)
    _count(run, examined, "versions", len(labelled), same)
    selected, unselected = select_snapshots(labelled, run.options.selection)
    _count(run, examined, "selection", len(selected), unselected)
    rows: list[Snapshot] = []
    without: list[HeadDrop] = []
    for one in selected:
        sha = one.head.sha
        patch = facts.patch_text(sha, changes[sha])
        if patch.diff is None and run.options.need_diff:
            without.append(HeadDrop(one.head, "no-diff", patch.missing))
        else:
            rows.append(snapshot_row(examined, one, passing[sha], changes[sha], patch, split, reverted))
    _count(run, examined, "diffs", len(rows), without)
    return rows


def _count(run: _Run, examined: Examined, stage: str, went_out: int, dropped: Sequence[HeadDrop]) -> None:
    drops = [head_drop(examined.pull, one.head, stage, one.reason, one.detail) for one in dropped]
    run.writer.drop(drops)
    run.funnel.count(stage, went_out + len(drops), went_out, drops)


def _finish(run: _Run, fresh: Path, indexes: Sequence[SourceIndex], git: str | None, facts: GitFacts) -> None:
    """Writes card, funnel and, last, the manifest.

    Raises:
        Refused: no pull request of the sources was closed by `--until`.
    """
    if not run.examined:
        first = f"the first one was closed on {run.first_closed:%Y-%m-%d}" if run.first_closed else "none was closed"
        raise Refused(f"no pull request of the sources is left for --until {run.options.until}: {first}")
    (fresh / "README.md").write_text(render_card(run.writer.rows), encoding="utf-8")
    steps = [step.model_dump() for step in run.funnel.steps()]
    write_json(fresh / "funnel.json", {"steps": steps, "landed": run.landed})
    inputs: list[dict[str, str | None]] = [
        {"name": index.name, "kind": index.kind, "sha256": index.digest} for index in indexes
    ]
    if git:
        inputs.append({"name": source_name(git), "kind": "repository", "sha256": facts.digest(), "commit": facts.main})
    manifest = {
        "dataset": "mathlibpr",
        "tool": {"name": "curate", "version": __version__},
        "options": run.options.model_dump(mode="json"),
        "versions_told_apart_by": "patch id" if git else "sha",
        "inputs": inputs,
        "newest_record": run.newest_record.isoformat() if run.newest_record else None,
        "versions": {"pyarrow": version("pyarrow"), "git": git_version()},
    }
    write_manifest(fresh, manifest, run.writer.rows)


def _report(run: _Run) -> BuildReport:
    return BuildReport(
        funnel=run.funnel.steps(),
        rows=run.writer.rows,
        unreadable=tuple(run.unreadable),
        cut={kind: tuple(numbers) for kind, numbers in sorted(run.cut.items())},
        landed=run.landed,
        newest_record=run.newest_record,
    )
