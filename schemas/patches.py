"""When two patches are nearly the same: one definition for the stage that splits and for the check of a release."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from math import ceil

NEAR = 0.8
"""Jaccard similarity of the changed lines from which two patches count as nearly the same."""
MIN_LINES = 5
"""Patches with fewer distinct changed lines are not compared: a bumped version or a fixed typo is no duplicate."""


_CHANGED = re.compile(r"^(?:\+(?!\+\+ (?:b/|/dev/null))|-(?!-- (?:a/|/dev/null))).+", re.MULTILINE)


def changed_lines(diff: str) -> frozenset[int]:
    """The distinct added and removed lines of a unified diff, each as a hash that holds within one process."""
    return frozenset(map(hash, _CHANGED.findall(diff)))


def near_duplicates(
    patches: Mapping[str, frozenset[int]], unit: Mapping[str, Hashable]
) -> Iterator[tuple[str, str, float]]:
    """Pairs of patches of different units that are nearly the same, with their similarity; exact, not sampled.

    With the lines of every patch ordered from the rarest on, two patches of similarity `NEAR` share a line among
    the first ``n - ceil(NEAR * n) + 1``: only patches that do are compared (prefix filtering, Chaudhuri 2006).
    """
    seen: Counter[int] = Counter()
    for patch in patches.values():
        seen.update(patch)
    ordered = sorted(
        (
            (name, sorted(sorted(lines), key=seen.__getitem__))
            for name, lines in patches.items()
            if len(lines) >= MIN_LINES
        ),
        key=lambda entry: (len(entry[1]), entry[0]),
    )
    sizes = [len(lines) for _, lines in ordered]
    index: dict[int, list[int]] = {}
    for here, (name, lines) in enumerate(ordered):
        smallest = bisect_left(sizes, ceil(NEAR * len(lines)))
        prefix = lines[: len(lines) - ceil(NEAR * len(lines)) + 1]
        met = {other for line in prefix for other in index.get(line, ()) if other >= smallest}
        for other in sorted(met):
            twin = ordered[other][0]
            if unit[twin] != unit[name]:
                common = len(patches[name] & patches[twin])
                likeness = common / (len(patches[name]) + len(patches[twin]) - common)
                if likeness >= NEAR:
                    yield twin, name, likeness
        for line in prefix:
            index.setdefault(line, []).append(here)
