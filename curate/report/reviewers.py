"""The pages over review runs: the tables of `curate review report` with plots, and one page a snapshot."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from curate import console
from curate.evals.review import metrics
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.questions import question_of
from curate.evals.review.records import Prediction
from curate.evals.review.report import Report, Run, make_report, voters
from curate.evals.review.running import rebuild_prompt
from curate.evals.review.truth import Truth
from curate.evals.review.votes import Votes
from curate.report import plots
from curate.report.blocks import Block, Code, Facts, Fold, Heading, Link, Plot, Table, Text
from curate.review_reports import render_report

KIND = "review"
"""First part of the route of a reviewed snapshot's page; after it comes the snapshot's place in the dataset."""
DRAWS = 200
"""Bootstrap draws of the page; `curate review report` takes 2,000."""
POINTS = 101


def build_reviewers_page(report: Report, truth: Mapping[str, Truth], out: Path) -> list[Block]:
    """Every table of the runs' report, with ROC, calibration and risk over coverage drawn below `out`."""
    blocks: list[Block] = [
        Heading(1, "Reviewers"),
        Text(f"What `curate review report` says of the same runs; intervals from {DRAWS} bootstrap draws."),
    ]
    for block in render_report(report):
        if isinstance(block, console.Table):
            blocks.append(Table(block.title, block.columns, [[_plain(cell) for cell in row] for row in block.rows]))
        else:
            blocks.append(Text(block.text))
    reviewers = [votes for run in report.runs for votes in voters(run, truth)]
    return [*blocks, *_plot_blocks(reviewers, out)] if reviewers else blocks


def _plain(cell: object) -> str | int | float | None:
    return cell if isinstance(cell, str | int | float) or cell is None else str(cell)


def _plot_blocks(reviewers: Sequence[Votes], out: Path) -> Iterator[Block]:
    drawn = (
        ("roc", "ROC", ("merge ready wrongly", "merge ready rightly"), True, trace_roc),
        ("calibration", "Calibration", ("stated probability", "share merge ready"), True, trace_calibration),
        ("risk", "Risk over coverage", ("share decided, most confident first", "share wrong"), False, trace_risk),
    )
    for name, title, axes, diagonal, trace in drawn:
        lines = {votes.name: line for votes in reviewers if len((line := trace(votes))[0]) > 1}
        if lines:
            plots.write_lines(out, name, lines, axes, diagonal)
            yield Heading(2, title)
            yield Plot(name, f"{title} of {', '.join(lines)}; the tables above have the numbers.")


def trace_roc(votes: Votes) -> plots.Line:
    """False and true positive rates at each threshold of `p`."""
    held = ~np.isnan(votes.p)
    label, p = votes.label[held], votes.p[held]
    if not label.any() or label.all():
        return [], []
    thresholds = np.r_[np.inf, np.unique(p)[::-1]]
    rates = [[float((p[label == kind] >= one).mean()) for one in thresholds] for kind in (0, 1)]
    return rates[0], rates[1]


def trace_calibration(votes: Votes) -> plots.Line:
    """Mean `p` and share merge ready of each bin."""
    found = metrics.calibration(votes.label, votes.p)
    return [mean for mean, _, _ in found], [share for _, share, _ in found]


def trace_risk(votes: Votes) -> plots.Line:
    """Risk at each coverage that the reviewer reaches."""
    shares = [place / (POINTS - 1) for place in range(1, POINTS)]
    risks = [(share, metrics.risk_at_coverage(votes.label, votes.said, votes.p, share)) for share in shares]
    known = [(share, risk) for share, risk in risks if risk == risk]
    return [share for share, _ in known], [risk for _, risk in known]


def read_reviews(dataset: Path, runs: Sequence[Path]) -> Report:
    """The report on runs, whether all their questions are answered or not."""
    return make_report(dataset, runs, partial=True, draws=DRAWS)


def build_review_pages(
    dataset: ReviewSet, runs: Sequence[Run], truth: Mapping[str, Truth]
) -> Iterator[tuple[int, str, list[Block]]]:
    """Place, snapshot and blocks of each page, in the order of the dataset: prompts and every answer."""
    answers: dict[str, list[tuple[Run, Prediction]]] = defaultdict(list)
    for run in runs:
        for one in run.predictions:
            items = dataset.versions(one.item) if one.mode == "pairs" else (one.item,)
            for item in items:
                answers[item].append((run, one))
    for place, choosable in enumerate(dataset.snapshots):
        if held := answers.get(choosable.item):
            yield place, choosable.item, _page(dataset, truth[choosable.item], held)


def _page(dataset: ReviewSet, known: Truth, held: Sequence[tuple[Run, Prediction]]) -> list[Block]:
    rows = [(run.folder.name, run.file.model, *_answer_cells(one)) for run, one in held]
    columns = ("run", "model", "stage", "repeat", "asked", "verdict", "p or confidence", "axes", "notes")
    blocks: list[Block] = [
        Heading(1, f"Reviews of {known.item}"),
        Facts(
            [
                ("label", "merge_ready" if known.ready else "not_merge_ready"),
                ("reason", known.reason),
                ("pull request", Link(f"#{known.pull}", f"pr/{known.pull}")),
            ]
        ),
        Table("Answers", columns, rows),
        Heading(2, "Exact prompts"),
    ]
    return [*blocks, *_prompt_blocks(dataset, held), Heading(2, "Answers as they came"), *map(_raw, held)]


def _answer_cells(one: Prediction) -> tuple[str | int | None, ...]:
    asked = one.axis or (f"pair, {one.order}" if one.order else "this version")
    answer = one.answer.model_dump() if one.answer else {}
    axes = ", ".join(f"{name} {said}" for name, said in (answer.get("axes") or {}).items() if said != "ok")
    return (
        one.stage,
        one.repeat,
        asked,
        one.verdict or f"invalid: {one.invalid[-1]}",
        one.percent,
        axes,
        "; ".join(answer.get("notes") or ()),
    )


def _prompt_blocks(dataset: ReviewSet, held: Sequence[tuple[Run, Prediction]]) -> Iterator[Block]:
    """Each prompt once, whoever was sent it; its digest is compared with the one that the run kept."""
    shown = set[str]()
    for run, one in held:
        if one.prompt_sha256 is None or one.prompt_sha256 in shown:
            continue
        shown.add(one.prompt_sha256)
        prompt = rebuild_prompt(dataset, question_of(one), run.file)
        title = f"Stage {one.stage}" + "".join(f", {part}" for part in (one.axis, one.order) if part)
        if prompt.sha256 != one.prompt_sha256:
            yield Text(f"{title}: this version of curate makes another prompt than the one that was sent.")
            continue
        texts = [Code(message.role, message.content, "") for message in prompt.messages]
        yield Fold(f"{title}: {prompt.chars:,} characters, sha256 {prompt.sha256[:12]}", texts)


def _raw(held: tuple[Run, Prediction]) -> Block:
    run, one = held
    texts = [Code(f"Answer {place} ({ask.finish or 'no reason given'})", ask.text, "")
             for place, ask in enumerate(one.asks, start=1)]  # fmt: skip
    return Fold(f"{run.folder.name}: {one.key}", texts)
