"""The examples of StochBench's definitions over Mathlib: where each holds, and a near miss where it fails."""

from collections.abc import Mapping
from typing import Literal

from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.inspect import ALLOWED_AXIOMS, Inspection, inspect
from curate.formalize.lean.mathlib_names import shim_names
from curate.formalize.lean.signatures import find_shim, read_lemmas
from curate.formalize.records.collection import MATHLIB_HEAD, read_library
from curate.schemas.base import Record
from curate.schemas.errors import Refused

LIMITS = Limits(wall_s=300.0)
EXAMPLE, NEAR_MISS = "_example", "_near_miss"
"""How the theorems end: one says where a definition holds and where not, the other only where not."""
NO_EXAMPLE: Mapping[str, str] = {
    "IsSimpleWalk": "needs infinitely many independent steps, and so an infinite product of measures",
    "IsBM": "needs Brownian motion, which Mathlib did not have in June 2025",
    "IsPoissonProcess": "needs infinitely many independent increments with Poisson laws",
    "IsRenewal": "needs infinitely many independent gaps; no named lemma says that constants are independent",
}
"""Definitions of which only a near miss is shown, and why."""


class ExampleChecked(Record):
    """What was found of the example of one definition."""

    definition: str
    theorem: str
    shows: Literal["example and near miss", "near miss"]
    finding: Literal["proved", "not proved"]
    rests_on: tuple[str, ...]
    """Lemmas of Mathlib that are axioms here; none where Mathlib itself proves them."""
    words: str
    """Why it is not proved, or why no example is shown."""


def render_examples(revision: str | None) -> str:
    """Definitions and examples as one text: over the lemmas of a revision, or (None) over Mathlib's own.

    Raises:
        Refused: no lemmas are stated for the revision.
    """
    blocks = [block.text for name in ("Stoch", "StochExamples") for block in read_library(name)]
    if revision is None:
        return "\n\n".join([MATHLIB_HEAD, *blocks]) + "\n"
    lemmas = read_lemmas(revision)
    if not lemmas:
        raise Refused(f"no lemmas of Mathlib {revision} are stated, so that no example can be checked on it")
    imports, _, opens = MATHLIB_HEAD.partition("\n")
    universes = "universe u v w\n\nopen scoped NNReal ENNReal Topology"
    return "\n\n".join([imports, universes, lemmas, opens.strip("\n"), *blocks]) + "\n"


def check_examples(lean: LeanBackend, revision: str | None) -> tuple[ExampleChecked, ...]:
    """Has the kernel take every example; `revision`: of the signatures that `lean` stands on, None for a real Mathlib.

    Raises:
        Refused: no lemmas are stated for the revision.
    """
    inspection = inspect(lean, render_examples(revision), LIMITS)
    given: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    if revision is not None:
        given, lemmas = shim_names(find_shim(revision).read_text(encoding="utf-8")), shim_names(read_lemmas(revision))
    theorems = [block.name for block in read_library("StochExamples") if block.name.endswith((EXAMPLE, NEAR_MISS))]
    return tuple(_read(inspection, name, frozenset(given), frozenset(lemmas)) for name in theorems)


def label_examples(revision: str | None, lean: LeanBackend) -> str:
    """What may be said of examples that were proved."""
    if revision is None:
        return f"proved in {lean.environment.label}"
    count = len(shim_names(read_lemmas(revision)))
    said = f"{count} named declarations of Mathlib {revision[:8]} as curate states them"
    return f"follow from {said}; not checked in Mathlib"


def _read(inspection: Inspection, theorem: str, given: frozenset[str], lemmas: frozenset[str]) -> ExampleChecked:
    definition = find_definition(theorem)
    found = next((one for one in inspection.constants if one.name == theorem and one.kind == "theorem"), None)
    axioms = frozenset(found.axioms) if found else frozenset()
    foreign = sorted(axioms - ALLOWED_AXIOMS - given - lemmas)
    why = None
    if inspection.status != "accepted" or not inspection.replayed:
        why = inspection.reason or "the kernel did not check it again"
    elif found is None or foreign:
        why = f"it rests on {', '.join(foreign)}" if foreign else "the text has no such theorem"
    return ExampleChecked(
        definition=definition,
        theorem=theorem,
        shows="example and near miss" if theorem.endswith(EXAMPLE) else "near miss",
        finding="not proved" if why else "proved",
        rests_on=tuple(sorted(axioms & lemmas)),
        words=why or NO_EXAMPLE.get(definition.rpartition(".")[2], ""),
    )


def find_definition(theorem: str) -> str:
    """The definition that an example is of: `isLaw_example` is of `Stoch.IsLaw`.

    Raises:
        Refused: there is none.
    """
    stem = theorem.removesuffix(EXAMPLE).removesuffix(NEAR_MISS)
    for block in read_library("Stoch"):
        last = block.name.rpartition(".")[2]
        if last[:1].lower() + last[1:] == stem:
            return block.name
    raise Refused(f"{theorem} is the example of no definition")
