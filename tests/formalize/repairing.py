"""What several tests of the assistant share: the names of the embedded Lean, and a run of the rules alone."""

from dataclasses import dataclass
from functools import cache

from curate.formalize.lean.api import Diagnostic, Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.prelude import SOURCES
from curate.formalize.repair.journal import Made
from curate.formalize.repair.meaning import find_doubts
from curate.formalize.repair.rules import Proposal, RepairContext, doubt_about, propose_repair
from curate.formalize.repair.rules.context import place_after
from curate.formalize.text.declarations import Declarations, merge, parse_declarations, read_declarations
from curate.formalize.text.names import KnownNames

MAX_STEPS = 12


@cache
def prelude_declarations() -> Declarations:
    """What the embedded prelude declares."""
    return read_declarations(SOURCES)


def context_of(text: str, theorem_name: str = "the_statement") -> RepairContext:
    """A text with the names that the embedded Lean knows."""
    declared = merge([parse_declarations(text, "the draft"), prelude_declarations()])
    return RepairContext(text=text, names=KnownNames(declarations=declared, complete=True), theorem_name=theorem_name)


@dataclass(frozen=True)
class Repair:
    """One edit: the text before it, the errors that Lean saw there, and the proposal."""

    text: str
    errors: tuple[Diagnostic, ...]
    proposal: Proposal


@dataclass(frozen=True)
class Repaired:
    """Where the rules led: every edit, the last text, and what Lean said of it."""

    edits: tuple[Repair, ...]
    text: str
    status: str
    diagnostics: tuple[Diagnostic, ...]


def repair(lean: LeanBackend, text: str) -> Repaired:
    """Applies rules until Lean is content or no rule knows more."""
    edits: list[Repair] = []
    while True:
        said = lean.elaborate(text)
        errors = tuple(item for item in said.diagnostics if item.severity == "error")
        seen = [edit.text for edit in edits] + [text]
        proposal = propose_repair(context_of(text), said.diagnostics, seen=seen) if said.status == "errors" else None
        if proposal is None or len(edits) >= MAX_STEPS:
            return Repaired(tuple(edits), text, said.status, said.diagnostics)
        edits.append(Repair(text, errors, proposal))
        text = proposal.apply(text)


def doubts_about(lean: LeanBackend, found: Repaired) -> tuple[str, ...]:
    """Why a person must accept what the rules did."""
    made = [Made(origin="draft", text=found.edits[0].text if found.edits else found.text, diff="", why="")]
    for edit in found.edits:
        proposal = edit.proposal
        made.append(
            Made(
                origin="rule",
                text=proposal.apply(edit.text),
                diff="",
                why=proposal.reason,
                rule=proposal.rule,
                edits=proposal.edits,
                units=tuple(place_after(proposal.edits, unit, own=True) for unit in proposal.units),
                doubt=doubt_about(proposal),
            )
        )
    said = [one.doubt for one in made if one.doubt is not None]
    return (*said, *(why for _, why in find_doubts(lean, made, Limits())))
