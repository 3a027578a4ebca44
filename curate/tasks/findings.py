"""The task of the evidence pass of `prs`: findings of neighbouring changes, from a clone that the worker has."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from curate.prs.evidence import keep_findings, list_wanted, load_findings, make_findings
from curate.schemas.base import Record
from curate.schemas.mathlibpr.evidence.findings import unknown_findings
from curate.schemas.mathlibpr.evidence.measures import Finding
from curate.scrapers.archive import Archive
from curate.scrapers.diffing import Pair
from curate.scrapers.patches import read_patches
from curate.scrapers.repository import make_view
from curate.tasks.profile import own_version
from curate.tasks.run import Engine
from curate.tasks.task import Task

KIND = "find-evidence"
CHANGES = 500
"""Changes in one task: its first tree takes half a minute of CPU, and each change after it a tenth of a second."""
CAP_S = 3600.0


class EvidenceRequest(Record):
    """Changes as (head, base), in the order of their bases; `repository` is a path on the worker."""

    repository: str
    pairs: tuple[tuple[str, str], ...]


class Found(Record):
    """What was found of one change. `kept`: by the change alone, and not for what the clone lacks."""

    head: str
    base: str
    findings: tuple[Finding, ...]
    kept: bool


class EvidenceFound(Record):
    """What was found of all changes of a task."""

    found: tuple[Found, ...]


def find_evidence(request: dict[str, Any]) -> dict[str, Any]:
    """Finds where it is called.

    Raises:
        OSError: the clone is not there; another worker may have it.
    """
    asked = EvidenceRequest.model_validate(request)
    if not Path(asked.repository).is_dir():
        raise FileNotFoundError(f"the clone {asked.repository} is not on this worker")
    pairs = [Pair(*pair) for pair in asked.pairs]
    with TemporaryDirectory(prefix="curate-evidence-") as name:
        folder = Path(name)
        view = make_view(Path(asked.repository), folder / "view")
        with Archive(folder / "patches") as patches, Archive(folder / "store") as store:
            for _ in read_patches(view, pairs, patches, _nothing):
                pass
            unread = make_findings(view, pairs, patches, store, _nothing)
            found = [
                Found(head=pair.head, base=pair.base, findings=held, kept=pair not in unread)
                for pair in pairs
                if (held := unread.get(pair) or load_findings(store, pair)) is not None
            ]
    return EvidenceFound(found=tuple(found)).model_dump(mode="json")


def _nothing(steps: int) -> None:
    """Told of progress that nobody on a worker sees."""


def find_with(engine: Engine, repository: Path) -> Callable[..., dict[Pair, tuple[Finding, ...]]]:
    """What does with `engine` what `make_findings` does here; the clone lies at the same path on each worker."""

    def find(
        view: Path, pairs: Iterable[Pair], patches: Archive, store: Archive, tick: Callable[[int], None]
    ) -> dict[Pair, tuple[Finding, ...]]:
        unread: dict[Pair, tuple[Finding, ...]] = {}
        tasks = {task.digest: task for task in _tasks(repository, list_wanted(view, pairs, store)[0])}
        for outcome in engine.run(tasks.values(), own_version()):
            asked = EvidenceRequest.model_validate_json(tasks[outcome.digest].request)
            if outcome.record is None:
                unread |= {Pair(*pair): unknown_findings(outcome.reason) for pair in asked.pairs}
            else:
                found = EvidenceFound.model_validate(outcome.record).found
                unread |= {Pair(one.head, one.base): one.findings for one in found if not one.kept}
                keep_findings(store, [(Pair(one.head, one.base), one.findings) for one in found if one.kept])
            tick(len(asked.pairs))
        return unread

    return find


def _tasks(repository: Path, pairs: Iterable[Pair]) -> Iterator[Task]:
    ordered = tuple(pairs)
    for start in range(0, len(ordered), CHANGES):
        request = EvidenceRequest(repository=str(repository.resolve()), pairs=ordered[start : start + CHANGES])
        yield Task.of(KIND, request.model_dump(mode="json"), CAP_S)
