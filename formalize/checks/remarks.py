"""What is said of a statement without a proof, since a reader sees it at once when told."""

from curate.formalize.terms.statements import Statement


def remark(statement: Statement) -> tuple[str, ...]:
    """One line for each variable that no hypothesis and no conclusion mentions."""
    return tuple(
        f"nothing mentions the variable {binder.name} : {binder.type}"
        for binder in statement.binders
        if binder.kind == "variable" and not binder.used and "✝" not in binder.name
    )
