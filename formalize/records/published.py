"""Reads problems that others published: StochBench's rows, and Lean files in the style of formal-conjectures."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from curate.formalize.records.draft import Header, render_draft
from curate.formalize.text.statements import find_statements
from curate.schemas.base import Record
from curate.schemas.errors import Missing, Refused, explain_validation
from curate.schemas.stochbench.records import Source, Topic

TOPIC_WORDS: Mapping[str, Topic] = {
    "markov": "markov-chains",
    "martingale": "martingales-and-stopping",
    "random walk": "random-walks-and-large-deviations",
    "large deviation": "random-walks-and-large-deviations",
    "queue": "ctmc-and-queues",
    "ctmc": "ctmc-and-queues",
    "brownian": "brownian-motion-and-stochastic-calculus",
    "stochastic calculus": "brownian-motion-and-stochastic-calculus",
    "renewal": "renewal-theory",
    "poisson": "poisson-processes",
    "weak convergence": "weak-convergence",
}
"""A part of a published topic, in lower case, and what it is here."""
MAX_FILE_BYTES = 256 << 20
_DOCSTRING = re.compile(r"/--(?P<words>(?:(?!-/).)*)-/\s*(?P<attributes>(?:@\[[^\]]*\]\s*)*)\Z", re.DOTALL)


class Imported(Record):
    """What became of one published problem."""

    name: str
    id: str | None
    """The draft's id; None when it could not be mapped."""
    draft: str | None = None
    """The text of the draft's file."""
    proof: str | None = None
    """A published proof, as it was."""
    unmapped: tuple[str, ...] = ()
    """What the draft does not carry, or why there is none."""


def read_rows(path: Path) -> tuple[Mapping[str, Any], ...]:
    """The rows of a `.jsonl`, `.json` or `.parquet` file.

    Raises:
        Refused: it is none of them, or damaged.
        Missing: reading Parquet needs an extra.
    """
    if not path.is_file():
        raise Refused(f"{path} is no file")
    if path.stat().st_size > MAX_FILE_BYTES:
        raise Refused(f"{path} has more than {MAX_FILE_BYTES} bytes")
    try:
        if path.suffix == ".parquet":
            return tuple(_read_parquet(path))
        text = path.read_text(encoding="utf-8")
        rows = (
            [json.loads(line) for line in text.splitlines() if line.strip()]
            if path.suffix == ".jsonl"
            else json.loads(text)
        )
    except (ValueError, OSError) as error:
        raise Refused(f"{path} can't be read as {path.suffix or 'JSON'}: {error}") from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Refused(f"{path} holds no list of rows")
    return tuple(rows)


def _read_parquet(path: Path) -> Sequence[Mapping[str, Any]]:
    try:
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise Missing("reading Parquet needs: pip install 'mathlib-curate[prs]'") from error
    rows: Sequence[Mapping[str, Any]] = parquet.read_table(path).to_pylist()
    return rows


def import_rows(rows: Sequence[Mapping[str, Any]], source: Source, preamble: str | None) -> Iterator[Imported]:
    """A draft for each row of StochBench's published shape; rows with the same number come once."""
    seen: set[str] = set()
    for place, row in enumerate(rows):
        name = str(row.get("problem_name") or row.get("question_id") or f"row {place}")
        made = _import_row(name, row, source, preamble)
        if made.id in seen:
            made = Imported(name=name, id=None, unmapped=("another row has the same name",))
        elif made.id is not None:
            seen.add(made.id)
        yield made


def _import_row(name: str, row: Mapping[str, Any], source: Source, preamble: str | None) -> Imported:
    statement, topic = row.get("lean_statement"), _find_topic(str(row.get("topic") or ""))
    if not statement:
        return Imported(name=name, id=None, unmapped=("lean_statement is empty",))
    if topic is None:
        return Imported(name=name, id=None, unmapped=(f"topic {row.get('topic')!r} is none of the eight",))
    label = row.get("true_to_source")
    representation: Literal["literal", "abstract"] = "literal" if label == "literal" else "abstract"
    left = [key for key in ("time_seconds", "time_seconds_is_lower_bound") if row.get(key) is not None]
    unmapped = [f"not carried over: {', '.join(left)}"] if left else []
    if label not in ("literal", "abstract"):
        unmapped.append(f"true_to_source {label!r} was read as abstract")
    if preamble is None:
        unmapped.append("the row names no imports or variables; give them with --preamble")
    values = {
        "id": _slug(name),
        "title": name.replace("_", " ").replace("-", " "),
        "informal": row.get("informal_statement") or "",
        "topic": topic,
        "representation": representation,
        "source": source.model_copy(update={"locator": f"question {row.get('question_id', name)}"}),
        "preamble": preamble,
    }
    return _finish(name, values, str(statement), str(row["proof"]) if row.get("proof") else None, unmapped)


def import_lean(text: str, file: str, topic: Topic, source: Source) -> Iterator[Imported]:
    """A draft for each theorem of a Lean file in the style of formal-conjectures: its docstring is its words."""
    spans = find_statements(text)
    first = min((_opening(text, span.start) for span in spans), default=0)
    preamble = text[:first].strip()
    ends = [_opening(text, span.start) for span in spans[1:]] + [len(text)]
    for span, end in zip(spans, ends, strict=True):
        words = _DOCSTRING.search(text[: span.start])
        code = text[span.start : min(span.end, end)].rstrip()
        name = span.name or file
        unmapped = (
            [f"attributes left out: {words['attributes'].strip()}"] if words and words["attributes"].strip() else []
        )
        if "answer(" in code:
            yield Imported(name=name, id=None, unmapped=("it asks for an answer, not for a proof",))
            continue
        values = {
            "id": _slug(f"{Path(file).stem} {name}"),
            "title": name,
            "informal": " ".join(words["words"].split()) if words else "",
            "topic": topic,
            "representation": "literal",
            "source": source.model_copy(update={"locator": f"{file}, {name}"}),
            "preamble": preamble or None,
        }
        yield _finish(name, values, code, None, unmapped)


def _finish(name: str, values: Mapping[str, Any], code: str, proof: str | None, unmapped: Sequence[str]) -> Imported:
    try:
        header = Header.model_validate(values)
    except ValidationError as error:
        return Imported(name=name, id=None, unmapped=(*unmapped, explain_validation(error)))
    return Imported(name=name, id=header.id, draft=render_draft(header, code), proof=proof, unmapped=tuple(unmapped))


def _opening(text: str, start: int) -> int:
    """Where a theorem begins with its docstring and attributes."""
    found = _DOCSTRING.search(text[:start])
    return found.start() if found else start


def _find_topic(words: str) -> Topic | None:
    lower = words.lower().replace("-", " ")
    return next((topic for part, topic in TOPIC_WORDS.items() if part in lower), None)


def _slug(name: str) -> str:
    slug = "-".join(re.findall(r"[a-z0-9]+", name.lower()))[:80].strip("-")
    return slug if slug[:1].isalpha() else f"p-{slug}"
