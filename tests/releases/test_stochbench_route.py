"""From a draft to rows that anybody loads, by the lines of the README and nothing else."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from curate.formalize.lean.embedded import EmbeddedLean
from curate.standins.hub.server import Hub

README = Path(__file__).parents[2] / "README.md"
pytestmark = pytest.mark.lean


def read_lines() -> list[list[str]]:
    """The block of the README that ends in loading the problems, a list of words a line."""
    blocks = re.findall(r"```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    (block,) = [block for block in blocks if '"problems", revision=' in block]
    return [shlex.split(line, comments=True) for line in block.replace("OWNER", "owner").splitlines()]


def test_the_readmes_lines_lead_from_a_draft_to_loaded_problems(
    lean: EmbeddedLean, lean_cache: Path, hub: Hub, tmp_path: Path
) -> None:
    env = {
        **os.environ, "CURATE_CACHE": str(lean_cache), "HF_ENDPOINT": hub.endpoint, "HF_TOKEN": "hf_writer",
        "HF_HOME": str(tmp_path / "hf"), "NO_PROXY": "127.0.0.1", "PYTHONWARNINGS": "ignore",
    }  # fmt: skip
    folder = tmp_path / "here"
    folder.mkdir()
    said = ""
    for program, *words in read_lines():
        start = [sys.executable, "-m", "curate"] if program == "curate" else [sys.executable]
        done = subprocess.run([*start, *words], cwd=folder, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        said = done.stdout
    assert "num_rows: 1" in said
    assert [tag["name"] for tag in hub.repo("owner/StochBench").refs("tags")] == ["v0.1.0"]
