"""Runs a prover over problems: each sample in a process group of its own, killed at the cap, resumable."""

import hashlib
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path

from curate.evals.prove import PROVE_VERSION
from curate.evals.prove.records import (
    CALLS,
    PREDICTIONS,
    RUN,
    TIMES,
    Ended,
    FrozenProblem,
    Prediction,
    Prover,
    RunFile,
    Times,
    Told,
    key_of,
    read_predictions,
    read_run,
)
from curate.evals.prove.workbench import Attempt
from curate.formalize.judge.batch import locked
from curate.formalize.judge.challenge import Statement
from curate.formalize.lean.api import Limits
from curate.formalize.lean.process import Outcome, child_environment, run_limited
from curate.formalize.models.prices import Price
from curate.schemas.errors import Refused
from curate.schemas.stochbench.verdicts import Claim
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsonl import append_line, read_lines, render_lines

OUTPUT_MB = 64
PASSED_ON = ("CURATE_CACHE", "XDG_CACHE_HOME", "HOME", "PYTHONPATH", "OPENAI_API_KEY", "ANTHROPIC_API_KEY")
"""What a prover of ours may see of the environment; one that a command names sees no key."""


def begin_run(
    out: Path, prover: Prover, statements: Mapping[str, Statement], k: int, cap_s: float, memory_mb: int
) -> RunFile:
    """The run at `out`: a new one, or the one that is there when it is the same.

    Raises:
        Refused: another run is there.
    """
    asked = tuple(
        FrozenProblem(
            problem=name,
            statement_revision=one.record.statement_revision if one.record else 0,
            text_sha256=hashlib.sha256(one.text.encode()).hexdigest(),
        )
        for name, one in sorted(statements.items())
    )
    wanted = RunFile(version=PROVE_VERSION, prover=prover, problems=asked, samples=k, cap_s=cap_s, memory_mb=memory_mb)
    if (out / RUN).exists():
        if read_run(out) != wanted:
            raise Refused(f"{out} holds a run with other settings or problems; name another --out")
    else:
        write_file(out / RUN, wanted.model_dump_json(indent=1).encode())
    return wanted


def run_provers(
    run: RunFile,
    statements: Mapping[str, Statement],
    out: Path,
    workers: int,
    price: Price | None,
    base_url: str | None,
    tick: Callable[[Prediction], None],
) -> tuple[Prediction, ...]:
    """Every prediction of a run, in the order of problems and samples; what is there is not made again.

    Raises:
        Refused: another process works on this run.
    """
    keys = [(one.problem, sample) for one in run.problems for sample in range(run.samples)]
    with locked(out / PREDICTIONS):
        there = {one.key: one for one in read_predictions(out)}
        todo = [key for key in keys if key_of(*key) not in there]
        with ThreadPoolExecutor(workers) as pool:
            started = [
                pool.submit(_prove_one, run, statements[problem], sample, out, workers, price, base_url)
                for problem, sample in todo
            ]
            try:
                for done in as_completed(started):
                    prediction, times = done.result()
                    append_line(out / TIMES, times)
                    append_line(out / PREDICTIONS, prediction)
                    there[prediction.key] = prediction
                    tick(prediction)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        found = tuple(there[key_of(*key)] for key in keys)
        write_file(out / PREDICTIONS, render_lines(found).encode())
        times_by_key = {one.key: one for one in read_lines(out / TIMES, Times, allow_torn=True)}
        write_file(out / TIMES, render_lines(times_by_key[one.key] for one in found).encode())
    return found


def _prove_one(
    run: RunFile,
    statement: Statement,
    sample: int,
    out: Path,
    workers: int,
    price: Price | None,
    base_url: str | None,
) -> tuple[Prediction, Times]:
    task = {
        "prover": run.prover.model_dump(mode="json"),
        "statement": statement.text,
        "informal": statement.record.informal_statement if statement.record else "",
        "theorem": statement.record.theorem if statement.record else "",
        "sample": sample,
        "base_url": base_url,
        "calls": str((out / CALLS / f"{statement.problem}-{sample}.jsonl").resolve()),
    }
    with _task_file(task) as path:
        ours = run.prover.name != "command"
        argv = [sys.executable, "-m", "curate.evals.prove.worker"] if ours else list(run.prover.command)
        outcome = run_limited(
            [*argv, str(path)],
            cwd=path.parent,
            env=child_environment({"CURATE_PROVER": "1"}, PASSED_ON if ours else ("HOME",)),
            limits=Limits(wall_s=run.cap_s, memory_mb=run.memory_mb, output_mb=OUTPUT_MB),
        )
    revision = statement.record.statement_revision if statement.record else 0
    prediction = read_output(outcome, statement.problem, revision, sample, price)
    times = Times(key=prediction.key, wall_s=outcome.wall_s, peak_memory_mb=outcome.peak_memory_mb, workers=workers)
    return prediction, times


def read_output(outcome: Outcome, problem: str, revision: int, sample: int, price: Price | None) -> Prediction:
    """What a prover handed in, from the lines that it wrote until it ended or was killed. Other lines are passed
    over; nothing in them can name another problem or sample."""
    text: str | None = None
    claim: Claim | None = None
    ended: Ended | None = None
    attempts: list[Attempt] = []
    tokens, served, checks = [0, 0], list[str](), 0
    for told in parse_output(outcome.stdout):
        text = told.text if told.text is not None else text
        claim = told.claim or (claim if told.text is None else None)
        tokens = [max(tokens[0], told.input_tokens or 0), max(tokens[1], told.output_tokens or 0)]
        served += [told.served] if told.served and told.served not in served else []
        attempts += [told.attempt] if told.attempt else []
        checks = max(checks, told.checks or 0)
        ended = told.ended or ended
    if outcome.stopped is not None:
        ended = "cap" if outcome.stopped == "time" else "crash"
    elif outcome.code != 0 or ended is None:
        ended = "crash"
    return Prediction(
        problem=problem,
        statement_revision=revision,
        sample=sample,
        claim=claim,
        text=text,
        ended=ended,
        checks=max(checks, len(attempts)),
        input_tokens=tokens[0],
        output_tokens=tokens[1],
        cost=price.of(tokens[0], tokens[1]) if price and any(tokens) else (0.0 if not any(tokens) else None),
        served=tuple(served),
        attempts=tuple(attempts),
    )


def parse_output(stdout: bytes) -> Iterator[Told]:
    """The lines of a prover's output that are of its form."""
    for line in stdout.split(b"\n"):
        if line.startswith(b"{"):
            try:
                yield Told.model_validate_json(line)
            except ValueError:
                continue


@contextmanager
def _task_file(task: Mapping[str, object]) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="curate-prove-") as name:
        path = Path(name).resolve() / "task.json"
        path.write_text(json.dumps(task), encoding="utf-8")
        yield path


def choose(statements: Mapping[str, Statement], only: Sequence[str], limit: int | None) -> Mapping[str, Statement]:
    """The problems that are to be proved, in the order of their names.

    Raises:
        Refused: one that is named is not there.
    """
    unknown = [name for name in only if name not in statements]
    if unknown:
        raise Refused(f"there is no active problem {', '.join(unknown[:10])}")
    names = sorted(only or statements)
    return {name: statements[name] for name in names[:limit]}
