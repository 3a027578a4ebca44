"""Characters that show a reader something else than Lean reads: invisible ones, and letters of a foreign script."""

import unicodedata
from collections.abc import Iterator, Sequence

from curate.formalize.gate.source_rules import Finding
from curate.formalize.text.lexer import Token
from curate.formalize.text.names import to_latin
from curate.formalize.text.span import LineIndex

TWINS = frozenset("АВЕКМНОРСТХаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο")
"""Cyrillic and Greek letters that no reader tells from Latin ones."""


def check_characters(text: str, tokens: Sequence[Token]) -> Iterator[Finding]:
    """A finding for each invisible character, wherever it stands, and for each name in which a foreign letter passes
    for a Latin one. A twin that stands alone is a variable's name, unless its Latin twin is another's."""
    places = LineIndex(text)
    for at, char in enumerate(text):
        if unicodedata.category(char) == "Cf" and not (char == "\ufeff" and at == 0):
            yield Finding(
                code="unreadable",
                message=f"the invisible character U+{ord(char):04X}, which may show a reader another text",
                advice="remove it",
                span=places.span(at, at + 1),
            )
    words = {token.text for token in tokens if token.kind in ("word", "name")}
    parts = {part for word in words for part in word.split(".")}
    for part in sorted(parts):
        latin = to_latin(part)
        if latin != part and latin.isascii() and TWINS & set(part) and (len(part) > 1 or latin in parts):
            yield Finding(
                code="unreadable",
                message=f"`{part}` holds letters that only look Latin, so that it reads like `{latin}`",
                advice="write it in one script",
            )
