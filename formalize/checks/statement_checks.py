"""Whether a statement is worth having: vacuous, trivial, disproved, or with hypotheses that nothing needs.

Candidates are appended to the text as theorems whose type is `type_of%` the statement, so that nothing is written down
twice. What is reported as proven was compiled, taken again by the kernel in an empty environment, rests on allowed
axioms only, and its elaborated type was compared with the statement's. "not_found" says that these candidates failed,
and no more.
"""

from collections.abc import Callable, Iterator

from curate.formalize.checks.candidates import absurd_proofs, disproofs, trivial_proofs
from curate.formalize.checks.proving import ProofCandidate, find_elaborating, find_proof
from curate.formalize.checks.ways import Implementation
from curate.formalize.gate.module_rules import find_statement
from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.inspect import inspect_module
from curate.formalize.terms.statements import Module, Statement
from curate.schemas.stochbench.records import Check, CheckResult

CHECKS: tuple[Check, ...] = ("vacuous", "trivial", "unused", "disproved")


def check_statement(
    lean: LeanBackend, text: str, limits: Limits = Limits(), proof: str | None = None
) -> tuple[CheckResult, ...]:
    """Answers all four questions about the one theorem of `text`; `proof` is a text that proves the same statement.

    Raises:
        Refused: a text holds a null byte or can't be UTF-8.
    """
    inspection, module = inspect_module(lean, text, limits, replay=False)
    statement = find_statement(text, inspection) if module is not None else None
    if statement is None:
        why = inspection.reason or "the text holds no theorem that was compiled"
        return tuple(_unknown(check, why) for check in CHECKS)
    implementation = lean.environment.implementation
    if implementation == "signatures":
        return tuple(_unknown(check, "nothing can be proved on signatures") for check in CHECKS)
    candidates = _attempts(statement, implementation)
    elaborating = find_elaborating(lean, text, [one for some in candidates.values() for one in some], limits)
    if isinstance(elaborating, str):
        return tuple(_unknown(check, elaborating) for check in CHECKS)
    proofs = {
        check: find_proof(lean, text, [one for one in some if one in elaborating], _holds(check, statement), limits)
        for check, some in candidates.items()
    }
    results = {
        check: _found(check, found[0]) if found else _not_found(check, len(candidates[check]))
        for check, found in proofs.items()
    }
    results["unused"] = _check_unused(lean, statement, proofs["trivial"], proof, limits)
    return tuple(results[check] for check in CHECKS)


def _attempts(statement: Statement, implementation: Implementation) -> dict[Check, list[ProofCandidate]]:
    given: dict[Check, Iterator[str]] = {
        "vacuous": absurd_proofs(statement, implementation),
        "trivial": trivial_proofs(statement, implementation),
        "disproved": disproofs(statement, implementation),
    }
    return {
        check: [_attempt(statement, check, place, tactics) for place, tactics in enumerate(proofs)]
        for check, proofs in given.items()
    }


def _attempt(statement: Statement, check: Check, place: int, tactics: str) -> ProofCandidate:
    name = f"curate_{check}_{place}"
    declaration = f"theorem {_header(name, statement, check)} := by {tactics}"
    return ProofCandidate(name=name, declaration=declaration)


def _header(name: str, statement: Statement, check: Check) -> str:
    """Name, universes and type of a candidate: the statement, or its negation at the lowest universes."""
    levels = ["0"] * len(statement.universes) if check == "disproved" else statement.universes
    at = f".{{{', '.join(levels)}}}" if levels else ""
    type_ = f"type_of% @_root_.{statement.written_name}{at}"
    if check == "disproved":
        return f"_root_.{name} : ¬ ({type_})"
    return f"_root_.{name}{at} : {type_}"


def _holds(check: Check, statement: Statement) -> Callable[[Module, str], bool]:
    """What the elaborated type and the term of a proof must be."""
    match check:
        case "vacuous":
            return lambda module, name: (
                module.same_type(name, statement.name) and module.proves_by_absurdity(name, len(statement.binders))
            )
        case "disproved":
            return lambda module, name: module.is_negation(name, statement.name)
    return lambda module, name: module.same_type(name, statement.name)


def _check_unused(
    lean: LeanBackend,
    statement: Statement,
    trivial: tuple[ProofCandidate, Module] | None,
    proof: str | None,
    limits: Limits,
) -> CheckResult:
    """Hypotheses that a proof does not use: told from the proof's term, so there must be one."""
    if not any(one.kind == "hypothesis" for one in statement.binders):
        return CheckResult(check="unused", answer="not_found", reason="the statement has no hypotheses")
    if proof is not None:
        inspection, module = inspect_module(lean, proof, limits)
        proved = inspection.statement(statement.name)
        why = inspection.unclean(statement.name)
        if module is None or proved is None or why is not None:
            return _unknown("unused", f"the proof is none: {why}")
        if proved.digest != statement.digest:
            return _unknown("unused", "the proof is one of another statement")
        return _needless(statement, module.unused_in_proof(proved.name), proof)
    if trivial is not None:
        candidate, module = trivial
        return _needless(statement, module.unused_in_proof(candidate.name), candidate.declaration)
    return _unknown("unused", "only a proof tells which hypotheses are needed, and there is none yet")


def _needless(statement: Statement, unused: set[int], proof: str) -> CheckResult:
    names = tuple(
        one.name for place, one in enumerate(statement.binders) if one.kind == "hypothesis" and place in unused
    )
    if not names:
        return CheckResult(check="unused", answer="not_found", reason="the proof uses every hypothesis")
    reason = f"the proof does not use {', '.join(names)}"
    return CheckResult(check="unused", answer="proven", proof=proof, subjects=names, reason=reason)


def _found(check: Check, candidate: ProofCandidate) -> CheckResult:
    reason = "the kernel accepted this proof in an empty environment, with allowed axioms only"
    return CheckResult(check=check, answer="proven", proof=candidate.declaration, reason=reason)


def _not_found(check: Check, tried: int) -> CheckResult:
    reason = f"none of {tried} candidates is a proof" if tried else "the question does not arise here"
    return CheckResult(check=check, answer="not_found", reason=reason)


def _unknown(check: Check, reason: str) -> CheckResult:
    return CheckResult(check=check, answer="unknown", reason=reason)
