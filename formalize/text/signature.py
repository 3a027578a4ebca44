"""A statement's parts as they are written: for statements without terms, which Lean does not elaborate."""

import re
from collections.abc import Collection

from curate.formalize.text.lexer import mask_code
from curate.formalize.text.statements import IDENTIFIER, find_statements
from curate.schemas.base import Record

CONCLUSION = "the conclusion"


class Part(Record):
    """A binder or the conclusion: its name, its type as written with blanks squeezed, and its place in the text."""

    name: str
    written: str
    start: int
    end: int


class Difference(Record):
    """One change of a statement, in words."""

    part: str
    words: str
    doubtful: bool
    """Whether it goes beyond mending what Lean complained of, so that a person must accept it."""


def parse_parts(text: str) -> tuple[Part, ...]:
    """The binders of the text's one statement, one entry a name, and its conclusion last; empty without a statement."""
    statements = find_statements(text)
    if len(statements) != 1:
        return ()
    code, end = mask_code(text), statements[0].end
    head = re.compile(r"\w+[ \t]*[^\s({\[:⦃]*").match(code, statements[0].start)
    at = head.end() if head else statements[0].start
    parts: list[Part] = []
    while at < end:
        if code[at] in "({[⦃":
            closing = _closing(code, at, end)
            parts += _binders(code, at, closing)
            at = min(closing, end - 1)
        elif code[at] == ":" or not code[at].isspace():
            break
        at += 1
    start = at + 1 if at < end and code[at] == ":" and not code.startswith(":=", at) else at
    stop = _definition_sign(code, start, end)
    return (*parts, Part(name=CONCLUSION, written=_squeeze(code[start:stop]), start=start, end=end))


def _binders(code: str, opening: int, closing: int) -> list[Part]:
    inside = code[opening + 1 : closing]
    names, colon, written = inside.partition(":")
    place = {"start": opening, "end": closing + 1}
    if not colon:
        return [Part(name=f"[{_squeeze(inside)}]", written=_squeeze(inside), **place)]
    return [Part(name=name, written=_squeeze(written), **place) for name in names.split()]


def _closing(code: str, opening: int, end: int) -> int:
    depth = 0
    for at in range(opening, end):
        depth += (code[at] in "([{⟨⦃") - (code[at] in ")]}⟩⦄")
        if depth == 0:
            return at
    return end


def _definition_sign(code: str, start: int, end: int) -> int:
    depth = 0
    for at in range(start, end):
        depth += (code[at] in "([{⟨⦃") - (code[at] in ")]}⟩⦄")
        if depth <= 0 and code.startswith(":=", at):
            return at
    return end


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def find_part(text: str, offset: int) -> str | None:
    """The name of the part in which a place lies."""
    return next((part.name for part in parse_parts(text) if part.start <= offset < part.end), None)


def compare_parts(before: str, after: str, mended: Collection[str]) -> tuple[Difference, ...]:
    """What a model changed between two texts. `mended` are the parts in which Lean reported an error.

    A change is doubtful when a binder was added or dropped, when Lean had no complaint about the part, or when the part
    no longer mentions a variable that it mentioned.
    """
    old, new = {part.name: part for part in parse_parts(before)}, {part.name: part for part in parse_parts(after)}
    differences = []
    for name, part in old.items():
        if name not in new:
            differences.append(Difference(part=name, words=f"dropped {name} : {part.written}", doubtful=True))
        elif new[name].written != part.written:
            lost = sorted(_mentions(part.written, old) - _mentions(new[name].written, new))
            words = f"changed {name} from {part.written} to {new[name].written}"
            words += f", which no longer mentions {', '.join(lost)}" if lost else ""
            differences.append(Difference(part=name, words=words, doubtful=bool(lost) or name not in mended))
    for name, part in new.items():
        if name not in old:
            differences.append(Difference(part=name, words=f"added {name} : {part.written}", doubtful=True))
    return tuple(differences)


def _mentions(written: str, parts: Collection[str]) -> set[str]:
    return {match[0].split(".")[0] for match in IDENTIFIER.finditer(written)} & set(parts)
