"""What repair by rules alone does to meaning: drafts as people write them, held against what each means.

    python benchmarks/formalize_drafts.py tests/cases/formalize/drafts-seen.toml

Each draft's meaning was written down beside it before it was repaired. A text is faithful when Lean elaborates it to
the same statement, by digest; no one looks at how it was repaired. Prints one line a draft, then the table elaborates ×
faithful before and after, and exits with 1 when a draft became wrong in silence.
"""

import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path
from typing import Literal, NamedTuple

from curate.clock import utc_today
from curate.formalize.gate.module_rules import check_honesty
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.records.draft import parse_draft, render_draft, render_template
from curate.formalize.repair.journal import Journal
from curate.formalize.repair.loop import Budget
from curate.formalize.run.driver import Job, run_loop
from curate.formalize.run.outcome import conclude
from curate.formalize.run.setup import open_setup
from curate.formalize.text.names import KnownNames

State = Literal["faithful", "wrong", "does not elaborate"]


class Result(NamedTuple):
    """One draft before and after."""

    id: str
    before: State
    after: State
    """Of the text that the rules ended with, recorded or not."""
    outcome: str
    """`recorded`, or why there is no record."""
    rules: tuple[str, ...]
    text: str
    words: str


def run_draft(lean: LeanBackend, names: KnownNames, draft: dict[str, str], folder: Path) -> Result:
    """Repairs one draft by rules alone."""
    template = parse_draft(render_template(draft["id"]).encode())
    data = render_draft(template.header, draft["text"]).encode()
    meant = _digest(lean, draft["means"]) if draft["means"] else None
    job = Job(
        draft=parse_draft(data),
        lean=lean,
        names=names,
        model=None,
        price=None,
        journal=Journal(folder / draft["id"], data),
        budget=Budget(),
        show=lambda event: None,
    )
    state, stop = run_loop(job)
    concluded = conclude(job, state, stop, folder / "problems", "0" * 64, False, utc_today())
    text = state.current.made.text if state.current else draft["text"]
    return Result(
        id=draft["id"],
        before=_judge(lean, job.draft.text, meant),
        after=_judge(lean, text, meant),
        outcome=concluded.kind if concluded.kind == "recorded" else f"{concluded.kind}: {concluded.words}",
        rules=tuple(one.made.rule for one in state.attempts if one.made.rule),
        text=text,
        words=concluded.words,
    )


def _judge(lean: LeanBackend, text: str, meant: str | None) -> State:
    found = _digest(lean, text)
    return "does not elaborate" if found is None else "faithful" if found == meant else "wrong"


def _digest(lean: LeanBackend, text: str) -> str | None:
    statement = check_honesty(lean, text + "\n").statement
    return statement.digest if statement is not None else None


def run_all(path: Path) -> list[Result]:
    """Every draft of a file."""
    lean, names = open_setup(None)
    drafts = tomllib.loads(path.read_text(encoding="utf-8"))["draft"]
    with tempfile.TemporaryDirectory() as folder:
        return [run_draft(lean, names, draft, Path(folder)) for draft in drafts]


def main() -> None:
    """Prints the results and the table."""
    results = run_all(Path(sys.argv[1]))
    for one in results:
        print(f"{one.id}  {one.before} -> {one.after}; {one.outcome[:160]}  [{', '.join(one.rules)}]")
        if one.outcome.startswith("recorded") and one.after != "faithful":
            print("      " + one.text.strip().splitlines()[-1])
    for (before, after, recorded), count in sorted(
        Counter((r.before, r.after, r.outcome == "recorded") for r in results).items()
    ):
        print(f"{count:3}  {before} -> {after}{'' if recorded else ', not recorded'}")
    entered = [r.id for r in results if r.outcome == "recorded" and r.after == "wrong" and r.before != "wrong"]
    print(f"recorded and faithful: {sum(r.outcome == 'recorded' and r.after == 'faithful' for r in results)}")
    print(f"newly wrong in silence: {len(entered)} {' '.join(entered)}")
    sys.exit(1 if entered else 0)


if __name__ == "__main__":
    main()
