"""Review runs as a dataset that `curate release` takes: what was asked and what was answered, without any label."""

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from curate.evals.review.answer import Review
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.records import PREDICTIONS
from curate.evals.review.report import Run, load_run
from curate.evals.review.running import plan_questions, rebuild_prompt
from curate.schemas.base import Record
from curate.schemas.distribution import installed_version
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import SPLITS
from curate.schemas.published import PublishedAnswer, PublishedPrompt, ReviewedAxis
from curate.schemas.store.atomic import replacing
from curate.schemas.store.digest import digest_file
from curate.schemas.store.jsontext import write_json
from curate.schemas.store.layout import FUNNEL, table_path, write_split_ids
from curate.schemas.store.manifest import FORMAT, BuildManifest, InputName, Tool, read_entries, write_manifest
from curate.schemas.store.parquet import write_parquet

DATASET = "mathlibpr-reviews"
Row = PublishedAnswer | PublishedPrompt
DOUBTFUL_STAGE = 3
"""Its prompts hold the words of pull requests, which belong to their authors."""


def publish_runs(folder: Path, runs: Sequence[Path], out: Path) -> dict[str, int]:
    """Writes `runs` on the dataset in `folder` to `out`, as a built dataset; its rows by config.

    Raises:
        Refused: a run is of another dataset, two have one name, or `out` exists.
        Stopped: a run has questions without an answer.
    """
    dataset = ReviewSet(folder)
    loaded = [load_run(run, dataset, partial=False) for run in runs]
    if len({run.folder.resolve().name for run in loaded}) != len(loaded):
        raise Refused("two runs have the same name; rename one of their folders")
    answers = [row for run in loaded for row in list_answers(run, dataset)]
    prompts = {(row.item, row.prompt_sha256): row for run in loaded for row in list_prompts(run, dataset)}
    tables: dict[str, Sequence[Row]] = {
        "answers": answers,
        "prompts": [*prompts.values()],
    }
    with replacing(out) as fresh:
        rows = {config: _write_table(fresh, config, held) for config, held in tables.items() if held}
        units: dict[str, set[str]] = {}
        for row in answers:
            units.setdefault(row.split, set()).add(f"{row.repo}#{row.pr_number}")
        write_split_ids(fresh, {split: sorted(held) for split, held in units.items()})
        step = {"stage": "answers", "unit": "answer", "came_in": len(answers), "went_out": len(answers), "dropped": {}}
        write_json(fresh / FUNNEL, {"steps": [step]})
        _write_manifest(fresh, dataset, loaded, rows)
    return {config: sum(splits.values()) for config, splits in rows.items()}


def list_answers(run: Run, dataset: ReviewSet) -> Iterator[PublishedAnswer]:
    """The rows of the config `answers`."""
    name = run.folder.resolve().name
    for one in run.predictions:
        repo, number, split = dataset.home(one.item)
        yield PublishedAnswer(
            run=name,
            key=one.key,
            item=one.item,
            repo=repo,
            pr_number=number,
            model=run.file.model,
            served=next((ask.served for ask in one.asks), None),
            prompt_sha256=one.prompt_sha256,
            prompt_version=run.file.prompt_version,
            mode=one.mode,
            stage=one.stage,
            repeat=one.repeat,
            axis=one.axis,
            order=one.order,
            whole=one.whole,
            invalid=one.invalid[-1],
            verdict=one.verdict,
            percent=one.percent,
            axes=tuple(
                ReviewedAxis(axis=axis, verdict=verdict)
                for axis, verdict in (one.answer.axes.items() if isinstance(one.answer, Review) else ())
            ),
            notes=one.answer.notes if one.answer else (),
            calls=len(one.calls),
            input_tokens=sum(ask.input_tokens for ask in one.asks),
            output_tokens=sum(ask.output_tokens for ask in one.asks),
            split=split,
        )


def list_prompts(run: Run, dataset: ReviewSet) -> Iterator[PublishedPrompt]:
    """The rows of the config `prompts`: what this version of curate makes of the run's questions.

    A prompt that a run of an earlier version sent in other words is left out.
    """
    questions = plan_questions(dataset, run.file.questions)
    sent = {one.key: one.prompt_sha256 for one in run.predictions}
    for key, question in questions.items():
        prompt = rebuild_prompt(dataset, question, run.file)
        if question.repeat > 1 or sent.get(key) != prompt.sha256:
            continue
        repo, number, split = dataset.home(question.item)
        system, user = prompt.messages
        yield PublishedPrompt(
            item=question.item,
            prompt_sha256=prompt.sha256,
            repo=repo,
            pr_number=number,
            prompt_version=run.file.prompt_version,
            mode=question.mode,
            stage=question.stage,
            axis=question.axis,
            order=question.order,
            system=system.content,
            user=None if question.stage == DOUBTFUL_STAGE else user.content,
            chars=prompt.chars,
            whole=prompt.whole,
            split=split,
        )


def _write_table(folder: Path, config: str, rows: Sequence[Row]) -> dict[str, int]:
    kind: type[Record] = type(rows[0])
    (folder / config).mkdir()
    by_split = {split: [row for row in rows if row.split == split] for split in SPLITS}
    return {
        split: write_parquet(folder / table_path(config, split), kind, held) for split, held in by_split.items() if held
    }


def _write_manifest(folder: Path, dataset: ReviewSet, runs: Sequence[Run], rows: dict[str, dict[str, int]]) -> None:
    inputs = [InputName(name=dataset.manifest.dataset, kind="dataset", sha256=dataset.sha256)]
    inputs += [
        InputName(
            name=run.folder.resolve().name, kind=f"review run of {run.file.model}",
            sha256=digest_file(run.folder / PREDICTIONS),
        )
        for run in runs
    ]  # fmt: skip
    manifest = BuildManifest(
        format=FORMAT,
        dataset=DATASET,
        tool=Tool(name="curate", version=installed_version()),
        options={},
        inputs=tuple(inputs),
        files=read_entries(folder),
        rows=rows,
        versions={"pyarrow": version("pyarrow")},
        label_rules=dataset.manifest.label_rules,
    )
    write_manifest(folder, manifest)
