"""Whether a dataset that was built before is what the same run would build now."""

from collections.abc import Sequence
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import curate
from curate.prs.options import BuildRequest
from curate.prs.patches import Clone, digest_held
from curate.prs.report import BuildReport
from curate.prs.sources import Source
from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.store.atomic import write_file
from curate.schemas.store.digest import digest_file, digest_text
from curate.schemas.store.jsontext import render_json
from curate.schemas.store.layout import MANIFEST
from curate.schemas.store.manifest import BuildManifest, find_differences, read_manifest
from curate.scrapers.plumbing import git_version

CODE = ("prs", "schemas", "scrapers")
"""Folders below `curate` whose code decides what a dataset holds."""


class PastRun(Record):
    """What the last run into one folder rested on, and what it wrote there."""

    inputs: str
    """See `digest_inputs`."""
    asked: tuple[str, ...]
    """The commits that the repository was asked for."""
    held: str | None
    """See `digest_held`; None: there was no repository."""
    manifest_sha256: str
    report: BuildReport


def digest_inputs(request: BuildRequest, sources: Sequence[Source], clone: Clone | None) -> str:
    """sha256 over all that a dataset depends on but the repository's objects: options, sources, lists and code."""
    parts: list[object] = [
        request.options.model_dump(mode="json"),
        [(source.name, source.kind, source.state) for source in sources],
        sorted(request.frozen.items()),
        [build.model_dump_json() for build in request.local_builds],
        request.git,
        version("pyarrow"),
        (git_version(), _boundary(clone)) if clone else None,
        digest_code(),
    ]
    return digest_text(render_json(parts))


def _boundary(clone: Clone) -> str | None:
    """Where a shallow clone ends: one that was deepened has other merge bases with the same commits asked for."""
    path = clone.repository / "shallow"
    return digest_file(path) if path.is_file() else None


def digest_code() -> str:
    """sha256 over the code that decides what a dataset holds, and the version of what it reads records with."""
    return digest_text(render_json([*map(digest_file, _code_files()), version("pydantic")]))


def _code_files() -> list[Path]:
    root = Path(curate.__file__).parent
    return sorted(path for folder in CODE for path in (root / folder).rglob("*.py"))


def read_past_run(runs: Path, out: Path) -> PastRun | None:
    """The last run into `out`; None when none is known."""
    try:
        return PastRun.model_validate_json(_place(runs, out).read_bytes())
    except (OSError, ValueError):  # none yet, or another version's: the dataset is built again
        return None


def write_past_run(runs: Path, out: Path, run: PastRun) -> None:
    """Keeps `run` as the last one into `out`."""
    write_file(_place(runs, out), run.model_dump_json().encode())


def _place(runs: Path, out: Path) -> Path:
    return runs / f"{sha256(str(out.resolve()).encode()).hexdigest()[:24]}.json"


def find_unchanged(past: PastRun | None, inputs: str, clone: Clone | None, out: Path) -> BuildReport | None:
    """The report of `past` if the dataset at `out` is whole and would be built the same again; None if not."""
    if past is None or past.inputs != inputs:
        return None
    if (digest_held(clone, past.asked) if clone else None) != past.held:
        return None
    try:
        if digest_file(out / MANIFEST) != past.manifest_sha256:
            return None
        if find_differences(out, read_manifest(out, BuildManifest).files):
            return None
    except (OSError, Refused):  # it is no longer there, or no longer what it was
        return None
    return past.report
