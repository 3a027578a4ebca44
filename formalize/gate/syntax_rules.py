"""The half of the gate that reads what Lean's own parser reads: which commands a text is made of.

A text is parsed and not elaborated, command by command, with the syntax of what it imports. Every command before the
first that is not on the list below leaves the syntax as it is, so that this reading is Lean's own up to there; and a
text with a command that is not on the list is refused.
"""

from collections.abc import Iterator
from itertools import chain, islice

from curate.formalize.gate.source_rules import MOST_FINDINGS, Finding, check_tokens
from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.parsing import Command, ParsedText
from curate.formalize.text.span import LineIndex, Span
from curate.schemas.value import value

_IN, _MUTUAL = "Lean.Parser.Command.in", "Lean.Parser.Command.mutual"
_NAMES = (
    "declaration namespace section noncomputableSection end open variable universe set_option moduleDoc "
    "deriving include omit in mutual print printAxioms check check_failure eoi"
)
ALLOWED_COMMANDS = frozenset(
    {f"Lean.Parser.Command.{name}" for name in _NAMES.split()} | {"Lean.Parser.Module.header", "lemma", "null"}
)
"""Commands that leave the syntax as it is and run no code of the text."""
BINDERS = tuple(f"Lean.Parser.Term.{kind}Binder" for kind in ("explicit", "implicit", "strictImplicit"))
RENAMING = "Lean.Parser.Command.openRenaming"
HEADER_WORDS = {
    "prelude": "does not import Lean's library",
    "module": "keeps parts of the text from being looked at",
}


@value
class SyntaxCheck:
    """What was found. `unknown`: why Lean's parser could not be asked; such a text is never honest."""

    findings: tuple[Finding, ...]
    unknown: str | None
    has_errors: bool = False
    """Whether the parser stumbled."""
    bound: frozenset[str] = frozenset()
    """Names that binders in brackets bind, with a type or without."""


def check_syntax(lean: LeanBackend, text: str, limits: Limits = Limits(), *, hole: bool = True) -> SyntaxCheck:
    """Every reason to refuse `text` in what Lean's parser reads; `hole` as in `check_source`.

    Raises:
        Refused: the text holds a null byte or can't be UTF-8.
    """
    parsed = lean.parse(text, limits)
    if isinstance(parsed, str):
        return SyntaxCheck(findings=(), unknown=parsed)
    return SyntaxCheck(
        findings=check_parsed(parsed, text, hole=hole),
        unknown=None,
        has_errors=parsed.has_errors,
        bound=frozenset(name for command in parsed.commands for name in _bound(command)),
    )


def check_parsed(parsed: ParsedText, text: str, *, hole: bool = True) -> tuple[Finding, ...]:
    """Every reason to refuse a text in its commands."""
    places = LineIndex(text.replace("\r\n", "\n"))
    found = list(islice(check_tokens(parsed.tokens, places, hole=hole), MOST_FINDINGS))
    for token in parsed.commands[0].tokens if parsed.commands else ():
        if token.text in HEADER_WORDS:
            message = f"`{token.text}` {HEADER_WORDS[token.text]}"
            span = places.span(token.start, token.end)
            found.append(Finding(code="prelude", message=message, advice=f"remove `{token.text}`", span=span))
    found += [_renaming(command, at, places) for command in parsed.commands for at in _find(command, RENAMING)]
    for finding in islice(chain.from_iterable(_command(one, places) for one in parsed.commands), MOST_FINDINGS):
        if not any(_lies_within(one.span, finding.span) for one in found):
            found.append(finding)
    return tuple(found)


def _find(command: Command, kind: str) -> Iterator[int]:
    return (at for at, item in enumerate(command.items) if item.what == "node" and item.text == kind)


def _bound(command: Command) -> Iterator[str]:
    for kind in BINDERS:
        for at in _find(command, kind):
            names = command.below(list(command.children(at))[1])
            yield from (item.text for item in names.items if item.what == "ident")


def _renaming(command: Command, at: int, places: LineIndex) -> Finding:
    return Finding(
        code="shadows",
        message="`open … renaming` gives a name of the library to something else",
        advice="write the names in full",
        span=places.span(*command.below(at).span),
    )


def _lies_within(span: Span | None, outer: Span | None) -> bool:
    """Whether something was found in a command already, and of a clearer kind."""
    if span is None or outer is None or outer.end_line is None or outer.end_column is None:
        return False
    return (outer.line, outer.column) <= (span.line, span.column) <= (outer.end_line, outer.end_column)


def _command(command: Command, places: LineIndex) -> Iterator[Finding]:
    """A finding for each command in this one that is not allowed."""
    if command.kind in (_IN, _MUTUAL) or command.kind == "null":
        for place in command.children():
            if command.items[place].what == "node":
                yield from _command(command.below(place), places)
    elif command.items and command.items[0].what == "node" and command.kind not in ALLOWED_COMMANDS:
        word = command.tokens[0].text if command.tokens else command.kind
        yield Finding(
            code="command",
            message=f"`{word}` ({command.kind.rpartition('.')[2]}) is not a command that a statement may hold",
            advice="write the statement with declarations, variables and namespaces only",
            span=places.span(*command.span),
        )
