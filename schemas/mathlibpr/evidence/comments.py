"""Comments of a Lean text, found without a lexer of the language: total on any text, linear in its length."""

import re
from typing import Literal, NamedTuple

CommentKind = Literal["plain", "doc", "module"]

_IN_CODE = re.compile(r"""/-|--[^\n]*|'\\?"'|\"""")
_STRING = re.compile(r'"(?:[^"\\]++|\\.|\\\n)*+"?')
_RAW = re.compile(r"\br(#*)\Z")
_IN_COMMENT = re.compile(r"/-|-/")
_NOT_NEWLINE = re.compile(r"[^\n]+")


class Comment(NamedTuple):
    """A block comment, by lines from 0; both ends are inside."""

    first: int
    last: int
    kind: CommentKind


class Masked(NamedTuple):
    """A text without its comments: the same number of lines, and where the block comments were."""

    lines: list[str]
    comments: list[Comment]


def mask_comments(text: str) -> Masked:
    """`text` with every comment taken out and every string that spans lines emptied; lines keep their place.

    Comments nest, as Lean's do; one that is never closed runs to the end.
    """
    parts: list[str] = []
    comments: list[Comment] = []
    at = line = 0
    while found := _IN_CODE.search(text, at):
        start, sign = found.start(), found[0]
        code = text[at:start]
        parts.append(code)
        line += code.count("\n")
        if sign == "/-":
            at = _comment_end(text, found.end())
            newlines = text.count("\n", start, at)
            comments.append(Comment(line, line + newlines, _kind(text, start)))
            line += newlines
            parts.append("\n" * newlines)
        else:
            at = _string_end(text, start) if sign == '"' else found.end()
            passed = text[start:at]
            newlines = passed.count("\n")
            line += newlines
            if sign[0] != "-":
                parts.append(_NOT_NEWLINE.sub("", passed) if newlines else passed)
    parts.append(text[at:])
    return Masked("".join(parts).split("\n"), comments)


def _string_end(text: str, start: int) -> int:
    """Just after the string whose first quote is at `start`; one that is never closed runs to the end."""
    raw = _RAW.search(text, max(0, start - 9), start)
    if raw is None:
        found = _STRING.match(text, start)
        return found.end() if found else start + 1
    end = text.find('"' + raw[1], start + 1)
    return len(text) if end < 0 else end + 1 + len(raw[1])


def _comment_end(text: str, at: int) -> int:
    depth = 1
    while depth:
        found = _IN_COMMENT.search(text, at)
        if found is None:
            return len(text)
        depth += 1 if found[0] == "/-" else -1
        at = found.end()
    return at


def _kind(text: str, start: int) -> CommentKind:
    mark = text[start + 2 : start + 3]
    return "doc" if mark == "-" else "module" if mark == "!" else "plain"
