"""Makes Lean's objects from a table of constants: every name, level, number, text, term and declaration anew.

Only `check_table.py` uses it. The shapes are those of `Lean.ConstantInfo` in Lean 4.35.0.
"""

import ctypes
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from curate.formalize.lean.native.objects import Library, P, word
from curate.formalize.terms.table import Constant, Kind, Level, Name, Table, Term

BOXED_LIMIT = 1 << 63
NOTHING = 1
"""A boxed zero: the empty list, and the anonymous name."""
TAGS: tuple[Kind, ...] = (
    "axiom",
    "definition",
    "theorem",
    "opaque",
    "quotient",
    "inductive",
    "constructor",
    "recursor",
)
SHAPES: Mapping[Kind, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "axiom": ((), ("isUnsafe",)),
    "definition": (("value", "hints", "all"), ("safety",)),
    "theorem": (("value", "all"), ()),
    "opaque": (("value", "all"), ("isUnsafe",)),
    "quotient": ((), ("kind",)),
    "inductive": (
        ("numParams", "numIndices", "all", "ctors", "numNested"),
        ("isRec", "isUnsafe", "isReflexive"),
    ),
    "constructor": (("induct", "cidx", "numParams", "numFields"), ("isUnsafe",)),
    "recursor": (
        ("all", "numParams", "numIndices", "numMotives", "numMinors", "rules"),
        ("k", "isUnsafe"),
    ),
}
"""The fields of each kind that are objects, after name, universes and type, and those that are bytes."""
WORDS = {"safety": ("unsafe", "safe", "partial"), "kind": ("type", "ctor", "lift", "ind")}
"""Bytes that stand for words."""


class Builder:
    """The objects of one table. They are marked as persistent, so that Lean never frees them."""

    def __init__(self, library: Library, table: Table) -> None:
        self.library, self.table = library, table
        byte = ctypes.c_uint8
        function = library.function
        self.text_of = function("lean_mk_string_from_bytes", ctypes.c_char_p, ctypes.c_size_t)
        self.natural = function("lean_cstr_to_nat", ctypes.c_char_p)
        self.name_str = function("l_Lean_Name_str___override", P, P)
        self.name_num = function("l_Lean_Name_num___override", P, P)
        self.level_of: dict[str, Callable[..., int]] = {
            kind: function(f"l_Lean_Level_{kind}___override", *[P] * count)
            for kind, count in (("succ", 1), ("max", 2), ("imax", 2), ("param", 1))
        }
        shapes: dict[str, tuple[Any, ...]] = {
            "bvar": (P,),
            "sort": (P,),
            "const": (P, P),
            "app": (P, P),
            "lam": (P, P, P, byte),
            "forallE": (P, P, P, byte),
            "letE": (P, P, P, P, byte),
            "lit": (P,),
            "proj": (P, P, P),
        }
        self.expr = {kind: function(f"l_Lean_Expr_{kind}___override", *shape) for kind, shape in shapes.items()}
        self.names: list[int] = [NOTHING]
        self.levels = [int(P.in_dll(library.lib, "l_Lean_levelZero").value or 0)]
        self.terms: list[int] = []
        for name in table.names[1:]:
            self.names.append(self._name(name))
        for level in table.levels[1:]:
            self.levels.append(self._level(level))
        for term in table.terms:
            self.terms.append(self._term(term))

    def _name(self, name: Name) -> int:
        before = self.names[name.before]
        if isinstance(name.part, int):
            return keep(self.name_num(before, self._number(name.part)))
        return keep(self.name_str(before, self._text(name.part)))

    def _level(self, level: Level) -> int:
        items = self.names if level.kind == "param" else self.levels
        return keep(self.level_of[level.kind](*(items[one] for one in level.arguments)))

    def _term(self, term: Term) -> int:
        values, terms, names = term.values, self.terms, self.names
        match term.kind:
            case "bvar":
                made = self.expr["bvar"](self._number(values[0]))
            case "sort":
                made = self.expr["sort"](self.levels[values[0]])
            case "const":
                made = self.expr["const"](names[values[0]], self._list(self.levels[one] for one in values[1]))
            case "app":
                made = self.expr["app"](terms[values[0]], terms[values[1]])
            case "lam" | "forallE":
                made = self.expr[term.kind](names[values[0]], terms[values[2]], terms[values[3]], values[1])
            case "letE":
                made = self.expr["letE"](names[values[0]], *(terms[one] for one in values[2:]), values[1])
            case "natVal":
                made = self.expr["lit"](self._object(0, self._number(int(values[0]))))
            case "strVal":
                made = self.expr["lit"](self._object(1, self._text(values[0])))
            case _:
                made = self.expr["proj"](names[values[0]], self._number(values[1]), terms[values[2]])
        return keep(made)

    def constant(self, constant: Constant) -> int:
        """A `Lean.ConstantInfo`."""
        pointers, flags = SHAPES[constant.kind]
        universes = self._list(self.names[one] for one in constant.universes)
        base = self._object(0, self.names[constant.number], universes, self.terms[constant.type])
        parts = [self._field(key, constant.rest[key]) for key in pointers]
        values = ((key, constant.rest[key]) for key in flags)
        scalars = bytes(WORDS[key].index(value) if key in WORDS else value for key, value in values)
        return self._object(TAGS.index(constant.kind), self._object(0, base, *parts, scalars=scalars))

    def _field(self, key: str, value: Any) -> int:
        match key:
            case "value" | "induct":
                made: int = (self.terms if key == "value" else self.names)[value]
                return made
            case "all" | "ctors":
                return self._list(self.names[one] for one in value)
            case "hints":
                if isinstance(value, str):
                    return self._number(("opaque", "abbrev").index(value))
                return self._object(2, scalars=int(value["regular"]).to_bytes(4, "little"))
            case "rules":
                return self._list(self._rule(one) for one in value)
        return self._number(value)

    def _rule(self, rule: Mapping[str, int]) -> int:
        return self._object(0, self.names[rule["ctor"]], self._number(rule["nfields"]), self.terms[rule["rhs"]])

    def _number(self, number: int) -> int:
        return (number << 1) | 1 if number < BOXED_LIMIT else keep(self.natural(str(number).encode()))

    def _text(self, text: str) -> int:
        data = text.encode("utf-8")
        return keep(self.text_of(data, len(data)))

    def _list(self, pointers: Iterable[int]) -> int:
        made = NOTHING
        for pointer in reversed(list(pointers)):
            made = self._object(1, pointer, made)
        return made

    def _object(self, tag: int, *pointers: int, scalars: bytes = b"") -> int:
        size = 8 + 8 * len(pointers) + (len(scalars) + 7) // 8 * 8
        made = self.library.alloc(size)
        ctypes.memset(made, 0, size)
        ctypes.c_uint16.from_address(made + 4).value = size
        ctypes.c_uint8.from_address(made + 6).value = len(pointers)
        ctypes.c_uint8.from_address(made + 7).value = tag
        for index, pointer in enumerate(pointers):
            word(made + 8 + 8 * index).value = pointer
        ctypes.memmove(made + 8 + 8 * len(pointers), scalars, len(scalars))
        return made


def keep(pointer: int) -> int:
    """Marks an object as persistent (a count of zero): Lean neither counts its uses nor frees it."""
    if not pointer & 1:
        ctypes.c_int32.from_address(pointer).value = 0
    return pointer
