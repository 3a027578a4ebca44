"""Every shipped problem that is recorded is true and needs each of its hypotheses: a proof says so to the kernel."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from repairing import prelude_declarations

from curate.formalize.checks.statement_checks import check_statement
from curate.formalize.gate.module_rules import check_honesty
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.inspect import inspect
from curate.formalize.models.cassette import Cassette
from curate.formalize.records.draft import parse_draft
from curate.formalize.records.examples import FOLDER, list_shipped, read_shipped
from curate.formalize.repair.journal import Journal
from curate.formalize.repair.loop import Budget
from curate.formalize.run.driver import Job, run_loop
from curate.formalize.text.names import KnownNames

PROOFS = Path(__file__).parent.parent / "proofs"
WORTHLESS = {"never-and-always", "martingale-by-assumption", "lost-and-won-back"}
NEED_RULES = {"birth-death-balance", "lazy-walk-range", "overshoot-is-bounded"}
NEED_MODEL = {"total-of-a-constant"}
WITH_HYPOTHESES = ("absorbing-state", "overshoot-is-bounded")

pytestmark = pytest.mark.lean


def formalized(name: str, lean: EmbeddedLean, directory: Path) -> tuple[str, set[str]]:
    """The text that a shipped draft ends as, and who made a text on the way."""
    data = read_shipped(f"{name}.lean")
    names = KnownNames(declarations=prelude_declarations(), complete=True)
    model = Cassette(FOLDER / "cassette.jsonl")
    journal = Journal(directory / name, data)
    draft = parse_draft(data)
    job = Job(
        draft=draft,
        lean=lean,
        names=names,
        model=model,
        price=None,
        journal=journal,
        budget=Budget(),
        show=lambda _: None,
    )
    state, stop = run_loop(job)
    assert stop.reason == "elaborates", stop.words
    assert state.current is not None
    return state.current.made.text, {one.made.origin for one in state.attempts}


def proved(name: str, text: str) -> str:
    """The text with the proof from `proofs/` in the place of its hole."""
    start, hole, end = text.rpartition("by sorry")
    assert hole
    return f"{start}by\n{(PROOFS / f'{name}.lean').read_text(encoding='utf-8')}{end}"


def test_the_shipped_drafts_are_what_the_documentation_says() -> None:
    shipped = {name.removesuffix(".lean") for name in list_shipped() if name.endswith(".lean")}
    assert len(shipped) >= 12
    assert shipped - WORTHLESS == {path.stem for path in PROOFS.iterdir()}
    assert shipped > NEED_RULES | NEED_MODEL | WORTHLESS
    representations = {parse_draft(read_shipped(f"{name}.lean")).header.representation for name in shipped}
    assert representations == {"literal", "abstract"}


def test_every_shipped_problem_has_a_clean_proof_of_the_recorded_statement(lean: EmbeddedLean, tmp_path: Path) -> None:
    def check(path: Path) -> str | None:
        text, origins = formalized(path.stem, lean, tmp_path)
        statement = check_honesty(lean, text).statement
        assert statement is not None
        inspection = inspect(lean, proved(path.stem, text))
        found = inspection.statement(statement.name)
        if found is None or found.digest != statement.digest:
            return f"{path.stem}: the proof is one of another statement: {inspection.reason}"
        if ("model" in origins) != (path.stem in NEED_MODEL) or (path.stem in NEED_RULES and "rule" not in origins):
            return f"{path.stem}: made by {origins}"
        unclean = inspection.unclean(statement.name)
        return f"{path.stem}: {unclean}" if unclean else None

    with ThreadPoolExecutor(2) as pool:
        wrong = [words for words in pool.map(check, sorted(PROOFS.iterdir())) if words]
    assert wrong == []


@pytest.mark.parametrize("name", WITH_HYPOTHESES)
def test_a_proof_tells_that_no_hypothesis_is_needless(name: str, lean: EmbeddedLean, tmp_path: Path) -> None:
    text, _ = formalized(name, lean, tmp_path)
    results = {one.check: one for one in check_statement(lean, text, proof=proved(name, text))}
    assert results["unused"].answer == "not_found", results["unused"]
