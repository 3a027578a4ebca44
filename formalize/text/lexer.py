"""Lean's tokens, as far as a gate needs them: comments, strings and quoted names are told from code."""

import re
from typing import Literal, NamedTuple

from curate.schemas.base import Record

Kind = Literal["word", "string", "char", "number", "sign"]

_BLANKED = re.compile(r"\S")
_SPACE = re.compile(r"[ \t\r\n]+")
_LINE_COMMENT = re.compile(r"--[^\n]*")
_BLOCK_EDGE = re.compile(r"/-|-/")
_PART = r"(?:«[^»\n]*»|[A-Za-z_α-κμ-ωΑ-ΟΡΤ-Ωἀ-῾℀-⅏𝒜-𝖟](?:[\w!?'₀-₉ₐ-ₜᵢ-ᵪⱼ])*)"
_WORD = re.compile(rf"{_PART}(?:\.{_PART})*")
_NUMBER = re.compile(r"0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_RAW_STRING = re.compile(r'r(#*)"')
_CHAR = re.compile(r"'(?:[^'\\\n]|\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.))'")
_COMMAND = re.compile(r"#[a-z_]+[?!]?")
_SIGN = re.compile(r":=|=>|<;>|\.\.|⟨|⟩|.", re.DOTALL)


class Token(NamedTuple):
    """One token: what it is and where it stands, in code points from the start."""

    kind: Kind
    text: str
    start: int
    end: int


class Lexed(Record):
    """A text's tokens, and where a comment or string that is never closed begins (None when there is none)."""

    tokens: tuple[Token, ...]
    unclosed: int | None


def lex(text: str) -> Lexed:
    """The tokens of a Lean text, comments and white space left out.

    Lean's real tokens depend on the notation in scope. This lexer never takes the inside of a comment, string,
    character or «» name for code, nor the other way round; signs come out one by one.
    """
    tokens: list[Token] = []
    at, unclosed = 0, None
    while at < len(text):
        if space := _SPACE.match(text, at):
            at = space.end()
            continue
        if text.startswith("/-", at):
            end = _end_of_comment(text, at)
            if end is None:
                unclosed = at
                break
            at = end
            continue
        if comment := _LINE_COMMENT.match(text, at):
            at = comment.end()
            continue
        kind, end = _token_at(text, at)
        if kind == "string" and not _is_closed(text[at:end]):
            unclosed = at
        tokens.append(Token(kind=kind, text=text[at:end], start=at, end=end))
        at = end
    return Lexed(tokens=tuple(tokens), unclosed=unclosed)


def mask_code(text: str) -> str:
    """`text`, as long as before, with comments, strings and characters blanked, so that only code is left."""
    parts: list[str] = []
    last = 0
    for token in lex(text).tokens:
        shown = text[token.start : token.end]
        between = _BLANKED.sub(" ", text[last : token.start])
        parts += [between, _BLANKED.sub(" ", shown) if token.kind in ("string", "char") else shown]
        last = token.end
    return "".join(parts) + _BLANKED.sub(" ", text[last:])


def _token_at(text: str, at: int) -> tuple[Kind, int]:
    if raw := _RAW_STRING.match(text, at):
        closing = text.find(f'"{raw[1]}', raw.end())
        return "string", len(text) if closing < 0 else closing + 1 + len(raw[1])
    if word := _WORD.match(text, at):
        return "word", word.end()
    if number := _NUMBER.match(text, at):
        return "number", number.end()
    if string := _STRING.match(text, at):
        return "string", string.end()
    if char := _CHAR.match(text, at):
        return "char", char.end()
    if command := _COMMAND.match(text, at):
        return "word", command.end()
    sign = _SIGN.match(text, at)
    return "sign", sign.end() if sign else at + 1


def _is_closed(string: str) -> bool:
    if string.startswith("r"):
        hashes = _RAW_STRING.match(string)
        return bool(hashes and string.endswith(f'"{hashes[1]}') and len(string) > hashes.end())
    return re.fullmatch(r'"(?:[^"\\]|\\.)*"', string, re.DOTALL) is not None


def _end_of_comment(text: str, start: int) -> int | None:
    """Where the comment that begins at `start` ends, comments inside it counted; None when it does not."""
    depth, at = 0, start
    while edge := _BLOCK_EDGE.search(text, at):
        depth += 1 if edge[0] == "/-" else -1
        at = edge.end()
        if depth == 0:
            return at
    return None
