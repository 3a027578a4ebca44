"""Writes a table of constants as text, in lean4export's form 3.1.0. Standard library only."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from curate.formalize.terms.table import BINDERS, VERSION, Kind

KEYS: dict[Kind, str] = {
    "axiom": "axiom",
    "definition": "def",
    "theorem": "thm",
    "opaque": "opaque",
    "quotient": "quot",
}
"""Key of a declaration that stands in a line of its own."""


class TableWriter:
    """Gives each name, level and term one number, and each a line, before the first declaration that needs it."""

    def __init__(self, lean: Mapping[str, str], module: Mapping[str, Any] | None = None) -> None:
        exporter = {"name": "curate", "version": "1"}
        meta = {"exporter": exporter, "lean": dict(lean), "format": {"version": VERSION}}
        self.lines = [_line({"meta": meta if module is None else {**meta, "module": dict(module)}})]
        self.names: dict[tuple[int, str | int], int] = {}
        self.levels: dict[tuple[Any, ...], int] = {("zero",): 0}
        self.terms: dict[tuple[Any, ...], int] = {}

    def name(self, before: int, part: str | int) -> int:
        """The number of a name; 0 is the anonymous one."""
        key = (before, part)
        if key not in self.names:
            self.names[key] = len(self.names) + 1
            kind = (
                {"num": {"pre": before, "i": part}} if isinstance(part, int) else {"str": {"pre": before, "str": part}}
            )
            self.lines.append(_line({**kind, "in": self.names[key]}))
        return self.names[key]

    def level(self, kind: str, *arguments: int) -> int:
        """The number of a level; 0 is zero."""
        key = (kind, *arguments)
        if key not in self.levels:
            self.levels[key] = len(self.levels)
            value: Any = list(arguments) if kind in ("max", "imax") else arguments[0]
            self.lines.append(_line({kind: value, "il": self.levels[key]}))
        return self.levels[key]

    def term(self, kind: str, *values: Any) -> int:
        """The number of a term; `values` as in `Term`."""
        key = (kind, *values)
        if key not in self.terms:
            self.terms[key] = len(self.terms)
            self.lines.append(_line({kind: _shown(kind, values), "ie": self.terms[key]}))
        return self.terms[key]

    def declare(self, kind: Kind, value: Mapping[str, Any]) -> None:
        """A declaration that stands by itself."""
        self.lines.append(_line({KEYS[kind]: value}))

    def declare_inductive(
        self, types: Sequence[Mapping[str, Any]], ctors: Sequence[Mapping[str, Any]], recs: Sequence[Mapping[str, Any]]
    ) -> None:
        """Inductive types that are declared together."""
        self.lines.append(_line({"inductive": {"types": list(types), "ctors": list(ctors), "recs": list(recs)}}))

    def text(self) -> bytes:
        """The whole table."""
        return ("\n".join(self.lines) + "\n").encode("utf-8")


def _shown(kind: str, values: tuple[Any, ...]) -> Any:
    match kind:
        case "const":
            return {"name": values[0], "us": list(values[1])}
        case "app":
            return {"fn": values[0], "arg": values[1]}
        case "lam" | "forallE":
            return {"name": values[0], "binderInfo": BINDERS[values[1]], "type": values[2], "body": values[3]}
        case "letE":
            keys = ("name", "nondep", "type", "value", "body")
            return dict(zip(keys, values, strict=True))
        case "proj":
            return {"typeName": values[0], "idx": values[1], "struct": values[2]}
    return values[0]


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
