"""The honesty gate: whether a text states one problem, and nothing in it changes the meaning of the statement.

`source_rules.py` looks at tokens, `syntax_rules.py` at the commands that Lean's parser reads. This half looks at what
the compiled module adds.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from curate.formalize.gate.characters import check_characters
from curate.formalize.gate.source_rules import MOST_FINDINGS, RUNS_CODE, Finding, check_source, find_theorems
from curate.formalize.gate.syntax_rules import check_syntax
from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.inspect import Inspection, inspect
from curate.formalize.terms.statements import Statement
from curate.formalize.text.lexer import Token, lex
from curate.schemas.value import value

FORBIDDEN_TABLES = {
    "Lean.externAttr": "extern",
    "Lean.Compiler.implementedByAttr": "implemented-by",
    "Lean.Compiler.CSimp.ext": "implemented-by",
    "Lean.Parser.parserExtension": "notation",
    "Lean.Elab.macroAttribute": "notation",
    "Lean.PrettyPrinter.Delaborator.appUnexpanderAttribute": "notation",
    "Lean.Elab.Term.termElabAttribute": "notation",
    "Lean.Elab.Command.commandElabAttribute": "notation",
    "Lean.Elab.Tactic.tacticElabAttribute": "notation",
    "Lean.Meta.defaultInstanceExtension": "instance",
    "Lean.regularInitAttr": "runs-code",
    "Lean.builtinInitAttr": "runs-code",
    "Lean.Meta.Simp.simprocExtension": "runs-code",
}
"""Lean's tables to which an honest statement adds nothing."""
NOT_ELABORATED = RUNS_CODE | {"command", "notation"}
"""Findings in the source under which the text is not even elaborated."""
BINDING = ("∀", "∃", "fun", "λ")
CONSTRUCTORS = frozenset(
    ["zero", "succ", "nil", "cons", "none", "some", "true", "false", "inl", "inr", "isTrue", "isFalse"]
)
"""Constructors that patterns are written with; a variable of this name only looks like such a pattern."""
NUMBERS = frozenset("ℕℤℚℝℂ")
"""What stands for numbers on paper, and in Mathlib."""
GENERATED = ("_unsafe_rec", "_cstage1", "_cstage2", "_sunfold")
"""Last parts of names under which Lean's compiler keeps code of a safe definition."""


@value
class Honesty:
    """What the gate found. `statement` is there whenever the compiled module could be read."""

    findings: tuple[Finding, ...]
    unknown: str | None
    """Why the decisive half could not look; such a text is never honest."""
    statement: Statement | None
    inspection: Inspection | None

    @property
    def honest(self) -> bool:
        """Whether nothing was found and everything was looked at."""
        return not self.findings and self.unknown is None


def check_honesty(lean: LeanBackend, text: str, limits: Limits = Limits(), *, hole: bool = True) -> Honesty:
    """Both halves of the gate. With `hole` the proof must be a single hole; without, there may be none.

    Raises:
        Refused: the text holds a null byte or can't be UTF-8.
    """
    found = list(check_source(text, hole=hole))
    syntax = check_syntax(lean, text, limits, hole=hole)
    found += syntax.findings
    found += islice(check_characters(text, lex(text).tokens), MOST_FINDINGS)
    if NOT_ELABORATED & {one.code for one in found}:
        reason = "it was not elaborated, since it would run code of its own or change how the rest is read"
        return Honesty(findings=_once(found), unknown=reason, statement=None, inspection=None)
    if syntax.unknown is not None:
        return Honesty(findings=_once(found), unknown=syntax.unknown, statement=None, inspection=None)
    inspection = inspect(lean, text, limits, replay=not hole)
    if inspection.status == "rejected":
        found.append(
            Finding(code="kernel", message=f"the kernel rejects it: {inspection.reason}", advice="mend the proof")
        )
    if inspection.status != "accepted":
        unknown = inspection.reason if inspection.status == "unknown" else None
        return Honesty(findings=tuple(found), unknown=unknown, statement=None, inspection=inspection)
    if syntax.has_errors:
        unknown = "Lean elaborates it, but read it in another way than when it was only parsed"
        return Honesty(findings=_once(found), unknown=unknown, statement=None, inspection=inspection)
    statement = find_statement(text, inspection)
    options = inspection.elaboration.environment.options
    found += check_module(inspection, statement, hole=hole)
    if statement is not None:
        found += check_binders(text, statement, "autoImplicit=true" in options, syntax.bound)
    return Honesty(findings=_once(found), unknown=None, statement=statement, inspection=inspection)


def find_statement(text: str, inspection: Inspection) -> Statement | None:
    """The elaborated statement of the theorem that the text declares last, in whichever namespace."""
    theorems = find_theorems(lex(text).tokens)
    if not theorems:
        return None
    written = theorems[-1].name.removeprefix("_root_.")
    fitting = [one for one in inspection.statements if one.name == written or one.name.endswith(f".{written}")]
    return min((one for one in fitting if one.kind == "theorem"), key=lambda one: len(one.name), default=None)


def check_module(inspection: Inspection, statement: Statement | None, *, hole: bool) -> Iterator[Finding]:
    """Reasons to refuse in what the compiled module adds."""
    if statement is None:
        advice = "declare it under a name of its own, and outside of comments and macros"
        yield Finding(code="no-theorem", message="the compiled module holds no such theorem", advice=advice)
    if not any(name.split(".")[0] in ("Init", "Mathlib") for name in inspection.imports):
        yield Finding(code="prelude", message="Lean's own library is not imported", advice="remove `prelude`")
    for table, code in FORBIDDEN_TABLES.items():
        if inspection.extensions.get(table):
            yield Finding(
                code=code,
                message=f"the compiled text adds to Lean's table {table}",
                advice="remove what changes how text is read or evaluated",
            )
    for one in inspection.constants:
        yield from _constant(one.name, one.kind, one.safe)
        resting = "sorryAx" in one.axioms and (statement is None or one.name != statement.name)
        if resting or (not hole and "sorryAx" in one.axioms):
            yield Finding(code="hole", message=f"{one.name} rests on a hole", advice="fill it in")
    for name, library in inspection.shadows.items():
        yield Finding(
            code="shadows",
            message=f"{name} hides the library's {library} inside its namespace",
            advice="give it a name that the library does not use",
        )
    for name in inspection.hidden:
        yield Finding(
            code="shadows",
            message=f"a variable is called {name}, which is the library's name of something else",
            advice="give it a name that the library does not use",
        )
    bound = statement.bound_names if statement is not None else ()
    declared = [one.name.rpartition(".")[2] for one in inspection.constants]
    for name in sorted(NUMBERS & {*bound, *declared}):
        yield Finding(
            code="shadows",
            message=f"`{name}` is something else here than the numbers of that name",
            advice="give it a name that does not stand for numbers on paper",
        )
    if statement is not None:
        yield from _statement(statement, hole=hole, inspection=inspection)


def check_binders(
    text: str, statement: Statement, project_allows: bool, bound: Collection[str] = ()
) -> Iterator[Finding]:
    """Binders that nobody wrote: unknown names that Lean turned into variables. `bound`: names that brackets bind.

    Where a project turns `autoImplicit` on, single letters are its convention; longer names are refused all the same.
    """
    written = bound_names(lex(text).tokens) | set(bound)
    for binder in statement.binders:
        name = binder.name.rstrip("'")
        if binder.info == "default" or binder.kind == "instance" or "✝" in name or name in written:
            continue
        if project_allows and len(name.rstrip("0123456789₀₁₂₃₄₅₆₇₈₉")) == 1:
            continue
        yield Finding(
            code="auto-bound",
            message=f"`{name}` is no known name, and Lean made it a variable of type {binder.type}",
            advice="correct the name, or bind it as a variable",
        )


def bound_names(tokens: Sequence[Token]) -> set[str]:
    """Names that a text binds: those before the colon of a bracket, and those right after `∀`, `∃`, `fun`."""
    found: set[str] = set()
    groups: list[list[str] | None] = [None]
    for token in tokens:
        if token.text in "({[⦃":
            groups.append([])
        elif token.text in ")}]⦄":
            groups = groups[:-1] or [None]
        elif token.text in BINDING:
            groups[-1] = []
        elif token.kind in ("word", "name"):
            if groups[-1] is not None:
                groups[-1].append(token.text)
        else:
            if token.text in (":", ",", "=>"):
                found.update(groups[-1] or ())
            groups[-1] = None
    return found


def _constant(name: str, kind: str, safe: bool) -> Iterator[Finding]:
    if kind == "axiom":
        yield Finding(code="axiom", message=f"{name} is an axiom", advice="make it a hypothesis of the theorem")
    elif kind == "opaque":
        advice = "give a definition, or a variable of the theorem"
        yield Finding(code="opaque", message=f"{name} is opaque: nothing can be proved of it", advice=advice)
    elif not safe and name.rpartition(".")[2] not in GENERATED:
        yield Finding(code="unsafe", message=f"{name} is unsafe or partial", advice="write it as a total definition")


def _statement(statement: Statement, *, hole: bool, inspection: Inspection) -> Iterator[Finding]:
    if "sorryAx" in statement.constants:
        yield Finding(code="hole", message="the statement itself holds a hole", advice="fill it in")
    for binder in statement.binders:
        if binder.overrides:
            yield Finding(
                code="instance",
                message=f"the binder of {binder.type} changes what notation on the library's types means",
                advice="remove it, or state it about a type that is a variable of the theorem",
            )
    for name in sorted(CONSTRUCTORS & set(inspection.pattern_names)):
        yield Finding(
            code="shadows",
            message=f"`{name}` is a variable here, which fits everything, and not the constructor",
            advice="write the constructor in full, such as `Nat.zero`, or call the variable otherwise",
        )
    for instance in statement.foreign_instances:
        yield Finding(
            code="instance",
            message=f"the statement uses {instance} where an instance of the library's types is expected",
            advice="use the library's instance, or put the structure into the hypotheses",
        )
    reason = None if hole else inspection.unclean(statement.name)
    if reason is not None:
        yield Finding(code="proof", message=f"no clean proof: {reason}", advice="prove it with what the library has")
    if hole and not any(one.name == statement.name and "sorryAx" in one.axioms for one in inspection.constants):
        yield Finding(code="proved", message="the theorem has a proof", advice="end the statement with `:= by sorry`")


def _once(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """One finding for each kind and place; those without a place only where no other tells of their kind."""
    found = {(one.code, one.span): one for one in reversed(list(findings))}
    placed = {code for code, span in found if span is not None}
    return tuple(one for (code, span), one in reversed(found.items()) if span is not None or code not in placed)
