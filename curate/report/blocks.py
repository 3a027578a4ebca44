"""What a page is made of: plain values. `static/site.js` renders each with text nodes, so no text becomes markup."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from curate.schemas.text import printable


class Link(NamedTuple):
    """A table cell or a line that leads to another page of the site; `page` is its route, such as `pr/16560`."""

    text: str
    page: str


Cell = str | int | float | None | Link


class Heading(NamedTuple):
    """A heading; level 1 is the page's own."""

    level: int
    text: str


class Text(NamedTuple):
    """A paragraph."""

    text: str


class Facts(NamedTuple):
    """Names with their values."""

    rows: Sequence[tuple[str, Cell]]


class Table(NamedTuple):
    """A table that the reader can sort by any column. Columns of numbers are aligned to the right."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]


class Timeline(NamedTuple):
    """Events in order: (when, what, what was seen, what was decided, css class of the decision, what was found)."""

    title: str
    events: Sequence[tuple[str, str, str, str, str, tuple[str, ...]]]


class Patch(NamedTuple):
    """A unified diff, shown side by side.

    note: what is cut or why there is none.
    findings: (path, line of the new file, what was found), shown below that line.
    """

    title: str
    text: str
    note: str
    findings: Sequence[tuple[str, int, str]] = ()


class Versions(NamedTuple):
    """Two patches whose added and removed lines are diffed against each other."""

    title: str
    earlier: str
    later: str


class Code(NamedTuple):
    """A text in a fixed-width font; `language` is `lean` or empty."""

    title: str
    text: str
    language: str


class Plot(NamedTuple):
    """A plot made by `plots.py`: `name` is that of its two files; `alt` says in words what it shows."""

    name: str
    alt: str


class Dispute(NamedTuple):
    """A form that makes a report about one label; `report` is what it starts from, `issues` where to send it."""

    report: dict[str, Any]
    issues: str


class Fold(NamedTuple):
    """Blocks that are shown when the reader opens them."""

    summary: str
    blocks: "Sequence[Block]"


Block = Heading | Text | Facts | Table | Timeline | Patch | Versions | Code | Plot | Dispute | Fold


def to_json(block: Block) -> list[Any]:
    """A block as the list that the site's script reads: its kind, then its fields."""
    fields: list[Any] = [_field(value) for value in block]
    return [type(block).__name__.lower(), *fields]


def _field(value: Any) -> Any:
    if isinstance(value, Link):
        return {"text": escape_text(value.text), "page": value.page}
    if isinstance(value, Block):
        return to_json(value)
    if isinstance(value, list | tuple):
        return [_field(part) for part in value]
    return escape_text(value) if isinstance(value, str) else value


def escape_text(text: str) -> str:
    """`text` as `printable` has it, but for its line ends and tabs: nothing in it can turn the page's direction."""
    flat = text.replace("\n", "")
    if flat.isascii() and flat.isprintable():
        return text
    return "\n".join(printable(line.expandtabs(4)) for line in text.split("\n"))
