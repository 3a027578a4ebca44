"""`curate demo --cluster`: shipped proofs judged on two Dask workers of this machine, one of which is killed midway."""

import json
import logging
import os
import signal
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from curate.console import Screen
from curate.formalize.judge.batch import keep_verdicts
from curate.formalize.judge.intake import find_statements, read_predictions
from curate.formalize.records.shipped import write_set
from curate.schemas.distribution import install_advice
from curate.schemas.errors import Missing
from curate.schemas.stochbench.environment import JudgeLimits
from curate.schemas.stochbench.folder import find_problems, read_problem
from curate.schemas.stochbench.verdicts import Verdict
from curate.tasks.cluster import DaskEngine
from curate.tasks.verdicts import JudgeSettings, judge_with

PROOFS = 8
SETTINGS = JudgeSettings(project=None, limits=JudgeLimits(), sandbox=True, kernels=())


def run_demo(screen: Screen, directory: Path) -> tuple[Verdict, ...]:
    """Judges `PROOFS` shipped proofs and one that is none; kills a worker when half of them are judged.

    Raises:
        Missing: Dask or the embedded Lean is not installed.
    """
    try:
        from distributed import LocalCluster
    except ModuleNotFoundError as error:
        raise Missing(f"the demo of a cluster needs Dask: {install_advice('cluster')}") from error
    problems = directory / "problems"
    write_set(problems)
    submissions = read_predictions(_write_predictions(problems, directory / "predictions.jsonl"))
    statements = find_statements(submissions, problems)
    told: list[Verdict] = []
    start: Any = LocalCluster
    with (
        start(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=logging.CRITICAL
        ) as cluster,
        closing(DaskEngine(cluster.scheduler_address)) as engine,
    ):
        workers = engine.read_processes()
        screen.note(f"a Dask scheduler and {len(workers)} workers listen at {cluster.scheduler_address}")

        def tell(verdict: Verdict) -> None:
            told.append(verdict)
            screen.note(f"{verdict.problem}: {verdict.verdict} {verdict.reason or ''}".rstrip())
            if len(told) == len(submissions) // 2:
                os.kill(workers[0], signal.SIGKILL)
                screen.note(f"worker {workers[0]} is killed; what it worked on goes to another")

        judged = judge_with(engine, SETTINGS, statements)
        verdicts = keep_verdicts(judged, submissions, directory / "verdicts.jsonl", tell)
    counts = Counter(verdict.verdict for verdict in verdicts)
    screen.table("verdicts", ("verdict", "solutions"), sorted(counts.items()))
    return verdicts


def _write_predictions(problems: Path, out: Path) -> Path:
    """The first proofs of the shipped set, and a text that proves nothing."""
    proved = [one for one in find_problems(problems) if (one / "proof.lean").is_file()]
    chosen = [one for one in proved if read_problem(one).environment.implementation == "embedded"][:PROOFS]
    lines: list[dict[str, str | int]] = [
        {"problem": one.name, "text": (one / "proof.lean").read_text(encoding="utf-8")} for one in chosen
    ]
    lines.append({"problem": chosen[0].name, "sample": 1, "text": "theorem nothing : True := trivial"})
    out.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return out
