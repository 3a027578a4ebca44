"""A draft: a Lean file whose first comment holds TOML front matter between two lines of `+++`."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import tomli_w
from pydantic import Field, ValidationError

from curate.formalize.records.files import MAX_TEXT_BYTES
from curate.formalize.text.statements import StatementSpan, find_statements
from curate.schemas.base import Record
from curate.schemas.errors import Refused, explain_validation
from curate.schemas.stochbench.records import Line, ProblemId, Prose, Representation, Source, Topic

_FENCE = re.compile(r"\A\s*/-\s*\n\+\+\+[ \t]*\n(.*?)\n\+\+\+[ \t]*\n\s*-/[ \t]*\n?", re.DOTALL)


class Header(Record):
    """The front matter of a draft."""

    id: ProblemId
    title: Line
    informal: Prose
    """The statement in words, complete enough to be formalized from it alone."""
    topic: Topic
    representation: Representation
    source: Source
    preamble: str | None = None
    """Lean text, such as `variable`s and definitions, that stands before the statement; a model can't change it."""
    pair: ProblemId | None = None
    """The problem that states the same fact in the other representation."""
    hypotheses: Mapping[str, str] = Field(default_factory=dict)
    """By the name of a hypothesis: its tag, a colon, the reason. A rule tags those that are not named."""


class Draft(Record):
    """A draft as it was read."""

    header: Header
    code: str
    """The Lean text after the front matter, with line ends of one character; empty when only words are there yet."""

    @property
    def text(self) -> str:
        """What Lean is given: the preamble, then the draft's own Lean."""
        return "\n\n".join(part.strip("\n") for part in (self.header.preamble or "", self.code) if part.strip()) + "\n"

    @property
    def theorem_name(self) -> str:
        """The name that the statement has or shall have."""
        return self.header.id.replace("-", "_")


def parse_draft(data: bytes) -> Draft:
    """The draft in the bytes of a file.

    Raises:
        Refused: it is not a draft; the message says what to change.
    """
    text = _decode(data)
    match = _FENCE.match(text)
    if match is None:
        raise Refused(
            "the draft does not begin with its front matter: a Lean comment /- … -/ whose first and last lines are +++ "
            "and that holds TOML between them; `curate problems new ID` writes one to start from"
        )
    return Draft(header=_parse_header(match.group(1)), code=text[match.end() :].strip("\n"))


def draft_from_words(data: bytes) -> Draft:
    """A draft that has no Lean yet: a Markdown file with the same front matter between lines of `+++`, then the words.

    Raises:
        Refused: the front matter or the words are missing.
    """
    match = re.match(r"\A\s*\+\+\+[ \t]*\n(.*?)\n\+\+\+[ \t]*(?:\n|\Z)(.*)", _decode(data), re.DOTALL)
    if match is None:
        raise Refused("the file does not begin with TOML front matter between two lines of +++; see docs/formalize.md")
    return Draft(header=_parse_header(match.group(1), informal=match.group(2).strip() or None), code="")


def require_statement(text: str) -> StatementSpan:
    """The one statement of `text`.

    Raises:
        Refused: there is none, or more than one.
    """
    statements = find_statements(text)
    if not statements:
        raise Refused("the draft contains no theorem; write one `theorem NAME : … := by sorry`")
    if len(statements) > 1:
        names = ", ".join(statement.name or "(no name)" for statement in statements[:5])
        raise Refused(f"the draft contains {len(statements)} theorems ({names}); a draft holds exactly one")
    return statements[0]


def render_draft(header: Header, code: str) -> str:
    """The text of the draft's file."""
    front = tomli_w.dumps(header.model_dump(exclude_none=True, exclude_defaults=True), multiline_strings=True)
    return f"/-\n+++\n{front}+++\n-/\n\n{code.strip(chr(10))}\n"


def render_template(problem_id: str) -> str:
    """A draft to fill in.

    Raises:
        Refused: the id is not lower-case words joined by hyphens.
    """
    header = {
        "id": problem_id,
        "title": "A title in a few words",
        "informal": "Say here, in words that stand alone, what is given and what is to be shown.",
        "topic": "markov-chains",
        "representation": "literal",
        "source": {
            "work": "Title",
            "author": "Name",
            "year": 2026,
            "locator": "Section 1",
            "licence": "CC-BY-4.0",
        },
    }
    checked = _validate(header)
    name = problem_id.replace("-", "_")
    return render_draft(checked, f"theorem {name} (n : Nat) : n = n := by sorry")


def _decode(data: bytes) -> str:
    if len(data) > MAX_TEXT_BYTES:
        raise Refused(f"the draft has {len(data)} bytes; at most {MAX_TEXT_BYTES} are read")
    if b"\0" in data:
        raise Refused("the draft holds a null byte; it is not a text file")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"the draft is not UTF-8 (byte {error.start}); save it as UTF-8") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _parse_header(toml: str, informal: str | None = None) -> Header:
    try:
        values = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"the front matter is not TOML: {error}") from error
    if informal is not None:
        values.setdefault("informal", informal)
    return _validate(values)


def _validate(values: dict[str, Any]) -> Header:
    try:
        return Header.model_validate(values)
    except ValidationError as error:
        raise Refused(f"the front matter is not complete: {explain_validation(error, most=6)}") from error
