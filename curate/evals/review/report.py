"""The report on review runs: who was asked, how right they were, beside the baselines and the shortcuts."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from curate.evals.review.agreement import Agreement, agreements
from curate.evals.review.audit import Shortcut, audit_presence
from curate.evals.review.axes import AxisScore, score_axes
from curate.evals.review.baselines import regression_baseline, restrict, simple_baselines
from curate.evals.review.bootstrap import DRAWS, Estimate
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.records import Prediction, RunFile
from curate.evals.review.running import plan_questions, read_predictions, read_run
from curate.evals.review.scoring import (
    PairScores,
    Scores,
    compare_votes,
    score_direct,
    score_points,
    score_votes,
    slices,
)
from curate.evals.review.truth import PairTruth, Truth, read_pairs, read_truth
from curate.evals.review.votes import Vote, Votes, by_item, collect_votes, merge_votes, vote_of, vote_of_axes
from curate.schemas.errors import Missing, Refused, Stopped


class Run(NamedTuple):
    """A run that is read and checked against its dataset."""

    folder: Path
    file: RunFile
    predictions: tuple[Prediction, ...]
    missing: int
    """Questions without an answer."""


class Report(NamedTuple):
    """All that a report shows."""

    runs: list[Run]
    scores: list[Scores]
    sliced: list[tuple[str, Scores]]
    pairs: list[PairScores]
    axes: list[tuple[str, AxisScore]]
    agreements: list[Agreement]
    shortcuts: list[Shortcut]
    differences: list[tuple[str, str, dict[str, Estimate]]]
    notes: list[str]


def load_run(folder: Path, dataset: ReviewSet, partial: bool) -> Run:
    """The run in `folder`, whole unless `partial`.

    Raises:
        Refused: it is of another dataset, or answers what it was not asked.
        Stopped: questions have no answer yet.
    """
    file = read_run(folder)
    if file.dataset_sha256 != dataset.sha256:
        raise Refused(f"{folder} was run on another dataset than {dataset.folder}; name the one that it was run on")
    predictions = read_predictions(folder, file.questions.mode)
    asked = plan_questions(dataset, file.questions)
    if strange := sorted({one.key for one in predictions} - asked.keys()):
        raise Refused(f"{folder} answers {strange[0]}, which is no question of it ({len(strange)} such)")
    missing = len(asked) - len(predictions)
    if missing and not partial:
        raise Stopped(
            f"{missing} of {len(asked)} questions of {folder} have no answer; run curate review run again, or score "
            "what is there with --partial"
        )
    return Run(folder, file, predictions, missing)


def voters(run: Run, truth: Mapping[str, Truth]) -> Iterator[Votes]:
    """The reviewers in a run: one for each stage and repeat, and one that unites the repeats."""
    questions = run.file.questions
    for stage in questions.stages if questions.mode != "pairs" else ():
        here = [one for one in run.predictions if one.stage == stage]
        name = f"{run.folder.name} {run.file.model} stage {stage}" + (" axes" if questions.mode == "axes" else "")
        for repeat in range(1, questions.repeat + 1):
            again = by_item(one for one in here if one.repeat == repeat)
            suffix = f" #{repeat}" if questions.repeat > 1 else ""
            yield collect_votes(name + suffix, (_vote(answers) for answers in again.values()), truth)
        if questions.repeat > 1:
            yield collect_votes(f"{name} merged", (_merged(answers) for answers in by_item(here).values()), truth)


def _vote(answers: Sequence[Prediction]) -> Vote:
    return vote_of_axes(answers) if answers[0].mode == "axes" else vote_of(answers[0])


def _merged(answers: Sequence[Prediction]) -> Vote:
    repeats = sorted({one.repeat for one in answers})
    return merge_votes([_vote([one for one in answers if one.repeat == repeat]) for repeat in repeats])


def make_report(
    folder: Path, runs: Sequence[Path], partial: bool = False, cut_off: date | None = None, draws: int = DRAWS
) -> Report:
    """The report on `runs` of the dataset in `folder`."""
    dataset = ReviewSet(folder)
    truth, pairs = read_truth(folder), read_pairs(folder)
    loaded = [load_run(run, dataset, partial) for run in runs]
    reviewers = [votes for run in loaded for votes in voters(run, truth)]
    items = _items(loaded, reviewers, pairs, dataset)
    baselines, notes = make_baselines(dataset, items, truth)
    report = Report(loaded, [], [], [], [], [], [], [], notes)
    for votes in [*reviewers, *baselines]:
        report.scores.append(score_votes(votes, draws))
        report.pairs.append(score_points(votes.name, votes, pairs, draws))
    for votes in reviewers:
        report.sliced.extend(
            (name, score_votes(part, draws)) for name, part in slices(votes, truth, cut_off).items() if part.items
        )
    for run in loaded:
        _add_run(report, run, dataset, pairs, draws)
    for first, second in pairwise(reviewers):
        report.differences.append((first.name, second.name, compare_votes(first, second, draws)))
    report.agreements.extend(agreements(reviewers, draws))
    report.shortcuts.extend(audit_presence(dataset, items, truth, draws))
    report.notes.extend(shown_nothing(report.scores, {votes.name for votes in baselines}))
    return report


def _add_run(report: Report, run: Run, dataset: ReviewSet, pairs: Mapping[str, PairTruth], draws: int) -> None:
    for stage in run.file.questions.stages:
        here = [one for one in run.predictions if one.stage == stage]
        name = f"{run.folder.name} {run.file.model} stage {stage}"
        if run.file.questions.mode == "pairs":
            report.pairs.append(score_direct(name, here, pairs, draws))
        elif here:
            report.axes.extend((name, score) for score in score_axes(here, dataset, pairs))


def _items(
    runs: Sequence[Run], reviewers: Sequence[Votes], pairs: Mapping[str, PairTruth], dataset: ReviewSet
) -> list[str]:
    """The snapshots that the runs are about; all that can be reviewed where there is no run."""
    if not runs:
        return [one.item for one in dataset.snapshots]
    held = {item for votes in reviewers for item in votes.items}
    for run in runs:
        for one in run.predictions:
            if one.mode == "pairs":
                held |= {pairs[one.item].earlier, pairs[one.item].final}
    return [one.item for one in dataset.snapshots if one.item in held]


def make_baselines(
    dataset: ReviewSet, items: Sequence[str], truth: Mapping[str, Truth]
) -> tuple[list[Votes], list[str]]:
    """The baselines on `items`, and notes on those that can't be made.

    The regression learns from all of the dataset's snapshots with a patch, always from other groups than it judges.
    """
    baselines, notes = simple_baselines(items, truth), list[str]()
    try:
        learned = regression_baseline(dataset, [one.item for one in dataset.snapshots], truth)
        baselines.append(restrict(learned, items))
    except Missing as error:
        notes.append(str(error))
    return baselines, notes


def shown_nothing(scores: Sequence[Scores], baselines: set[str]) -> list[str]:
    """A note for each reviewer whose AUROC is below the best baseline's."""
    best = max((one.measures["auroc"].value for one in scores if one.name in baselines), default=float("nan"))
    return [
        f"{one.name} has shown nothing: AUROC {one.measures['auroc'].value:.3f}, the best baseline has {best:.3f}"
        for one in scores
        if one.name not in baselines and one.measures["auroc"].value < best
    ]
