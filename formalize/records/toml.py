"""TOML as `problem.toml` and the drafts' front matter hold it; the standard library only reads TOML."""

import json
import re
from collections.abc import Mapping
from datetime import date

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def render_toml(table: Mapping[str, object]) -> str:
    """`table` as TOML: plain values first, then tables, then lists of tables. A None is left out.

    Raises:
        TypeError: a value that TOML can't hold.
    """
    return "".join(f"{line}\n" for line in _lines(table, ())).lstrip("\n")


def _lines(table: Mapping[str, object], path: tuple[str, ...]) -> list[str]:
    plain, nested = [], []
    for key, value in table.items():
        if value is None:
            continue
        if isinstance(value, dict):
            nested += ["", f"[{_dotted((*path, key))}]", *_lines(value, (*path, key))]
        elif isinstance(value, list | tuple) and value and all(isinstance(item, dict) for item in value):
            for item in value:
                nested += ["", f"[[{_dotted((*path, key))}]]", *_lines(item, (*path, key))]
        else:
            plain.append(f"{_key(key)} = {_value(value)}")
    return plain + nested


def _dotted(path: tuple[str, ...]) -> str:
    return ".".join(_key(part) for part in path)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _string(key)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str):
        return _multiline(value) if "\n" in value else _string(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    raise TypeError(f"TOML can't hold a {type(value).__name__}")


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _multiline(text: str) -> str:
    lines = (_string(line)[1:-1] for line in text.split("\n"))
    return '"""\n' + "\n".join(lines) + '"""'
