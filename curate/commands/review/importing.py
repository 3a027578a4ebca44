"""curate review import: answers that were collected elsewhere."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from curate.commands.review.options import FOLDER, describe_run
from curate.console import Block, Line, Screen, Table
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.imports import Imported, import_inspect
from curate.evals.review.opinions import import_people
from curate.evals.review.records import PREDICTIONS
from curate.evals.review.running import hold_run, open_run
from curate.grammar import Command, request
from curate.options import dataset_option
from curate.review_reports import format_interval
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsonl import render_lines

if TYPE_CHECKING:
    from curate.evals.review.corpus import Corpus

CORPUS = "tauceti"
IMPORTERS = {"inspect": import_inspect, "people": import_people}
KINDS = (*IMPORTERS, CORPUS)


@dataclass(frozen=True)
class ImportRequest:
    """What is imported, and where it goes."""

    source: str
    dataset: Path
    out: Path

    def __post_init__(self) -> None:
        kind, _, path = self.source.partition(":")
        if kind not in KINDS or not path:
            raise click.UsageError(f"name the source as one of {', '.join(f'{kind}:PATH' for kind in KINDS)}")


@click.command("import", cls=Command)
@click.argument("source", metavar="KIND:PATH")
@dataset_option
@click.option("--out", type=FOLDER, required=True, help="A new folder: a run, or of tauceti a corpus.")
@request(ImportRequest)
def import_(asked: ImportRequest, screen: Screen) -> None:
    """Import answers that were collected elsewhere.

    inspect:LOG holds what a model of inspect_ai answered to the task in curate.evals.review.inspect_task, and
    people:FILE what one person thinks: a line {"reviewer", "item", "verdict", …} for each snapshot. Both become a run
    that `score` and `report` take. tauceti:DIR, a checkout of TauCetiData, becomes a corpus of AI verdicts of its own.
    """
    kind, _, path = asked.source.partition(":")
    if kind == CORPUS:
        from curate.evals.review.corpus import import_tauceti  # numpy takes long to import

        with screen.progress("reading records") as ticker:
            corpus = import_tauceti(Path(path), asked.out, ticker.advance)
        screen.show(corpus, render_corpus(corpus))
        screen.done(f"wrote {asked.out}")
        return
    dataset = ReviewSet(asked.dataset)
    found = IMPORTERS[kind](Path(path), dataset)
    keep_run(found, dataset, asked.out)
    if found.failed:
        screen.note(f"{found.failed} questions have no answer in {path}; score with --partial")
    report = f"curate review report {asked.out} --dataset {asked.dataset}"
    screen.done(f"imported {len(found.predictions)} answers", report)


def keep_run(found: Imported, dataset: ReviewSet, out: Path) -> None:
    """Writes an import as a run.

    Raises:
        Refused: `out` holds another run, or something else.
    """
    file = describe_run(dataset, found.questions, found.model, found.parameters, reask=False)
    with hold_run(out):
        open_run(out, file)
        write_file(out / PREDICTIONS, render_lines(found.predictions).encode())


def render_corpus(corpus: "Corpus") -> Iterator[Block]:
    """What a corpus holds."""
    yield Table(
        "Corpus of AI verdicts",
        ("records", "runs", "pull requests", "heads", "faulted/green pairs", "with both diffs"),
        [(corpus.files, corpus.runs, corpus.pulls, corpus.heads, corpus.pairs, corpus.pairs_with_diffs)],
    )
    for reason, count in sorted(corpus.dropped.items()):
        yield Line(f"{count} records left out: {reason}")
    yield Table(
        "Verdicts by rubric",
        ("rubric", "approve", "request changes", "block"),
        [
            (rubric, *(counts.get(word, 0) for word in ("approve", "request_changes", "block")))
            for rubric, counts in corpus.verdicts.items()
        ],
    )
    yield Table(
        "Agreement of two models on whether to approve",
        ("rubric", "cases", "same"),
        [(one.rubric, one.cases, format_interval(one.same)) for one in corpus.agreements],
    )
