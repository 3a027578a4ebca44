"""The task for inspect_ai, run by the library itself against a model server on 127.0.0.1 (extra `inspect`)."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Said

from curate import exits
from curate.standins.models import serve
from curate.standins.models.reviewer import review

PROGRAM = """
import sys
from inspect_ai import eval
from inspect_ai.model import get_model
from curate.evals.review.inspect_task import mathlibpr

dataset, logs = sys.argv[1:]
for log_format in ("json", "eval"):
    model = get_model("openai/mind", responses_api=False)
    task = mathlibpr(dataset=dataset, stage=2, sample=2, diff_chars=4000)
    eval(task, model=model, epochs=2, display="none", log_dir=logs, log_format=log_format)
"""


@pytest.mark.skipif(
    importlib.util.find_spec("inspect_ai") is None,
    reason="needs the extra `inspect` (325 MB), which tests don't install",
)
def test_answers_that_inspect_gathered_are_imported_and_scored(
    built: Path, curate: Callable[..., Said], tmp_path: Path
) -> None:
    with serve(review) as server:
        environment = {**os.environ, "OPENAI_BASE_URL": f"{server.base_url}/v1", "OPENAI_API_KEY": "none"}
        command = [sys.executable, "-c", PROGRAM, str(built), str(tmp_path / "logs")]
        subprocess.run(command, env=environment, check=True, timeout=180, capture_output=True)
        asked = len(server.requests)
    for log in (tmp_path / "logs").iterdir():
        run = tmp_path / log.suffix[1:]
        assert curate("import", f"inspect:{log}", "--dataset", built, "--out", run).code == exits.DONE
        lines = [json.loads(line) for line in (run / "predictions.jsonl").read_text().splitlines()]
        assert 2 * len(lines) == asked
        assert {one["repeat"] for one in lines} == {1, 2}
        assert sum(one["answer"] is not None for one in lines) > len(lines) / 2  # some of the stand-in's are invalid
        assert curate("score", run, "--dataset", built).code == exits.DONE
    assert {log.suffix for log in (tmp_path / "logs").iterdir()} == {".json", ".eval"}
