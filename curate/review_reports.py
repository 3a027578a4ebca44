"""What the review commands show, as lines and tables."""

from collections.abc import Iterable, Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING

from curate.console import Block, Line, Note, Table

if TYPE_CHECKING:
    from curate.evals.review.bootstrap import Estimate
    from curate.evals.review.planning import Plan
    from curate.evals.review.prompt import Prompt
    from curate.evals.review.report import Report
    from curate.evals.review.running import RunReport
    from curate.evals.review.scoring import PairScores, Scores

LEVEL = {
    "mr_recall": "MR recall", "nmr_recall": "NMR recall", "balanced_accuracy": "BA", "decided_accuracy": "BA decided",
    "coverage": "coverage", "valid": "valid", "valid_at_first": "valid first", "auroc": "AUROC",
    "auroc_half": "AUROC ½", "auroc_worst": "AUROC worst", "brier": "Brier", "calibration_error": "ECE",
    "risk_at_half": "risk@½", "nmr_caught_at_5": "NMR@5%",
}  # fmt: skip
PAIRS = {
    "ties_half": "ties half", "ties_wrong": "ties wrong", "tied": "tied", "accepted_second": "accepted 2nd",
    "accepted_first": "accepted 1st", "both_orders": "both orders", "both_orders_ties_half": "both, ties half",
    "seat_decided": "seat decided", "prefers_first": "prefers 1st",
}  # fmt: skip
AXIS_COLUMNS = (
    "ok", "problem", "uncertain", "git finds", "git clean", "mended", "revised", "kept", "r verdict",
)  # fmt: skip
INTERVALS = ("balanced_accuracy", "auroc", "ties_half", "both_orders")
"""Measures that are shown with their intervals; --json has all of them."""


def render_prompt(prompt: "Prompt") -> Iterator[Block]:
    """The exact text of a prompt, and its sizes."""
    for message in prompt.messages:
        yield Line(f"=== {message.role}: {len(message.content)} characters, {len(message.content.encode())} bytes")
        for line in message.content.split("\n"):
            yield Line(line)
    yield Note(f"{prompt.chars} characters, sha256 {prompt.sha256}, diff {'whole' if prompt.whole else 'cut'}")


def render_plan(plan: "Plan") -> Iterator[Block]:
    """An estimate, one line each."""
    price = "not known; give --price IN,OUT" if plan.usd is None else f"{plan.usd:.2f} US dollars"
    yield Table(
        "Plan",
        ("what", "estimate"),
        [
            ("requests", plan.requests),
            ("input tokens", plan.input_tokens),
            ("output tokens", plan.output_tokens),
            ("price", price),
            ("hours", f"{plan.hours:.1f}"),
            ("prompts with a cut diff", f"{plan.cut:.0%}"),
        ],
    )
    yield Note(f"estimated from {plan.sampled} prompts; nothing was sent")


def render_run(report: "RunReport") -> Iterator[Block]:
    """What a run did."""
    left = report.asked - report.there - report.answered
    yield Table(
        "Run",
        ("questions", "answered before", "answered now", "without an answer"),
        [(report.asked, report.there, report.answered, left)],
    )
    for words, count in report.failed.items():
        yield Note(f"{count} without an answer: {words}")


def render_report(report: "Report") -> Iterator[Block]:
    """All tables of a report."""
    yield _level_table("Level", report.scores)
    if any(one.pairs for one in report.pairs):
        yield _pair_table(report.pairs)
    if report.sliced:
        yield Table(
            "Slices",
            ("reviewer", "slice", "MR", "NMR", *LEVEL.values()),
            [(one.name, name, one.ready, one.other, *_cells(one.measures, LEVEL)) for name, one in report.sliced],
        )
    if report.axes:
        rows = [(name, axis.axis, axis.answers, *map(_number, axis[2:])) for name, axis in report.axes]
        yield Table("Axes", ("reviewer", "axis", "answers", *AXIS_COLUMNS), rows)
    if report.differences:
        yield Table(
            "Differences on the same draws",
            ("first", "second", "BA", "AUROC"),
            [
                (one, other, format_interval(found["balanced_accuracy"]), format_interval(found["auroc"]))
                for one, other, found in report.differences
            ],
        )
    if report.agreements:
        yield Table(
            "Agreement",
            ("one", "other", "snapshots", "same verdict", "kappa", "BA as truth"),
            [
                (one.one, one.other, one.shared, *map(format_interval, (one.same, one.kappa, one.as_truth)))
                for one in report.agreements
            ],
        )
    yield Table(
        "Shortcuts: what presence alone predicts",
        ("field", "MR", "NMR", "AUROC"),
        [(one.field, _number(one.ready), _number(one.other), format_interval(one.auroc)) for one in report.shortcuts],
    )
    yield from (Line(note) for note in report.notes)
    for run in report.runs:
        if run.missing:
            yield Note(f"{run.folder}: {run.missing} questions have no answer and are left out")


def render_scores(scores: Sequence["Scores"], pairs: Sequence["PairScores"]) -> Iterator[Block]:
    """Level and pairs only."""
    yield _level_table("Level", scores)
    if any(one.pairs for one in pairs):
        yield _pair_table(pairs)


def _level_table(title: str, scores: Sequence["Scores"]) -> Table:
    rows = [(one.name, one.ready, one.other, *_cells(one.measures, LEVEL)) for one in scores]
    return Table(title, ("reviewer", "MR", "NMR", *LEVEL.values()), rows)


def _pair_table(pairs: Sequence["PairScores"]) -> Table:
    shown = {name: word for name, word in PAIRS.items() if any(name in one.measures for one in pairs)}
    rows = [(one.name, one.pairs, *_cells(one.measures, shown)) for one in pairs if one.pairs]
    return Table("Pairs", ("reviewer", "pairs", *shown.values()), rows)


def _cells(measures: dict[str, "Estimate"], shown: Iterable[str]) -> list[str]:
    return [
        ""
        if name not in measures
        else format_interval(measures[name])
        if name in INTERVALS
        else _number(measures[name].value)
        for name in shown
    ]


def format_interval(estimate: "Estimate") -> str:
    """A value with its interval."""
    if isnan(estimate.value):
        return "–"
    return f"{_number(estimate.value)} [{_number(estimate.low)}, {_number(estimate.high)}]"


def _number(value: float) -> str:
    return "–" if isnan(value) else f"{value:.3f}"
