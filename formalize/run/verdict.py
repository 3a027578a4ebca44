"""What is found of a statement that elaborates: the gate, the checks that the kernel decides, and what follows."""

from collections.abc import Sequence
from typing import Literal

from curate.formalize.checks.comparison import compare_statements, relate_statements
from curate.formalize.checks.remarks import remark
from curate.formalize.checks.statement_checks import check_statement
from curate.formalize.gate.module_rules import check_honesty
from curate.formalize.gate.source_rules import Finding
from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.repair.loop import Attempt
from curate.formalize.repair.meaning import find_doubts
from curate.formalize.terms.statements import Statement
from curate.formalize.text.signature import Difference, compare_parts, find_part
from curate.formalize.text.span import span_offsets
from curate.schemas.base import Record
from curate.schemas.stochbench.records import Check, CheckResult

Outcome = Literal["good", "needs-accept", "refused", "unknown"]

NEVER_ACCEPTED: tuple[Check, ...] = ("vacuous", "disproved")
"""What `--accept` does not let through: from a vacuous statement anything follows, and a false one has no proof."""
WORDS = {
    "vacuous": "the hypotheses contradict each other, so the statement says nothing",
    "disproved": "the statement is false",
    "trivial": "the statement is trivial",
}


class Assessment(Record):
    """All that was found, before a person says anything to it."""

    findings: tuple[Finding, ...]
    unknown: str | None
    statement: Statement | None
    checks: tuple[CheckResult, ...]
    changes: tuple[Difference, ...]
    """What was changed of the draft's statement, and how it differs from the recorded one."""
    remarks: tuple[str, ...] = ()
    """What is said of the statement without a proof."""
    contradicts: bool = False
    """Whether Lean reports errors in the text after all."""

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
        doubts = [one.words for one in self.changes if one.doubtful]
        if trivial := self.proven("trivial"):
            doubts.append(f"{WORDS['trivial']}; proof: {trivial.proof}")
        if doubts and not accept:
            return "needs-accept", "; ".join(doubts)
        return "good", "; ".join(doubts)


def assess_statement(lean: LeanBackend, text: str, limits: Limits, changes: tuple[Difference, ...] = ()) -> Assessment:
    """Asks Lean and the kernel all that is asked of a statement that elaborates."""
    honesty = check_honesty(lean, text, limits)
    checks = check_statement(lean, text, limits) if honesty.honest else ()
    return Assessment(
        findings=honesty.findings,
        unknown=honesty.unknown,
        statement=honesty.statement,
        checks=checks,
        changes=changes,
        remarks=remark(honesty.statement) if honesty.statement is not None else (),
        contradicts=honesty.inspection is not None and honesty.inspection.elaboration.status == "errors",
    )


def find_changes(lean: LeanBackend, attempts: Sequence[Attempt], limits: Limits) -> tuple[Difference, ...]:
    """What was changed between the draft and the last text that a person must know of: edits of rules that may change
    the meaning or whose proof that they keep it fails, and, part by part, all that models changed."""
    standing = [one.made for one in attempts if one.standing]
    doubtful = [(made, made.doubt) for made in standing if made.doubt is not None]
    by_rules = tuple(
        Difference(part=f"rule {made.rule}", words=f"{made.why}: {doubt}", doubtful=True)
        for made, doubt in (*doubtful, *find_doubts(lean, standing, limits))
    )
    return (*by_rules, *_changes_of_models(attempts))


def _changes_of_models(attempts: Sequence[Attempt]) -> tuple[Difference, ...]:
    """What models changed between the last text that was not theirs and the last one."""
    first = next((place for place, one in enumerate(attempts) if one.made.origin == "model"), None)
    if first is None:
        return ()
    model = attempts[first].made.spending
    before = next((one for one in reversed(attempts[:first]) if one.standing), None)
    if before is None:
        words = f"the statement was written by {model.model if model else 'a model'} from the words alone"
        return (Difference(part="statement", words=words, doubtful=False),)
    mended = {
        find_part(one.made.text, span_offsets(one.made.text, error.span)[0]) for one in attempts for error in one.errors
    }
    last = next(one for one in reversed(attempts) if one.standing)
    return compare_parts(before.made.text, last.made.text, {part for part in mended if part is not None})


def find_revision(lean: LeanBackend, earlier: str, text: str, limits: Limits) -> tuple[Difference, ...]:
    """How a statement differs from the recorded one, whose digest is another: by Lean's terms and the kernel's word."""
    before, after = check_honesty(lean, earlier, limits).statement, check_honesty(lean, text, limits).statement
    if before is None or after is None:
        words = ["another one, and it can't be told how, since this Lean does not read the recorded one"]
    else:
        words = [
            f"{one.kind} {one.name or one.part}: {one.before or 'nothing'} became {one.after or 'nothing'}"
            for one in compare_statements(before, after)
        ] or ["what it rests on changed"]
    relation = relate_statements(lean, earlier, text, limits)
    return tuple(
        Difference(part="record", words=f"the recorded statement: {one} ({relation.answer})", doubtful=True)
        for one in words
    )
