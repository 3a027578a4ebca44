"""Runs a prover over problems: each sample in a process group of its own, killed at the cap, resumable."""

import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from curate.evals.prove import PROVE_VERSION
from curate.evals.prove.apart import apart
from curate.evals.prove.frozen import frozen_problems
from curate.evals.prove.records import (
    CALLS,
    PREDICTIONS,
    RUN,
    TIMES,
    Ended,
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
from curate.evals.review.models import CASSETTE
from curate.formalize.judge.challenge import Statement
from curate.formalize.lean.api import Limits
from curate.formalize.lean.process import Outcome, child_environment, run_limited
from curate.formalize.models.prices import Price
from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.stochbench.verdicts import Claim
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsonl import append_line, read_lines, render_lines
from curate.schemas.store.lock import hold_output

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
    asked = frozen_problems(statements)
    wanted = RunFile(version=PROVE_VERSION, prover=prover, problems=asked, samples=k, cap_s=cap_s, memory_mb=memory_mb)
    if (out / RUN).exists():
        if read_run(out) != wanted:
            raise Refused(f"{out} holds a run with other settings or problems; name another --out")
    else:
        write_file(out / RUN, wanted.model_dump_json(indent=1).encode())
    return wanted


TOLD = {"prover", "statement", "informal", "theorem", "sample", "base_url", "model"}
"""What a prover is told of its sample."""


class SampleRequest(Record):
    """One sample of one problem: all that what is handed in depends on.

    model: the agent's, as a process in another folder must name it.
    calls: file in which an agent's answers are kept and looked up; None: they are kept nowhere.
    keep: folder that a prover of the user's may not change; None: such a prover is not kept from anything.
    """

    prover: Prover
    problem: str
    revision: int
    sample: int
    statement: str
    informal: str
    theorem: str
    cap_s: float
    memory_mb: int
    price: Price | None
    base_url: str | None
    model: str | None
    calls: str | None
    keep: str | None
    workers: int


class Proved(Record):
    """What came of one sample."""

    prediction: Prediction
    times: Times


Sampler = Callable[[Sequence[SampleRequest]], Iterable[Proved]]
"""Runs samples, in any order."""


def run_provers(
    run: RunFile,
    statements: Mapping[str, Statement],
    out: Path,
    workers: int,
    price: Price | None,
    base_url: str | None,
    tick: Callable[[Prediction], None],
    sampler: Sampler | None = None,
    kept: bool = True,
) -> tuple[Prediction, ...]:
    """Every prediction of a run, in the order of problems and samples; what is there is not made again.

    `sampler`: who runs the samples; None: `workers` threads here. `kept`: whether a prover of the user's is kept from
    changing `out`; see `apart.is_possible`.

    Raises:
        Stopped: another process works on this run.
    """
    keys = [(one.problem, sample) for one in run.problems for sample in range(run.samples)]
    with hold_output(out / PREDICTIONS):
        there = {one.key: one for one in read_predictions(out)}
        todo = [key for key in keys if key_of(*key) not in there]
        keep = out if kept else None
        requests = [
            _request(run, statements[name], sample, out, keep, workers, price, base_url) for name, sample in todo
        ]
        for proved in (sampler or partial(_prove_here, workers))(requests):
            append_line(out / TIMES, proved.times)
            append_line(out / PREDICTIONS, proved.prediction)
            there[proved.prediction.key] = proved.prediction
            tick(proved.prediction)
        found = tuple(there[key_of(*key)] for key in keys)
        write_file(out / PREDICTIONS, render_lines(found).encode())
        times_by_key = {one.key: one for one in read_lines(out / TIMES, Times, allow_torn=True)}
        write_file(out / TIMES, render_lines(times_by_key[one.key] for one in found).encode())
    return found


def _prove_here(workers: int, requests: Sequence[SampleRequest]) -> Iterator[Proved]:
    with ThreadPoolExecutor(workers) as pool:
        started = [pool.submit(prove_sample, request) for request in requests]
        try:
            for done in as_completed(started):
                yield done.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _request(
    run: RunFile,
    statement: Statement,
    sample: int,
    out: Path,
    keep: Path | None,
    workers: int,
    price: Price | None,
    base_url: str | None,
) -> SampleRequest:
    record = statement.record
    return SampleRequest(
        prover=run.prover,
        problem=statement.problem,
        revision=record.statement_revision if record else 0,
        sample=sample,
        statement=statement.text,
        informal=record.informal_statement if record else "",
        theorem=record.theorem if record else "",
        cap_s=run.cap_s,
        memory_mb=run.memory_mb,
        price=price,
        base_url=base_url,
        model=locate_model(run.prover.model),
        keep=None if keep is None else str(keep.resolve()),
        calls=str((out / CALLS / f"{statement.problem}-{sample}.jsonl").resolve()),
        workers=workers,
    )


def prove_sample(request: SampleRequest) -> Proved:
    """Runs one sample in a process group of its own."""
    task = request.model_dump(mode="json", include=TOLD)
    with _task_file(task, request.calls) as path:
        ours = request.prover.name != "command"
        argv = [sys.executable, "-m", "curate.evals.prove.worker"]
        if not ours:
            keep = None if request.keep is None else Path(request.keep)
            argv = list(request.prover.command) if keep is None else apart(request.prover.command, keep=keep)
        outcome = run_limited(
            [*argv, str(path)],
            cwd=path.parent,
            env=child_environment({"CURATE_PROVER": "1"}, PASSED_ON if ours else ("HOME", "PYTHONPATH")),
            limits=Limits(wall_s=request.cap_s, memory_mb=request.memory_mb, output_mb=OUTPUT_MB),
        )
    prediction = read_output(outcome, request.problem, request.revision, request.sample, request.price)
    times = Times(
        key=prediction.key,
        wall_s=outcome.wall_s,
        peak_memory_mb=outcome.peak_memory_mb,
        workers=request.workers,
    )
    return Proved(prediction=prediction, times=times)


def locate_model(model: str | None) -> str | None:
    """The model's name, as a process in another folder must know it."""
    if model is None or not model.startswith(CASSETTE):
        return model
    return f"{CASSETTE}{Path(model.removeprefix(CASSETTE)).resolve()}"


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
def _task_file(task: Mapping[str, object], calls: str | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="curate-prove-") as name:
        path = Path(name).resolve() / "task.json"
        kept = calls or str(path.with_name("calls.jsonl"))
        path.write_text(json.dumps({**task, "calls": kept}), encoding="utf-8")
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
