"""Repairs that need no model. A rule acts only on what Lean said of a text that does not elaborate.

A rule is a pure function from one diagnostic and the text around it to an edit with its reason. Rules are tried in
the order below, errors in the order of the text; the first edit that leads to a text not seen before is proposed.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

from curate.formalize.lean.api import Diagnostic
from curate.formalize.repair.rules import binders, endings, lean3, naming, terms, tokens
from curate.formalize.repair.rules.context import Edit, Proposal, RepairContext, Rule, locate_errors
from curate.formalize.repair.rules.preparation import PREPARATIONS

RULES: tuple[Rule, ...] = (
    *endings.RULES, *lean3.RULES, *tokens.RULES, *naming.RULES, *terms.RULES, *binders.RULES,
)  # fmt: skip

LAST_RULES: tuple[Rule, ...] = binders.LAST_RULES
"""Tried where none of the others knows any of the errors, and only on a text that Lean's parser reads to its end."""

Obligation = Literal["unit", "outside", "sign", "name", "binder"]
_RULES: Mapping[Obligation, str] = {
    "unit": "juxtaposition call-brackets comparison-chain bounded-quantifier unique-existence superscript",
    "outside": "ending lean3-begin command match-arrow equations end-of-scope missing-import universe noncomputable "
    "statement-name taken-name fence definition-sign absent-namespace namespace-spelling statement-keyword",
    "sign": "look-alike latex ascii-sign implication ascii-order boolean-connective connective-word comment-arrow "
    "function-arrow lambda list-separator",
    "name": "lean-suggests deprecated known-spelling local-spelling letter missing-open range-membership",
    "binder": "binder-sign binder-comma type-membership type-star tab unnamed-hypothesis unbound-type explicit-type "
    "implicit-argument",
}
OBLIGATIONS: Mapping[str, Obligation] = {rule: kind for kind, rules in _RULES.items() for rule in rules.split()}
"""What each rule owes that is to keep the meaning."""


def doubt_about(proposal: Proposal) -> str | None:
    """Why a person must accept an edit before a record is made of it; None when the rule owes a proof that it keeps the
    meaning, which is asked for when the text elaborates."""
    if proposal.doubt is not None:
        return proposal.doubt
    return None if proposal.rule in OBLIGATIONS else "the edit may change what the statement says"


__all__ = [
    "OBLIGATIONS",
    "RULES",
    "Edit",
    "Proposal",
    "RepairContext",
    "doubt_about",
    "propose_preparation",
    "propose_repair",
]


def propose_preparation(context: RepairContext) -> Proposal | None:
    """What a draft needs before Lean's word on it is of use, or None."""
    return next((made for prepare in PREPARATIONS if (made := prepare(context)) is not None), None)


def propose_repair(
    context: RepairContext, diagnostics: Iterable[Diagnostic], seen: Collection[str] = (), without: Collection[str] = ()
) -> Proposal | None:
    """The first repair that a rule has, or None. `seen` are texts not to come back to, `without` rules not to use.

    A text without errors is left alone, whatever else Lean said of it.
    """
    said = tuple(diagnostics)
    if not any(diagnostic.severity == "error" for diagnostic in said):
        return None
    errors = locate_errors(context, said)
    stumbled = any(error.message.startswith(("unexpected", "expected")) for error in errors)
    for rules in (RULES,) if stumbled else (RULES, LAST_RULES):
        for error in errors:
            for rule in rules:
                proposal = rule(error)
                if proposal is None or proposal.rule in without:
                    continue
                text = proposal.apply(context.text)
                if text != context.text and text not in seen:
                    return proposal
    return None
