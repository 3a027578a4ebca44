"""Lean's objects in memory, seen from Python through libleanshared. Only the scripts beside it use it, each in a
process of its own.

The layouts are those of `lean.h` for Lean 4.35.0.
"""

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

from curate.formalize.terms.table import show_part

P = ctypes.c_void_p
word = P.from_address


class Rejected(Exception):
    """The modules do not stand up to the check."""


class Library:
    """The functions of libleanshared that are needed here."""

    def __init__(self, path: str, loaded: bool) -> None:
        self.lib = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
        if not loaded:
            self.function("lean_initialize", result=None)()
        self.function("lean_io_mark_end_initialization", result=None)()
        self.function("lean_init_task_manager", result=None)()
        self.alloc = self.function("lean_alloc_object", ctypes.c_size_t)
        self.read_module = self.function("l_Lean_readModuleData", P)
        self.used_constants = self.function("l_Lean_Expr_getUsedConstants", P)
        self.error_text = self.function("lean_io_error_to_string", P)
        self.make_string = self.function("lean_mk_string", ctypes.c_char_p)

    def function(self, name: str, *arguments: Any, result: Any = P) -> Callable[..., int]:
        found: Any = getattr(self.lib, name)
        found.argtypes, found.restype = list(arguments), result
        return found  # type: ignore[no-any-return]  # ctypes functions are untyped

    def ok(self, result: int) -> int:
        """The value of an IO result, or the error it holds."""
        if tag(result) == 0:
            return field(result, 0)
        raise Rejected(text(self.error_text(field(result, 0))))

    def constructor(self, number: int, *fields: int) -> int:
        size = 8 + 8 * len(fields)
        made = self.alloc(size)
        ctypes.c_int32.from_address(made).value = 1
        ctypes.c_uint16.from_address(made + 4).value = size
        ctypes.c_uint8.from_address(made + 6).value = len(fields)
        ctypes.c_uint8.from_address(made + 7).value = number
        for index, value in enumerate(fields):
            word(made + 8 + 8 * index).value = value
        return made

    def replay(self, constants: list[tuple[int, int]]) -> None:
        """Has the kernel check `constants` (name pointer, constant pointer) in an empty environment."""
        pairs = 1  # the empty list, boxed
        for name, constant in constants:
            pairs = self.constructor(1, self.constructor(0, name, constant), pairs)
        instances = [P.in_dll(self.lib, f"l_Lean_{name}").value for name in ("Name_instBEq", "instHashableName")]
        table = self.function("l_Std_HashMap_ofList___redArg", P, P, P)(*instances, pairs)
        empty = self.ok(self.function("l_Lean_mkEmptyEnvironment", ctypes.c_uint32)(0))
        self.ok(self.function("l_Lean_Environment_replay", P, P)(table, empty))


def tag(pointer: int) -> int:
    return ctypes.c_uint8.from_address(pointer + 7).value


def fields(pointer: int) -> int:
    return ctypes.c_uint8.from_address(pointer + 6).value


def field(pointer: int, index: int) -> int:
    return word(pointer + 8 + 8 * index).value or 0


def scalar(pointer: int, offset: int = 0) -> int:
    """A byte of the part after the pointers."""
    return ctypes.c_uint8.from_address(pointer + 8 + 8 * fields(pointer) + offset).value


def is_boxed(pointer: int) -> bool:
    return bool(pointer & 1)


def text(pointer: int) -> str:
    size = word(pointer + 8).value or 1  # with the closing zero byte
    return ctypes.string_at(pointer + 32, size - 1).decode("utf-8", "replace")


def array(pointer: int) -> list[int]:
    return [field(pointer, 2 + index) for index in range(field(pointer, 0))]


def items(pointer: int) -> Iterator[int]:
    while not is_boxed(pointer):
        yield field(pointer, 0)
        pointer = field(pointer, 1)


def number(pointer: int) -> int:
    """A natural number: small ones are boxed, large ones GMP objects."""
    if is_boxed(pointer):
        return pointer >> 1
    limbs, size = field(pointer, 1), ctypes.c_int32.from_address(pointer + 12).value
    return int.from_bytes(ctypes.string_at(limbs, 8 * abs(size)), "little")


class Names:
    """Names as text, remembered by address."""

    def __init__(self) -> None:
        self.seen: dict[int, str] = {1: ""}

    def __call__(self, pointer: int) -> str:
        known = self.seen.get(pointer)
        if known is None:
            before, last = self(field(pointer, 0)), field(pointer, 1)
            part = show_part(text(last) if tag(pointer) == 1 else number(last))
            known = self.seen[pointer] = f"{before}.{part}" if before else part
        return known
