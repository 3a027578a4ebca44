"""eval.yaml: how models are measured on a release, in the form of the Hub's leaderboards."""

from collections.abc import Mapping

from curate.releases.definition import Evaluation, EvaluationTask
from curate.releases.markup import render_yaml
from curate.schemas.base import Record


def render_evaluation(evaluation: Evaluation, rows: Mapping[str, Mapping[str, int]]) -> str | None:
    """The file, with the tasks whose rows the release holds; None where it holds those of none."""
    tasks = [task for task in evaluation.tasks if task.split in rows.get(task.config, {})]
    if not tasks:
        return None
    return render_yaml(
        {
            "name": evaluation.name,
            "description": evaluation.description,
            "evaluation_framework": evaluation.framework,
            "tasks": [_task(task) for task in tasks],
        }
    )


def _task(task: EvaluationTask) -> dict[str, object]:
    return {
        "id": task.id,
        "config": task.config,
        "split": task.split,
        "metric": task.metric,
        "input": list(task.columns),
        "target": task.target,
    }


class Result(Record):
    """A model's value on one task of a release."""

    repo: str
    version: str
    task: str
    value: float
    date: str
    """YYYY-MM-DD."""
    source_url: str | None = None
    notes: str | None = None
    """How it was measured, where that can differ."""


def render_results(results: tuple[Result, ...]) -> str:
    """`.eval_results/<dataset>.yaml` of a model's repository on the Hub: one entry a task, with the release's tag."""
    return render_yaml([_result(result) for result in results])


def _result(result: Result) -> dict[str, object]:
    dataset = {"id": result.repo, "task_id": result.task, "revision": f"v{result.version}"}
    entry: dict[str, object] = {"dataset": dataset, "value": result.value, "date": result.date}
    if result.source_url:
        entry["source"] = {"url": result.source_url}
    if result.notes:
        entry["notes"] = result.notes
    return entry
