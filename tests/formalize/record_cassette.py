"""Records `formalize/examples/cassette.jsonl` anew: `python tests/formalize/record_cassette.py`.

The answers are written by hand, here; a stand-in server gives them and the real client asks for them. Needed whenever
the question changes: its wording, a shipped draft, a message of Lean's, or a declaration of the prelude that is shown.
"""

import json
import tempfile
from pathlib import Path

from repairing import prelude_declarations

from curate.formalize.lean.embedded import open_embedded
from curate.formalize.models.cassette import Recorder
from curate.formalize.models.openai_chat import OpenAIModel
from curate.formalize.records.draft import parse_draft
from curate.formalize.records.examples import CASSETTE, FOLDER, read_shipped
from curate.formalize.repair.journal import Journal
from curate.formalize.repair.loop import Budget
from curate.formalize.run.driver import Job, run_loop
from curate.formalize.text.names import KnownNames
from curate.standins.models import serve

MODEL = "answers-written-by-hand"


def answer(statement: str, why: str) -> str:
    return json.dumps({"statement": statement, "why": why}, ensure_ascii=False)


ANSWERS = {
    "total-of-a-constant": (
        "Here is the repaired statement:\n\ntheorem total_of_a_constant (c n : Nat) : total c n = n * c := by sorry",
        answer(
            "theorem total_of_a_constant (c n : Nat) : total c n = n * c := by sorry",
            "There is no sum notation here; `total` sums the first n terms.",
        ),
        answer(
            "theorem total_of_a_constant (c n : Nat) : total (fun _ => c) n = n * c := by sorry",
            "`total` takes the rewards as a function of the slot, here the constant one.",
        ),
    ),
}
"""By draft, in the order in which they are asked for: prose, a statement with another fault, and a good one."""


def main() -> None:
    lean = open_embedded()
    names = KnownNames(declarations=prelude_declarations(), complete=True)
    with tempfile.TemporaryDirectory() as directory:
        recorded = Path(directory) / CASSETTE
        for name, answers in ANSWERS.items():
            data = read_shipped(f"{name}.lean")
            with serve(answers) as server:
                model = Recorder(OpenAIModel(MODEL, f"{server.base_url}/v1", "none"), recorded)
                journal = Journal(Path(directory) / name, data)
                job = Job(
                    draft=parse_draft(data), lean=lean, names=names, model=model, price=None, journal=journal,
                    budget=Budget(), show=lambda _: None,
                )  # fmt: skip
                _, stop = run_loop(job)
            if stop.reason != "elaborates":
                raise SystemExit(f"{name}: {stop.words}")
        (FOLDER / CASSETTE).write_bytes(recorded.read_bytes())


if __name__ == "__main__":
    main()
