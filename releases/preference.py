"""Pairs as preferences for reward models: TRL's columns `prompt`, `chosen` and `rejected`."""

from collections.abc import Callable, Iterator
from typing import Any

Row = dict[str, Any]


def render_prompt(title: str) -> str:
    """What both patches of a pair answer to."""
    return f"Write a patch for mathlib4, as a unified diff, for the pull request: {title}"


def read_preferences(pairs: Iterator[Row], snapshots: Callable[[], Iterator[Row]]) -> Iterator[Row]:
    """The pairs of one split whose two patches are known. The prompt is the earlier snapshot's title.

    `snapshots` reads the split's snapshots, where those of one pull request stand together; so do its pairs.
    """
    wanted = list(pairs)
    ids = {pair[end] for pair in wanted for end in ("earlier_id", "final_id")}
    shown = {row["snapshot_id"]: (row["title"], row["diff"]) for row in snapshots() if row["snapshot_id"] in ids}
    for pair in wanted:
        title, rejected = shown.get(pair["earlier_id"], (None, None))
        _, chosen = shown.get(pair["final_id"], (None, None))
        if title is not None and chosen is not None and rejected is not None:
            yield {
                "pair_id": pair["pair_id"],
                "repo": pair["repo"],
                "pr_number": pair["pr_number"],
                "prompt": render_prompt(title),
                "chosen": chosen,
                "rejected": rejected,
                "split": pair["split"],
            }
