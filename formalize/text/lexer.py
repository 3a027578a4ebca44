"""Lean's tokens, as far as a gate needs them: comments, strings and quoted names are told from code."""

import re
from typing import Literal, NamedTuple

from curate.schemas.value import value

Kind = Literal["word", "name", "string", "char", "number", "sign"]
"""`name` is given by Lean's own parser only; to this lexer a name and a keyword are both a `word`."""

_BLANKED = re.compile(r"\S")
_COMMAND = re.compile(r"#[a-z_]+[?!]?")
_BLOCK_EDGE = re.compile(r"/-|-/")
_PART = r"(?:«[^»\n]{0,400}»|[A-Za-z_α-κμ-ωΑ-ΟΡΤ-Ωἀ-῾℀-⅏𝒜-𝖟](?:[\w!?'₀-₉ₐ-ₜᵢ-ᵪⱼ])*)"
_TOKEN = re.compile(
    r"(?P<skipped>[ \t\r\n]+|--[^\n]*)"
    r"|(?P<comment>/-)"
    r'|(?P<raw>r(?P<hashes>#*)")'
    rf"|(?P<word>{_PART}(?:\.{_PART})*|{_COMMAND.pattern})"
    r"|(?P<number>0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?)"
    r'|(?P<string>"(?:[^"\\]|\\.)*"?)'
    r"|(?P<char>'(?:[^'\\\n]|\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.))')"
    r"|(?P<sign>:=|=>|<;>|\.\.|⟨|⟩|.)",
    re.DOTALL,
)
_KINDS: dict[str, Kind] = {"word": "word", "number": "number", "string": "string", "char": "char", "sign": "sign"}
_CLOSED_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


class Token(NamedTuple):
    """One token: what it is and where it stands, in code points from the start."""

    kind: Kind
    text: str
    start: int
    end: int


@value
class Lexed:
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
    while found := _TOKEN.match(text, at):
        kind, end = found.lastgroup, found.end()
        if kind == "comment":
            closed = _end_of_comment(text, at)
            if closed is None:
                unclosed = at
                break
            end = closed
        elif kind == "raw":
            closing = text.find(f'"{found["hashes"]}', end)
            end = len(text) if closing < 0 else closing + 1 + len(found["hashes"])
            unclosed = at if closing < 0 else unclosed
            tokens.append(Token("string", text[at:end], at, end))
        elif kind is not None and kind != "skipped":
            if kind == "string" and not _CLOSED_STRING.fullmatch(found[0]):
                unclosed = at
            tokens.append(Token(_KINDS[kind], found[0], at, end))
        at = end
    return Lexed(tokens=tuple(tokens), unclosed=unclosed)


def nesting_depth(text: str) -> int:
    """How deep brackets nest, comments and strings among them."""
    depth = deepest = 0
    for bracket in re.findall(r"[(\[{⟨)\]}⟩]", text):
        depth += 1 if bracket in "([{⟨" else -1
        deepest = max(deepest, depth)
    return deepest


def classify(atom: str) -> Kind:
    """The kind of an atom of Lean's own syntax tree."""
    if atom.startswith(('"', 'r"', "r#")):
        return "string"
    if atom.startswith("'"):
        return "char"
    if atom[0].isdigit():
        return "number"
    return "word" if _COMMAND.match(atom) or atom[0].isalpha() or atom[0] == "_" else "sign"


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


def _end_of_comment(text: str, start: int) -> int | None:
    """Where the comment that begins at `start` ends, comments inside it counted; None when it does not."""
    depth, at = 0, start
    while edge := _BLOCK_EDGE.search(text, at):
        depth += 1 if edge[0] == "/-" else -1
        at = edge.end()
        if depth == 0:
            return at
    return None
