"""A judged prover run, written without Lean."""

import hashlib
from pathlib import Path

from curate.evals.prove.records import PREDICTIONS, RUN, TIMES, FrozenProblem, Prediction, Prover, RunFile, Times
from curate.evals.prove.results import VERDICTS
from curate.evals.prove.workbench import Attempt
from curate.schemas.stochbench.environment import JudgeLimits
from curate.schemas.stochbench.folder import read_problem, read_statement
from curate.schemas.stochbench.verdicts import Verdict
from curate.schemas.store.jsonl import render_lines

PROVED, GIVEN_UP = "age-and-residual", "copies-stay-together"
ATTACK = "<script>window.hit = 1</script> <img src=x onerror='window.hit = 1'> \u202eon\u001b[2J"


def write_proofs(folder: Path, problems: Path) -> Path:
    """A run on two problems: one proved, one given up with an attack as its text."""
    folder.mkdir(parents=True)
    asked, predictions, times, verdicts = [], [], [], []
    for name, text in ((PROVED, "theorem fine : True := trivial"), (GIVEN_UP, ATTACK)):
        problem, statement = read_problem(problems / name), read_statement(problems / name)
        solved = name == PROVED
        asked.append(
            FrozenProblem(problem=name, statement_revision=problem.statement_revision, text_sha256=_sha(statement))
        )
        attempt = Attempt(text_sha256=_sha(text), status="solved" if solved else "wrong")
        predictions.append(
            Prediction(
                problem=name, statement_revision=problem.statement_revision, sample=0, claim="proof", text=text,
                ended="solved" if solved else "gave-up", checks=3, attempts=(attempt,),
            )
        )  # fmt: skip
        times.append(Times(key=f"{name}#0", wall_s=2.5, peak_memory_mb=None, workers=1))
        verdicts.append(
            Verdict(
                problem=name, statement_revision=problem.statement_revision, statement_digest=problem.statement_digest,
                solution_sha256=_sha(text), claimed="proof", claim="proof" if solved else None,
                verdict="accepted" if solved else "rejected", reason=None if solved else "build",
                detail="" if solved else "line 1: unexpected token '<'", axioms=("propext",) if solved else (),
                environment=problem.environment, sandbox=("landlock",), limits=JudgeLimits(), steps_s={}, wall_s=0.4,
                peak_memory_mb=None, judge_version=1,
            )
        )  # fmt: skip
    prover = Prover(name="search", max_checks=10, max_tokens=0)
    run = RunFile(version=1, prover=prover, problems=tuple(asked), samples=1, cap_s=60.0, memory_mb=1024)
    (folder / RUN).write_text(run.model_dump_json())
    for file, lines in ((PREDICTIONS, predictions), (TIMES, times), (VERDICTS, verdicts)):
        (folder / file).write_text(render_lines(lines))  # type: ignore[arg-type]  # each list is of one kind
    return folder


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
