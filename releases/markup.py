"""YAML and Markdown as a release writes them: always the same way."""

from collections.abc import Iterable, Sequence
from typing import Any

import yaml


def render_yaml(value: Any) -> str:
    """Mappings, lists and scalars as block YAML, keys in their order; what could be read as anything else is quoted."""
    text: str = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=4096)
    return text


def render_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; a bar in a cell is escaped."""
    lines = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    lines += [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    return str(value).replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")
