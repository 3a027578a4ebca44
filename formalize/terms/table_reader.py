"""Reads a table of constants from text: lean4export's form 3.1.0, and nothing that only resembles it.

One JSON object a line: first `meta`, then names, levels and terms, each with the next number of its kind and referring
to earlier ones only, and declarations. The text comes from a process that met untrusted input. Standard library only.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from curate.formalize.terms.table import BINDERS, VERSION, Constant, Kind, Level, Name, Table, Term, show_part

MAX_BYTES = 256 << 20
MAX_ITEMS = 8_000_000
MAX_NAME = 4096
"""Characters of a name as text."""
MAX_LEVEL_DEPTH = 200
MAX_LEVEL_SIZE = 10_000
"""Parts of a level, those that it shares counted each time."""
MAX_DIGITS = 50_000
MAX_COUNT = 1 << 20
"""Lean stores variables, parameter counts and the like in at most 20 bits."""
DIGITS = re.compile(r"0|[1-9][0-9]*")


class Malformed(Exception):
    """The table is not of the form that it must have."""


def read_table(data: bytes) -> Table:
    """The table in `data`.

    Raises:
        Malformed: it is not exactly of the form above.
    """
    if len(data) > MAX_BYTES:
        raise Malformed(f"more than {MAX_BYTES} bytes")
    lines = data.split(b"\n")
    if lines[-1] != b"" or len(lines) > MAX_ITEMS:
        raise Malformed("the last line is cut, or there are too many")
    reader = _Reader(_parse_line(lines[0]))
    for number, line in enumerate(lines[1:-1], 2):
        try:
            reader.add(_parse_line(line))
        except (Malformed, RecursionError) as error:
            raise Malformed(f"line {number}: {error}") from error
    return reader.table


def _parse_line(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line, object_pairs_hook=_once, parse_constant=_refuse, parse_float=_refuse)
    except (ValueError, RecursionError) as error:
        raise Malformed("no JSON object") from error
    if not isinstance(found, dict):
        raise Malformed("no JSON object")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key twice")
    return found


def _refuse(text: str) -> Any:
    raise ValueError(f"{text} is no number here")


def _keys(value: Any, *wanted: str) -> Mapping[str, Any]:
    if not isinstance(value, dict) or value.keys() != set(wanted):
        raise Malformed(f"an object with {', '.join(wanted)} is expected")
    return value


class _Reader:
    """Adds line after line to a table."""

    def __init__(self, meta: dict[str, Any]) -> None:
        self.table = Table(_check_meta(meta))
        self.known: dict[str, int] = {"": 0}

    def add(self, line: dict[str, Any]) -> None:
        if "in" in line:
            self._name(line)
        elif "il" in line:
            self._level(line)
        elif "ie" in line:
            self._term(line)
        elif len(line) == 1:
            ((kind, value),) = line.items()
            if kind == "inductive":
                self._inductive(value)
            elif kind in ALONE:
                self._constant(kind, value)
            else:
                raise Malformed(f"unknown declaration {kind[:20]!r}")
        else:
            raise Malformed("neither name, level, term nor declaration")

    def _name(self, line: dict[str, Any]) -> None:
        self._next(line.pop("in"), self.table.names)
        ((kind, value),) = _single(line)
        part: str | int
        if kind == "str":
            value = _keys(value, "pre", "str")
            before, part = value["pre"], _text(value["str"])
        elif kind == "num":
            value = _keys(value, "pre", "i")
            before, part = value["pre"], _count(value["i"], 1 << 62)
        else:
            raise Malformed("unknown kind of name")
        above = self.table.names[self._of(before, self.table.names)].text
        text = f"{above}.{show_part(part)}" if above else show_part(part)
        if len(text) > MAX_NAME:
            raise Malformed("a name is too long")
        if text in self.known:
            raise Malformed("a name stands twice")
        self.known[text] = len(self.table.names)
        self.table.names.append(Name(before, part, text))

    def _level(self, line: dict[str, Any]) -> None:
        levels = self.table.levels
        self._next(line.pop("il"), levels)
        ((kind, value),) = _single(line)
        match kind:
            case "succ":
                made = Level("succ", (self._of(value, levels),))
            case "max" | "imax":
                if not isinstance(value, list) or len(value) != 2:
                    raise Malformed("two levels are expected")
                made = Level("max" if kind == "max" else "imax", tuple(self._of(one, levels) for one in value))
            case "param":
                levels.append(Level("param", (self._of(value, self.table.names),)))
                return
            case _:
                raise Malformed("unknown kind of level")
        depth = 1 + max(levels[one].depth for one in made.arguments)
        size = 1 + sum(levels[one].size for one in made.arguments)
        if depth > MAX_LEVEL_DEPTH or size > MAX_LEVEL_SIZE:
            raise Malformed("a level is too large")
        levels.append(made._replace(depth=depth, size=size))

    def _term(self, line: dict[str, Any]) -> None:
        self._next(line.pop("ie"), self.table.terms)
        ((kind, value),) = _single(line)
        if kind not in TERMS:
            raise Malformed("unknown kind of term")
        self.table.terms.append(Term(kind, TERMS[kind](self, value)))

    def _inductive(self, value: Any) -> None:
        value = _keys(value, "types", "ctors", "recs")
        for key, kind in (("types", "type"), ("ctors", "ctor"), ("recs", "rec")):
            if not isinstance(value[key], list):
                raise Malformed("a list of declarations is expected")
            for one in value[key]:
                self._constant(kind, one)

    def _constant(self, key: str, value: Any) -> None:
        kind, own = DECLARATIONS[key]
        value = _keys(value, "name", "levelParams", "type", *own)
        rest = {one: check(self, value[one]) for one, check in own.items()}
        number = self._of(value["name"], self.table.names)
        name = self.table.names[number].text
        if not name or name in self.table.constants:
            raise Malformed(f"declared twice, or without a name: {name}")
        universes = tuple(self._list(value["levelParams"], self.table.names))
        if len(set(universes)) != len(universes):
            raise Malformed("a universe parameter twice")
        safe = not rest.get("isUnsafe", False) and rest.get("safety", "safe") == "safe"
        self.table.constants[name] = Constant(
            kind=kind,
            name=name,
            number=number,
            universes=universes,
            type=self._of(value["type"], self.table.terms),
            value=rest.get("value"),
            safe=safe,
            rest=rest,
        )

    def _next(self, number: Any, items: list[Any]) -> None:
        if number != len(items) or isinstance(number, bool):
            raise Malformed("numbers must follow one another")

    def _of(self, number: Any, items: list[Any]) -> int:
        """`number`, when it is one of `items`."""
        if type(number) is not int or not 0 <= number < len(items):
            raise Malformed("a number refers to nothing before it")
        return number

    def _list(self, numbers: Any, items: list[Any]) -> list[int]:
        if not isinstance(numbers, list) or len(numbers) > MAX_COUNT:
            raise Malformed("a list of numbers is expected")
        return [self._of(one, items) for one in numbers]

    def _term_of(self, number: Any) -> int:
        return self._of(number, self.table.terms)

    def _name_of(self, number: Any) -> int:
        return self._of(number, self.table.names)

    def _names(self, numbers: Any) -> list[int]:
        return self._list(numbers, self.table.names)

    def _const(self, value: Any) -> tuple[Any, ...]:
        value = _keys(value, "name", "us")
        return self._name_of(value["name"]), tuple(self._list(value["us"], self.table.levels))

    def _app(self, value: Any) -> tuple[Any, ...]:
        value = _keys(value, "fn", "arg")
        return self._term_of(value["fn"]), self._term_of(value["arg"])

    def _binder(self, value: Any) -> tuple[Any, ...]:
        value = _keys(value, "name", "type", "body", "binderInfo")
        if value["binderInfo"] not in BINDERS:
            raise Malformed("unknown binder")
        kind = BINDERS.index(value["binderInfo"])
        return self._name_of(value["name"]), kind, self._term_of(value["type"]), self._term_of(value["body"])

    def _let(self, value: Any) -> tuple[Any, ...]:
        value = _keys(value, "name", "type", "value", "body", "nondep")
        terms = (self._term_of(value[key]) for key in ("type", "value", "body"))
        return self._name_of(value["name"]), _flag(value["nondep"]), *terms

    def _proj(self, value: Any) -> tuple[Any, ...]:
        value = _keys(value, "typeName", "idx", "struct")
        return self._name_of(value["typeName"]), _count(value["idx"]), self._term_of(value["struct"])

    def _rules(self, value: Any) -> list[Mapping[str, Any]]:
        if not isinstance(value, list) or len(value) > MAX_COUNT:
            raise Malformed("a list of rules is expected")
        for rule in value:
            _keys(rule, "ctor", "nfields", "rhs")
            self._name_of(rule["ctor"]), _count(rule["nfields"]), self._term_of(rule["rhs"])
        return value


def _single(line: dict[str, Any]) -> list[tuple[str, Any]]:
    if len(line) != 1:
        raise Malformed("one kind is expected")
    return list(line.items())


def _check_meta(line: dict[str, Any]) -> Mapping[str, Any]:
    """The first line; `module` in it is our own: what the module imports, and how much it adds to Lean's tables."""
    meta = _keys(_keys(line, "meta")["meta"], "exporter", "lean", "format", "module")
    _keys(meta["exporter"], "name", "version")
    _keys(meta["lean"], "githash", "version")
    if _keys(meta["format"], "version")["version"] != VERSION:
        raise Malformed(f"another version of the form than {VERSION}")
    module = _keys(meta["module"], "imports", "entries")
    imports, entries = module["imports"], module["entries"]
    texts = [*meta["exporter"].values(), *meta["lean"].values()]
    if not isinstance(imports, list) or not isinstance(entries, dict):
        raise Malformed("imports or entries are missing")
    for one in (*imports, *entries, *texts):
        if len(_text(one)) > MAX_NAME:
            raise Malformed("a text is too long")
    for count in entries.values():
        _count(count, 1 << 40)
    return meta


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Malformed("a text is expected")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Malformed("a text with a lone surrogate") from error
    return value


def _digits(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_DIGITS or not DIGITS.fullmatch(value) or not value.isascii():
        raise Malformed("a number's digits are expected")
    return value


def _count(value: Any, most: int = MAX_COUNT) -> int:
    if type(value) is not int or not 0 <= value < most:
        raise Malformed("a count is out of range")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Malformed("true or false is expected")
    return value


def _hints(value: Any) -> Any:
    if value in ("opaque", "abbrev"):
        return value
    return {"regular": _count(_keys(value, "regular")["regular"], 1 << 32)}


def _one_of(*words: str) -> "Check":
    def check(_: _Reader, value: Any) -> Any:
        if value not in words:
            raise Malformed(f"one of {', '.join(words)} is expected")
        return value

    return check


Check = Callable[[_Reader, Any], Any]

TERMS: dict[str, Callable[[_Reader, Any], tuple[Any, ...]]] = {
    "bvar": lambda reader, value: (_count(value, MAX_COUNT - 1),),
    "sort": lambda reader, value: (reader._of(value, reader.table.levels),),
    "const": _Reader._const,
    "app": _Reader._app,
    "lam": _Reader._binder,
    "forallE": _Reader._binder,
    "letE": _Reader._let,
    "proj": _Reader._proj,
    "natVal": lambda reader, value: (_digits(value),),
    "strVal": lambda reader, value: (_text(value),),
}
ALONE = ("axiom", "def", "thm", "opaque", "quot")
"""Declarations that stand in a line of their own; the others are parts of an inductive one."""
_NAMES: Check = _Reader._names
_FLAG: Check = lambda reader, value: _flag(value)  # noqa: E731  # a row of the tables below
_COUNT: Check = lambda reader, value: _count(value)  # noqa: E731
DECLARATIONS: dict[str, tuple[Kind, dict[str, Check]]] = {
    "axiom": ("axiom", {"isUnsafe": _FLAG}),
    "def": (
        "definition",
        {
            "value": _Reader._term_of,
            "hints": lambda reader, value: _hints(value),
            "safety": _one_of("unsafe", "safe", "partial"),
            "all": _NAMES,
        },
    ),
    "thm": ("theorem", {"value": _Reader._term_of, "all": _NAMES}),
    "opaque": ("opaque", {"value": _Reader._term_of, "isUnsafe": _FLAG, "all": _NAMES}),
    "quot": ("quotient", {"kind": _one_of("type", "ctor", "lift", "ind")}),
    "type": (
        "inductive",
        {
            "numParams": _COUNT,
            "numIndices": _COUNT,
            "all": _NAMES,
            "ctors": _NAMES,
            "numNested": _COUNT,
            "isRec": _FLAG,
            "isUnsafe": _FLAG,
            "isReflexive": _FLAG,
        },
    ),
    "ctor": (
        "constructor",
        {"induct": _Reader._name_of, "cidx": _COUNT, "numParams": _COUNT, "numFields": _COUNT, "isUnsafe": _FLAG},
    ),
    "rec": (
        "recursor",
        {
            "all": _NAMES,
            "numParams": _COUNT,
            "numIndices": _COUNT,
            "numMotives": _COUNT,
            "numMinors": _COUNT,
            "rules": _Reader._rules,
            "k": _FLAG,
            "isUnsafe": _FLAG,
        },
    ),
}
"""Key of a declaration -> its kind, and the check of each field that it has besides name, universes and type."""
