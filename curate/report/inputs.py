"""What the paths of a site are: a dataset, review runs on it, problems, and prover runs on these."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from curate.evals.review.records import RUN
from curate.schemas.errors import Refused
from curate.schemas.stochbench.folder import find_problems
from curate.schemas.store.layout import MANIFEST
from curate.schemas.store.manifest import Manifest, read_any_manifest

Kind = Literal["dataset", "review", "proofs", "problems"]
DATASETS: dict[str, Kind] = {"mathlibpr": "dataset", "stochbench": "problems"}


class Inputs(NamedTuple):
    """The paths of a site by kind."""

    dataset: Path | None
    manifest: Manifest | None
    reviews: tuple[Path, ...]
    proofs: tuple[Path, ...]
    problems: Path | None
    """A folder of records, or a StochBench dataset or release."""


def sort_inputs(paths: Sequence[Path]) -> Inputs:
    """What each of `paths` is.

    Raises:
        Refused: one is nothing that a page can be made of, two are of one kind, or a run lacks what it is about.
    """
    kinds = [(_kind(path), path) for path in paths]
    datasets, reviews, proofs, problems = (
        [path for kind, path in kinds if kind == wanted] for wanted in ("dataset", "review", "proofs", "problems")
    )
    if len(datasets) > 1:
        raise Refused("name one dataset or release; --before DIR shows which labels differ from an earlier one")
    if len(problems) > 1:
        raise Refused("name one folder of problem records, or one StochBench dataset or release")
    if reviews and not datasets:
        raise Refused(f"{reviews[0]} is a review run; name the dataset that it was run on as well")
    if proofs and not problems:
        raise Refused(f"{proofs[0]} is a prover run; name the folder of its problem records as well")
    manifest = read_any_manifest(datasets[0]) if datasets else None
    dataset, folder = next(iter(datasets), None), next(iter(problems), None)
    return Inputs(dataset, manifest, tuple(reviews), tuple(proofs), folder)


def _kind(path: Path) -> Kind:
    if (path / MANIFEST).is_file():
        name = read_any_manifest(path).dataset
        if name not in DATASETS:
            raise Refused(f"{path} is a {name} dataset; a report shows those of {' and '.join(DATASETS)}")
        return DATASETS[name]
    if (path / RUN).is_file():  # both kinds of runs call it so; only a review run says its kind
        try:
            return "review" if json.loads((path / RUN).read_bytes()).get("kind") == "review-run" else "proofs"
        except (ValueError, AttributeError) as error:
            raise Refused(f"{path / RUN} is damaged: {error}") from error
    if next(iter(find_problems(path)), None) is not None:
        return "problems"
    raise Refused(f"{path} is not a dataset or release, no run, and no folder of problem records")
