"""The problems of a site, of a folder of records or of a StochBench release: what their pages and their runs need."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from curate.schemas.published import PublishedAttempt, PublishedProblem, PublishedProof
from curate.schemas.stochbench.folder import RECORD, find_problems, read_problem, read_statement
from curate.schemas.stochbench.records import Problem
from curate.schemas.store.layout import MANIFEST, table_path
from curate.schemas.store.manifest import ReleaseManifest, check_files, read_any_manifest


class Entry(NamedTuple):
    """One problem as its page shows it, and its record, with which runs are joined."""

    record: Problem | PublishedProblem
    statement: str
    gift: str
    status: str
    revision: int
    lean: str
    hypotheses: tuple[tuple[str, ...], ...]
    """Name, what it gives, why, and who says so."""
    checks: tuple[tuple[str, ...], ...]
    """Check, answer, why."""
    source: str
    proofs: tuple[PublishedProof, ...] = ()
    attempts: tuple[PublishedAttempt, ...] = ()


def read_entries(path: Path) -> dict[str, Entry]:
    """The problems in `path` by id; of a release the last revision of each.

    Raises:
        Refused: a record or a table is damaged.
    """
    if (path / MANIFEST).is_file():
        return _read_release(path)
    return {one.name: _from_record(read_problem(one), read_statement(one)) for one in find_problems(path)}


def name_source(path: Path) -> str:
    """What `path` is called on a page."""
    if not (path / MANIFEST).is_file():
        return "a folder of records"
    manifest = read_any_manifest(path)
    release = manifest.version if isinstance(manifest, ReleaseManifest) else None
    return f"{manifest.dataset} {release}" if release else f"the dataset {manifest.dataset}"


def name_files(path: Path, entries: Mapping[str, Entry]) -> list[Path]:
    """The files that say what the problems in `path` are."""
    return [path / MANIFEST] if (path / MANIFEST).is_file() else [path / name / RECORD for name in entries]


def _from_record(problem: Problem, statement: str) -> Entry:
    source = problem.source
    return Entry(
        problem,
        statement,
        _gift(problem),
        problem.status,
        problem.statement_revision,
        problem.environment.label,
        tuple((one.name, one.tag, one.reason, one.by) for one in problem.hypotheses),
        tuple((one.check, one.answer, one.reason) for one in problem.checks),
        f"{source.author}, {source.work} ({source.year}), {source.locator}",
    )


def _read_release(folder: Path) -> dict[str, Entry]:
    from curate.releases.problems import LATER_COLUMNS, SPLIT  # pyarrow takes long, and folders of records need none
    from curate.releases.tables import read_rows

    manifest = read_any_manifest(folder)
    configs = [config for config in ("problems", "proofs", "attempts") if table_path(config, SPLIT) in manifest.files]
    check_files(folder, manifest.files, [table_path(config, SPLIT) for config in configs])
    rows = {config: list(read_rows(folder / table_path(config, SPLIT))) for config in configs}
    problems = [PublishedProblem.model_validate({**LATER_COLUMNS, **row}) for row in rows["problems"]]
    proofs = [PublishedProof.model_validate(row) for row in rows.get("proofs", ())]
    attempts = [PublishedAttempt.model_validate(row) for row in rows.get("attempts", ())]
    entries = {}
    for one in sorted(problems, key=_key):  # the last revision stays
        entries[one.problem_id] = _from_published(one)._replace(
            proofs=tuple(proof for proof in proofs if _key(proof) == _key(one)),
            attempts=tuple(attempt for attempt in attempts if _key(attempt) == _key(one)),
        )
    return entries


def _key(row: PublishedProblem | PublishedProof | PublishedAttempt) -> tuple[str, int]:
    return row.problem_id, row.revision


def _from_published(problem: PublishedProblem) -> Entry:
    return Entry(
        problem,
        problem.statement,
        _gift(problem),
        problem.status,
        problem.revision,
        problem.lean,
        tuple((one.name, one.tag, one.reason, "") for one in problem.hypotheses),
        tuple((one.name, one.outcome, "") for one in problem.checks),
        problem.source,
    )


def _gift(problem: Problem | PublishedProblem) -> str:
    return "not rated" if problem.gift is None else f"{problem.gift}: {problem.gift_reason or ''}".rstrip(": ")
