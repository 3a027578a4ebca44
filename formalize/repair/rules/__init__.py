"""Repairs that need no model. A rule acts only on what Lean said of a text that does not elaborate.

A rule is a pure function from one diagnostic and the text around it to an edit with its reason. Rules are tried in
the order below, errors in the order of the text; the first edit that leads to a text not seen before is proposed.
"""

from collections.abc import Collection, Iterable

from curate.formalize.lean.api import Diagnostic
from curate.formalize.repair.rules import binders, endings, lean3, naming, terms, tokens
from curate.formalize.repair.rules.context import Edit, Proposal, RepairContext, Rule, locate_errors

RULES: tuple[Rule, ...] = (
    *endings.RULES, *lean3.RULES, *tokens.RULES, *naming.RULES, *terms.RULES, *binders.RULES,
)  # fmt: skip

_KEEPING = (
    "ending lean3-begin command function-arrow match-arrow equations binder-sign type-membership type-star "
    "bounded-quantifier look-alike latex lambda ascii-sign implication ascii-order boolean-connective connective-word "
    "tab end-of-scope lean-suggests deprecated known-spelling local-spelling letter missing-open missing-import "
    "namespace-spelling absent-namespace taken-name statement-name call-brackets juxtaposition list-separator "
    "comparison-chain noncomputable binder-comma unnamed-hypothesis unbound-type universe explicit-type "
    "implicit-argument comment-arrow fence definition-sign"
)
KEEPS_MEANING = frozenset(_KEEPING.split())
"""Rules whose edits keep the meaning unless they name a doubt of their own. Every other rule's edits are doubtful."""


def doubt_about(proposal: Proposal) -> str | None:
    """Why a person must accept an edit before a record is made of it; None when it keeps the meaning."""
    if proposal.doubt is not None:
        return proposal.doubt
    return None if proposal.rule in KEEPS_MEANING else "the edit may change what the statement says"


__all__ = ["RULES", "Edit", "Proposal", "RepairContext", "doubt_about", "propose_repair"]


def propose_repair(
    context: RepairContext, diagnostics: Iterable[Diagnostic], seen: Collection[str] = (), without: Collection[str] = ()
) -> Proposal | None:
    """The first repair that a rule has, or None. `seen` are texts not to come back to, `without` rules not to use.

    A text without errors is left alone, whatever else Lean said of it.
    """
    said = tuple(diagnostics)
    if not any(diagnostic.severity == "error" for diagnostic in said):
        return None
    for error in locate_errors(context, said):
        for rule in RULES:
            proposal = rule(error)
            if proposal is None or proposal.rule in without:
                continue
            text = proposal.apply(context.text)
            if text != context.text and text not in seen:
                return proposal
    return None
