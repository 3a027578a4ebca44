"""The Lean files of one commit, indexed: who declares what, who imports whom. Moved from commit to commit by blob."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from curate.schemas.mathlibpr.evidence.lean_file import LeanFile

ROOT = "Mathlib/"
"""Only files below it are indexed: the library itself, without archive, tests and scripts."""

Place = tuple[str, str]
"""A path and the full name of a declaration there."""


class BlobChange(NamedTuple):
    """A path whose blob differs between two commits. None: the path is not there."""

    path: str
    before: str | None
    after: str | None


class TreeIndex:
    """The index of one commit. `move` brings it to another one; the result equals an index built afresh."""

    def __init__(self, read: Callable[[str], LeanFile | None]) -> None:
        """
        Args:
            read: the file in a blob; None when it can't be read.
        """
        self._read = read
        self.blobs: dict[str, str] = {}
        self.files: dict[str, LeanFile] = {}
        self.names: dict[str, tuple[str, ...]] = {}
        """Paths of the files that declare a name, sorted."""
        self.statements: dict[int, tuple[Place, ...]] = {}
        self.deprecated: dict[str, tuple[str, ...]] = {}

    def move(self, changes: Iterable[BlobChange]) -> None:
        """Applies `changes`; those outside `ROOT` and of other files than Lean's are left out."""
        for change in changes:
            if is_indexed(change.path):
                self._forget(change.path)
                if change.after is not None:
                    self._learn(change.path, change.after)

    def snapshot(self) -> dict[str, object]:
        """All of the index as plain values, so that two can be compared."""
        return {
            "blobs": self.blobs, "files": self.files, "names": self.names, "statements": self.statements,
            "deprecated": self.deprecated,
        }  # fmt: skip

    def _learn(self, path: str, blob: str) -> None:
        self.blobs[path] = blob
        file = self._read(blob)
        if file is None:
            return
        self.files[path] = file
        for one in file.declarations:
            if one.name is None:
                continue
            _insert(self.names, one.name, path)
            if one.statement is not None:
                _insert(self.statements, one.statement, (path, one.name))
            if "deprecated" in one.attributes:
                _insert(self.deprecated, one.name, path)

    def _forget(self, path: str) -> None:
        self.blobs.pop(path, None)
        file = self.files.pop(path, None)
        for one in file.declarations if file else ():
            if one.name is None:
                continue
            _remove(self.names, one.name, path)
            if one.statement is not None:
                _remove(self.statements, one.statement, (path, one.name))
            if "deprecated" in one.attributes:
                _remove(self.deprecated, one.name, path)


def is_indexed(path: str) -> bool:
    """Whether the file at `path` is one of the library's."""
    return path.startswith(ROOT) and path.endswith(".lean")


@lru_cache(maxsize=1 << 15)
def module_path(module: str) -> str:
    """Where the source of `module` lies."""
    return module.replace("«", "").replace("»", "").replace(".", "/") + ".lean"


def reach(paths: Iterable[str], files: Mapping[str, LeanFile], changed: Mapping[str, LeanFile | None]) -> set[str]:
    """What `paths` import, directly or not, in the tree `files` overlaid by `changed` (None: gone)."""
    seen: set[str] = set()
    todo = list(paths)
    while todo:
        here = todo.pop()
        file = changed[here] if here in changed else files.get(here)
        for target in map(module_path, file.imports) if file else ():
            if target not in seen and (changed[target] is not None if target in changed else target in files):
                seen.add(target)
                todo.append(target)
    return seen


def _insert(index: dict, key: object, value: object) -> None:  # type: ignore[type-arg]  # three indexes, one shape
    held = index.get(key)
    if held is None:
        index[key] = (value,)
    elif value not in held:
        index[key] = tuple(sorted((*held, value)))


def _remove(index: dict, key: object, value: object) -> None:  # type: ignore[type-arg]  # three indexes, one shape
    left = tuple(one for one in index.get(key, ()) if one != value)
    if left:
        index[key] = left
    else:
        index.pop(key, None)
