"""Rule 4: whether a head builds, and why we hold that."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Literal

from curate.schemas.base import Record
from curate.schemas.mathlibpr.pulls import CheckRow, PullRequest
from curate.schemas.mathlibpr.rows import Diagnostic, EvidenceClass, EvidenceRow
from curate.schemas.mathlibpr.rules.checks import Judged, Verdict, latest_verdict, of_jobs
from curate.schemas.mathlibpr.rules.facts import (
    AUTO_MERGE,
    AWAITING_CI_LABEL,
    BORS_LOGINS,
    BORS_MERGED,
    BUILD_JOB,
    CI_BOT_LOGINS,
    CODE_JOBS,
    LINT_JOB,
    era_at,
)
from curate.schemas.mathlibpr.rules.heads import Head
from curate.schemas.mathlibpr.rules.landed import Outcome

EVIDENCE_CLASSES: tuple[EvidenceClass, ...] = (
    "checks", "awaiting_ci_removed", "auto_merge_comment", "bors_success", "local_build",
)  # fmt: skip
"""Strongest first."""
LOCAL = "local"
"""Source of evidence that somebody built themselves."""
_KNOWN: dict[Verdict, Literal["pass", "fail"]] = {"pass": "pass", "fail": "fail"}


class LocalBuild(Record):
    """A build that somebody ran themselves on one commit."""

    sha: str
    passed: bool
    at: datetime
    tool: str


class Built(Record):
    """What is held of one head's build."""

    verdict: Verdict
    evidence_class: EvidenceClass | None
    evidence: tuple[EvidenceRow, ...]
    flapped: bool
    """Rows of the same job disagree."""
    detail: str


def judge_job(rows: Iterable[CheckRow], jobs: frozenset[str]) -> Judged[CheckRow]:
    """What the check runs of one of `jobs` say."""
    return latest_verdict(of_jobs((row for row in rows if row.kind == "check_run"), jobs))


def judge_checks(head: Head, read_at: datetime | None, require_ci: bool) -> Built:
    """What the check rows say of `head`; with `require_ci` the lint job and the era's closing job must pass too."""
    rows = head.checks
    if rows is None:
        return Built(verdict="none", evidence_class=None, evidence=(), flapped=False, detail="no check rows")
    build = judge_job(rows, frozenset({BUILD_JOB}))
    verdict, deciding = build.verdict, list(build.rows)
    detail = f"latest {BUILD_JOB} row: {build.latest.conclusion}" if build.latest else _without_verdict(build)
    if require_ci and verdict == "pass":
        closing = era_at(head.at).closing_jobs if head.at else frozenset()
        for jobs in (frozenset({LINT_JOB}), closing):
            other = judge_job(rows, jobs)
            if other.verdict != "pass":
                verdict = "unknown" if other.verdict == "none" else other.verdict
                detail = f"{BUILD_JOB} passed, but {' or '.join(sorted(jobs)) or 'the closing job'}: {other.verdict}"
                break
            deciding += other.rows
    return Built(
        verdict=verdict,
        evidence_class="checks" if verdict == "pass" else None,
        evidence=tuple(_evidence(row, read_at) for row in deciding),
        flapped=build.flapped,
        detail=detail,
    )


def _without_verdict(build: Judged[CheckRow]) -> str:
    return f"only {BUILD_JOB} rows without a verdict" if build.rows else f"no {BUILD_JOB} row with a verdict"


def _evidence(row: CheckRow, read_at: datetime | None) -> EvidenceRow:
    return EvidenceRow(
        source="+".join(row.sources),
        id=row.id,
        name=row.name,
        workflow=row.workflow,
        conclusion=row.conclusion,
        observed_at=row.completed_at or read_at,
        completed_at=row.completed_at,
        run=row.run,
        job=row.job,
        details_url=row.details_url,
    )


def judge_builds(
    pull: PullRequest,
    heads: Sequence[Head],
    outcome: Outcome,
    allowed: Sequence[EvidenceClass],
    require_ci: bool = False,
    local_builds: Sequence[LocalBuild] = (),
) -> dict[str, Built]:
    """What is held of each pushed head's build, by sha.

    The strongest class of `allowed` that says anything decides. A weaker one never overrules a failed check, and only
    speaks where the checks give no verdict.
    """
    weaker: dict[EvidenceClass, Callable[[], dict[str, EvidenceRow]]] = {
        "awaiting_ci_removed": lambda: _awaiting_ci(pull, heads),
        "auto_merge_comment": lambda: _auto_merge(pull, heads),
        "bors_success": lambda: _bors_success(pull, outcome),
    }
    said = {kind: weaker[kind]() for kind in EVIDENCE_CLASSES if kind in allowed and kind in weaker}
    runs = {build.sha: build for build in local_builds}
    judged: dict[str, Built] = {}
    for head in heads:
        if not head.pushed:
            continue
        built = judge_checks(head, pull.fetched_at, require_ci)
        if "checks" not in allowed and built.verdict == "pass":
            built = built.model_copy(
                update={"verdict": "none", "evidence_class": None, "detail": "checks not asked for"}
            )
        if built.verdict in ("none", "unknown"):
            built = _weaker_build(head.sha, built, said)
        if built.verdict in ("none", "unknown") and "local_build" in allowed and head.sha in runs:
            built = _local_build(runs[head.sha])
        judged[head.sha] = built
    return judged


def _weaker_build(sha: str, built: Built, said: dict[EvidenceClass, dict[str, EvidenceRow]]) -> Built:
    for kind, rows in said.items():
        if sha in rows:
            detail = f"{kind.replace('_', ' ')}; {built.detail}"
            return Built(verdict="pass", evidence_class=kind, evidence=(rows[sha],), flapped=False, detail=detail)
    return built


def _local_build(build: LocalBuild) -> Built:
    word = "SUCCESS" if build.passed else "FAILURE"
    row = EvidenceRow(source=LOCAL, id=None, name=build.tool, conclusion=word, observed_at=build.at, details_url=None)
    return Built(
        verdict="pass" if build.passed else "fail",
        evidence_class="local_build" if build.passed else None,
        evidence=(row,),
        flapped=False,
        detail=f"local build: {word}",
    )


def _head_at(heads: Sequence[Head], at: datetime) -> str | None:
    """The newest pushed head whose time is known and not after `at`."""
    tips = [head for head in heads if head.pushed and head.at is not None and head.at <= at]
    return tips[-1].sha if tips else None


def _awaiting_ci(pull: PullRequest, heads: Sequence[Head]) -> dict[str, EvidenceRow]:
    """Heads at which a bot took the label `awaiting-CI` off: only the job that ends a green run does."""
    found: dict[str, EvidenceRow] = {}
    for event in pull.events:
        if event.kind == "unlabeled" and event.label == AWAITING_CI_LABEL and event.actor in CI_BOT_LOGINS and event.at:
            sha = _head_at(heads, event.at)
            if sha:
                found[sha] = EvidenceRow(
                    source="timeline", id=None, name=f"unlabeled {AWAITING_CI_LABEL}", conclusion=None,
                    observed_at=event.at, details_url=None,
                )  # fmt: skip
    return found


def _auto_merge(pull: PullRequest, heads: Sequence[Head]) -> dict[str, EvidenceRow]:
    """Heads at which a bot wrote that it sends the PR to bors since CI is done."""
    found: dict[str, EvidenceRow] = {}
    for comment in pull.comments:
        if comment.author in CI_BOT_LOGINS and comment.body.startswith(AUTO_MERGE):
            sha = _head_at(heads, comment.at)
            if sha:
                found[sha] = EvidenceRow(
                    source="comment", id=comment.id, name="auto-merge-after-CI", conclusion=None,
                    observed_at=comment.at, details_url=None,
                )  # fmt: skip
    return found


def _bors_success(pull: PullRequest, outcome: Outcome) -> dict[str, EvidenceRow]:
    """The accepted head of a PR whose batch bors built: it says that master with the PR merged into it builds."""
    if not outcome.landed:
        return {}
    for comment in pull.comments:
        if comment.author in BORS_LOGINS and BORS_MERGED.match(comment.body):
            row = EvidenceRow(
                source="comment", id=comment.id, name="bors: Build succeeded", conclusion="SUCCESS",
                observed_at=comment.at, details_url=None,
            )  # fmt: skip
            return {pull.head_sha: row}
    return {}


def read_diagnostics(head: Head) -> tuple[Diagnostic, ...]:
    """What each check on the code itself says, by name: always the same list, for a row's absence tells the label."""
    return tuple(
        Diagnostic(name=job, verdict=_KNOWN.get(judge_job(head.checks or (), frozenset({job})).verdict, "not known"))
        for job in CODE_JOBS
    )


def drop_reason(built: Built, head: Head) -> str:
    """Why a pushed head without build evidence is left out."""
    if head.checks is None and built.verdict == "none":
        return "no-check-rows"
    return {"fail": "build-failed", "unknown": "build-unknown", "none": "no-verdict"}[built.verdict]
