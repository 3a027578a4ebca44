"""How long the demo's upstream takes to make, against the floor of hashing the same objects once.

Run: python benchmarks/demo_upstream.py [EXTRA ...]
"""

import hashlib
import resource
import sys
import tempfile
import time
from pathlib import Path

from curate.standins.upstream.play import make_upstream, play
from curate.standins.upstream.queueboard import write_queueboard
from curate.standins.upstream.scenarios.catalogue import make_histories


def measure_told() -> None:
    """The told histories with git and archive, as `curate demo` makes them."""
    with tempfile.TemporaryDirectory() as name:
        began = time.perf_counter()
        upstream = make_upstream(Path(name), make_histories())
        written = time.perf_counter()
        write_queueboard(upstream, Path(name) / "archive")
        done = time.perf_counter()
        print(f"{len(upstream.pulls)} told PRs: git {written - began:.2f} s, archive {done - written:.2f} s")


def measure_generated(extra: int) -> None:
    """Many histories without git, as a stand-in server needs them; CPU seconds."""
    began = time.process_time()
    histories = make_histories(extra)
    made = time.process_time()
    upstream = play(histories)
    played = time.process_time()
    for _, content in upstream.store.objects.values():
        hashlib.sha1(content, usedforsecurity=False).hexdigest()
    floor = time.process_time() - played
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{extra} generated PRs: made {made - began:.2f} s, played {played - made:.2f} s "
        f"({(played - made) / floor:.0f} times hashing {len(upstream.store.objects)} objects), {peak:.0f} MB"
    )


if __name__ == "__main__":
    measure_told()
    for argument in sys.argv[1:] or ["2000", "20000"]:
        measure_generated(int(argument))
