"""A hundred pushes under random faults and kill -9: each must end in one commit and one tag.

nice python benchmarks/push_faults.py [PUSHES] [FIRST_SEED]
"""

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "releases"))
from campaign import REPO, Outcome, run_trial
from synthetic import invent, write_dataset

from curate.releases.build import build_release
from curate.releases.definition import find_definition, read_definition
from curate.releases.versions import parse_version

RATE = 0.04
KILL = 0.6


def build_versions(folder: Path) -> list[tuple[str, Path]]:
    """Two releases of a small dataset that follow each other."""
    definition, template = read_definition(find_definition("mathlibpr"))
    definition = definition.model_copy(update={"configs": ("snapshots", "pairs", "pull_requests"), "repo": REPO})
    previous: Path | None = None
    versions = []
    for version, pulls in (("0.1.0", 20), ("0.2.0", 24)):
        built = write_dataset(folder / f"built-{version}", invent(24, until=pulls))
        target = folder / f"v{version}"
        build_release(built, definition, template, parse_version(version), target, previous=previous)
        previous = target
        versions.append((version, target))
    return versions


def main() -> None:
    """Runs the campaign and says what it took."""
    pushes = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    began, outcomes = time.monotonic(), list[Outcome]()
    with tempfile.TemporaryDirectory() as scratch:
        versions = build_versions(Path(scratch))
        for seed in range(first, first + pushes // 2):
            folder = Path(scratch) / f"trial-{seed}"
            folder.mkdir()
            outcomes += run_trial(folder, versions, seed, RATE, KILL)
            print(f"seed {seed}: {outcomes[-2:]}", flush=True)
    runs, kills = sum(outcome.runs for outcome in outcomes), sum(outcome.kills for outcome in outcomes)
    faults = Counter(kind for outcome in outcomes for kind in outcome.faults)
    print(f"{len(outcomes)} pushes, {runs} runs, {kills} kill -9, {time.monotonic() - began:.0f} s")
    print(f"{faults.total()} faults: {dict(sorted(faults.items()))}")
    print("each ended in one commit and one annotated tag, git fsck was clean and verify passed")


if __name__ == "__main__":
    main()
