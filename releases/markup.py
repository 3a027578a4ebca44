"""YAML and Markdown as a release writes them: a small part of each, always the same way."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

_PLAIN = re.compile(r"[A-Za-z][\w./ -]*[\w]")
_RESERVED = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


def render_yaml(value: Any, indent: int = 0) -> str:
    """Mappings, lists and scalars as block YAML; a text that could be read as anything else is quoted."""
    pad = "  " * indent
    if isinstance(value, dict):
        return "".join(f"{pad}{_scalar(key)}:{_inside(inner, indent)}" for key, inner in value.items())
    lines: list[str] = []
    for inner in value:
        if isinstance(inner, dict) and inner:
            body = render_yaml(inner, indent + 1)
            lines.append(f"{pad}- {body[len(pad) + 2 :]}")
        else:
            lines.append(f"{pad}- {_scalar(inner)}\n")
    return "".join(lines)


def _inside(value: Any, indent: int) -> str:
    if isinstance(value, dict | list | tuple) and value:
        deeper = indent + 1 if isinstance(value, dict) else indent
        return "\n" + render_yaml(value, deeper)
    return f" {_scalar(value)}\n"


def _scalar(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _RESERVED:
        return value
    return json.dumps(value, ensure_ascii=False)


def render_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; a bar in a cell is escaped."""
    lines = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    lines += [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    return str(value).replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")
