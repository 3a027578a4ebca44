"""Files of predictions are judged whole, resumably, by one run at a time."""

import fcntl
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from curate.formalize.judge.batch import judge_all
from curate.formalize.judge.challenge import find_statement
from curate.formalize.judge.intake import find_statements, read_predictions
from curate.formalize.judge.judge import Judge
from curate.formalize.judge.plain_files import read_plain
from curate.formalize.records.problems import write_problem
from curate.schemas.errors import Refused, Stopped
from curate.schemas.stochbench.records import Formalization, Problem, Source
from curate.schemas.stochbench.verdicts import Verdict
from curate.schemas.store.jsonl import read_lines

CASES = Path(__file__).parents[2] / "cases" / "judge"
TRUE = (CASES / "attacks" / "ok-plain.lean").read_text(encoding="utf-8")
HOLE = (CASES / "problems" / "fixed-point.lean").read_text(encoding="utf-8")

pytestmark = pytest.mark.lean


@pytest.fixture
def problems(tmp_path: Path, judge: Judge, challenges) -> Path:  # type: ignore[no-untyped-def]
    """A folder of one record."""
    challenge = challenges["fixed-point"]
    record = Problem(
        id="fixed-point",
        title="A fixed point stays",
        informal_statement="Running a step from one of its fixed points stays there.",
        topic="markov-chains",
        representation="literal",
        status="active",
        theorem=challenge.name,
        statement_revision=2,
        statement_digest=challenge.digest,
        text_sha256=hashlib.sha256(HOLE.encode()).hexdigest(),
        source=Source(work="Notes", author="Nobody", year=2026, locator="p. 1", licence="CC0-1.0"),
        environment=judge.lean.environment,
        formalization=Formalization(draft_sha256="0" * 64, rounds=1),
        history=(),
    )
    write_problem(tmp_path / "problems", record, HOLE)
    return tmp_path / "problems"


def write(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def row(**changed: object) -> dict[str, object]:
    return {"problem": "fixed-point", "sample": 0, "text": TRUE, "model": "somebody's own field", **changed}


def test_each_prediction_gets_one_verdict_in_its_order(judge: Judge, problems: Path, tmp_path: Path) -> None:
    rows = [
        row(sample=0, text=HOLE),
        row(sample=1),
        row(sample=2, text=None),
        row(sample=3, text="a\0b"),
        row(sample=4, claim="disproof"),
    ]
    submissions = read_predictions(write(tmp_path / "p.jsonl", *rows))
    statements, out = find_statements(submissions, problems), tmp_path / "v.jsonl"
    told: list[Verdict] = []
    verdicts = judge_all(judge, submissions, statements, out, 2, told.append)
    assert [(one.sample, one.verdict, one.reason) for one in verdicts] == [
        (0, "rejected", "axioms"),
        (1, "accepted", None),
        (2, "rejected", "no-text"),
        (3, "rejected", "source"),
        (4, "rejected", "missing"),
    ]
    assert read_lines(out, Verdict) == verdicts
    assert len(told) == 5
    assert {one.statement_revision for one in verdicts} == {2}
    before = out.read_bytes()
    assert judge_all(judge, submissions, statements, out, 2, told.append) == verdicts
    assert out.read_bytes() == before, "what was decided was judged again"


def test_what_was_made_otherwise_or_is_unknown_is_judged_again(judge: Judge, problems: Path, tmp_path: Path) -> None:
    submissions = read_predictions(write(tmp_path / "p.jsonl", row()))
    statements, out = find_statements(submissions, problems), tmp_path / "v.jsonl"
    (first,) = judge_all(judge, submissions, statements, out, 1, lambda _: None)
    for changed in (
        {"judge_version": 0},
        {"statement_digest": "0" * 64},
        {"sandbox": ()},
        {"verdict": "unknown", "reason": "resources"},
    ):
        out.write_text(first.model_copy(update=changed).model_dump_json() + "\n" + '{"half": ')
        (again,) = judge_all(judge, submissions, statements, out, 1, lambda _: None)
        assert (again.verdict, again.judge_version, again.sandbox) == ("accepted", 1, first.sandbox)
        assert read_lines(out, Verdict) == (again,)


def test_two_runs_do_not_write_one_file(judge: Judge, problems: Path, tmp_path: Path) -> None:
    submissions = read_predictions(write(tmp_path / "p.jsonl", row()))
    with (tmp_path / ".v.jsonl.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(Stopped, match="another run"):
            judge_all(
                judge, submissions, find_statements(submissions, problems), tmp_path / "v.jsonl", 1, lambda _: None
            )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"problem": "fixed-point", "text": "x"}', "has no end"),
        ('{"problem": "fixed-point", "text": "x"}\n{"problem": "fixed-p', "line 2, has no end"),
        ('{"problem": "fixed-point"}\n', "line 1"),
        ('{"problem": "fixed-point", "text": "x"}\n' * 2, "lines 1 and 2 are both sample 0"),
        ('{"problem": "fixed-point", "text": "x", "sample": -1}\n', "line 1"),
        ('{"problem": "other", "text": "x"}\n', "no record other"),
        ('{"problem": "../fixed-point", "text": "x"}\n', "no record ../fixed-point"),
        ('{"problem": "fixed-point", "text": "x", "statement_revision": 1}\n', "revision 1"),
        ("\n", "line 1"),
    ],
)
def test_a_damaged_file_of_predictions_is_refused_before_anything_runs(
    text: str, why: str, problems: Path, tmp_path: Path
) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(text)
    with pytest.raises(Refused, match=why):
        find_statements(read_predictions(path), problems)


def test_what_is_no_plain_file_is_refused(tmp_path: Path, judge: Judge) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/proc/self/environ")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "link", tmp_path / "absent", Path("/dev/zero")):
        with pytest.raises(Refused):
            read_plain(path, 1000)
        with pytest.raises(Refused):
            read_predictions(path)
        with pytest.raises(Refused):
            find_statement(path)
    for out in (tmp_path, tmp_path / "pipe", Path("/dev/full")):
        with pytest.raises(Refused, match="not a plain file"):
            judge_all(judge, (), {}, out, 1, lambda _: None)
    (tmp_path / "large").write_bytes(b"x" * 5000)
    assert len(read_plain(tmp_path / "large", 1000)) == 1001


def test_a_killed_run_goes_on_and_leaves_no_process(problems: Path, judge: Judge, tmp_path: Path, lean_cache) -> None:  # type: ignore[no-untyped-def]
    predictions = write(tmp_path / "p.jsonl", *(row(sample=number) for number in range(5)))
    out = tmp_path / "v.jsonl"
    argv = [sys.executable, "-m", "curate", "judge", "--predictions", str(predictions), "--out", str(out)]
    argv += ["--problems", str(problems), "--workers", "1", "--cap", "6", "--memory", "2048"]
    env = {**os.environ, "CURATE_CACHE": str(lean_cache)}
    with subprocess.Popen(argv, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        deadline = time.monotonic() + 60
        while not (out.exists() and out.read_bytes()) and run.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        run.send_signal(signal.SIGKILL)
    kept = read_lines(out, Verdict, allow_torn=True)
    assert 1 <= len(kept) < 5
    with out.open("ab") as cut:
        cut.write(b'{"problem": "fixed-')
    ended = subprocess.run(argv, env=env, check=False, capture_output=True)
    assert ended.returncode == 0, ended.stderr
    verdicts = read_lines(out, Verdict)
    assert verdicts[: len(kept)] == kept
    assert [one.sample for one in verdicts] == list(range(5))
