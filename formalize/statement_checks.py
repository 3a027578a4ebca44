"""Whether a statement is worth having: vacuous, trivial, disproved, or with hypotheses that nothing needs.

Candidates are appended to the text as theorems whose type is `type_of%` the statement, so that nothing is written down
twice. What is reported as proven was compiled, taken again by the kernel in an empty environment, rests on allowed
axioms only, and its elaborated type was compared with the statement's. "not_found" says that these candidates failed,
and no more.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Literal

from formalize.asking import Asked
from formalize.candidates import Implementation, absurd_proofs, disproofs, trivial_proofs
from formalize.elaboration import Elaboration, Limits
from formalize.honesty import find_statement
from formalize.kernel import inspect_module
from formalize.statements import Module, Statement
from schemas.base import Record

Check = Literal["vacuous", "trivial", "unused", "disproved"]
HEARTBEATS = 40_000
"""What Lean may spend on one candidate: a fifth of its default."""
TRIED_AGAIN = 3
"""How many candidates that elaborate are given to the kernel, for each check."""


class CheckResult(Record):
    """The answer to one question about a statement."""

    check: Check
    answer: Literal["proven", "not_found", "unknown"]
    proof: str | None = None
    """The proof that the kernel accepted, as Lean text; None unless proven."""
    subjects: tuple[str, ...] = ()
    """For `unused`: the hypotheses that the proof does not need."""
    reason: str
    """What was done, or why nothing can be said."""


class Candidate(Record):
    """One attempt, as the theorem that is appended to the text."""

    check: Check
    name: str
    proof: str
    declaration: str


def check_statement(
    lean: Asked, text: str, limits: Limits = Limits(), proof: str | None = None
) -> tuple[CheckResult, ...]:
    """Answers all four questions about the one theorem of `text`; `proof` is a text that proves the same statement.

    Raises:
        Refused: a text holds a null byte or can't be UTF-8.
    """
    inspection, module = inspect_module(lean, text, limits, replay=False)
    statement = find_statement(text, inspection) if module is not None else None
    if statement is None:
        why = inspection.reason or "the text holds no theorem that was compiled"
        return tuple(_unknown(check, why) for check in ("vacuous", "trivial", "unused", "disproved"))
    candidates = list(_candidates(statement, lean.environment.implementation))
    elaborating = _elaborating(lean, text, candidates, limits)
    if isinstance(elaborating, str):
        return tuple(_unknown(check, elaborating) for check in ("vacuous", "trivial", "unused", "disproved"))
    tried = {check: _first_accepted(lean, text, statement, elaborating, check, limits) for check in _HOLDS}
    results = {
        check: _found(found) if found else _not_found(check, candidates) for check, found in tried.items()
    }
    unused = _check_unused(lean, statement, tried["trivial"], proof, limits)
    return results["vacuous"], results["trivial"], unused, results["disproved"]


def _candidates(statement: Statement, implementation: Implementation) -> Iterator[Candidate]:
    given: dict[Check, Iterator[str]] = {
        "vacuous": absurd_proofs(statement, implementation),
        "trivial": trivial_proofs(statement, implementation),
        "disproved": disproofs(statement, implementation),
    }
    for check, proofs in given.items():
        if check == "vacuous" and statement.conclusion in ("False", "True"):
            continue  # that the hypotheses are contradictory is what the statement says
        for place, tactics in enumerate(proofs):
            name = f"curate_{check}_{place}"
            declaration = f"theorem {_header(name, statement, check)} := by {tactics}"
            yield Candidate(check=check, name=name, proof=f"by {tactics}", declaration=declaration)


def _header(name: str, statement: Statement, check: Check) -> str:
    """Name, universes and type of a candidate: the statement, or its negation at the lowest universes."""
    levels = ["0"] * len(statement.universes) if check == "disproved" else statement.universes
    at = f".{{{', '.join(levels)}}}" if levels else ""
    type_ = f"type_of% @_root_.{_writable(statement.name)}{at}"
    if check == "disproved":
        return f"_root_.{name} : ¬ ({type_})"
    return f"_root_.{name}{at} : {type_}"


def _writable(name: str) -> str:
    """The name under which the text itself can mention a constant; private ones are kept under another."""
    return name.split(".0.", 1)[1] if name.startswith("_private.") and ".0." in name else name


def _elaborating(
    lean: Asked, text: str, candidates: Sequence[Candidate], limits: Limits
) -> list[Candidate] | str:
    """The candidates on whose lines Lean reports no error, or why it can't be told."""
    first_line = text.count("\n") + 2
    block = "\n".join(f"set_option maxHeartbeats {HEARTBEATS} in {one.declaration}" for one in candidates)
    answer = lean.elaborate(f"{text}\n{block}\n", limits)
    if answer.status == "unknown":
        return answer.reason or "unknown"
    wrong = _lines_with_errors(answer)
    if any(line < first_line for line in wrong):
        return "the text has errors once theorems are appended"
    return [one for place, one in enumerate(candidates) if first_line + place not in wrong]


def _lines_with_errors(answer: Elaboration) -> set[int]:
    return {
        line
        for one in answer.diagnostics
        if one.severity == "error"
        for line in range(one.span.line, (one.span.end_line or one.span.line) + 1)
    }


def _first_accepted(
    lean: Asked,
    text: str,
    statement: Statement,
    elaborating: Sequence[Candidate],
    check: Check,
    limits: Limits,
) -> tuple[Candidate, Module] | None:
    """The first candidate that stands up to the kernel, with the terms of the module that holds it."""
    for candidate in islice((one for one in elaborating if one.check == check), TRIED_AGAIN):
        inspection, module = inspect_module(lean, f"{text}\n{candidate.declaration}\n", limits)
        if module is None or inspection.unclean(candidate.name) is not None:
            continue
        if _HOLDS[check](module, statement, candidate.name):
            return candidate, module
    return None


def _is_same(module: Module, statement: Statement, name: str) -> bool:
    return module.same_type(name, statement.name)


def _is_from_absurdity(module: Module, statement: Statement, name: str) -> bool:
    return module.same_type(name, statement.name) and module.proves_by_absurdity(name, len(statement.binders))


def _is_negation(module: Module, statement: Statement, name: str) -> bool:
    return module.is_negation(name, statement.name)


_HOLDS: dict[Check, Callable[[Module, Statement, str], bool]] = {
    "vacuous": _is_from_absurdity,
    "trivial": _is_same,
    "disproved": _is_negation,
}
"""What the elaborated type and term of an accepted candidate must be."""


def _check_unused(
    lean: Asked,
    statement: Statement,
    trivial: tuple[Candidate, Module] | None,
    proof: str | None,
    limits: Limits,
) -> CheckResult:
    """Hypotheses that a proof does not use: told from the proof's term, so there must be one."""
    if not any(one.kind == "hypothesis" for one in statement.binders):
        return CheckResult(check="unused", answer="not_found", reason="the statement has no hypotheses")
    if proof is not None:
        inspection, module = inspect_module(lean, proof, limits)
        proved = find_statement(proof, inspection) if module is not None else None
        why = "the proof holds no such theorem" if proved is None else inspection.unclean(proved.name)
        if module is None or proved is None or why is not None:
            return _unknown("unused", inspection.reason or why or "the proof does not compile")
        if proved.digest != statement.digest:
            return _unknown("unused", "the proof is one of another statement")
        return _needless(statement, module.unused_in_proof(proved.name), "the given proof")
    if trivial is not None:
        candidate, module = trivial
        return _needless(statement, module.unused_in_proof(candidate.name), candidate.proof)
    return _unknown("unused", "only a proof tells which hypotheses are needed, and there is none yet")


def _needless(statement: Statement, unused: set[int], proof: str) -> CheckResult:
    names = tuple(
        one.name
        for place, one in enumerate(statement.binders)
        if one.kind == "hypothesis" and place in unused
    )
    if not names:
        return CheckResult(check="unused", answer="not_found", reason=f"{proof} uses every hypothesis")
    reason = f"{proof} does not use {', '.join(names)}"
    return CheckResult(check="unused", answer="proven", proof=proof, subjects=names, reason=reason)


def _found(found: tuple[Candidate, Module]) -> CheckResult:
    candidate, _ = found
    reason = "the kernel accepted this proof in an empty environment, with allowed axioms only"
    return CheckResult(check=candidate.check, answer="proven", proof=candidate.proof, reason=reason)


def _not_found(check: Check, candidates: Sequence[Candidate]) -> CheckResult:
    tried = sum(one.check == check for one in candidates)
    reason = f"none of {tried} candidates is a proof" if tried else "the question does not arise here"
    return CheckResult(check=check, answer="not_found", reason=reason)


def _unknown(check: Check, reason: str) -> CheckResult:
    return CheckResult(check=check, answer="unknown", reason=reason)
