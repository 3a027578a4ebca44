"""What lies between two trees: the files changed and their counts of lines."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from curate.standins.upstream.objects import EMPTY, ObjectStore, Tree


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A path and how many lines were added to it and taken from it."""

    path: str
    additions: int
    deletions: int


def changed_files(store: ObjectStore, before: Tree, after: Tree) -> tuple[ChangedFile, ...]:
    """The files that differ, by path."""
    return tuple(
        ChangedFile(path, *_count(store.text(old) if old else "", store.text(new) if new else ""))
        for path, old, new in sorted(_pairs(before, after, ""))
    )


def _pairs(before: Tree, after: Tree, prefix: str) -> Iterator[tuple[str, str | None, str | None]]:
    """Path, old blob and new blob of each file that differs; equal folders are not entered."""
    for name in before.entries.keys() | after.entries.keys():
        old, new = before.get(name), after.get(name)
        if isinstance(old, Tree) or isinstance(new, Tree):
            old_tree, new_tree = (entry if isinstance(entry, Tree) else EMPTY for entry in (old, new))
            if old_tree.sha != new_tree.sha:
                yield from _pairs(old_tree, new_tree, f"{prefix}{name}/")
        elif old != new:
            yield prefix + name, old, new


def _count(old: str, new: str) -> tuple[int, int]:
    additions = deletions = 0
    matcher = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
    for kind, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if kind != "equal":
            additions += new_end - new_start
            deletions += old_end - old_start
    return additions, deletions
