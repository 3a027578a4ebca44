"""Judges a file of predictions into a file of verdicts: resumable, and one run at a time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from curate.formalize.judge.challenge import Challenge, Statement, open_challenge
from curate.formalize.judge.judge import Judge
from curate.formalize.judge.plain_files import expect_plain
from curate.schemas.stochbench.verdicts import Submission, Verdict
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsonl import append_line, read_lines, render_lines
from curate.schemas.store.lock import hold_output

Key = tuple[str, int, str, str | None]


class Case(NamedTuple):
    """One submission, its place among all, and an earlier verdict on the same text, if there is one."""

    place: int
    submission: Submission
    earlier: Verdict | None


def judge_all(
    judge: Judge,
    submissions: Sequence[Submission],
    statements: Mapping[str, Statement],
    out: Path,
    workers: int,
    tell: Callable[[Verdict], None],
) -> tuple[Verdict, ...]:
    """The verdicts of `keep_verdicts`, judged in threads here.

    Raises:
        Refused: as `keep_verdicts`, or a statement can't be judged against.
    """
    challenges = Challenges(judge, statements)

    def judge_one(case: Case) -> Verdict:
        challenge = challenges.get(case.submission.problem)
        return judge.judge_again(challenge, case.submission, case.earlier)

    def judge_cases(cases: Sequence[Case]) -> Iterator[tuple[int, Verdict]]:
        with ThreadPoolExecutor(workers) as pool:
            waiting = {pool.submit(judge_one, case): case.place for case in cases}
            try:
                for done in as_completed(waiting):
                    yield waiting[done], done.result()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

    return keep_verdicts(judge_cases, submissions, out, tell)


def keep_verdicts(
    judge_cases: Callable[[Sequence[Case]], Iterator[tuple[int, Verdict]]],
    submissions: Sequence[Submission],
    out: Path,
    tell: Callable[[Verdict], None],
) -> tuple[Verdict, ...]:
    """A verdict on each submission, in their order. `out` gets each as it comes, and all of them in order at the end.

    Verdicts of an earlier run are kept where they were made of the same text, statement and settings; an unknown one is
    made again. `tell` is called with each verdict, kept or new.

    Raises:
        Stopped: another run writes to `out`.
        Refused: `out` holds something else, or is no plain file.
    """
    expect_plain(out)
    with hold_output(out):
        kept = {_key(one): one for one in read_lines(out, Verdict, allow_torn=True) if one.verdict != "unknown"}
        cases = [Case(place, one, kept.get(_key_of(one))) for place, one in enumerate(submissions)]
        found: dict[int, Verdict] = {}
        for place, verdict in judge_cases(cases):
            earlier = cases[place].earlier
            found[place] = earlier if earlier == verdict else verdict  # the same, but for the order of its steps
            if found[place] is not earlier:
                append_line(out, verdict)
            tell(verdict)
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


def _key(verdict: Verdict) -> Key:
    return verdict.problem, verdict.sample, verdict.solution_sha256, verdict.claimed


def _key_of(submission: Submission) -> Key:
    return submission.problem, submission.sample, submission.text_sha256, submission.claim
