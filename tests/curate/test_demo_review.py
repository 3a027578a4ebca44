"""`curate demo --review` runs the whole way, as a user types it."""

import subprocess
from pathlib import Path

from command_line import CURATE


def test_the_review_demo_ends_with_its_tables(tmp_path: Path) -> None:
    done = subprocess.run(
        [*CURATE, "demo", "--review", "--dir", str(tmp_path / "demo")], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    for word in ("review noise stage 3", "pairs noise stage 1", "always merge ready", "has shown nothing"):
        assert word in done.stderr
