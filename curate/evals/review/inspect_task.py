"""The questions of a review run as a task of inspect_ai, for its models and agents (extra `inspect`).

`inspect_ai.eval(mathlibpr(dataset="DIR"), model=…)`, then `curate review import inspect:LOG`. No label is in a sample,
and nothing is scored here.
"""

from pathlib import Path
from typing import Literal

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser
from inspect_ai.solver import Solver, generate

from curate.evals.review.asking import build_prompt
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.imports import METADATA, Asked
from curate.evals.review.prompt import DIFF_CHARS, Prompt
from curate.evals.review.questions import Question
from curate.evals.review.records import Questions
from curate.evals.review.running import plan_questions


@task  # type: ignore[untyped-decorator]  # inspect_ai is in an extra of its own
def mathlibpr(
    dataset: str = "mathlibpr",
    stage: Literal[1, 2, 3] = 1,
    mode: Literal["review", "pairs", "axes"] = "review",
    split: Literal["train", "validation", "test"] | None = None,
    sample: int | None = None,
    seed: int = 0,
    diff_chars: int = DIFF_CHARS,
    solver: Solver | None = None,
) -> Task:
    """The questions of `curate review run` with these options. An answer is read strictly, by `import`."""
    held = ReviewSet(Path(dataset))
    questions = Questions(mode=mode, stages=(stage,), split=split, sample=sample, seed=seed, diff_chars=diff_chars)
    samples = [
        make_sample(question, build_prompt(held, question, diff_chars), diff_chars)
        for question in plan_questions(held, questions).values()
    ]
    return Task(dataset=MemoryDataset(samples, name="mathlibpr"), solver=solver or generate())


def make_sample(question: Question, prompt: Prompt, diff_chars: int) -> Sample:
    """One question; its epoch becomes the repeat."""
    kinds = {"system": ChatMessageSystem, "user": ChatMessageUser}
    messages: list[ChatMessage] = [kinds[one.role](content=one.content) for one in prompt.messages]
    asked = Asked(
        mode=question.mode,
        item=question.item,
        stage=question.stage,
        axis=question.axis,
        order=question.order,
        diff_chars=diff_chars,
    )
    return Sample(id=question.key, input=messages, metadata={METADATA: asked.model_dump(mode="json")})
