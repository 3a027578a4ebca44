"""Gift strength: how much a statement gives away through its hypotheses."""

from collections.abc import Sequence
from typing import NamedTuple

from curate.schemas.stochbench.records import Gift, Hypothesis, Tag

STRENGTH: dict[Tag, Gift] = {"definitional": 0, "regularity": 1, "intermediate": 2, "conclusion": 3}


class Rating(NamedTuple):
    """A gift strength and why."""

    gift: Gift | None
    reason: str


def rate_gift(hypotheses: Sequence[Hypothesis], untagged: Sequence[str] = ()) -> Rating:
    """The strength of the strongest hypothesis. With any in `untagged`, which have no tag, there is no rating."""
    if untagged:
        return Rating(None, f"no tag: {', '.join(untagged)}")
    if not hypotheses:
        return Rating(0, "no hypotheses")
    strongest = max(hypotheses, key=lambda one: STRENGTH[one.tag])
    return Rating(STRENGTH[strongest.tag], f"{strongest.name} ({strongest.tag}): {strongest.reason}")
