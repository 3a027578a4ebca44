"""Makes curate/demo/agent.jsonl anew: the turns of a made-up agent on ten problems, recorded with Lean's answers.

    python -m benchmarks.prove_cassette

The turns stand below; the proofs are those that come with the problems. Run it when the agent's words or tools change.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from curate.commands.prove.folders import read_statements
from curate.demo.prove import CASSETTE, PROBLEMS
from curate.evals.prove.agent import Work, open_conversation, run_agent
from curate.evals.prove.workbench import Workbench
from curate.formalize.judge.challenge import Statement
from curate.formalize.lean.open import open_lean
from curate.formalize.models.api import Message, Reply, ToolCall
from curate.formalize.models.cassette import Recorder
from curate.formalize.records.shipped import write_set

GIVES_UP = ("work-is-conserved", "square-of-fair-capital")
SAYS_NOTHING = "no-level-is-jumped-over-abstract"


class Prepared:
    """Gives prepared turns, as a provider would."""

    name = "made-up-agent"

    def __init__(self, turns: Iterator[dict[str, str] | str]) -> None:
        self._turns = turns

    def answer(self, messages: tuple[Message, ...], timeout_s: float) -> Reply:
        turn = next(self._turns)
        calls: tuple[ToolCall, ...] = ()
        if not isinstance(turn, str):
            name, arguments = turn["tool"], {key: value for key, value in turn.items() if key != "tool"}
            calls = (ToolCall(id=f"call-{len(messages)}", name=name, arguments=json.dumps(arguments)),)
        read = sum(len(one.content) for one in messages) // 4
        return Reply(text=turn if isinstance(turn, str) else "", input_tokens=read, output_tokens=40, wall_s=0.1,
                     calls=calls)  # fmt: skip


def turns_on(statement: Statement, proof: str) -> Iterator[dict[str, str] | str]:
    """A first try that fails, a look at the library, and what is known to be a proof; two problems are given up."""
    if statement.problem == SAYS_NOTHING:
        yield "This follows from the hypotheses."
    yield {"tool": "check", "text": statement.text.replace("sorry", "simp_all")}
    if statement.problem in GIVES_UP:
        yield {"tool": "search", "query": "no such words"}
        yield {"tool": "give_up"}
        return
    yield {"tool": "search", "query": "Nat le trans"}
    yield {"tool": "check", "text": proof}


def main() -> None:
    CASSETTE.unlink(missing_ok=True)
    lean = open_lean(None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_set(folder)
        statements = read_statements(folder)
        for problem in PROBLEMS:
            statement = statements[problem]
            proof = (folder / problem / "proof.lean").read_text(encoding="utf-8")
            bench = Workbench(lean, statement.text, 100)
            work = Work(bench)
            tools = work.tools()
            record = statement.record
            assert record is not None
            opening = open_conversation(statement.text, record.informal_statement, record.theorem, tools, False)
            model = Recorder(Prepared(turns_on(statement, proof)), CASSETTE)
            print(problem, run_agent(model, work, tools, opening, 1_000_000, lambda _: None))


if __name__ == "__main__":
    main()
