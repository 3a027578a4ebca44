"""The sources of StochBench's problems: one Lean file a topic, an entry a problem, and the library that they rest on.

An entry is a comment with TOML between two lines of `+++`, the statement, and after a line `-- proof` or `-- disproof`
the Lean that settles it. Definitions and lemmas are taken from `library/`, as far as the text names them.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from pydantic import Field, ValidationError

from curate.formalize.text.blocks import Block, parse_blocks, select_blocks
from curate.schemas.base import Record
from curate.schemas.errors import Refused, explain_validation
from curate.schemas.stochbench.records import Line, ProblemId, Prose, Representation, Source, Topic

SOURCES = Path(__file__).parent.parent / "problems"
LIBRARY = Path(__file__).parent.parent / "library"
LICENCE = "Apache-2.0 (our words; no text of the work is used)"
MATHLIB_HEAD = """import Mathlib

open MeasureTheory ProbabilityTheory Filter
open scoped NNReal ENNReal Topology"""
"""What stands before the definitions of a statement on Mathlib's objects."""
REVISION = "efe911a4"
"""The revision of Mathlib whose signatures an entry is stated on when it names none."""
_ENTRY = re.compile(r"^/-\n\+\+\+\n(.*?)\n\+\+\+\n-/\n(.*?)(?=^/-\n\+\+\+\n|\Z)", re.MULTILINE | re.DOTALL)
_SETTLED = re.compile(r"^-- (proof|disproof)\n", re.MULTILINE)


class Entry(Record):
    """One problem of a source file."""

    id: ProblemId
    title: Line
    informal: Prose
    topic: Topic
    representation: Representation
    library: Literal["prelude", "mathlib"] = "prelude"
    revision: str = REVISION
    pair: ProblemId | None = None
    source: str
    locator: Line
    uses: tuple[ProblemId, ...] = ()
    """Entries whose proofs stand before this one's."""
    tags: Mapping[str, str] = Field(default_factory=dict)
    """By the name of a hypothesis: its tag, a colon, the reason."""
    statement: str
    settled: Literal["proof", "disproof"] | None = None
    answer: str = ""
    """The Lean of the proof or disproof."""


class Settled(NamedTuple):
    """A whole Lean file that proves or disproves an entry's statement."""

    claim: Literal["proof", "disproof"]
    text: str


@cache
def read_entries(folder: Path = SOURCES) -> tuple[Entry, ...]:
    """Every entry, by topic and in the order of the files.

    Raises:
        Refused: a file holds something that is no entry.
    """
    entries = []
    for topic in get_args(Topic):
        text = (folder / f"{topic}.lean").read_text(encoding="utf-8")
        entries += [_parse(topic, match[1], match[2]) for match in _ENTRY.finditer(text)]
    return tuple(entries)


def _parse(topic: str, front: str, body: str) -> Entry:
    statement, *rest = _SETTLED.split(body)
    settled = {"settled": rest[0], "answer": rest[1].strip("\n")} if rest else {}
    try:
        return Entry.model_validate(
            {**tomllib.loads(front), "topic": topic, "statement": statement.strip("\n"), **settled}
        )
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        words = explain_validation(error) if isinstance(error, ValidationError) else str(error)
        raise Refused(f"{topic}.lean: no entry: {words}; it begins {front[:60]!r}") from error


@cache
def read_library(name: str) -> tuple[Block, ...]:
    """The declarations of `library/<name>.lean`."""
    return parse_blocks((LIBRARY / f"{name}.lean").read_text(encoding="utf-8"))


def find_source(entry: Entry) -> Source:
    """The work that an entry cites.

    Raises:
        Refused: `sources.toml` holds no such work.
    """
    works = tomllib.loads((SOURCES / "sources.toml").read_text(encoding="utf-8"))
    if entry.source not in works:
        raise Refused(f"{entry.id} cites {entry.source}, which sources.toml does not hold")
    return Source(**works[entry.source], locator=entry.locator, licence=LICENCE)


def render_preamble(entry: Entry) -> str | None:
    """What stands before the statement: imports, and the definitions that it names."""
    if entry.library == "prelude":
        blocks = select_blocks(entry.statement, read_library("Discrete"))
        return "\n\n".join(block.text for block in blocks) or None
    blocks = select_blocks(entry.statement, read_library("Stoch"))
    opened = ["open Stoch"] if blocks else []
    return "\n\n".join([MATHLIB_HEAD, *(block.text for block in blocks), *opened])


def render_statement(entry: Entry) -> str:
    """The text of `statement.lean`."""
    preamble = render_preamble(entry)
    return "\n\n".join([preamble, entry.statement] if preamble else [entry.statement]) + "\n"


def render_answer(entry: Entry, entries: Mapping[str, Entry]) -> Settled | None:
    """The proof or disproof as a whole file: the definitions, the lemmas that it names, those of `uses`, and itself."""
    if entry.settled is None:
        return None
    body = "\n\n".join([*(entries[name].answer for name in _used(entry, entries)), entry.answer])
    lemmas = select_blocks(body, read_library("Arith"))
    given = select_blocks(entry.statement, read_library("Discrete"))
    named = "\n".join([body, *(block.text for block in lemmas)])
    further = [block for block in select_blocks(named, read_library("Discrete")) if block not in given]
    opened = ["open Arith"] if lemmas else []
    parts = [*(block.text for block in (*given, *further, *lemmas)), *opened, body]
    return Settled(entry.settled, "\n\n".join(parts) + "\n")


def _used(entry: Entry, entries: Mapping[str, Entry]) -> Sequence[str]:
    """Names of the entries whose proofs an entry uses, those that they use before them."""
    order: list[str] = []
    for name in entry.uses:
        order += [one for one in (*_used(entries[name], entries), name) if one not in order]
    return order
