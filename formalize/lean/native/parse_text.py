"""Parses a text with Lean's own parser and elaborates nothing of it. Run by path, never imported.

    python -I -S parse_text.py LIBLEANSHARED TEXT.lean

LEAN_PATH names the folders of compiled modules. One JSON object is written to stdout: `error`, `messages` (how many the
parser gave), and `commands`, the header first, each a list of items in the order of the text. An item is [what, text,
start, end, size]: `what` is node, atom or ident, `text` the node's kind, the atom's text or the name as Lean reads it,
places are in bytes, and `size` counts the items of a node, itself among them. No code of the text runs: each command is
parsed with the syntax of what the text imports and opens. A command that adds syntax changes how the rest is read, so
whoever asks must refuse such a text.
"""

import ctypes
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Started without site-packages, so that it starts quickly: the folder of our own packages is named here.
sys.path.append(str(Path(__file__).parents[4]))
from curate.formalize.lean.native.objects import (
    Library,
    Names,
    P,
    Rejected,
    array,
    field,
    is_boxed,
    number,
    tag,
    text,
    word,
)
from curate.formalize.lean.native.program import end_with, start

END = ("Lean.Parser.Command.eoi", "Lean.Parser.Command.exit")
SCOPES = ("Lean.Parser.Command.namespace", "Lean.Parser.Command.section")
CLOSING = "Lean.Parser.Command.end"
OPEN = ("Lean.Parser.Command.open", "Lean.Parser.Term.open", "Lean.Parser.Tactic.open")
MAX_COMMANDS = 20_000
NONE, TRUE, TRUST = 1, 3, 1024 << 1 | 1
"""Boxed: an empty list or anonymous name, true, and the trust level with which `lean` imports."""
PRIVATE_LEVEL, EMPTY_MAP = 2 << 1 | 1, 1 << 1 | 1
Item = list[Any]


def keep(pointer: int) -> int:
    """The object, with so many references that no call frees it."""
    if not is_boxed(pointer) and ctypes.c_int32.from_address(pointer).value > 0:
        ctypes.c_int32.from_address(pointer).value = 1 << 28
    return pointer


def empty_array(library: Library) -> int:
    made = library.alloc(32)
    ctypes.c_int32.from_address(made).value = 1
    ctypes.c_uint16.from_address(made + 6).value = 246 << 8
    word(made + 8).value, word(made + 16).value = 0, 1
    return made


class Parser:
    """Lean's parser over one text, with the syntax of what the text imports and of the namespaces that it opens."""

    def __init__(self, library: Library, source: bytes) -> None:
        self.library, self.names = library, Names()
        string = keep(library.make_string(source))
        places = library.function("l_Lean_FileMap_ofString", P)(string)
        self.input = keep(library.constructor(0, string, string, places, len(source) << 1 | 1))
        header = keep(library.ok(library.function("l_Lean_Parser_parseHeader", P)(self.input)))
        self.header = field(header, 0)
        self.state, self.messages = field(field(header, 1), 0), field(field(header, 1), 1)
        self.options = self.constant("l_Lean_Options_empty")
        self.scoped = self.constant("l_Lean_Parser_parserExtension")
        self.parse_command = library.function("l_Lean_Parser_parseCommand", P, P, P, P)
        self.activate = library.function("l_Lean_ScopedEnvExtension_activateScoped___redArg", P, P, P)
        self.is_namespace = library.function("l_Lean_Environment_isNamespace___boxed", P, P)
        self.make_name = library.function("l_Lean_Name_str___override", P, P)
        self.environment = self.load_imports()
        self.scopes: list[tuple[str, int]] = []

    def constant(self, name: str) -> int:
        return P.in_dll(self.library.lib, name).value or 0

    def load_imports(self) -> int:
        library, call = self.library, self.library.function
        call("lean_enable_initializer_execution")()
        library.ok(call("lean_init_search_path")())
        imports = keep(call("l_Lean_Elab_HeaderSyntax_imports___boxed", P, P)(keep(self.header), TRUE))
        empty = empty_array(library)
        load = call("l_Lean_importModules___boxed", *([P] * 8))
        return keep(library.ok(load(imports, keep(self.options), TRUST, empty, TRUE, TRUE, PRIVATE_LEVEL, EMPTY_MAP)))

    def message_count(self) -> int:
        """How many messages the parser gave: each is about a place where it could not go on."""
        return number(field(field(self.messages, 1), 2))

    def commands(self) -> Iterator[list[Item]]:
        """The commands of the text, its header first."""
        yield list(self.flatten(self.header))
        for _ in range(MAX_COMMANDS):
            context = keep(self.library.constructor(0, keep(self.environment), keep(self.options), NONE, NONE))
            parsed = keep(self.parse_command(self.input, context, keep(self.state), keep(self.messages)))
            self.state, self.messages = field(field(parsed, 1), 0), field(field(parsed, 1), 1)
            command = list(self.flatten(field(parsed, 0)))
            yield command
            if command and command[0][1] in END:
                return
            self.enter(command)
        raise Rejected(f"it has more than {MAX_COMMANDS} commands")

    def flatten(self, root: int) -> Iterator[Item]:
        """The items of a syntax tree in the order of the text."""
        todo: list[int | tuple[Item, int]] = [root]
        made = 0
        while todo:
            at = todo.pop()
            if isinstance(at, tuple):
                item, before = at
                item[4] = made - before
                continue
            if is_boxed(at):
                continue  # what is missing after an error
            item = self.item(at)
            made += 1
            yield item
            if tag(at) == 1:
                todo.append((item, made - 1))
                todo += reversed(array(field(at, 2)))

    def item(self, at: int) -> Item:
        start, end = place(field(at, 0))
        match tag(at):
            case 1:
                return ["node", self.names(field(at, 1)), start, end, 1]
            case 2:
                return ["atom", text(field(at, 1)), start, end, 1]
        return ["ident", self.names(field(at, 2)), start, end, 1]

    def enter(self, command: list[Item]) -> None:
        """Opens and closes namespaces: their notation may be scoped."""
        kind = command[0][1] if command else ""
        named: list[str] = [item[1] for item in command if item[0] == "ident"]
        if kind in SCOPES:
            parts = named[0].split(".") if named else [""]
            for part in parts:
                inside = self.inside()
                self.scopes.append((part if kind == SCOPES[0] else "", self.environment))
                if kind == SCOPES[0]:
                    self.open(f"{inside}.{part}" if inside else part)
        elif kind == CLOSING:
            for _ in range(named[0].count(".") + 1 if named else 1):
                if self.scopes:
                    self.environment = self.scopes.pop()[1]
        elif kind in OPEN:
            for name in named:
                around = self.inside().split(".")
                for depth in range(len(around) + 1):
                    self.open(".".join([*around[:depth], name]).lstrip("."))

    def inside(self) -> str:
        return ".".join(name for name, _ in self.scopes if name)

    def open(self, namespace: str) -> None:
        """Activates the scoped notation of a namespace, if there is one of this name."""
        name = NONE
        for part in namespace.split("."):
            name = keep(self.make_name(name, self.library.make_string(part.strip("«»").encode())))
        if self.is_namespace(keep(self.environment), name) >> 1:
            self.environment = keep(self.activate(keep(self.scoped), self.environment, name))


def place(info: int) -> tuple[int, int]:
    """Start and end in bytes of what a syntax object was read from; -1 where it was made up."""
    if is_boxed(info):
        return -1, -1
    return (number(field(info, 1)), number(field(info, 3))) if tag(info) == 0 else (-1, -1)


def main(path: str, arguments: list[str], loaded: bool) -> None:
    """Parses one text; ends the process. `loaded`: the library was initialised before the process was forked."""
    sys.setrecursionlimit(100_000)
    library = Library(path, loaded)
    answer: dict[str, Any] = {"error": None, "messages": 0, "commands": []}
    try:
        parser = Parser(library, Path(arguments[0]).read_bytes())
        answer["commands"] = list(parser.commands())
        answer["messages"] = parser.message_count()
    except Rejected as rejected:
        answer["error"] = str(rejected)
    data = json.dumps(answer).encode()
    end_with(data)


if __name__ == "__main__":
    start(main)
