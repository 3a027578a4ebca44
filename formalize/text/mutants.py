"""Near misses of a statement: one sign, quantifier or hypothesis changed, so that a reader has something to miss."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from curate.formalize.text.lexer import lex
from curate.formalize.text.signature import parse_parts
from curate.formalize.text.statements import find_statements

SWAPS = {"≤": "<", "<": "≤", "∀": "∃", "∃": "∀", "∧": "∨", "∨": "∧", "=": "≤", "≠": "="}
"""A sign, and what stands in its place in a near miss."""


class Mutant(NamedTuple):
    """A changed text, and what was changed in words."""

    words: str
    text: str


def make_mutants(text: str, hypotheses: Collection[str]) -> Iterator[Mutant]:
    """Every near miss of the one theorem of `text`; the text before it is unchanged. Lean may refuse some.

    Those without one of `hypotheses`, given by name, come first.
    """
    spans = find_statements(text)
    if len(spans) != 1:
        return
    start, end = spans[0].start, spans[0].end
    yield from _without(text, hypotheses)
    for token in lex(text).tokens:
        swapped = SWAPS.get(token.text) if token.kind in ("sign", "word") else None
        if swapped is None or not start <= token.start < end or text[token.start - 1 : token.start] == ":":
            continue
        line = text.count("\n", 0, token.start) + 1
        changed = text[: token.start] + swapped + text[token.end :]
        yield Mutant(f"{token.text} became {swapped} in line {line}, column {_column(text, token.start)}", changed)


def _without(text: str, hypotheses: Collection[str]) -> Iterator[Mutant]:
    parts = parse_parts(text)
    for part in parts:
        alone = [one.name for one in parts if one.start == part.start] == [part.name]
        if part.name in hypotheses and alone and text[part.start] == "(":
            yield Mutant(f"without {part.name} : {part.written}", text[: part.start] + text[part.end :].lstrip(" "))


def _column(text: str, at: int) -> int:
    return at - text.rfind("\n", 0, at) - 1
