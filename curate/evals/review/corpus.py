"""Public records of AI reviews of Lean pull requests (TauCetiData), as a corpus of its own, apart from human labels.

The verdicts in it are a model's, on one rubric each. Nothing in it is a label, and `score`, `report` and `release`
take no corpus: the records carry no licence, so they are for use on one's own machine.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from curate.evals.review.bootstrap import DRAWS, Draws, Estimate
from curate.evals.review.metrics import mean
from curate.schemas.base import Record, Sha
from curate.schemas.errors import Refused
from curate.schemas.store.atomic import replacing
from curate.schemas.store.jsontext import write_json
from curate.schemas.store.parquet import ParquetWriter

CORPUS = "corpus.json"
MAX_RECORD_BYTES = 4 << 20
Word = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class ReviewRun(Record):
    """One model's verdict on one rubric of one head."""

    run_id: Word
    repo: Word
    pr: int
    head_sha: Sha
    rubric: Word
    provider: Word
    model: Word
    arm: Word
    """`production`, or a shadow run beside it."""
    prompt_policy: Literal["fresh", "reactivation"] | None
    """`reactivation`: earlier reviews of the pull request were shown as well."""
    fidelity: Literal["exact", "reconstructed", "scoreboard-parse"] | None
    started_at: datetime | None
    ai_verdict: Literal["approve", "request_changes", "block"]
    findings: int
    cost_usd: float | None
    rubrics_version: str | None
    diff_sha256: Digest | None
    """Names the diff in the records' `blobs/`."""


class FaultedPair(Record):
    """An earlier head that a model found fault with, and the last head, on which all rubrics approved."""

    repo: Word
    pr: int
    faulted_sha: Sha
    green_sha: Sha
    rubrics: tuple[str, ...]
    """Those that did not approve the earlier head."""
    faulted_diff_sha256: Digest | None
    green_diff_sha256: Digest | None


class _Stored(BaseModel):
    """What is read of a record; other fields may be of any shape."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    form: Literal["tauceti.run/v1"] = Field(alias="schema")
    run_id: Word
    dedupe_key: str
    repo: Word
    pr: int
    head_sha: Sha
    rubric: Word
    provider: Word
    model: Word
    arm: Word
    verdict: Literal["approve", "request_changes", "block", "error"]
    prompt_policy: Literal["fresh", "reactivation"] | None = None
    fidelity: Literal["exact", "reconstructed", "scoreboard-parse"] | None = None
    started_at: datetime | None = None
    findings: list[object] | None = None
    cost_usd: float | None = None
    rubrics_version: str | None = None
    diff_sha256: Digest | None = None


class ModelAgreement(NamedTuple):
    """How often two models agree, on the heads that both judged, whether a rubric is met."""

    rubric: str
    cases: int
    same: Estimate


class Corpus(NamedTuple):
    """What was read."""

    files: int
    dropped: dict[str, int]
    runs: int
    pulls: int
    heads: int
    pairs: int
    pairs_with_diffs: int
    verdicts: dict[str, dict[str, int]]
    """By rubric."""
    agreements: list[ModelAgreement]


def import_tauceti(source: Path, out: Path, tick: Callable[[int], None], draws: int = DRAWS) -> Corpus:
    """Reads the records under `source`, a checkout of TauCetiData, and writes the corpus to `out`.

    Raises:
        Refused: there are no records, or `out` exists.
    """
    dropped: Counter[str] = Counter()
    read = list(_read_runs(source, dropped, tick))
    runs = sorted(_distinct(read, dropped), key=lambda one: one.run_id)
    if not runs:
        raise Refused(
            f"{source} holds no records/runs/<pr>/<id>.json of tauceti.run/v1; name a checkout of TauCetiData"
        )
    pairs = list(find_pairs(runs))
    files = len(read) + dropped["unreadable"] + dropped["error"]
    corpus = Corpus(
        files=files,
        dropped=dict(dropped),
        runs=len(runs),
        pulls=len({(one.repo, one.pr) for one in runs}),
        heads=len({one.head_sha for one in runs}),
        pairs=len(pairs),
        pairs_with_diffs=sum(None not in (one.faulted_diff_sha256, one.green_diff_sha256) for one in pairs),
        verdicts=_verdicts(runs),
        agreements=model_agreements(runs, draws),
    )
    with replacing(out) as folder:
        _write_table(folder / "runs.parquet", ReviewRun, runs)
        _write_table(folder / "pairs.parquet", FaultedPair, pairs)
        said = "verdicts of language models, no labels; for use on one's own machine, not to be published"
        write_json(folder / CORPUS, {"kind": "review-corpus", "format": 1, "holds": said, **_plain(corpus)})
    return corpus


def _read_runs(source: Path, dropped: Counter[str], tick: Callable[[int], None]) -> Iterator[tuple[str, ReviewRun]]:
    """Every verdict with the key by which the same run is told when it was stored twice."""
    for path in sorted((source / "records" / "runs").glob("*/*.json")):
        tick(1)
        try:
            if path.is_symlink() or path.stat().st_size > MAX_RECORD_BYTES:
                raise ValueError("no plain file of a record's size")
            stored = _Stored.model_validate_json(path.read_bytes())
        except (OSError, ValueError, ValidationError):
            dropped["unreadable"] += 1
            continue
        if stored.verdict == "error":
            dropped["error"] += 1
            continue
        fields = stored.model_dump(exclude={"form", "dedupe_key", "verdict", "findings"})
        findings = len(stored.findings or ())
        yield stored.dedupe_key, ReviewRun(**fields, ai_verdict=stored.verdict, findings=findings)


def _distinct(read: Iterable[tuple[str, ReviewRun]], dropped: Counter[str]) -> list[ReviewRun]:
    """One record for each run: an exact one before a reconstructed one, else the first."""
    held: dict[str, ReviewRun] = {}
    for key, run in read:
        if key in held:
            dropped["duplicate"] += 1
        if key not in held or (run.fidelity == "exact" and held[key].fidelity != "exact"):
            held[key] = run
    return list(held.values())


def find_pairs(runs: Sequence[ReviewRun]) -> Iterator[FaultedPair]:
    """The pairs of each pull request whose last head is green, by production runs; the latest verdict counts."""
    by_pull: defaultdict[tuple[str, int], list[ReviewRun]] = defaultdict(list)
    for run in runs:
        if run.arm == "production" and run.started_at is not None:
            by_pull[run.repo, run.pr].append(run)
    for (repo, pr), held in sorted(by_pull.items()):
        heads: dict[str, dict[str, ReviewRun]] = {}
        for run in sorted(held, key=lambda one: (str(one.started_at), one.run_id)):
            heads.setdefault(run.head_sha, {})[run.rubric] = run
        *earlier, last = heads
        if _faults(heads[last]):
            continue
        for head in earlier:
            if faults := _faults(heads[head]):
                yield FaultedPair(
                    repo=repo,
                    pr=pr,
                    faulted_sha=head,
                    green_sha=last,
                    rubrics=faults,
                    faulted_diff_sha256=_diff(heads[head]),
                    green_diff_sha256=_diff(heads[last]),
                )


def _faults(by_rubric: Mapping[str, ReviewRun]) -> tuple[str, ...]:
    return tuple(sorted(rubric for rubric, run in by_rubric.items() if run.ai_verdict != "approve"))


def _diff(by_rubric: Mapping[str, ReviewRun]) -> str | None:
    return next((run.diff_sha256 for run in by_rubric.values() if run.diff_sha256), None)


def model_agreements(runs: Sequence[ReviewRun], draws: int) -> list[ModelAgreement]:
    """Agreement of every two models on whether to approve, by rubric and over all; pull requests are drawn whole."""
    by_case: defaultdict[tuple[str, str], dict[str, ReviewRun]] = defaultdict(dict)
    for run in runs:
        by_case[run.head_sha, run.rubric].setdefault(run.model, run)
    rows = [
        (rubric, one.pr, _approves(one) == _approves(other))
        for (_, rubric), held in sorted(by_case.items())
        for one, other in combinations([held[name] for name in sorted(held)], 2)
    ]
    named = sorted({rubric for rubric, _, _ in rows})
    return [_agreement(name, [row for row in rows if name in ("all", row[0])], draws) for name in [*named, "all"]]


def _approves(run: ReviewRun) -> bool:
    return run.ai_verdict == "approve"


def _agreement(name: str, rows: Sequence[tuple[str, int, bool]], draws: int) -> ModelAgreement:
    same = np.array([agreed for _, _, agreed in rows], dtype=np.float64)
    found = Draws([pull for _, pull, _ in rows], draws).estimate(lambda places: {"same": mean(same[places])})
    return ModelAgreement(name, len(rows), found["same"])


def _verdicts(runs: Sequence[ReviewRun]) -> dict[str, dict[str, int]]:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for run in runs:
        counts[run.rubric][run.ai_verdict] += 1
    return {rubric: dict(sorted(count.items())) for rubric, count in sorted(counts.items())}


def _write_table(path: Path, record: type[Record], rows: Iterable[Record]) -> None:
    with ParquetWriter(path, record) as writer:
        for row in rows:
            writer.add(row)


def _plain(corpus: Corpus) -> dict[str, object]:
    from curate.evals.review.plain import plain_value

    value: dict[str, object] = plain_value(corpus)
    return value
