"""What is said of a statement without a proof, since a reader sees it at once when told."""

from curate.formalize.terms.statements import Statement


def remark(statement: Statement) -> tuple[str, ...]:
    """One line for each variable that nothing mentions, each name that is bound twice, and the hypotheses that speak of
    nothing that the conclusion has to do with."""
    unmentioned = [
        f"nothing mentions the variable {binder.name} : {binder.type}"
        for binder in statement.binders
        if binder.kind == "variable" and not binder.used and "✝" not in binder.name
    ]
    twice = [f"{name} is bound twice, and the inner one hides the outer one" for name in statement.rebound]
    apart = [
        f"the hypothesis {binder.name} : {binder.type} has nothing to do with the conclusion"
        for binder, linked in zip(statement.binders, statement.linked, strict=True)
        if binder.kind == "hypothesis" and not linked and any(statement.linked)
    ]
    return (*unmentioned, *twice, *apart)
