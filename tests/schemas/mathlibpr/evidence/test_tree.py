"""What a file imports in all, against the plainest walk."""

import random

import pytest

from curate.schemas.mathlibpr.evidence.lean_file import LeanFile, parse_lean
from curate.schemas.mathlibpr.evidence.tree import module_path, reach


def importing(names: list[str]) -> LeanFile:
    return parse_lean("".join(f"import {name}\n" for name in names).encode())


def walk(start: str, files: dict[str, LeanFile]) -> set[str]:
    """One file after the other."""
    seen: set[str] = set()
    todo = [start]
    while todo:
        file = files.get(todo.pop())
        fresh = {module_path(name) for name in (file.imports if file else ())} - seen
        seen |= fresh & files.keys()
        todo += fresh & files.keys()
    return seen


@pytest.mark.parametrize("seed", range(20))
def test_what_a_file_reaches_is_what_a_plain_walk_finds_through_circles_and_gone_files(seed: int) -> None:
    chance = random.Random(seed)
    names = [f"Mathlib.M{number}" for number in range(12)]

    def drawn() -> LeanFile:
        return importing(chance.sample([*names, "Init", "Mathlib.Gone"], chance.randrange(4)))

    files = {module_path(name): drawn() for name in names}
    changed = {path: chance.choice([None, drawn()]) for path in chance.sample([*files, "Mathlib/New.lean"], 4)}
    overlaid = {path: file for path, file in {**files, **changed}.items() if file is not None}
    for start in files | changed:
        assert reach([start], files, {}) == walk(start, files)
        assert reach([start], files, changed) == walk(start, overlaid)
