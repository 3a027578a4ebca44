"""One prover on one problem, in a process of its own: `python -m curate.evals.prove.worker TASK.json`.

Every attempt, every text to hand in and the end are lines of JSON on stdout, written at once: what was said before a
kill counts. See `records.Told`.
"""

import json
import sys
from pathlib import Path
from typing import Any

from curate.evals.prove.agent import run_agent
from curate.evals.prove.models import open_model
from curate.evals.prove.records import Ended, Prover, Told
from curate.evals.prove.search import portfolio, search
from curate.evals.prove.workbench import Attempt, OutOfChecks, Tried, Workbench, text_digest
from curate.formalize.lean.open import open_lean
from curate.formalize.models.api import ProviderProblem
from curate.schemas.errors import CurateError


def tell(told: Told) -> None:
    """Writes one line."""
    sys.stdout.write(told.model_dump_json(exclude_none=True) + "\n")
    sys.stdout.flush()


def tell_attempt(text: str, tried: Tried) -> None:
    """Reports one attempt; its text is what would be handed in now."""
    attempt = Attempt(text_sha256=text_digest(text), status=tried.status, error=tried.error)
    tell(Told(attempt=attempt, text=text, claim="disproof" if "_disproof" in text else "proof"))


def prove(prover: Prover, task: dict[str, Any], bench: Workbench) -> Ended:
    """Runs the prover that a task names."""
    if prover.name == "agent":
        model = open_model(prover, task["base_url"], Path(task["calls"]))
        return run_agent(model, bench, task["informal"], task["theorem"], prover.max_tokens, tell)
    script = (portfolio if prover.name == "portfolio" else search)(bench)
    if script is None:
        return "gave-up"
    bench.checks_left = max(bench.checks_left, 1)
    return "solved" if bench.check(bench.text_with(script)).status == "solved" else "gave-up"


def main() -> None:
    """Runs the task; the last line says how it ended."""
    task = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    prover = Prover.model_validate(task["prover"])
    bench = Workbench(open_lean(None), task["statement"], prover.max_checks, tell_attempt)
    try:
        ended = prove(prover, task, bench)
    except OutOfChecks:
        ended = "checks"
    except ProviderProblem as problem:
        sys.stderr.write(f"{problem}\n")
        ended = "provider"
    except CurateError as error:
        sys.stderr.write(f"{error}\n")
        ended = "crash"
    tell(Told(ended=ended, checks=prover.max_checks - bench.checks_left))


if __name__ == "__main__":
    main()
