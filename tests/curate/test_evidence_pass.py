"""The evidence pass: the index moves as if it were built afresh, and a stopped pass goes on."""

import random
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from curate.prs.evidence import LeanFiles, MovingTree, load_findings, make_findings
from curate.schemas.mathlibpr.evidence.findings import CHECKS
from curate.scrapers.archive import Archive
from curate.scrapers.blobs import open_blobs
from curate.scrapers.diffing import Pair
from curate.scrapers.patches import read_patches

COMMITS = 60


def lean_text(chance: random.Random, path: str) -> str:
    imports = "".join(f"import Mathlib.F{chance.randrange(12)}\n" for _ in range(chance.randrange(3)))
    names = [f"n{chance.randrange(30)}" for _ in range(chance.randrange(1, 6))]
    lines = ""
    for name in dict.fromkeys(names):
        attribute = chance.choice(["", "@[deprecated x] "])
        lines += f"{attribute}theorem {name} (x : Nat) (h : 0 < x) (k : x < {chance.randrange(9)}) : x = x := rfl\n"
    return f"{imports}/-! {path} -/\n{lines}"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A line of commits that add, change, move and remove Lean files at random."""
    where = tmp_path_factory.mktemp("evidence") / "repo.git"
    subprocess.run(["git", "init", "-q", "--bare", str(where)], check=True)
    chance = random.Random(5)
    held: set[str] = set()
    stream: list[str] = []
    for number in range(COMMITS):
        stream.append(
            f"commit refs/heads/master\ncommitter A <a@example.org> {1_700_000_000 + number * 60} +0000\ndata 1\nx\n"
        )
        for _ in range(chance.randrange(1, 4)):
            path = chance.choice(
                ["Mathlib/F%d.lean", "Mathlib/F%d.lean", "Archive/F%d.lean", "Mathlib/F%d.txt"]
            ) % chance.randrange(12)
            if path in held and chance.random() < 0.3:
                stream.append(f"D {path}\n")
                held.discard(path)
            elif path in held and chance.random() < 0.3:
                moved = f"Mathlib/M{chance.randrange(5)}.lean"
                stream.append(f"R {path} {moved}\n")
                held = held - {path} | {moved}
            else:
                text = lean_text(chance, path).encode()
                stream.append(f"M 100644 inline {path}\ndata {len(text)}\n{text.decode()}\n")
                held.add(path)
    subprocess.run(["git", "-C", str(where), "fast-import", "--quiet"], input="".join(stream).encode(), check=True)
    return where


def commits(repository: Path) -> list[str]:
    listed = subprocess.run(["git", "-C", str(repository), "rev-list", "master"], check=True, capture_output=True)
    return listed.stdout.decode().split()


def test_an_index_that_moved_equals_one_built_afresh(repository: Path, tmp_path: Path) -> None:
    order = commits(repository)
    random.Random(3).shuffle(order)
    with open_blobs(repository) as blobs, Archive(tmp_path / "store") as store:
        moving = MovingTree(repository, order, LeanFiles(blobs, store))
        for commit in order:
            moving.move(commit)
            fresh = MovingTree(repository, [commit], LeanFiles(blobs, store))
            fresh.move(commit)
            assert moving.index.snapshot() == fresh.index.snapshot()


class Killed(BaseException):
    """What a test ends a pass with."""


def test_a_pass_that_is_killed_goes_on_and_finds_the_same(repository: Path, tmp_path: Path) -> None:
    line = commits(repository)
    pairs = [Pair(head, base) for head, base in pairwise(line)]
    absent = Pair(line[0], "1" * 40)
    with Archive(tmp_path / "patches") as patches, Archive(tmp_path / "one") as one, Archive(tmp_path / "two") as two:
        list(read_patches(repository, pairs, patches, lambda steps: None))
        unread = make_findings(repository, [*pairs, absent], patches, one, lambda steps: None)
        for stop in range(1, COMMITS, 7):
            left = [stop]

            def tick(steps: int, left: list[int] = left) -> None:
                left[0] -= steps
                if left[0] < 0:
                    raise Killed

            try:
                make_findings(repository, [*pairs, absent], patches, two, tick)
            except Killed:
                continue
        make_findings(repository, [*pairs, absent], patches, two, lambda steps: None)
        for pair in pairs:
            found = load_findings(one, pair)
            assert found is not None
            assert found == load_findings(two, pair)
            assert [finding.check for finding in found] == [check.name for check in CHECKS]
        assert [finding.value for finding in unread.pop(absent)] == [None] * len(CHECKS)
        assert unread == {}
        assert load_findings(one, absent) is None
        assert any(finding.value for pair in pairs for finding in load_findings(one, pair) or ())
