"""Modules and tables that Lean did not write: changed bytes, proofs put under other theorems, one node changed."""

import json
import random
import struct
from collections.abc import Callable
from typing import Any

BIG_NUMBER = 250
"""Tag of an object that holds a number too large for a word."""
BASE, ROOT = 80, 88
"""Where a compiled module names the address that its pointers count from, and its first object."""
THEOREM = 2
"""Tag of a theorem among `Lean.ConstantInfo`."""
ANCHOR = "theorem forger_anchor : Nat.succ 60 = 61 := rfl\n"
"""Whose proof is put in the place of another."""


def shrink_numbers(module: bytes) -> bytes:
    """Makes each number of two words one of one word, which Lean would never store as a large one."""
    forged = bytearray(module)
    places = [
        at
        for at in range(0, len(forged) - 32, 8)
        if forged[at + 7] == BIG_NUMBER and struct.unpack_from("<i", forged, at + 12)[0] == 2
    ]
    assert places
    for at in places:
        struct.pack_into("<i", forged, at + 12, 1)
    return bytes(forged)


def swap_proof(module: bytes, theorem: str, other: str = "forger_anchor") -> bytes:
    """The module with the proof of `other` in the place of that of `theorem`.

    Raises:
        KeyError: it declares no such theorem.
    """
    theorems = _find_theorems(module)
    forged = bytearray(module)
    place, wanted = theorems[theorem] + 16, theorems[other] + 16  # after the head and name, universes and type
    forged[place : place + 8] = module[wanted : wanted + 8]
    return bytes(forged)


def _find_theorems(module: bytes) -> dict[str, int]:
    """Where each theorem's `Lean.TheoremVal` stands."""
    base = _word(module, BASE)
    data = _word(module, ROOT) - base

    def field(at: int, index: int) -> int:
        return _word(module, at + 8 + 8 * index) - base

    names, constants = field(data, 1), field(data, 2)
    count = _word(module, constants + 8)
    return {
        _name(module, base, _word(module, names + 24 + 8 * one)): field(field(constants, 2 + one), 0)
        for one in range(count)
        if module[field(constants, 2 + one) + 7] == THEOREM
    }


def _name(module: bytes, base: int, pointer: int) -> str:
    if pointer & 1:
        return ""
    at = pointer - base
    before, part = _name(module, base, _word(module, at + 8)), _word(module, at + 16)
    if module[at + 7] == 1:
        size = _word(module, part - base + 8)
        shown = module[part - base + 32 : part - base + 31 + size].decode("utf-8")
    else:
        shown = str(part >> 1)
    return f"{before}.{shown}" if before else shown


def _word(module: bytes, at: int) -> int:
    return int(struct.unpack_from("<Q", module, at)[0])


class Mutator:
    """Changes one node of a table at a time, to another of the same form: the result is always a whole table."""

    def __init__(self, text: bytes, chance: random.Random) -> None:
        self.lines = text.split(b"\n")
        self.chance = chance
        parsed = [json.loads(line) for line in self.lines[1:-1]]
        self.terms = {one["ie"]: (place, one) for place, one in enumerate(parsed, 1) if "ie" in one}

    def change(self, number: int) -> bytes:
        """The table with one part of the term of this number changed."""
        place, term = self.terms[number]
        kind = next(key for key in term if key != "ie")
        value = self._change(number, kind, term[kind])
        lines = list(self.lines)
        lines[place] = json.dumps({kind: value, "ie": number}, ensure_ascii=False, separators=(",", ":")).encode()
        return b"\n".join(lines)

    def _change(self, number: int, kind: str, value: Any) -> Any:
        chance = self.chance
        match kind:
            case "bvar":
                return value + 1 if value == 0 or chance.random() < 0.5 else value - 1
            case "sort":
                return self._other(number, kind, lambda one: one, value)
            case "const":
                alike = lambda one: one["name"] if len(one["us"]) == len(value["us"]) else None  # noqa: E731
                return {**value, "name": self._other(number, kind, alike, value["name"])}
            case "natVal":
                return str(int(value) + 1)
            case "strVal":
                return value + "x"
            case "proj":
                return {**value, "idx": value["idx"] + 1}
        keys = [key for key in ("fn", "arg", "type", "value", "body") if key in value]
        if kind in ("lam", "forallE") and chance.random() < 0.1:
            info = "implicit" if value["binderInfo"] == "default" else "default"
            return {**value, "binderInfo": info}
        key = chance.choice(keys)
        return {**value, key: self._like(number, value[key])}

    def _other(self, below: int, kind: str, part: Callable[[Any], Any], present: Any) -> Any:
        """The part of another term of this kind before `below`; the present one if all have that."""
        before = (part(self.terms[one][1][kind]) for one in range(below) if self._kind(one) == kind)
        return self.chance.choice(sorted({one for one in before if one is not None} - {present}) or [present])

    def _like(self, below: int, number: int) -> int:
        """Another term before `below`, of the same kind if there is one."""
        kind = self._kind(number)
        others = [one for one in range(below) if one != number and self._kind(one) == kind]
        return self.chance.choice(others or [one for one in range(below) if one != number] or [number])

    def is_binder(self, number: int) -> bool:
        """Whether the term of this number has a bracket that may be of another form."""
        return self._kind(number) in ("lam", "forallE")

    def _kind(self, number: int) -> str:
        return next(key for key in self.terms[number][1] if key != "ie")
