"""The rules alone repair what people get wrong, and touch nothing that Lean was content with."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from repairing import Repaired, context_of, repair

from curate.formalize.lean.api import Diagnostic
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.repair.rules import RULES, RepairContext, propose_repair
from curate.formalize.repair.rules.context import locate_errors
from curate.formalize.text.declarations import parse_declarations
from curate.formalize.text.lexer import mask_code
from curate.formalize.text.names import KnownNames
from curate.formalize.text.span import Span, span_offsets
from curate.formalize.text.statements import find_command

FAULTS = Path(__file__).parent.parent / "faults"
CASES = sorted(path.name for path in FAULTS.iterdir())

pytestmark = pytest.mark.lean


def read_case(name: str, file: str) -> str:
    return (FAULTS / name / file).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def repaired(lean: EmbeddedLean) -> dict[str, Repaired]:
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(CASES, pool.map(lambda name: repair(lean, read_case(name, "draft.lean")), CASES), strict=True))


def test_there_are_at_least_forty_planted_faults() -> None:
    assert len(CASES) >= 40


@pytest.mark.parametrize("name", CASES)
def test_the_rules_alone_repair_a_planted_fault(name: str, repaired: dict[str, Repaired]) -> None:
    found = repaired[name]
    assert found.edits, "the draft has no error"
    assert (found.status, found.text) == ("ok", read_case(name, "expected.lean")), found.diagnostics


def test_no_rule_touches_a_statement_that_elaborates(repaired: dict[str, Repaired]) -> None:
    touched = [name for name, found in repaired.items() if propose_repair(context_of(found.text), found.diagnostics)]
    assert touched == []


def test_no_rule_edits_a_command_in_which_lean_found_no_error(repaired: dict[str, Repaired]) -> None:
    wrong = []
    for name, found in repaired.items():
        for edit in found.edits:
            code = mask_code(edit.text)
            commands = [find_command(code, span_offsets(edit.text, error.span)[0]) for error in edit.errors]
            for change in edit.proposal.edits:
                places = range(change.start, change.end)
                if not all(any(a <= place < b for a, b in commands) for place in places):
                    wrong.append((name, edit.proposal.rule))
    assert wrong == []


def test_every_rule_of_the_table_has_a_reason_that_says_what_was_meant(repaired: dict[str, Repaired]) -> None:
    reasons = {edit.proposal.reason for found in repaired.values() for edit in found.edits}
    assert all(reason and "\n" not in reason for reason in reasons)


def test_no_message_at_any_place_makes_a_rule_fail_or_edit_beyond_the_text(repaired: dict[str, Repaired]) -> None:
    chance = random.Random(1)
    messages = [error for found in repaired.values() for edit in found.edits for error in edit.errors]
    texts = [read_case(name, file) for name in CASES for file in ("draft.lean", "expected.lean")]
    for _ in range(600):
        text, said = chance.choice(texts), chance.choice(messages)
        for _ in range(chance.randrange(4)):
            at = chance.randrange(len(text) + 1)
            text = (
                text[:at]
                + chance.choice(("", "(", ")", ":", ",", "⟨", "∀", "\n", "by "))
                + text[at + chance.randrange(3) :]
            )
        line, column = chance.randrange(1, text.count("\n") + 3), chance.randrange(60)
        span = Span(line=line, column=column, end_line=line, end_column=column + chance.randrange(9))
        errors = locate_errors(context_of(text), [replace(said, span=span)])
        for proposal in [rule(located) for located in errors for rule in RULES]:
            edits = sorted(proposal.edits, key=lambda edit: edit.start) if proposal else []
            places = [place for edit in edits for place in (edit.start, edit.end)]
            assert places == sorted(places), (proposal, text)
            assert all(0 <= place <= len(text) for place in places), (proposal, text)


def propose(
    text: str, message: str, line: int, column: int, end: int, names: RepairContext | None = None
) -> str | None:
    said = Diagnostic(
        severity="error",
        kind="[anonymous]",
        span=Span(line=line, column=column, end_line=line, end_column=end),
        message=message,
    )
    proposal = propose_repair(names or context_of(text), [said])
    return proposal.apply(text) if proposal else None


def test_a_deprecated_name_gives_way_to_the_successor_that_lean_names() -> None:
    # the words are Lean 4.35's; the embedded prelude has no such attribute to plant the error with
    message = "`hit_count` has been deprecated: Use `hits` instead\n\nHint: Replace the deprecated name:\n  hits"
    text = "theorem t : hit_count 0 = 1 := by sorry\n"
    assert propose(text, message, 1, 12, 21) == "theorem t : hits 0 = 1 := by sorry\n"


def test_a_deprecated_name_is_left_where_lean_only_warns() -> None:
    message = "`hit_count` has been deprecated: Use `hits` instead"
    warning = Diagnostic(severity="warning", kind="x", span=Span(line=1, column=12), message=message)
    assert propose_repair(context_of("theorem t : hit_count 0 = 1 := by sorry\n"), [warning]) is None


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Unknown identifier `lenth`\n\nHint: Perhaps you meant `size` in place of `lenth`:\n  [apply] `size`", "size"),
        ("unknown identifier 'lenth', did you mean `size`?", "size"),
        ("Try this:\n  [apply] size", "size"),
    ],
)
def test_what_lean_suggests_is_put_where_lean_pointed(message: str, expected: str) -> None:
    assert propose("theorem t : lenth 0 = 1 := by sorry\n", message, 1, 12, 17) == (
        f"theorem t : {expected} 0 = 1 := by sorry\n"
    )


def test_a_name_of_a_module_that_is_not_imported_brings_its_import() -> None:
    text = "theorem t : Walk.steps 0 = 0 := by sorry\n"
    declared = parse_declarations("namespace Walk\ndef steps (n : Nat) : Nat := n\nend Walk\n", "Walks.Basic")
    context = RepairContext(text=text, names=KnownNames(declarations=declared, complete=False), theorem_name="t")
    assert propose(text, "Unknown identifier `Walk.steps`", 1, 12, 22, context) == f"import Walks.Basic\n{text}"


@pytest.mark.parametrize(
    "text",
    [
        "constant n : Nat\n\ntheorem t : n = n := by sorry\n",  # an axiom is nobody's slip
        "theorem t (n : Nat) : foo n = n := by sorry\n",
        "theorem t (n : Nat) : |n| = n := by sorry\n",
    ],
)
def test_what_no_rule_knows_is_left_alone(text: str, lean: EmbeddedLean) -> None:
    assert repair(lean, text).text == text
