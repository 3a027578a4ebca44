"""Makes the records of the shipped problems from their sources: elaborated, checked, rated, their proofs replayed."""

from collections.abc import Mapping
from datetime import date

from curate.formalize.checks.statement_checks import check_statement
from curate.formalize.gate.module_rules import check_honesty
from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.inspect import inspect_module
from curate.formalize.records.collection import (
    Entry,
    Settled,
    find_source,
    read_library,
    render_answer,
    render_preamble,
    render_statement,
)
from curate.formalize.records.draft import Header
from curate.formalize.run.filling import fill_record
from curate.formalize.terms.statements import Statement
from curate.schemas.errors import Refused
from curate.schemas.stochbench.records import CheckResult, Formalization, Problem, Status, revise
from curate.schemas.store.digest import digest_text

LIMITS = Limits(wall_s=120.0)
BY = "The authors of curate"


def make_problem(lean: LeanBackend, entry: Entry, entries: Mapping[str, Entry], today: date) -> Problem:
    """The record of one entry.

    Raises:
        Refused: the gate refuses the statement, a check says that it is worthless, or its proof is none.
    """
    text = render_statement(entry)
    honesty = check_honesty(lean, text, LIMITS)
    statement = honesty.statement
    if not honesty.honest or statement is None:
        found = "; ".join(one.message for one in honesty.findings)
        raise Refused(f"{entry.id}: {found or honesty.unknown}")
    answer = render_answer(entry, entries)
    checks = _check(lean, entry, text, statement, answer)
    status, reason = _status(entry)
    made = fill_record(
        _header(entry),
        statement,
        text,
        definitions=_definitions(entry),
        environment=lean.environment,
        formalization=Formalization(draft_sha256=digest_text(entry.statement), rounds=1),
        checks=checks,
        status=status,
    )
    return revise(made, None, today, reason, BY)


def _header(entry: Entry) -> Header:
    return Header(
        id=entry.id,
        title=entry.title,
        informal=entry.informal,
        topic=entry.topic,
        representation=entry.representation,
        source=find_source(entry),
        preamble=render_preamble(entry) or None,
        pair=entry.pair,
        hypotheses=entry.tags,
    )


def _definitions(entry: Entry) -> frozenset[str]:
    library = read_library("Discrete" if entry.library == "prelude" else "Stoch")
    return frozenset(block.name.rpartition(".")[2] for block in library)


def _status(entry: Entry) -> tuple[Status, str]:
    if entry.library == "mathlib":
        return "draft", "stated on signatures; to be checked in Mathlib before it is used"
    if entry.settled == "disproof":
        return "archived", "an example of a defect: the statement is false, and its disproof is kept"
    if entry.settled == "proof":
        return "active", "elaborated and checked, with a proof that the kernel takes"
    return "active", "elaborated and checked; no proof yet"


def _check(
    lean: LeanBackend, entry: Entry, text: str, statement: Statement, answer: Settled | None
) -> tuple[CheckResult, ...]:
    proof = answer.text if answer and answer.claim == "proof" else None
    if proof is not None:
        _require_proof(lean, entry, statement, proof)
    checks = check_statement(lean, text, LIMITS, proof=proof)
    if answer and answer.claim == "disproof":
        _require_disproof(lean, entry, text, statement)
        reason = "the kernel accepted the disproof that is kept beside the statement"
        kept = CheckResult(check="disproved", answer="proven", proof=entry.answer, reason=reason)
        return tuple(kept if one.check == "disproved" else one for one in checks)
    for one in checks:
        if one.answer == "proven" and one.check != "unused":
            raise Refused(f"{entry.id} is {one.check}: {one.proof}")
    return checks


def _require_proof(lean: LeanBackend, entry: Entry, statement: Statement, proof: str) -> None:
    inspection, _ = inspect_module(lean, proof, LIMITS)
    proved = inspection.statement(statement.name)
    why = inspection.unclean(statement.name)
    if why is None and (proved is None or proved.digest != statement.digest):
        why = "it proves another statement"
    if why is not None:
        raise Refused(f"{entry.id}: the proof is none: {why}")


def _require_disproof(lean: LeanBackend, entry: Entry, text: str, statement: Statement) -> None:
    """The disproof beside the statement, whose hole it must not rest on."""
    name = f"{statement.name}_disproof"
    inspection, module = inspect_module(lean, f"{text}\n{entry.answer}\n", LIMITS)
    why = inspection.unclean(name)
    if why is None and (module is None or not module.is_negation(name, statement.name)):
        why = f"{name} is not the negation of the statement"
    if why is not None:
        raise Refused(f"{entry.id}: the disproof is none: {why}")
