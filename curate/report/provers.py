"""The pages over problems and prover runs: what was proved, and one page a problem with every attempt and verdict."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from curate.evals.prove.records import RunFile, read_run
from curate.evals.prove.report import count_samples, render_report, trace_curves
from curate.evals.prove.results import Override, Row, classify_failure, read_overrides, read_rows
from curate.report import plots
from curate.report.blocks import Block, Code, Facts, Fold, Heading, Link, Plot, Table, Text
from curate.schemas.stochbench.folder import find_problems, read_problem, read_statement
from curate.schemas.stochbench.records import Problem

KIND = "problem"
UNITS = {"s": "seconds", "checks": "texts put to Lean", "tokens": "tokens"}


class ProverRun(NamedTuple):
    """One run, judged."""

    name: str
    file: RunFile
    rows: tuple[Row, ...]
    overrides: Mapping[str, Override]


def read_problems(folder: Path) -> dict[str, tuple[Problem, str]]:
    """Record and statement of each problem, by id."""
    return {one.name: (read_problem(one), read_statement(one)) for one in find_problems(folder)}


def read_proofs(folder: Path, problems: Mapping[str, tuple[Problem, str]]) -> ProverRun:
    """A run with its verdicts.

    Raises:
        Refused: it was not judged, or not wholly.
    """
    rows = read_rows(folder, {name: problem for name, (problem, _) in problems.items()})
    return ProverRun(folder.name, read_run(folder), rows, read_overrides(folder))


def build_problems_page(problems: Mapping[str, tuple[Problem, str]]) -> list[Block]:
    """The list of all problems."""
    rows = [
        (Link(one.id, f"{KIND}/{one.id}"), one.title, one.topic, one.representation, one.gift, one.status,
         Link(one.pair, f"{KIND}/{one.pair}") if one.pair in problems and one.pair else one.pair or "")
        for one, _ in problems.values()
    ]  # fmt: skip
    columns = ("id", "title", "topic", "representation", "gift", "status", "pair")
    return [Heading(1, "Problems"), Text(f"{len(rows)} records."), Table("Problems", columns, rows)]


def build_provers_page(runs: Sequence[ProverRun], out: Path) -> list[Block]:
    """The tables of `curate prove report` for each run, with budget curves drawn below `out`."""
    blocks: list[Block] = [Heading(1, "Provers")]
    for place, run in enumerate(runs):
        blocks.append(Heading(2, f"{run.name}: {run.file.prover.name} {run.file.prover.model or ''}".rstrip()))
        blocks += _curve_blocks(run, place, out)
        for table in render_report(run.file, run.rows, run.overrides):
            rows = [[cell if isinstance(cell, int | float) else str(cell) for cell in row] for row in table.rows]
            blocks.append(Table(f"{run.name}: {table.title}", table.columns, rows))
    return blocks


def _curve_blocks(run: ProverRun, place: int, out: Path) -> Iterator[Block]:
    counted = count_samples(run.rows)
    for curve in trace_curves(run.file, counted):
        name = f"proved-{curve.unit}-{place}"
        unit = UNITS[curve.unit]
        proved, censored = sorted(curve.proved.values()), sorted(curve.censored.values())
        plots.write_steps(out, name, run.name, proved, censored, len(counted), unit)
        ended = f"{len(censored)} not proved when a limit ended them, which is marked on the line"
        yield Plot(name, f"Problems proved within so many {unit}: {len(proved)} of {len(counted)} in the end, {ended}.")


def build_problem_pages(
    problems: Mapping[str, tuple[Problem, str]], runs: Sequence[ProverRun]
) -> Iterator[tuple[str, list[Block]]]:
    """Id and blocks of each problem's page."""
    for name, (problem, statement) in problems.items():
        blocks = _record_blocks(problem, statement, problems)
        for run in runs:
            for row in run.rows:
                if row.prediction.problem == name:
                    blocks += _sample_blocks(run, row)
        yield name, blocks


def _record_blocks(problem: Problem, statement: str, problems: Mapping[str, object]) -> list[Block]:
    pair = Link(problem.pair, f"{KIND}/{problem.pair}") if problem.pair in problems and problem.pair else problem.pair
    gift = "not rated" if problem.gift is None else f"{problem.gift}: {problem.gift_reason or ''}"
    blocks: list[Block] = [
        Heading(1, f"{problem.id}: {problem.title}"),
        Facts(
            [
                ("topic", problem.topic),
                ("representation", problem.representation),
                ("gift strength", gift),
                ("pair", pair or "none"),
                ("status", problem.status),
                ("revision", problem.statement_revision),
                ("elaborated in", problem.environment.label),
                ("theorem", problem.theorem),
            ]
        ),
        Heading(2, "In words"),
        Text(problem.informal_statement),
        Code("Statement", statement, "lean"),
    ]
    if problem.hypotheses:
        rows = [(one.name, one.tag, one.reason, one.by) for one in problem.hypotheses]
        blocks.append(Table("Hypotheses", ("name", "gives", "why", "by"), rows))
    if problem.checks:
        checks = [(one.check, one.answer, one.reason or "") for one in problem.checks]
        blocks.append(Table("Checks", ("check", "answer", "why"), checks))
    return blocks


def _sample_blocks(run: ProverRun, row: Row) -> list[Block]:
    one, verdict = row.prediction, row.verdict
    said = "no verdict: judged without a sandbox" if verdict is None else f"{verdict.verdict} {verdict.reason or ''}"
    override = run.overrides.get(one.key)
    failure = classify_failure(row) or "none"
    facts: list[tuple[str, str | int | float]] = [
        ("ended", one.ended),
        ("texts put to Lean", one.checks),
        ("seconds", round(row.times.wall_s, 1)),
        ("verdict", said.strip()),
        ("what the judge said", verdict.detail if verdict and verdict.detail else "nothing more"),
        ("claim", verdict.claim or "none" if verdict else "none"),
        ("rests on", ", ".join(verdict.axioms) or "no axioms" if verdict else "not known"),
        ("failure", failure + (f"; {override.failure} by {override.by}: {override.why}" if override else "")),
    ]
    attempts = [
        (place, attempt.status, attempt.error or "", attempt.text_sha256[:12])
        for place, attempt in enumerate(one.attempts, start=1)
    ]
    blocks: list[Block] = [Heading(2, f"{run.name}, sample {one.sample}"), Facts(facts)]
    if attempts:
        columns = ("attempt", "what Lean said", "error", "text")
        blocks.append(Fold(f"{len(attempts)} attempts", [Table("Attempts", columns, attempts)]))
    if one.text:
        blocks.append(Fold("Text that was handed in", [Code("", one.text, "lean")]))
    return blocks
