"""One prover on one problem, in a process of its own: `python -m curate.evals.prove.worker TASK.json`.

Every attempt, every text to hand in and the end are lines of JSON on stdout, written at once: what was said before a
kill counts. See `records.Told`.
"""

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from curate.evals.prove.agent import TextTools, Work, open_conversation, run_agent
from curate.evals.prove.models import Remembering
from curate.evals.prove.records import Ended, Prover, Told
from curate.evals.prove.search import portfolio, search
from curate.evals.prove.servers import serving_tools
from curate.evals.prove.workbench import Attempt, OutOfChecks, Tried, Workbench, text_digest
from curate.evals.review.models import CASSETTE, opened_model
from curate.formalize.lean.open import open_lean
from curate.formalize.models.api import ChatModel, ProviderProblem, Settings
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
        return prove_by_agent(prover, task, bench)
    script = (portfolio if prover.name == "portfolio" else search)(bench)
    if script is None:
        return "gave-up"
    bench.checks_left = max(bench.checks_left, 1)
    return "solved" if bench.check(bench.text_with(script)).status == "solved" else "gave-up"


def prove_by_agent(prover: Prover, task: dict[str, Any], bench: Workbench) -> Ended:
    """Opens the agent's tools and its model, and lets it work."""
    work = Work(bench)
    with ExitStack() as stack:
        tools = list(work.tools())
        if prover.server:
            folder = Path(prover.project or sys.argv[1]).resolve()
            place = folder if folder.is_dir() else folder.parent
            tools += stack.enter_context(serving_tools(prover.server, prover.server_tools, place))
        native = prover.tools == "native"
        settings = Settings(temperature=prover.temperature, tools=tuple(one.offer for one in tools) if native else ())
        model: ChatModel = stack.enter_context(opened_model(task["model"], task["base_url"], settings))
        if not str(prover.model).startswith(CASSETTE):
            model = Remembering(model, Path(task["calls"]))
        opening = open_conversation(bench.statement, task["informal"], task["theorem"], tools, in_text=not native)
        return run_agent(model if native else TextTools(model), work, tools, opening, prover.max_tokens, tell)


def main() -> None:
    """Runs the task; the last line says how it ended."""
    task = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    prover = Prover.model_validate(task["prover"])
    lean = open_lean(Path(prover.project) if prover.project else None)
    bench = Workbench(lean, task["statement"], prover.max_checks, tell_attempt, lambda spent: tell(Told(checks=spent)))
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
