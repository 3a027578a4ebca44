"""Lean text seen from outside: places in it, its comments and strings, and where its one statement stands."""

import re

from curate.formalize.elaboration import Span
from curate.schemas.base import Record

STATEMENT_WORDS = ("theorem", "lemma", "proposition", "corollary")
"""Words that begin a statement, the last two for people who come from paper; only the first is core Lean's."""

_COMMANDS = (
    "abbrev", "axiom", "class", "def", "end", "example", "inductive", "instance", "namespace", "noncomputable", "open",
    "opaque", "private", "protected", "section", "structure", "universe", "variable", "set_option", "local", "scoped",
    "notation", "infix", "infixl", "infixr", "macro",
)  # fmt: skip
_NEXT_COMMAND = re.compile(rf"^(?:{'|'.join(_COMMANDS)}|#\w+|@\[)", re.MULTILINE)
_COMMAND_LINE = re.compile(
    rf"^(?:{'|'.join((*_COMMANDS, *STATEMENT_WORDS))}|#\w+|@\[)(?![\w.'])", re.MULTILINE | re.IGNORECASE
)
_STATEMENT = re.compile(
    rf"^[ \t]*(?:@\[[^\]\n]*\]\s*)?(?:(?:private|protected|nonrec)\s+)*({'|'.join(STATEMENT_WORDS)})(?![\w.'])[ \t]*"
    r"([^\s({\[:⦃]*)",
    re.MULTILINE | re.IGNORECASE,
)
_HIDDEN = re.compile(r"/-|--[^\n]*|\"(?:[^\"\\]|\\.)*\"?|(?<![\w'!?])'(?:[^'\\\n]|\\(?:x..|u....|.))'", re.DOTALL)
"""A comment, a string or a character. Much quicker than telling all tokens apart, which a scene needs no more."""
MAX_SHOWN_LINE = 160
IDENTIFIER = re.compile(r"[^\W\d][\w'!?₀-₉]*(?:\.[^\W\d][\w'!?₀-₉]*)*")


class Statement(Record):
    """The place of one statement with its proof, in code points from the text's start."""

    name: str
    start: int
    """Where `theorem` begins."""
    end: int


def mask_code(text: str) -> str:
    """`text`, as long as before, with comments and strings blanked, so that only code is left to look at."""
    parts: list[str] = []
    last = 0
    while hidden := _HIDDEN.search(text, last):
        end = _end_of_comment(text, hidden.end()) if hidden[0] == "/-" else hidden.end()
        parts += [text[last : hidden.start()], re.sub(r"\S", " ", text[hidden.start() : end])]
        last = end
    return "".join(parts) + text[last:]


def _end_of_comment(text: str, inside: int) -> int:
    """Where a comment ends whose `/-` ends at `inside`, comments within it counted; the text's end if it does not."""
    depth = 1
    for edge in re.compile(r"/-|-/").finditer(text, inside):
        depth += 1 if edge[0] == "/-" else -1
        if depth == 0:
            return edge.end()
    return len(text)


def find_statements(text: str) -> tuple[Statement, ...]:
    """Every theorem or lemma of `text`, with its proof, up to the next command that begins a line."""
    code = mask_code(text)
    found = [match for match in _STATEMENT.finditer(code) if not _inside_name(code, match.start(1))]
    starts = [match.start(1) for match in found] + [len(code)]
    statements = []
    for index, match in enumerate(found):
        command = _NEXT_COMMAND.search(code, match.end(), starts[index + 1])
        end = command.start() if command else code.rfind("\n", 0, starts[index + 1]) + 1
        end = end if command or index + 1 < len(found) else len(code)
        body = text[match.start(1) : end].rstrip()
        statements.append(Statement(name=match.group(2), start=match.start(1), end=match.start(1) + len(body)))
    return tuple(statements)


def find_command(code: str, position: int) -> tuple[int, int]:
    """Start and end of the command around `position`: commands are parted where a line begins with a command word."""
    starts = [0, *(match.start() for match in _COMMAND_LINE.finditer(code)), len(code)]
    before = max(start for start in starts if start <= position)
    return before, min((start for start in starts if start > position), default=len(code))


def _inside_name(code: str, position: int) -> bool:
    return position > 0 and (code[position - 1].isalnum() or code[position - 1] in "._'")


def offset_of(text: str, line: int, column: int) -> int:
    """Code points before a place; lines count from 1, columns from 0. A place past the end is the end."""
    start = 0
    for _ in range(line - 1):
        newline = text.find("\n", start)
        if newline < 0:
            return len(text)
        start = newline + 1
    return min(start + column, len(text))


def span_offsets(text: str, span: Span) -> tuple[int, int]:
    """Start and end of `span` in code points; a span without an end is empty."""
    start = offset_of(text, span.line, span.column)
    if span.end_line is None or span.end_column is None:
        return start, start
    return start, max(start, offset_of(text, span.end_line, span.end_column))


def source_line(text: str, line: int) -> str:
    """The text of one line, counted from 1; empty past the end."""
    start = offset_of(text, line, 0)
    return text[start:].partition("\n")[0]


def pointed_line(text: str, span: Span) -> tuple[str, str]:
    """The line at which a message points, and a line with a mark under the place; a long line is cut around it."""
    line, column = source_line(text, span.line), span.column
    if len(line) <= MAX_SHOWN_LINE:
        return line, " " * column + "^"
    start = max(0, column - MAX_SHOWN_LINE // 2)
    shown = line[start : start + MAX_SHOWN_LINE]
    before, after = ("…" if start else ""), ("…" if start + MAX_SHOWN_LINE < len(line) else "")
    return f"{before}{shown}{after}", " " * (column - start + len(before)) + "^"
