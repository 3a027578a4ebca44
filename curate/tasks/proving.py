"""The task of `prove run`: one sample of one problem."""

from collections.abc import Iterator, Sequence
from typing import Any

from curate.evals.prove.running import Proved, Sampler, SampleRequest, prove_sample
from curate.schemas.errors import Stopped
from curate.tasks.profile import needs_of
from curate.tasks.run import Engine
from curate.tasks.task import Task

KIND = "prove"


def prove_one(request: dict[str, Any]) -> dict[str, Any]:
    """Runs one sample where it is called."""
    return prove_sample(SampleRequest.model_validate(request)).model_dump(mode="json")


def prove_with(engine: Engine) -> Sampler:
    """What runs samples with `engine`.

    The run's folder is not on the workers, so nothing there has to be kept from a prover of the user's. An agent's
    answers are kept on its worker, and only while its sample runs: when the worker dies they are asked for and paid
    again.
    """

    def prove(requests: Sequence[SampleRequest]) -> Iterator[Proved]:
        lost = list[str]()
        tasks = [
            Task.of(KIND, one.model_copy(update={"calls": None, "keep": None}).model_dump(mode="json"), one.cap_s)
            for one in requests
        ]
        for outcome in engine.run(tasks, needs_of(None)):
            if outcome.record is None:
                lost.append(outcome.reason)
            else:
                yield Proved.model_validate(outcome.record)
        if lost:
            raise Stopped(f"{len(lost)} samples have no result, run the same command again; {lost[0]}")

    return prove
