"""Where the statements and the commands of a text stand, as far as that can be seen without Lean."""

import re

from curate.formalize.text.lexer import mask_code
from curate.schemas.value import value

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
IDENTIFIER = re.compile(r"[^\W\d][\w'!?₀-₉]*(?:\.[^\W\d][\w'!?₀-₉]*)*")


@value
class StatementSpan:
    """The place of one statement with its proof, in code points from the text's start."""

    name: str
    start: int
    """Where `theorem` begins."""
    end: int


def find_statements(text: str) -> tuple[StatementSpan, ...]:
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
        statements.append(StatementSpan(name=match.group(2), start=match.start(1), end=match.start(1) + len(body)))
    return tuple(statements)


def find_command(code: str, position: int) -> tuple[int, int]:
    """Start and end of the command around `position`; a line that begins with a command word starts one."""
    starts = [0, *(match.start() for match in _COMMAND_LINE.finditer(code)), len(code)]
    before = max(start for start in starts if start <= position)
    return before, min((start for start in starts if start > position), default=len(code))


def _inside_name(code: str, position: int) -> bool:
    return position > 0 and (code[position - 1].isalnum() or code[position - 1] in "._'")
