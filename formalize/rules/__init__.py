"""Repairs that need no model. A rule acts only on what Lean said of a text that does not elaborate.

A rule is a pure function from one diagnostic and the text around it to an edit with its reason. Rules are tried in
the order below, errors in the order of the text; the first edit that leads to a text not seen before is proposed.
"""

from collections.abc import Collection, Iterable

from curate.formalize.elaboration import Diagnostic
from curate.formalize.rules import binders, endings, lean3, naming, terms, tokens
from curate.formalize.rules.scene import Edit, Proposal, Rule, Scene, find_faults

RULES: tuple[Rule, ...] = (
    *endings.RULES, *lean3.RULES, *tokens.RULES, *naming.RULES, *terms.RULES, *binders.RULES,
)  # fmt: skip

__all__ = ["RULES", "Edit", "Proposal", "Scene", "propose_repair"]


def propose_repair(
    scene: Scene, diagnostics: Iterable[Diagnostic], seen: Collection[str] = (), without: Collection[str] = ()
) -> Proposal | None:
    """The first repair that a rule has, or None. `seen` are texts not to come back to, `without` rules not to use.

    A text without errors is left alone, whatever else Lean said of it.
    """
    said = tuple(diagnostics)
    if not any(diagnostic.severity == "error" for diagnostic in said):
        return None
    for fault in find_faults(scene, said):
        for rule in RULES:
            proposal = rule(fault)
            if proposal is None or proposal.rule in without:
                continue
            text = proposal.apply(scene.text)
            if text != scene.text and text not in seen:
                return proposal
    return None
