"""The report of a prover run: what was proved, with intervals; what was not, and why; what it cost. Pure."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from curate.evals.prove.metrics import Interval, mcnemar, mean_pass_at, solved_curve, wilson
from curate.evals.prove.records import RunFile
from curate.evals.prove.results import Override, Row, classify_failure
from curate.schemas.stochbench.records import Problem, standing_closed

WALL_POINTS = (10.0, 30.0, 60.0, 120.0, 300.0, 900.0)
CHECK_POINTS = (1.0, 10.0, 100.0, 300.0, 1000.0, 3000.0)
TOKEN_POINTS = (1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6)
LIMITS = ("cap", "checks", "tokens")
"""How a sample ends that a limit stopped: what it would have proved later is not known."""


class Table(NamedTuple):
    """One table of a report."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


def render_report(run: RunFile, rows: Sequence[Row], overrides: Mapping[str, Override]) -> tuple[Table, ...]:
    """All tables of a run."""
    disproved = {row.prediction.problem for row in rows if row.disproved}
    counted = count_samples(rows)
    return (
        _overall(run, rows, counted, disproved),
        _by_kind(counted),
        _pairs(counted),
        _failures(rows, overrides),
        _curves(run, counted),
        _by_drift(counted),
    )


def count_samples(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The samples of each problem that nobody disproved."""
    by_problem: dict[str, list[Row]] = {}
    for row in rows:
        by_problem.setdefault(row.prediction.problem, []).append(row)
    return {name: samples for name, samples in by_problem.items() if not any(row.disproved for row in samples)}


def _overall(run: RunFile, rows: Sequence[Row], counted: Mapping[str, Sequence[Row]], disproved: set[str]) -> Table:
    solved = sum(any(row.proved for row in samples) for samples in counted.values())
    lines: list[tuple[object, ...]] = [
        ("problems", len(run.problems), ""),
        ("disproved, left out below", len(disproved), ""),
        ("proved by any sample", solved, show(wilson(solved, len(counted)))),
    ]
    counts = [(len(samples), sum(row.proved for row in samples)) for samples in counted.values()]
    for k in range(1, run.samples + 1):
        lines.append((f"pass@{k}", "", show(mean_pass_at(k, counts))))
    unknown = Counter(row.verdict.reason if row.verdict else "no sandbox" for row in rows if row.is_unknown)
    lines += [(f"unknown, counted as not proved: {reason}", count, "") for reason, count in sorted(unknown.items())]
    costs = [row.prediction.cost for row in rows]
    known = [cost for cost in costs if cost is not None]
    lines.append(("cost in US dollars", f"{sum(known):.2f}" if len(known) == len(costs) else "unknown", ""))
    lines.append(("hours of proving", f"{sum(row.times.wall_s for row in rows) / 3600:.2f}", ""))
    for step, words in (
        ("build", "seconds of building a proof, mean"),
        ("kernel", "seconds of its kernel check, mean"),
    ):
        taken = [
            row.verdict.steps_s[step] for row in rows if row.proved and row.verdict and step in row.verdict.steps_s
        ]
        lines.append((words, f"{sum(taken) / len(taken):.2f}" if taken else "unknown", ""))
    judged = [row.verdict.wall_s for row in rows if row.verdict is not None]
    lines.append(("seconds of judging, mean", f"{sum(judged) / len(judged):.2f}" if judged else "unknown", ""))
    return Table("overall", ("what", "number", "share [95 % interval]"), tuple(lines))


def _by_kind(counted: Mapping[str, Sequence[Row]]) -> Table:
    groups: dict[tuple[str, str, str], list[bool]] = {}
    for samples in counted.values():
        problem = samples[0].problem
        gift = "–" if problem.gift is None else str(problem.gift)
        groups.setdefault((problem.topic, problem.representation, gift), []).append(any(row.proved for row in samples))
    lines = tuple(
        (*key, len(found), sum(found), show(wilson(sum(found), len(found)))) for key, found in sorted(groups.items())
    )
    columns = ("topic", "representation", "gift", "problems", "proved", "share [95 % interval]")
    return Table("by topic, representation and gift strength", columns, lines)


def _by_drift(counted: Mapping[str, Sequence[Row]]) -> Table:
    """Problems that a library has come to close by one tactic apart from the others."""
    groups: dict[str, list[bool]] = {}
    for samples in counted.values():
        problem = samples[0].problem
        closed = standing_closed(problem) if isinstance(problem, Problem) else ()  # a release does not say
        words = (
            f"closes by {closed[0].tactic} since {closed[0].library}" if closed else "not known to close by one tactic"
        )
        groups.setdefault(words, []).append(any(row.proved for row in samples))
    lines = tuple(
        (key, len(found), sum(found), show(wilson(sum(found), len(found)))) for key, found in sorted(groups.items())
    )
    return Table(
        "by what a library closes by itself", ("library", "problems", "proved", "share [95 % interval]"), lines
    )


def _pairs(counted: Mapping[str, Sequence[Row]]) -> Table:
    """Facts that are stated twice. Only pairs of which both are counted."""
    table = Counter(
        (any(row.proved for row in counted[name]), any(row.proved for row in counted[twin]))
        for name, twin in find_pairs(counted)
    )
    cells = [("both", True, True), ("literal only", True, False), ("abstract only", False, True)]
    lines = [(what, table[(one, other)]) for what, one, other in (*cells, ("neither", False, False))]
    p = mcnemar(table[(True, False)], table[(False, True)])
    return Table(
        "literal and abstract statements of the same fact",
        ("proved", "pairs"),
        (*lines, ("exact McNemar p", f"{p:.4f}")),
    )


def find_pairs(counted: Mapping[str, Sequence[Row]]) -> Iterator[tuple[str, str]]:
    """Names of the literal and the abstract statement of each pair."""
    for name, samples in counted.items():
        problem = samples[0].problem
        if problem.representation == "literal" and problem.pair is not None and problem.pair in counted:
            yield name, problem.pair


def _failures(rows: Sequence[Row], overrides: Mapping[str, Override]) -> Table:
    """By the rule, and where a person said otherwise, by that: both are shown."""
    by_rule = Counter[str]()
    by_person = Counter[str]()
    for row in rows:
        failure = classify_failure(row)
        if failure is not None:
            by_rule[failure] += 1
            override = overrides.get(row.prediction.key)
            by_person[override.failure if override else failure] += 1
    lines = tuple((name, by_rule[name], by_person[name]) for name in sorted({*by_rule, *by_person}))
    return Table("samples that failed", ("class", "by rule", "with overrides"), lines)


class Curve(NamedTuple):
    """What problems took, by one measure: those that were proved, and those that a limit ended before they were."""

    unit: str
    proved: dict[str, float]
    """Problem -> what its cheapest proof took."""
    censored: dict[str, float]
    """Problem -> what the first of its samples that a limit ended had taken by then."""
    limit: float
    """What a sample may take."""
    points: tuple[float, ...]


def trace_curves(run: RunFile, counted: Mapping[str, Sequence[Row]]) -> tuple[Curve, ...]:
    """Proofs against seconds, checks and, where a model was asked, tokens."""
    measures: tuple[tuple[str, Callable[[Row], float], float, tuple[float, ...]], ...] = (
        ("s", lambda row: row.times.wall_s, run.cap_s, WALL_POINTS),
        ("checks", lambda row: float(row.prediction.checks), float(run.prover.max_checks), CHECK_POINTS),
        ("tokens", _tokens, float(run.prover.max_tokens), TOKEN_POINTS),
    )
    if not any(_tokens(row) for samples in counted.values() for row in samples):
        measures = measures[:2]
    return tuple(_trace(counted, *measure) for measure in measures)


def _tokens(row: Row) -> float:
    return float(row.prediction.input_tokens + row.prediction.output_tokens)


def _trace(
    counted: Mapping[str, Sequence[Row]],
    unit: str,
    take: Callable[[Row], float],
    limit: float,
    points: tuple[float, ...],
) -> Curve:
    proved, censored = dict[str, float](), dict[str, float]()
    for name, samples in counted.items():
        good = [take(row) for row in samples if row.proved]
        stopped = [take(row) for row in samples if row.prediction.ended in LIMITS]
        if good:
            proved[name] = min(good)
        elif stopped:
            censored[name] = min(stopped)
    return Curve(unit, proved, censored, limit, (*(point for point in points if point < limit), limit))


def _curves(run: RunFile, counted: Mapping[str, Sequence[Row]]) -> Table:
    """Problems proved within a limit. What a limit ended before it might have been proved later: censored."""
    curves = trace_curves(run, counted)
    lines: list[tuple[object, ...]] = []
    for curve in curves:
        counts = zip(
            curve.points,
            solved_curve(curve.proved, curve.points),
            solved_curve(curve.censored, curve.points),
            strict=True,
        )
        lines += [(f"{point:g} {curve.unit}", proved, censored) for point, proved, censored in counts]
    lines.append(("in the end", len(curves[0].proved), len(curves[0].censored)))
    return Table("problems proved within", ("limit", "proved", "ended by a limit before it (censored)"), tuple(lines))


def compare_runs(first: Sequence[Row], second: Sequence[Row]) -> Table:
    """Problems that one of two runs proved and the other did not."""
    proved = [{row.prediction.problem for row in rows if row.proved} for rows in (first, second)]
    both = {row.prediction.problem for row in first} & {row.prediction.problem for row in second}
    one, other = ((proved[place] - proved[1 - place]) & both for place in (0, 1))
    lines = (
        ("problems of both", len(both)),
        ("proved by this run alone", ", ".join(sorted(one)) or "none"),
        ("proved by the other alone", ", ".join(sorted(other)) or "none"),
        ("exact McNemar p", f"{mcnemar(len(one), len(other)):.4f}"),
    )
    return Table("against the other run", ("what", "which"), lines)


def show(interval: Interval) -> str:
    """Such as `33.3 % [17.9, 53.3]`; `–` of nothing."""
    if interval.value != interval.value:
        return "–"
    return f"{100 * interval.value:.1f} % [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
