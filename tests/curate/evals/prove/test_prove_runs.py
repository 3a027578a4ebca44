"""Prover runs: hostile provers change nothing, killed runs go on and end alike, an agent works with what it may see."""

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from curate.evals.prove.agent import TextTools, Work, open_conversation, parse_action, run_agent
from curate.evals.prove.apart import is_possible
from curate.evals.prove.library import find_declarations, show_declaration
from curate.evals.prove.models import Remembering
from curate.evals.prove.records import PREDICTIONS, Prediction, Prover, Told, read_predictions
from curate.evals.prove.running import begin_run, choose, run_provers
from curate.evals.prove.workbench import Workbench
from curate.formalize.judge.challenge import Statement
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.models.api import Message, Reply, ToolCall
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


def test_a_prover_cannot_write_its_own_verdict(tmp_path: Path) -> None:
    """It knows where the run lies, and tries to write, move and replace what the judge and the report will read."""
    out = tmp_path / "run"
    out.mkdir()
    assert is_possible(out), "the tests need a system that lets a user have namespaces"
    code = f"""
for name in ('verdicts.jsonl', 'predictions.jsonl', 'run.json', 'overrides.jsonl'):
    for attempt in (lambda p: open(p, 'a').write('forged'), os.remove, lambda p: os.rename(p, p + '.old')):
        try: attempt({str(out)!r} + '/' + name)
        except OSError: pass
os.system('umount {out}; mount -o remount,rw,bind {out}; touch /proc/{os.getpid()}/root{out}/verdicts.jsonl')
{HONEST}"""
    found = run(tmp_path, code)
    assert {(one.text, one.ended) for one in found} == {(PROOF, "solved")}
    seen = sorted(path.name for path in out.iterdir() if not path.name.startswith("."))
    assert seen == ["predictions.jsonl", "run.json", "times.jsonl"]
    assert read_predictions(out) == found


def count_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_twelve_kills_end_with_the_same_bytes(tmp_path: Path) -> None:
    slow = "time.sleep(0.1)\n" + HONEST
    wanted = tmp_path / "wanted"
    wanted.mkdir()
    run(wanted, slow)
    killed = tmp_path / "killed"
    killed.mkdir()
    path, moments = killed / "run" / PREDICTIONS, set[int]()
    for kill in range(12):
        before, started = count_lines(path), time.monotonic()
        pid = os.fork()
        if pid == 0:
            try:
                run(killed, slow)
            finally:
                os._exit(0)
        while kill % 2 and count_lines(path) == before < 6 and time.monotonic() < started + 20:
            time.sleep(0.01)
        time.sleep(0.02 * kill)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        moments.add(count_lines(path))
    assert len(moments) > 3, "the kills did not come in the middle of the work"
    run(killed, slow)
    assert path.read_bytes() == (wanted / "run" / PREDICTIONS).read_bytes()


def test_another_run_is_not_written_over(tmp_path: Path) -> None:
    run(tmp_path, HONEST)
    other = Prover(name="portfolio", max_checks=1, max_tokens=1)
    with pytest.raises(Refused, match="other settings"):
        begin_run(tmp_path / "run", other, STATEMENTS, 2, 20.0, 1024)
    with pytest.raises(Refused, match="no active problem fourth"):
        choose(STATEMENTS, ("fourth",), None)


class Scripted:
    """Stands in for a provider: gives prepared turns, and keeps what it was asked."""

    def __init__(self, *turns: object, native: bool = True) -> None:
        self.turns, self.native = turns, native
        self.asked: list[tuple[Message, ...]] = []

    @property
    def name(self) -> str:
        return "scripted"

    def answer(self, messages: tuple[Message, ...], timeout_s: float) -> Reply:
        turn = self.turns[len(self.asked)]
        self.asked.append(messages)
        calls: tuple[ToolCall, ...] = ()
        if self.native and isinstance(turn, dict):
            arguments = json.dumps({name: value for name, value in turn.items() if name != "tool"})
            calls = (ToolCall(id="1", name=turn["tool"], arguments=arguments),)
        text = turn if isinstance(turn, str) else "" if self.native else json.dumps(turn)
        return Reply(text=text, input_tokens=100, output_tokens=10, wall_s=0.1, calls=calls)


TURNS = (
    "I think first.",
    {"tool": "check", "text": STATEMENT.replace("sorry", "exact h")},
    {"tool": "search", "query": "Eq.symm"},
    {"tool": "show", "name": "Iff.symm"},
    {"tool": "check", "text": PROOF},
)


@pytest.mark.lean
@pytest.mark.parametrize("native", [True, False])
def test_an_agent_sees_leans_words_and_hands_in_what_checks(native: bool, lean: EmbeddedLean) -> None:
    model = Scripted(*TURNS, native=native)
    told: list[Told] = []
    texts: list[str] = []
    work = Work(Workbench(lean, STATEMENT, 10, lambda text, tried: texts.append(f"{tried.status} {text}")))
    opening = open_conversation(STATEMENT, "Equality is symmetric.", "t", work.tools(), in_text=not native)
    asked = model if native else TextTools(model)
    assert run_agent(asked, work, work.tools(), opening, 100_000, told.append) == "solved"
    said = [messages[-1].content for messages in model.asked]
    assert "theorem t" in said[0]
    assert ('{"tool": "check", "text": "…"}' in model.asked[0][0].content) is not native
    assert said[1].startswith("Use one of the tools")
    assert "Type mismatch" in said[2]
    assert "theorem Iff.symm" in said[4]
    assert texts[-1] == f"solved {PROOF}"
    assert (told[-1].input_tokens, told[-1].output_tokens) == (500, 50)
    assert {one.role for messages in model.asked for one in messages} == (
        {"system", "user", "assistant", "tool"} if native else {"system", "user", "assistant"}
    )


@pytest.mark.lean
def test_an_agent_ends_with_its_tokens_or_when_it_gives_up(lean: EmbeddedLean) -> None:
    def ended(tokens: int, *turns: object) -> str:
        work = Work(Workbench(lean, STATEMENT, 10))
        opening = open_conversation(STATEMENT, "", "t", work.tools(), in_text=False)
        return run_agent(Scripted(*turns), work, work.tools(), opening, tokens, lambda _: None)

    assert ended(1000, {"tool": "give_up"}) == "gave-up"
    assert ended(220, "x", "x", "x") == "tokens"
    assert ended(220, *[{"tool": "search", "query": "x"}] * 3) == "tokens"


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
