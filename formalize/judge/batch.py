"""Judges a file of predictions into a file of verdicts: resumable, and one run at a time."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from threading import Lock

from curate.formalize.judge.challenge import Challenge, Statement, open_challenge
from curate.formalize.judge.judge import Judge
from curate.schemas.stochbench.verdicts import Submission, Verdict
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsonl import append_line, read_lines, render_lines
from curate.schemas.store.lock import hold_output

Key = tuple[str, int, str, str | None]


def judge_all(
    judge: Judge,
    submissions: Sequence[Submission],
    statements: Mapping[str, Statement],
    out: Path,
    workers: int,
    tell: Callable[[Verdict], None],
) -> tuple[Verdict, ...]:
    """A verdict on each submission, in their order. `out` gets each as it comes, and all of them in order at the end.

    Verdicts of an earlier run are kept where they were made of the same text, statement and settings; an unknown one is
    made again. `tell` is called with each verdict, kept or new.

    Raises:
        Stopped: another run writes to `out`.
        Refused: `out` holds something else, or a statement can't be judged against.
    """
    with hold_output(out):
        kept = {_key(one): one for one in read_lines(out, Verdict, allow_torn=True) if one.verdict != "unknown"}
        challenges = Challenges(judge, statements)
        found: dict[int, Verdict] = {}
        with ThreadPoolExecutor(workers) as pool:
            waiting: dict[Future[Verdict], int] = {}
            for place, submission in enumerate(submissions):
                waiting[pool.submit(_judge_one, judge, challenges, submission, kept)] = place
            try:
                for done in as_completed(waiting):
                    verdict = found[waiting[done]] = done.result()
                    if kept.get(_key(verdict)) is not verdict:
                        append_line(out, verdict)
                    tell(verdict)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        verdicts = tuple(found[place] for place in range(len(submissions)))
        write_file(out, render_lines(verdicts).encode("utf-8"))
    return verdicts


class Challenges:
    """Each statement compiled once, by whoever needs it first."""

    def __init__(self, judge: Judge, statements: Mapping[str, Statement]) -> None:
        self._judge, self._statements = judge, statements
        self._locks = {name: Lock() for name in statements}
        self._open: dict[str, Challenge] = {}

    def get(self, problem: str) -> Challenge:
        """The challenge of a problem.

        Raises:
            Refused: it can't be judged against.
        """
        with self._locks[problem]:
            if problem not in self._open:
                self._open[problem] = open_challenge(self._judge.lean, self._statements[problem])
            return self._open[problem]


def _judge_one(judge: Judge, challenges: Challenges, submission: Submission, kept: Mapping[Key, Verdict]) -> Verdict:
    challenge = challenges.get(submission.problem)
    earlier = kept.get(_key_of(submission))
    if earlier is not None and judge.would_repeat(earlier, challenge):
        return earlier
    return judge.judge_submission(challenge, submission)


def _key(verdict: Verdict) -> Key:
    return verdict.problem, verdict.sample, verdict.solution_sha256, verdict.claimed


def _key_of(submission: Submission) -> Key:
    return submission.problem, submission.sample, submission.text_sha256, submission.claim
