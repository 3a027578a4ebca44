"""Whether a library closes a statement by itself: the search tactics and a shallow portfolio, each alone."""

from datetime import date

from curate.formalize.checks.candidates import introduced
from curate.formalize.checks.proving import ProofCandidate, find_elaborating, find_proof
from curate.formalize.gate.module_rules import find_statement
from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.inspect import inspect_module
from curate.schemas.stochbench.records import Closed, Problem

TACTICS = (
    "exact?",
    "apply?",
    "rfl",
    "simp",
    "simp_all",
    "omega",
    "norm_num",
    "positivity",
    "linarith",
    "aesop",
    "grind",
)
"""Those that a Lean does not know fail there, and cost nothing else."""
LIMITS = Limits(wall_s=300.0)


def find_closing(lean: LeanBackend, problem: Problem, text: str, today: date) -> Closed | str | None:
    """The first tactic that closes the statement alone; None when none does, and words when it can't be told."""
    inspection, module = inspect_module(lean, text, LIMITS, replay=False)
    statement = find_statement(text, inspection) if module is not None else None
    if statement is None:
        return inspection.reason or "the text holds no theorem that was compiled"
    names = introduced(statement)
    intro = f"intro {' '.join(names)}; " if names else ""
    levels = f".{{{', '.join(statement.universes)}}}" if statement.universes else ""
    type_ = f"type_of% @_root_.{statement.written_name}{levels}"
    candidates = [
        ProofCandidate(
            name=f"curate_closes_{place}",
            declaration=f"theorem _root_.curate_closes_{place}{levels} : {type_} := by {intro}{tactic}",
        )
        for place, tactic in enumerate(TACTICS)
    ]
    elaborating = find_elaborating(lean, text, candidates, LIMITS)
    if isinstance(elaborating, str):
        return elaborating
    found = find_proof(lean, text, elaborating, lambda made, name: made.same_type(name, statement.name), LIMITS)
    if found is None:
        return None
    tactic = TACTICS[int(found[0].name.rpartition("_")[2])]
    where = lean.environment.mathlib_revision
    library = f"{lean.environment.label}{f', Mathlib {where}' if where else ''}"
    return Closed(effective=today, library=library, tactic=tactic, statement_digest=problem.statement_digest)
