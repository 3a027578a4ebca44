"""What each hypothesis of a statement gives: by rule where its shape says so, else by the word of whoever wrote it."""

import re
from collections.abc import Collection, Mapping
from typing import get_args

from curate.formalize.terms.statements import Binder, Statement
from curate.schemas.errors import Refused
from curate.schemas.stochbench.records import Hypothesis, Tag

REGULARITY = frozenset(
    [
        "Measurable",
        "AEMeasurable",
        "StronglyMeasurable",
        "AEStronglyMeasurable",
        "MeasurableSet",
        "Integrable",
        "MemLp",
        "UniformIntegrable",
        "IsProbabilityMeasure",
        "IsFiniteMeasure",
        "Continuous",
        "Summable",
        "Adapted",
        "StronglyAdapted",
    ]
)
"""Predicates of the library that say that an object is well-behaved."""
DEFINITIONAL = frozenset(
    [
        "Martingale",
        "Submartingale",
        "Supermartingale",
        "IsStoppingTime",
        "IsBrownianReal",
        "Invariant",
        "IndepFun",
        "iIndepFun",
        "IdentDistrib",
    ]
)
"""Predicates of the library that say what an object is."""
WORDS: Mapping[Tag, str] = {
    "definitional": "says what an object is",
    "regularity": "says that an object is well-behaved",
    "intermediate": "a lemma on the way",
    "conclusion": "the conclusion itself",
}
_QUANTIFIED = re.compile(r"^∀ [^,]*, ")
_BOUND = re.compile(r"^[\w']+ (?:<|≤|≠) [\w']+$")
_TAG_WORDS: Mapping[str, Tag] = {"intermediate lemma": "intermediate", "conclusion in disguise": "conclusion"}


def tag_hypotheses(
    statement: Statement, given: Mapping[str, str], definitions: Collection[str]
) -> tuple[tuple[Hypothesis, ...], tuple[str, ...]]:
    """The hypotheses with their tags, and the names of those that have none.

    `given` holds a person's words by name, such as `regularity: no division by 0`; they go before any rule but one: a
    hypothesis that *is* the conclusion is nothing else. `definitions` are names of the text's own predicates.

    Raises:
        Refused: a person's word is about a hypothesis that is not there, or no tag.
    """
    hypotheses = [one for one in statement.binders if one.kind == "hypothesis"]
    foreign = sorted(given.keys() - {one.name for one in hypotheses})
    if foreign:
        raise Refused(f"{statement.name} has no hypothesis {', '.join(foreign)}")
    tagged, untagged = [], []
    for one in hypotheses:
        found = _tag(one, statement, given.get(one.name), definitions)
        if found is None:
            untagged.append(one.name)
        else:
            tagged.append(found)
    return tuple(tagged), tuple(untagged)


def _tag(one: Binder, statement: Statement, words: str | None, definitions: Collection[str]) -> Hypothesis | None:
    if one.digest == statement.conclusion_digest:
        return Hypothesis(name=one.name, tag="conclusion", reason=WORDS["conclusion"], by="rule")
    if words is not None:
        return _parse_words(one.name, words)
    tag = _by_shape(one.type, definitions)
    return Hypothesis(name=one.name, tag=tag, reason=WORDS[tag], by="rule") if tag else None


def _parse_words(name: str, words: str) -> Hypothesis:
    start, _, reason = words.partition(": ")
    tag = _TAG_WORDS.get(start, start)
    if tag not in get_args(Tag) or not reason:
        raise Refused(f"{name}: {words!r} is no tag and reason; the tags are {', '.join(get_args(Tag))}")
    return Hypothesis.model_validate({"name": name, "tag": tag, "reason": reason, "by": "hand"})


def _by_shape(type_: str, definitions: Collection[str]) -> Tag | None:
    body = _QUANTIFIED.sub("", type_)
    head = body.split()[0].rpartition(".")[2].lstrip("(@")
    if head in definitions or head in DEFINITIONAL:
        return "definitional"
    if head in REGULARITY or _BOUND.match(body):
        return "regularity"
    return None
