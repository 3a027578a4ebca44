"""What is found of a statement that elaborates: the gate, the checks that the kernel decides, and what follows."""

from typing import Literal

from formalize.asking import Asked
from formalize.draft import Draft
from formalize.elaboration import Limits
from formalize.gate import Finding
from formalize.honesty import check_honesty
from formalize.statement_checks import Check, CheckResult, check_statement
from formalize.statements import Statement
from schemas.base import Record

Outcome = Literal["good", "needs-accept", "refused", "unknown"]

NEVER_ACCEPTED: tuple[Check, ...] = ("vacuous", "disproved")
"""What `--accept` does not let through: from a vacuous statement anything follows, and a false one has no proof."""
WORDS: dict[Check, str] = {
    "vacuous": "the hypotheses contradict each other, so the statement says nothing",
    "disproved": "the statement is false",
    "trivial": "the statement is trivial",
    "unused": "hypotheses are not needed",
}


class Verdict(Record):
    """All that was found, before a person says anything to it."""

    findings: tuple[Finding, ...]
    unknown: str | None
    statement: Statement | None
    checks: tuple[CheckResult, ...]
    changes: tuple[str, ...]
    """What differs from the draft's statement beyond what a rule may change, in words."""

    def proven(self, check: Check) -> CheckResult | None:
        """The result of a check that the kernel answered with a proof."""
        return next((one for one in self.checks if one.check == check and one.answer == "proven"), None)

    def outcome(self, accept: bool) -> tuple[Outcome, str]:
        """What follows from it, and why; `accept` is a person's word for what may be let through."""
        if self.unknown is not None:
            return "unknown", f"it could not be looked at: {self.unknown}"
        if self.findings:
            return "refused", "; ".join(f"{one.message} ({one.advice})" for one in self.findings)
        for check in NEVER_ACCEPTED:
            if found := self.proven(check):
                return "refused", f"{WORDS[check]}; proof: {found.proof}"
        doubts = [*self.changes]
        if trivial := self.proven("trivial"):
            doubts.append(f"{WORDS['trivial']}; proof: {trivial.proof}")
        if doubts and not accept:
            return "needs-accept", "; ".join(doubts)
        return "good", "; ".join(doubts)


def judge_statement(lean: Asked, draft: Draft, text: str, limits: Limits) -> Verdict:
    """Asks Lean and the kernel all that is asked of a statement that elaborates."""
    honesty = check_honesty(lean, text, limits)
    checks = check_statement(lean, text, limits) if honesty.honest else ()
    return Verdict(
        findings=honesty.findings,
        unknown=honesty.unknown,
        statement=honesty.statement,
        checks=checks,
        changes=(),
    )
