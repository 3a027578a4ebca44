"""Prover runs: hostile provers change nothing, killed runs go on and end alike, an agent works with what it may see."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from curate.evals.prove.agent import find_declarations, parse_action, run_agent, show_declaration
from curate.evals.prove.models import Remembering
from curate.evals.prove.records import PREDICTIONS, Prediction, Prover, Told, read_predictions
from curate.evals.prove.running import begin_run, choose, run_provers
from curate.evals.prove.workbench import Workbench
from curate.formalize.judge.challenge import Statement
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.models.api import Message, Reply
from curate.schemas.errors import Refused

STATEMENT = "theorem t (a b : Nat) (h : a = b) : b = a := by sorry\n"
PROOF = STATEMENT.replace("sorry", "exact h.symm")
STATEMENTS = {name: Statement(name, STATEMENT, None) for name in ("first", "second", "third")}


def prover(tmp_path: Path, code: str) -> Prover:
    """A prover that is a few lines of Python; `task` is what it was given."""
    script = tmp_path / "prover.py"
    script.write_text(
        "import json, os, signal, sys, time\ntask = json.load(open(sys.argv[1]))\n"
        "def tell(**told): print(json.dumps(told), flush=True)\n" + code
    )
    return Prover(name="command", command=(sys.executable, str(script)), max_checks=1, max_tokens=1)


def run(tmp_path: Path, code: str, cap_s: float = 20.0) -> tuple[Prediction, ...]:
    out = tmp_path / "run"
    started = begin_run(out, prover(tmp_path, code), STATEMENTS, 2, cap_s, 1024)
    return run_provers(started, STATEMENTS, out, 2, None, None, lambda _: None)


HONEST = f"tell(text={PROOF!r}, claim='proof', checks=3); tell(ended='solved')\n"


def test_what_a_prover_says_becomes_its_prediction(tmp_path: Path) -> None:
    found = run(tmp_path, HONEST)
    assert [(one.problem, one.sample) for one in found] == [
        (name, sample) for name in ("first", "second", "third") for sample in (0, 1)
    ]
    assert {(one.text, one.claim, one.ended, one.checks) for one in found} == {(PROOF, "proof", "solved", 3)}
    assert read_predictions(tmp_path / "run") == found


@pytest.mark.parametrize(
    ("code", "ended", "text"),
    [
        ("tell(text='last'); time.sleep(60)\n", "cap", "last"),
        (
            "tell(text='last')\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nfor _ in range(3):\n"
            "    if os.fork() == 0: os.setsid()\ntime.sleep(60)\n",
            "cap",
            "last",
        ),
        ("tell(text='last')\nwhile True: print('x' * 100000)\n", "cap or crash", "last"),
        ("sys.exit(3)\n", "crash", None),
        ('print(\'no JSON\'); print(\'{"text": 3}\'); print(\'{"problem": "other", "text": "x"}\')\n', "crash", None),
        ("tell(ended='gave-up')\n", "gave-up", None),
    ],
)
def test_a_hostile_prover_loses_its_own_sample_and_nothing_else(ended, code, text, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    lines = "".join(f"    {line}\n" for line in code.splitlines())
    found = run(tmp_path, f"if task['sample'] == 0:\n{lines}else:\n    {HONEST}", cap_s=2.0)
    hostile, honest = ([one for one in found if one.sample == sample] for sample in (0, 1))
    assert {one.ended for one in hostile} <= set(ended.split(" or "))
    assert {one.text for one in hostile} == {text}
    assert {(one.ended, one.text) for one in honest} == {("solved", PROOF)}


def test_no_process_of_a_prover_outlives_its_cap(tmp_path: Path) -> None:
    code = f"import subprocess\nsubprocess.Popen(['sleep', '3599.{os.getpid()}'], start_new_session=True)\n"
    code += "time.sleep(60)\n"
    run(tmp_path, code, cap_s=1.0)
    left = [
        entry.name
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit() and f"3599.{os.getpid()}" in _command_line(entry)
    ]
    assert left == []


def _command_line(entry: Path) -> str:
    try:
        return (entry / "cmdline").read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def test_killed_runs_go_on_and_end_with_the_same_bytes(tmp_path: Path) -> None:
    slow = "time.sleep(0.3)\n" + HONEST
    wanted = tmp_path / "wanted"
    wanted.mkdir()
    run(wanted, slow)
    driver = (
        "import sys\nfrom pathlib import Path\nsys.path.insert(0, sys.argv[1])\n"
        "from tests.curate.evals.prove.test_prove_runs import STATEMENTS, begin_run, prover, run_provers\n"
        "here = Path(sys.argv[2])\n"
        f"started = begin_run(here / 'run', prover(here, {slow!r}), STATEMENTS, 2, 20.0, 1024)\n"
        "run_provers(started, STATEMENTS, here / 'run', 1, None, None, lambda _: None)\n"
    )
    killed = tmp_path / "killed"
    killed.mkdir()
    argv = [sys.executable, "-c", driver, str(Path(__file__).parents[4]), str(killed)]
    for delay in (0.9, 1.4, 1.9, 2.4):
        with subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
    ended = subprocess.run(argv, check=False, capture_output=True)
    assert ended.returncode == 0, ended.stderr.decode()[-500:]
    mine = (killed / "run" / PREDICTIONS).read_bytes()
    assert mine == (wanted / "run" / PREDICTIONS).read_bytes()


def test_another_run_is_not_written_over(tmp_path: Path) -> None:
    run(tmp_path, HONEST)
    other = Prover(name="portfolio", max_checks=1, max_tokens=1)
    with pytest.raises(Refused, match="other settings"):
        begin_run(tmp_path / "run", other, STATEMENTS, 2, 20.0, 1024)
    with pytest.raises(Refused, match="no active problem fourth"):
        choose(STATEMENTS, ("fourth",), None)


class Scripted:
    """Stands in for a provider: gives prepared turns, and keeps what it was asked."""

    def __init__(self, *turns: object) -> None:
        self.turns = [turn if isinstance(turn, str) else json.dumps(turn) for turn in turns]
        self.asked: list[tuple[Message, ...]] = []

    @property
    def name(self) -> str:
        return "scripted"

    def answer(self, messages: tuple[Message, ...], timeout_s: float) -> Reply:
        self.asked.append(messages)
        return Reply(text=self.turns[len(self.asked) - 1], input_tokens=100, output_tokens=10, wall_s=0.1)


@pytest.mark.lean
def test_an_agent_sees_leans_words_and_hands_in_what_checks(lean: EmbeddedLean) -> None:
    model = Scripted(
        "I think first.",
        {"tool": "check", "text": STATEMENT.replace("sorry", "exact h")},
        {"tool": "search", "query": "Eq.symm"},
        {"tool": "show", "name": "Iff.symm"},
        {"tool": "check", "text": PROOF},
    )
    told: list[Told] = []
    texts: list[str] = []
    bench = Workbench(lean, STATEMENT, 10, lambda text, tried: texts.append(f"{tried.status} {text}"))
    assert run_agent(model, bench, "Equality is symmetric.", "t", 100_000, told.append) == "solved"
    said = [messages[-1].content for messages in model.asked]
    assert "theorem t" in said[0]
    assert said[1].startswith("Answer with one JSON object")
    assert "Type mismatch" in said[2]
    assert "theorem Iff.symm" in said[4]
    assert texts[-1] == f"solved {PROOF}"
    assert (told[-1].input_tokens, told[-1].output_tokens) == (500, 50)


@pytest.mark.lean
def test_an_agent_ends_with_its_tokens_or_when_it_gives_up(lean: EmbeddedLean) -> None:
    bench = Workbench(lean, STATEMENT, 10)
    assert run_agent(Scripted({"tool": "give_up"}), bench, "", "t", 1000, lambda _: None) == "gave-up"
    assert run_agent(Scripted("x", "x", "x"), bench, "", "t", 220, lambda _: None) == "tokens"


def test_tools_find_declarations_and_nothing_outside_the_library() -> None:
    assert any("le_trans" in line for line in find_declarations("le_trans"))
    assert find_declarations("") == []
    assert show_declaration("../../../etc/passwd") is None
    assert parse_action('```json\n{"tool": "give_up"}\n```') == {"tool": "give_up"}
    assert parse_action("{not json}") == {}


def test_what_was_answered_before_is_not_asked_again(tmp_path: Path) -> None:
    path, asked = tmp_path / "calls.jsonl", (Message(role="user", content="prove it"),)
    first = Scripted("one", "two")
    assert Remembering(first, path).answer(asked, 1.0).text == "one"
    again = Scripted("never asked")
    assert Remembering(again, path).answer(asked, 1.0).text == "one"
    assert again.asked == []
