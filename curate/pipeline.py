"""`curate prs`: from the sources to a dataset folder. Runs the stages; decides nothing itself."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from curate import __version__
from curate.console import Screen
from curate.dataset import DatasetWriter, render_card
from curate.examining import examine_sources, wanted_heads
from curate.git_facts import GitFacts, open_git
from curate.labelling import split_pulls, write_rows
from curate.live import LiveOptions, check_token, count_pulls
from curate.run import PrsOptions, Run
from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.rows import SplitName
from curate.schemas.mathlibpr.rules import LABEL_RULES
from curate.schemas.mathlibpr.rules.builds import LocalBuild
from curate.schemas.mathlibpr.rules.funnel import Step
from curate.schemas.store.atomic import replacing
from curate.schemas.store.jsontext import write_json
from curate.schemas.store.layout import FUNNEL
from curate.schemas.store.manifest import FORMAT, BuildManifest, InputName, Tool, read_entries, write_manifest
from curate.schemas.store.replaceable import build_of
from curate.scrapers.archive import Archive
from curate.scrapers.github.tokens import Token
from curate.scrapers.plumbing import git_version
from curate.scrapers.queueboard import SourceIndex, archive_source, source_name
from curate.sources import live_source, look_for_cycles_rarely, queueboard_source
from curate.workspace import Workspace

DATASET = "mathlibpr"


class BuildReport(Record):
    """What a run has to say at its end."""

    funnel: tuple[Step, ...]
    rows: dict[str, dict[str, int]]
    unreadable: tuple[Drop, ...]
    cut: dict[str, tuple[int, ...]]
    """For each kind of list, the PRs of the universe whose list the source cut short."""
    landed: int
    newest_record: datetime | None


def build_dataset(
    options: PrsOptions,
    places: Sequence[str],
    git: str | None,
    workspace: Workspace,
    out: Path,
    screen: Screen,
    frozen: dict[int, SplitName] | None = None,
    local_builds: Sequence[LocalBuild] = (),
    live: LiveOptions | None = None,
    token: Token | None = None,
) -> BuildReport:
    """Builds the dataset at `out`, with what GitHub itself has when `live` says how to ask (`token`: with which).

    Raises:
        Stopped: GitHub makes us wait too long; the same call goes on.
        Refused: a source, the repository or `out` is not what it must be, or nothing is left to write.
        Failed: the workspace is in use or damaged.
    """
    look_for_cycles_rarely()
    with (
        workspace.locked() as scratch,
        replacing(out, build_of(DATASET)) as fresh,
        Archive(workspace.archive) as archive,
        Archive(workspace.patches) as patches,
    ):
        if live and live.ask:
            check_token(live, screen, token)
        indexes = [_ingest(archive, where, workspace, screen) for where in places]
        sources = [queueboard_source(archive, index, options.repo) for index in indexes]
        repository, main = open_git(git, workspace.clones, options.base_ref, screen.note) if git else (None, None)
        if repository is None:
            screen.note("no --git: patches are left out, and versions are told apart by sha")
        if live:
            size = count_pulls(archive, repository, live, screen, token)
            sources.append(live_source(archive, options.repo, size))
        facts = GitFacts(repository, main, patches)
        run = Run(options, scratch / "examined.jsonl", DatasetWriter(fresh))
        examine_sources(run, sources, facts, local_builds, screen)
        with screen.progress("patches") as ticker:
            facts.read(run.shas, lambda: wanted_heads(run), ticker.advance)
        run.reverted |= facts.reverted()
        splits, groups = split_pulls(run, facts, frozen or {})
        write_rows(run, facts, splits, groups, screen)
        run.writer.close()
        inputs = [InputName(name=source.name, kind=source.kind, sha256=source.digest()) for source in sources]
        if git:
            inputs.append(InputName(name=source_name(git), kind="repository", sha256=facts.digest(), commit=main))
        inputs += _named_lists(frozen, local_builds)
        _finish(run, fresh, inputs)
        return _report(run)


def _ingest(archive: Archive, where: str, workspace: Workspace, screen: Screen) -> SourceIndex:
    with screen.progress(f"reading {source_name(where)}") as ticker:
        return archive_source(archive, where, workspace.clones, screen.note, ticker.advance)


def _named_lists(frozen: dict[int, SplitName] | None, local_builds: Sequence[LocalBuild]) -> list[InputName]:
    """The inputs that came as lists of the user's own."""
    lists = {
        "frozen-splits": [f"{number} {split}" for number, split in sorted((frozen or {}).items())],
        "local-builds": sorted(build.model_dump_json() for build in local_builds),
    }
    return [
        InputName(name=kind, kind=kind, sha256=sha256("\n".join(lines).encode()).hexdigest())
        for kind, lines in lists.items()
        if lines
    ]


def _finish(run: Run, fresh: Path, inputs: Sequence[InputName]) -> None:
    """Writes card, funnel and, last, the manifest.

    Raises:
        Refused: no pull request of the sources was closed by `--until`.
    """
    if not run.examined:
        first = f"the first one was closed on {run.first_closed:%Y-%m-%d}" if run.first_closed else "none was closed"
        raise Refused(f"no pull request of the sources is left for --until {run.options.until}: {first}")
    (fresh / "README.md").write_text(render_card(run.writer.rows), encoding="utf-8")
    steps = [step.model_dump() for step in run.funnel.steps()]
    write_json(fresh / FUNNEL, {"steps": steps, "landed": run.landed})
    by_patch = any(one.kind == "repository" for one in inputs)
    manifest = BuildManifest(
        format=FORMAT,
        dataset=DATASET,
        tool=Tool(name="curate", version=__version__),
        options=run.options.model_dump(mode="json"),
        inputs=tuple(inputs),
        files=read_entries(fresh),
        rows=run.writer.rows,
        versions={"pyarrow": version("pyarrow"), **({"git": git_version()} if by_patch else {})},
        label_rules=LABEL_RULES,
        versions_told_apart_by="patch id" if by_patch else "sha",
        newest_record=run.newest_record.isoformat() if run.newest_record else None,
    )
    write_manifest(fresh, manifest)


def _report(run: Run) -> BuildReport:
    return BuildReport(
        funnel=run.funnel.steps(),
        rows=run.writer.rows,
        unreadable=tuple(run.unreadable),
        cut={kind: tuple(numbers) for kind, numbers in sorted(run.cut.items())},
        landed=run.landed,
        newest_record=run.newest_record,
    )
