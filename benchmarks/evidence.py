"""What evidence costs on a real clone, and that an index that moved equals one built afresh.

`python -m benchmarks.evidence CLONE [CHANGES]` takes the newest CHANGES first-parent commits of CLONE, each as a change
of its parent: as many base commits as changes, the dearest case.
"""

import resource
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from curate.prs.evidence import LeanFiles, MovingTree, make_findings
from curate.scrapers.archive import Archive
from curate.scrapers.blobs import open_blobs
from curate.scrapers.patches import Pair, read_patches
from curate.scrapers.plumbing import run_git

MOVES = 300
FULL = 16_000


def main(repository: Path, changes: int) -> None:
    """Prints CPU seconds, memory and what the full dataset would take."""
    listed = run_git(repository, "rev-list", "--first-parent", f"--max-count={changes + 1}", "HEAD").decode().split()
    pairs = [Pair(head, base) for head, base in pairwise(listed)]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        with Archive(root / "patches") as patches, Archive(root / "evidence") as store:
            list(read_patches(repository, pairs, patches, lambda steps: None))
            first = measure(lambda: make_findings(repository, pairs[-1:], patches, store, lambda steps: None))
            rest = measure(lambda: make_findings(repository, pairs, patches, store, lambda steps: None))
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
            compare(repository, listed[: MOVES + 1][::-1], store)
    each = (rest - first / 2) / len(pairs)
    print(f"first tree {first:.1f} CPU s; {len(pairs)} changes {rest:.1f} CPU s, children included; peak {peak} MB")
    print(f"about {1000 * each:.0f} CPU ms a change; {FULL} changes: {(first + FULL * each) / 60:.1f} CPU min")


def measure(work) -> float:  # type: ignore[no-untyped-def]  # any callable
    """CPU seconds of this process and its children."""

    def spent() -> float:
        both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(one.ru_utime + one.ru_stime for one in both)

    before = spent()
    work()
    return spent() - before


def compare(repository: Path, commits: list[str], store: Archive) -> None:
    """Moves an index over `commits` and compares it with one of the last commit alone."""
    with open_blobs(repository) as blobs:
        moving = MovingTree(repository, commits, LeanFiles(blobs, store))
        started = time.process_time()
        for commit in commits:
            moving.move(commit)
        taken = time.process_time() - started
        fresh = MovingTree(repository, commits[-1:], LeanFiles(blobs, store))
        fresh.move(commits[-1])
    same = moving.index.snapshot() == fresh.index.snapshot()
    names = len(fresh.index.names)
    print(
        f"moved over {len(commits) - 1} commits in {taken:.1f} CPU s: {'equal' if same else 'NOT EQUAL'}, {names} names"
    )
    if not same:
        raise SystemExit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000)
