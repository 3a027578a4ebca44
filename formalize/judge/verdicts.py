"""How a step of the judge ends a verdict early, and how what it says is made fit to be stored."""

import re

from curate.schemas.stochbench.verdicts import DETAIL_LENGTH, Decision, Reason
from curate.schemas.text import printable

UNKNOWN: frozenset[Reason] = frozenset(("resources", "crash", "sandbox", "reader", "library", "kernel-too-old"))
"""Reasons for which nothing can be concluded; all others reject."""
_PATH = re.compile(r"(?<![\w/])/(?:[\w.+@~-]+/)+[\w.+@~-]*")


class Ended(Exception):
    """A step that ends the verdict: rejected or unknown, by its reason."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason: Reason = reason
        self.detail = clean(detail)

    @property
    def decision(self) -> Decision:
        """Which of the two verdicts it is."""
        return "unknown" if self.reason in UNKNOWN else "rejected"


def clean(detail: str) -> str:
    """`detail` on one line, without control characters and without paths of this machine."""
    return printable(_PATH.sub("<path>", detail[: 2 * DETAIL_LENGTH]).replace("\n", " "))[:DETAIL_LENGTH]
