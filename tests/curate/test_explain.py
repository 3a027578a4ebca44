"""`curate explain` tells of every head what was seen of it, on any width; the README's examples work."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from command_line import Place

from curate import exits
from curate.explanation import COLUMNS
from curate.schemas.mathlibpr.rows import DATASET_CONFIGS

ROOT = Path(__file__).parents[2]
NARROW = 60


def at_a_terminal(columns: int, *command: str) -> str:
    """What a command writes on a terminal of so many columns."""
    outer, inner = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "dumb"}
    with subprocess.Popen([sys.executable, "-m", "curate", *command], stdout=inner, env=environment) as child:
        os.close(inner)
        read = b""
        while True:
            try:
                part = os.read(outer, 1 << 16)
            except OSError:  # EIO: the other end is closed
                break
            if not part:
                break
            read += part
    os.close(outer)
    assert child.returncode == exits.DONE
    return read.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("number", [16777, 14700, 19510, 16560])
def test_no_line_is_wider_than_a_narrow_terminal_and_none_says_less(built: Path, place: Place, number: int) -> None:
    shown = at_a_terminal(NARROW, "explain", str(number), "--dataset", str(built))
    assert max(len(line) for line in shown.splitlines()) <= NARROW
    plain = place.curate("explain", str(number), "--dataset", str(built)).out
    assert shown.split() == plain.split()


def test_a_dropped_head_shows_the_check_run_that_was_seen(built: Path, place: Place) -> None:
    drops = pq.read_table(built / "drops.parquet").to_pylist()
    stages = {"builds", "inherited", "versions", "selection"}
    tried = set()
    for row in drops:
        if row["stage"] in stages and row["evidence"] and row["stage"] not in tried:
            tried.add(row["stage"])
            said = place.curate("explain", str(row["pr_number"]), "--dataset", str(built)).out
            lines = said[said.index(row["head_sha"][:10]) :].splitlines()
            assert row["reason"] in lines[1]
            assert f"{row['evidence'][0]['name']}: {row['evidence'][0]['conclusion']}" in lines[2]
            assert row["evidence"][0]["id"] in lines[2]
    assert tried == stages


def test_what_the_readme_shows_of_the_demo_can_be_run(built: Path, place: Place) -> None:
    numbers = re.findall(r"curate explain (\d+) --dataset curate-demo/dataset", (ROOT / "README.md").read_text())
    assert numbers
    for number in numbers:
        assert place.curate("explain", number, "--dataset", str(built)).code == exits.DONE


def test_every_table_is_explained_from() -> None:
    assert COLUMNS.keys() == DATASET_CONFIGS.keys()
