"""Checks problem records: does each statement still elaborate, and is it still the statement that was recorded?"""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from curate.formalize.gate.module_rules import check_honesty
from curate.formalize.lean.api import Elaboration, Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.diagnostics import first_line
from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.stochbench.consistency import find_faults
from curate.schemas.stochbench.folder import read_problem, read_statement
from curate.schemas.stochbench.records import Problem
from curate.schemas.store.digest import digest_text

State = Literal["ok", "broken", "changed", "churn", "refused", "unreadable", "unknown"]
"""`churn`: the same text elaborates to another statement in a newer Lean or library, which asks for another look."""
Chooser = Callable[[Problem], LeanBackend]
"""Which Lean a record is checked with."""


class Checked(Record):
    """What was found of one record."""

    id: str
    finding: State
    words: str
    wall_s: float = 0.0
    peak_memory_mb: float | None = None


def check_folder(choose: Chooser, folder: Path, limits: Limits) -> Checked:
    """Elaborates one record's statement anew, and compares its digest where its text or environment is another.

    The same text in the same environment has the same elaborated statement, so that its digest need not be taken
    again; anything else goes through the whole gate.
    """
    try:
        return check_record(choose, read_problem(folder), read_statement(folder), limits)
    except Refused as error:
        return Checked(id=folder.name, finding="unreadable", words=str(error))


def check_record(choose: Chooser, problem: Problem, text: str, limits: Limits) -> Checked:
    """The same of a record that was read: on another machine there is no folder of it."""
    try:
        lean = choose(problem)
        recorded, here = problem.environment.implementation, lean.environment.implementation
        if (recorded, here) == ("signatures", "project"):
            return _in_mathlib(lean, problem, text, limits)
        if recorded != here:
            words = f"recorded with {problem.environment.label}, but this is {lean.environment.label}; see --project"
            return Checked(id=problem.id, finding="unknown", words=words)
        if digest_text(text) == problem.text_sha256 and problem.environment == lean.environment:
            faults = find_faults(problem)
            if faults:
                return Checked(id=problem.id, finding="changed", words=f"the record contradicts itself: {faults[0]}")
            return _from_elaboration(problem, lean.compile(text, None, limits))
        return _from_gate(lean, problem, text, limits)
    except Refused as error:
        return Checked(id=problem.id, finding="unreadable", words=str(error))


def _in_mathlib(lean: LeanBackend, problem: Problem, text: str, limits: Limits) -> Checked:
    """A record made on signatures, in a real Mathlib: whether it elaborates there. Its digest is never compared."""
    honesty = check_honesty(lean, text, limits)
    said = honesty.inspection.elaboration if honesty.inspection else None
    finding, words = _read(said) if said else ("unknown", honesty.unknown or "")
    if finding == "ok" and honesty.findings:
        finding, words = "refused", honesty.findings[0].message
    if finding == "ok":
        words = f"elaborates in {lean.environment.label}, which the signatures only stood for"
    return Checked(id=problem.id, finding=finding, words=words, wall_s=said.wall_s if said else 0.0)


def _from_elaboration(problem: Problem, said: Elaboration) -> Checked:
    finding, words = _read(said)
    return Checked(id=problem.id, finding=finding, words=words, wall_s=said.wall_s, peak_memory_mb=said.peak_memory_mb)


def _read(said: Elaboration) -> tuple[State, str]:
    if said.status == "unknown":
        return "unknown", said.reason or "Lean gave no answer"
    first = next((item for item in said.diagnostics if item.severity == "error"), None)
    if said.status == "errors":
        return "broken", f"line {first.span.line}: {first_line(first.message)}" if first else "errors"
    return "ok", ""


def _from_gate(lean: LeanBackend, problem: Problem, text: str, limits: Limits) -> Checked:
    honesty = check_honesty(lean, text, limits)
    said = honesty.inspection.elaboration if honesty.inspection else None
    finding, words = _read(said) if said else ("unknown", honesty.unknown or "")
    if finding == "ok" and honesty.findings:
        finding, words = "refused", honesty.findings[0].message
    elif finding == "ok" and honesty.unknown is not None:
        finding, words = "unknown", honesty.unknown
    elif finding == "ok" and (honesty.statement is None or honesty.statement.digest != problem.statement_digest):
        same_text = digest_text(text) == problem.text_sha256
        words = "the elaborated statement is not the recorded one"
        finding = "churn" if same_text else "changed"
        if same_text:
            words = f"the text is as recorded with {problem.environment.label}, but means another term here: look again"
    elif finding == "ok" and honesty.statement is not None and honesty.statement.name != problem.theorem:
        finding, words = "changed", f"the theorem is {honesty.statement.name}, recorded was {problem.theorem}"
    return Checked(
        id=problem.id,
        finding=finding,
        words=words,
        wall_s=said.wall_s if said else 0.0,
        peak_memory_mb=said.peak_memory_mb if said else None,
    )
