"""The pages over problems and prover runs: what was proved, and one page a problem with every attempt and verdict."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from curate.evals.prove.records import RunFile, read_run
from curate.evals.prove.report import count_samples, render_report, trace_curves
from curate.evals.prove.results import Override, Row, classify_failure, read_overrides, read_rows
from curate.report import plots
from curate.report.blocks import Block, Code, Facts, Fold, Heading, Link, Plot, Table, Text
from curate.report.problems import Entry

KIND = "problem"
UNITS = {"s": "seconds", "checks": "texts put to Lean", "tokens": "tokens"}


class ProverRun(NamedTuple):
    """One run, judged."""

    name: str
    file: RunFile
    rows: tuple[Row, ...]
    overrides: Mapping[str, Override]


def read_proofs(folder: Path, problems: Mapping[str, Entry]) -> ProverRun:
    """A run with its verdicts.

    Raises:
        Refused: it was not judged, or not wholly.
    """
    rows = read_rows(folder, {name: entry.record for name, entry in problems.items()})
    return ProverRun(folder.name, read_run(folder), rows, read_overrides(folder))


def build_problems_page(problems: Mapping[str, Entry], source: str) -> list[Block]:
    """The list of all problems, and how many there are of each kind; `source` says what it was read from."""
    rows = [
        (Link(name, f"{KIND}/{name}"), one.record.title, one.record.topic, one.record.representation, one.record.gift,
         one.status, _pair(one, problems))
        for name, one in problems.items()
    ]  # fmt: skip
    columns = ("id", "title", "topic", "representation", "gift", "status", "pair")
    kinds = Counter((one.record.topic, one.record.representation, one.status) for one in problems.values())
    return [
        Heading(1, "Problems"),
        Text(f"{len(rows)} problems of {source}."),
        Table("Problems", columns, rows),
        Table("Kinds", ("topic", "representation", "status", "problems"),
              [(*kind, count) for kind, count in sorted(kinds.items())]),
    ]  # fmt: skip


def _pair(entry: Entry, problems: Mapping[str, Entry]) -> Link | str:
    pair = entry.record.pair
    return Link(pair, f"{KIND}/{pair}") if pair is not None and pair in problems else pair or "none"


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


def build_problem_pages(problems: Mapping[str, Entry], runs: Sequence[ProverRun]) -> Iterator[tuple[str, list[Block]]]:
    """Id and blocks of each problem's page."""
    for name, entry in problems.items():
        blocks = [*_record_blocks(name, entry, problems), *_published_blocks(entry)]
        for run in runs:
            for row in run.rows:
                if row.prediction.problem == name:
                    blocks += _sample_blocks(run, row)
        yield name, blocks


def _record_blocks(name: str, entry: Entry, problems: Mapping[str, Entry]) -> list[Block]:
    record = entry.record
    blocks: list[Block] = [
        Heading(1, f"{name}: {record.title}"),
        Facts(
            [
                ("topic", record.topic),
                ("representation", record.representation),
                ("gift strength", entry.gift),
                ("pair", _pair(entry, problems)),
                ("status", entry.status),
                ("revision", entry.revision),
                ("elaborated in", entry.lean),
                ("theorem", record.theorem),
                ("source", entry.source),
            ]
        ),
        Heading(2, "In words"),
        Text(record.informal_statement),
        Code("Statement", entry.statement, "lean"),
    ]
    if entry.hypotheses:
        blocks.append(Table("Hypotheses", ("name", "gives", "why", "by"), entry.hypotheses))
    if entry.checks:
        blocks.append(Table("Checks", ("check", "answer", "why"), entry.checks))
    return blocks


def _published_blocks(entry: Entry) -> Iterator[Block]:
    """Proofs and attempts that the release itself holds."""
    for one in entry.proofs:
        by = f"{one.prover} {one.model or ''}".rstrip()
        yield Heading(2, f"Accepted {one.claim} by {by}")
        yield Facts(
            [
                ("rests on", ", ".join(one.axioms) or "no axioms"),
                ("kernels", ", ".join(one.kernels) or "none"),
                ("sandbox", ", ".join(one.sandbox)),
                ("judge", f"version {one.judge_version}, {one.lean}"),
            ]
        )
        yield Fold("Whole proof", [Code("", one.proof, "lean")])
    if entry.attempts:
        rows = [
            (tried.run, tried.sample, f"{tried.prover} {tried.model or ''}".rstrip(), tried.ended, tried.checks,
             f"{tried.verdict} {tried.reason or ''}".rstrip())
            for tried in entry.attempts
        ]  # fmt: skip
        yield Heading(2, "Attempts in the release")
        yield Table("Attempts", ("run", "sample", "prover", "ended", "texts put to Lean", "verdict"), rows)
        for tried in entry.attempts:
            if tried.text:
                yield Fold(f"Text of run {tried.run}, sample {tried.sample}", [Code("", tried.text, "lean")])


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
