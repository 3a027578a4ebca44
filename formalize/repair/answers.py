"""A model's answer: of the asked form, or a word on why it is not."""

import json
import re

from pydantic import BaseModel, ConfigDict, ValidationError

from curate.formalize.text.lexer import mask_code
from curate.formalize.text.statements import find_statements
from curate.schemas.base import Record
from curate.schemas.text import storable

MAX_STATEMENT_CHARS = 20_000
_HOLE = re.compile(r":=\s*(?:by\s+)?sorry\s*\Z")
_FENCED = re.compile(r"```(?:json)?\s*\n(\{.*\})\s*\n?```", re.DOTALL)
_COMMAND = re.compile(
    r"^\s*(?:import|open|namespace|section|end|def|abbrev|axiom|instance|structure|class|inductive|opaque|notation|macro\w*|"
    r"syntax|infix\w*|prefix|postfix|elab\w*|variable|universe|set_option|attribute|local|scoped|unsafe|example|export|"
    r"initialize|deriving|mutual|#\w+|@\[)(?![\w.'])",
    re.MULTILINE,
)


class Answer(Record):
    """A statement that may be tried."""

    statement: str
    why: str


class _Wire(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    statement: str
    why: str = ""


def parse_answer(text: str, name: str) -> Answer | str:
    """The statement in an answer, or what is wrong with it, in words that the model can act on."""
    if not text.strip():
        return "the answer is empty"
    wire = _parse_object(text)
    if wire is None:
        return "the answer is not the JSON object that was asked for"
    statement = wire.statement.replace("\r\n", "\n").strip()
    problem = _problem(statement, name)
    return problem or Answer(statement=statement, why=storable(" ".join(wire.why.split())[:500]))


def _parse_object(text: str) -> _Wire | None:
    fenced = _FENCED.search(text)
    for candidate in (text.strip(), fenced.group(1) if fenced else ""):
        try:
            return _Wire.model_validate(json.loads(candidate))
        except (ValueError, RecursionError, ValidationError):
            continue
    return None


def _problem(statement: str, name: str) -> str | None:
    if not statement:
        return "the statement is empty"
    if len(statement) > MAX_STATEMENT_CHARS:
        return f"the statement has more than {MAX_STATEMENT_CHARS} characters"
    if "\0" in statement or any(0xD800 <= ord(char) <= 0xDFFF for char in statement):
        return "the statement holds a character that is no text"
    code = mask_code(statement)
    found = find_statements(statement)
    if not found:
        return "the statement is not a theorem"
    if len(found) > 1:
        return f"the statement holds {len(found)} theorems; exactly one was asked for"
    if found[0].start != 0 or not code.startswith("theorem"):
        return "something stands before the theorem; only the statement can be changed"
    if found[0].name != name:
        return f"this is another theorem, `{found[0].name}`; `{name}` was asked for"
    if _COMMAND.search(code, len("theorem")):
        return "something stands after the theorem; only the statement can be changed"
    if _HOLE.search(code) is None:
        return "the statement is proved or has no ending; its proof must be `by sorry`"
    return None
