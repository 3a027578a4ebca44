"""JSON documents with one way to write each value: sorted keys, indented, readable."""

import json
from pathlib import Path
from typing import Any


def render_json(values: Any) -> str:
    """`values` as a document that ends with a newline."""
    return json.dumps(values, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def write_json(path: Path, values: Any) -> None:
    """Writes `values` as the same bytes every time."""
    path.write_text(render_json(values), encoding="utf-8", newline="\n")
