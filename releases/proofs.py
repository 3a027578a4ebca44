"""Proofs that the judge accepted, and attempts, as rows beside the problems that they are of."""

from collections.abc import Iterator, Mapping, Sequence

from curate.schemas.published import PublishedAttempt, PublishedProblem, PublishedProof
from curate.schemas.stochbench.runs import Handed, JudgedRun, RunProver
from curate.schemas.stochbench.verdicts import Verdict

RUN_DIGITS = 16
"""Of the digest that names a run."""
Problems = Mapping[tuple[str, int], PublishedProblem]
"""By id and revision."""


def make_proofs(problems: Problems, runs: Sequence[JudgedRun]) -> list[PublishedProof]:
    """What was accepted in a sandbox of published problems, each text once, by problem, revision and text."""
    found: dict[tuple[str, int, str], PublishedProof] = {}
    for run in runs:
        for handed, verdict in run.samples:
            problem = find_problem(problems, verdict)
            if problem is None or verdict.verdict != "accepted" or not verdict.sandbox or handed.text is None:
                continue
            key = (problem.problem_id, problem.revision, verdict.solution_sha256)
            found.setdefault(key, _proof(problem, handed.text, handed.sample, run.prover, verdict))
    return [found[key] for key in sorted(found)]


def make_attempts(problems: Problems, runs: Sequence[JudgedRun]) -> list[PublishedAttempt]:
    """Every sample of published problems, whatever came of it."""
    rows = [
        _attempt(problem, handed, run, verdict)
        for run in runs
        for handed, verdict in run.samples
        if (problem := find_problem(problems, verdict)) is not None
    ]
    return sorted(rows, key=lambda row: (row.problem_id, row.revision, row.run, row.sample))


def find_problem(problems: Problems, verdict: Verdict) -> PublishedProblem | None:
    """The problem that was judged, at the statement that was; None: it is not published."""
    problem = problems.get((verdict.problem, verdict.statement_revision or 0))
    return problem if problem is not None and problem.statement_digest == verdict.statement_digest else None


def _proof(problem: PublishedProblem, text: str, sample: int, prover: RunProver, verdict: Verdict) -> PublishedProof:
    assert verdict.claim is not None  # the judge accepts nothing that claims nothing
    return PublishedProof(
        problem_id=problem.problem_id,
        revision=problem.revision,
        claim=verdict.claim,
        statement=problem.statement,
        proof=text,
        proof_sha256=verdict.solution_sha256,
        prover=prover.name,
        model=prover.model,
        sample=sample,
        axioms=verdict.axioms,
        lean=verdict.environment.label,
        lean_version=verdict.environment.lean_version,
        mathlib_revision=verdict.environment.mathlib_revision,
        judge_version=verdict.judge_version,
        kernels=tuple(one.name for one in verdict.kernels if one.answer == "accepts"),
        sandbox=verdict.sandbox,
        split=problem.split,
    )


def _attempt(problem: PublishedProblem, handed: Handed, run: JudgedRun, verdict: Verdict) -> PublishedAttempt:
    return PublishedAttempt(
        problem_id=problem.problem_id,
        revision=problem.revision,
        run=run.sha256[:RUN_DIGITS],
        sample=handed.sample,
        prover=run.prover.name,
        model=run.prover.model,
        text=handed.text,
        ended=handed.ended,
        checks=handed.checks,
        input_tokens=handed.input_tokens,
        output_tokens=handed.output_tokens,
        claim=verdict.claim,
        verdict=verdict.verdict if verdict.sandbox else "unknown",
        reason=verdict.reason,
        judge_version=verdict.judge_version,
        split=problem.split,
    )


def read_names(runs: Sequence[JudgedRun]) -> Iterator[tuple[str, str]]:
    """Name and digest of each run, for the manifest."""
    for run in runs:
        name = run.prover.name if run.prover.model is None else f"{run.prover.name} {run.prover.model}"
        yield f"{name} {run.sha256[:RUN_DIGITS]}", run.sha256
