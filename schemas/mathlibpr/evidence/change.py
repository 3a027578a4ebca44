"""One change: each file before and after it, the lines it adds, and the tree that it starts from."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from curate.schemas.mathlibpr.evidence.hunks import Line, new_sides
from curate.schemas.mathlibpr.evidence.lean_file import Declaration, LeanFile
from curate.schemas.mathlibpr.evidence.tree import Place, TreeIndex, is_indexed, reach

_LINE_COMMENT = re.compile(r"--.*")


class FileDelta(NamedTuple):
    """A Lean file of the library that the change touches."""

    path: str
    """After the change; for a file that goes, before it."""
    previous: str | None
    """Before the change; None: the file is new."""
    before: LeanFile | None
    after: LeanFile | None
    lines: Sequence[Line]
    """New side of the file's hunks; empty when there is no diff."""

    def import_news(self) -> tuple[frozenset[str], frozenset[str]]:
        """Modules that the file imports only after the change, and only before it."""
        before = frozenset(self.before.imports) if self.before else frozenset()
        after = frozenset(self.after.imports) if self.after else frozenset()
        return after - before, before - after


class Growth(NamedTuple):
    """How many files of the library a file imports, directly or not, before and after."""

    path: str
    before: int
    after: int


class AddedLine(NamedTuple):
    """A line that the change adds, and the lines beside it where the diff shows them."""

    path: str
    number: int
    text: str
    code: bool
    """False inside a block comment."""
    previous: str | None
    following: str | None


@dataclass(frozen=True)
class Change:
    """A change of the library's Lean files on top of a commit."""

    deltas: tuple[FileDelta, ...]
    tree: TreeIndex
    """The commit that the change starts from."""
    base_day: date
    """UTC day of that commit."""
    has_lines: bool
    """Whether the diff's text is there."""

    @cached_property
    def before(self) -> dict[str, tuple[str, Declaration]]:
        """Path and declaration of each name in the touched files before the change."""
        return _declared((delta.previous, delta.before) for delta in self.deltas)

    @cached_property
    def after(self) -> dict[str, tuple[str, Declaration]]:
        """The same after the change."""
        return _declared((delta.path, delta.after) for delta in self.deltas)

    @cached_property
    def added(self) -> dict[str, tuple[str, Declaration]]:
        """New names in the touched files."""
        return {name: one for name, one in self.after.items() if name not in self.before}

    @cached_property
    def removed(self) -> dict[str, tuple[str, Declaration]]:
        """Names that the touched files no longer declare."""
        return {name: one for name, one in self.before.items() if name not in self.after}

    @cached_property
    def overlay(self) -> dict[str, LeanFile | None]:
        """What the change makes of paths of the tree; None: the file is gone."""
        gone: dict[str, LeanFile | None] = {delta.previous: None for delta in self.deltas if delta.previous is not None}
        return gone | {delta.path: delta.after for delta in self.deltas if delta.after is not None}

    @cached_property
    def growths(self) -> tuple[Growth, ...]:
        """Of each touched file that is there before and after; none when the change leaves all imports alone."""
        if not any(any(delta.import_news()) for delta in self.deltas):
            return ()
        return tuple(
            Growth(
                delta.path,
                len(reach([delta.previous], self.tree.files, {})),
                len(reach([delta.path], self.tree.files, self.overlay)),
            )
            for delta in self.deltas
            if delta.before and delta.after and delta.previous
        )

    @cached_property
    def lines(self) -> tuple[AddedLine, ...]:
        """Every added line of the touched files."""
        return tuple(line for delta in self.deltas for line in _added_lines(delta))


def assemble_change(
    files: Iterable[tuple[str | None, str, LeanFile | None, LeanFile | None]],
    diff: str | None,
    order: Sequence[str],
    tree: TreeIndex,
    base_day: date,
) -> Change:
    """The change of `files` (previous path, path, before, after).

    Args:
        diff: unified; None when it is not there.
        order: the path of each `diff --git` section of `diff`.
    """
    sides: Mapping[str, Sequence[Line]] = dict(zip(order, new_sides(diff), strict=False)) if diff else {}
    deltas = tuple(
        FileDelta(path, previous, before, after, sides.get(path, ()))
        for previous, path, before, after in files
        if is_indexed(path)
    )
    return Change(deltas, tree, base_day, has_lines=diff is not None)


def places(found: Iterable[tuple[str, tuple[str, Declaration]]]) -> tuple[str, ...]:
    """`path:line name` of each declaration."""
    return tuple(f"{path}:{one.line} {name}" for name, (path, one) in found)


def other_places(held: Iterable[Place], change: Change) -> list[Place]:
    """Those of `held` that are still there, under their name, after the change."""
    return [
        (path, name)
        for path, name in held
        if path not in change.overlay or (name in change.after and change.after[name][0] == path)
    ]


def _declared(files: Iterable[tuple[str | None, LeanFile | None]]) -> dict[str, tuple[str, Declaration]]:
    return {
        one.name: (path, one)
        for path, file in files
        if file is not None and path is not None
        for one in file.declarations
        if one.name is not None
    }


def _added_lines(delta: FileDelta) -> Iterator[AddedLine]:
    comments = iter(delta.after.comments if delta.after else ())
    comment = next(comments, None)
    for place, line in enumerate(delta.lines):
        if not line.added:
            continue
        while comment and comment[1] < line.number:
            comment = next(comments, None)
        inside = comment is not None and comment[0] <= line.number
        yield AddedLine(
            path=delta.path,
            number=line.number,
            text=line.text,
            code=not inside,
            previous=_beside(delta.lines, place - 1, line.number - 1),
            following=_beside(delta.lines, place + 1, line.number + 1),
        )


def _beside(lines: Sequence[Line], place: int, number: int) -> str | None:
    return lines[place].text if 0 <= place < len(lines) and lines[place].number == number else None


def code_of(line: AddedLine) -> str:
    """The line without comments; empty inside a block comment."""
    return _LINE_COMMENT.sub("", line.text) if line.code else ""
