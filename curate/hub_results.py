"""A run's value as the result file of its model for the Hub's leaderboards: `.eval_results/<dataset>.yaml`."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from curate.evals.prove.metrics import mean_pass_at
from curate.evals.prove.records import RunFile
from curate.evals.prove.results import Row
from curate.releases.definition import EvaluationTask, find_definition, read_definition
from curate.releases.evaluation import Result, render_evaluation, render_results
from curate.releases.tables import read_rows
from curate.schemas.errors import Refused
from curate.schemas.store.layout import table_path
from curate.schemas.store.manifest import ReleaseManifest, read_manifest

if TYPE_CHECKING:
    from curate.evals.review.report import Report

EVALUATION = "eval.yaml"


def render_review_result(report: "Report", dataset: Path, release: Path, day: date) -> str:
    """The file for the one reviewer of `report`: its balanced accuracy on the release's test snapshots with a patch.

    Raises:
        Refused: the run is of another dataset than the release, asks for more than one verdict a snapshot, or left
            test snapshots out.
    """
    from curate.evals.review import metrics
    from curate.evals.review.baselines import restrict
    from curate.evals.review.dataset import ReviewSet
    from curate.evals.review.report import voters
    from curate.evals.review.truth import read_truth

    manifest, task = read_task(release, "mathlibpr")
    if len(report.runs) != 1 or len(report.runs[0].file.questions.stages) != 1:
        raise Refused("a result file is for one RUN with one --stage: name one that has it")
    run = report.runs[0]
    if run.file.dataset_sha256 != manifest.build_manifest_sha256:
        raise Refused(f"{run.folder} was run on another dataset than the one that {release} was built from")
    reviewers = list(voters(run, read_truth(dataset)))
    wanted = [one.item for one in ReviewSet(dataset).snapshots if one.split == task.split]
    votes = restrict(reviewers[-1], wanted) if reviewers else None  # repeats: the last one unites them
    if votes is None or len(votes.items) != len(wanted):
        there = len(votes.items) if votes else 0
        raise Refused(f"{run.folder} answers {there} of the {len(wanted)} snapshots of {task.split}; ask for all")
    asked = run.file.questions
    notes = f"{len(wanted)} snapshots with a patch, stage {asked.stages[0]}, {asked.mode}, repeats: {asked.repeat}"
    return _render(manifest, task, metrics.balanced_accuracy(votes.label, votes.said), day, notes)


def render_prove_result(run: RunFile, rows: Sequence[Row], release: Path, day: date) -> str:
    """The file for the prover of `run`: pass@1 over the release's active problems; a disproved one is not proved.

    Raises:
        Refused: the run is of other problems or texts than the release's.
    """
    manifest, task = read_task(release, "stochbench")
    table = read_rows(release / table_path(task.config, task.split))
    published = {(row["problem_id"], row["text_sha256"]) for row in table if row["status"] == "active"}
    tried = {(one.problem, one.text_sha256) for one in run.problems}
    if missing := sorted(name for name, _ in published - tried):
        raise Refused(f"the run did not try {missing[0]} as {release} has it ({len(missing)} such)")
    names = {name for name, _ in published}
    proved = {name: [row.proved for row in rows if row.prediction.problem == name] for name in sorted(names)}
    if short := [name for name, samples in proved.items() if len(samples) != run.samples]:
        raise Refused(f"{short[0]} has {len(proved[short[0]])} of {run.samples} samples: run and judge the rest")
    value = mean_pass_at(1, [(len(samples), sum(samples)) for samples in proved.values()]).value
    return _render(manifest, task, value, day, f"pass@1 of {run.samples} samples, prover {run.prover.name}")


def read_task(release: Path, dataset: str) -> tuple[ReleaseManifest, EvaluationTask]:
    """The manifest of a release and the task that its eval.yaml names.

    Raises:
        Refused: it is no release of `dataset`, or its eval.yaml is not what this version would write.
    """
    manifest = read_manifest(release, ReleaseManifest, dataset)
    evaluation = read_definition(find_definition(dataset))[0].evaluation
    written = release / EVALUATION
    if evaluation is None or not written.is_file() or written.read_text() != render_evaluation(
        evaluation, manifest.rows
    ):  # fmt: skip
        raise Refused(f"{release} has no {EVALUATION} with the tasks that this version of curate measures")
    return manifest, evaluation.tasks[0]


def _render(manifest: ReleaseManifest, task: EvaluationTask, value: float, day: date, notes: str) -> str:
    result = Result(
        repo=manifest.repo, version=manifest.version, task=task.id, value=round(value, 6), date=str(day), notes=notes
    )
    return render_results((result,))
