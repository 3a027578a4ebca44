"""The declarations of the embedded library, for an agent that looks for one."""

import re
from collections.abc import Iterator
from importlib import resources

FOUND = 20
"""Declarations that one search shows."""
_DECLARES = r"(@\[[^\]]*\] )?(theorem|def|instance|inductive"
"""The start of a declaration; the bracket is closed by who uses it."""


def find_declarations(query: str) -> list[str]:
    """Lines that declare something of the library, in which all words of a query stand."""
    words = query.lower().split()
    lines = (line for _, line in library_lines() if re.match(f"{_DECLARES})", line))
    return [line.strip()[:200] for line in lines if words and all(word in line.lower() for word in words)][:FOUND]


def show_declaration(name: str) -> str | None:
    """A declaration of the library with the lines below it: of this full name, else of its last part."""
    lines = list(library_lines())
    for written in (re.escape(name), rf"(\w+\.)*{re.escape(name.rpartition('.')[2])}"):
        declares = re.compile(rf"{_DECLARES}|structure|class) {written}(?![\w.'])")
        for place, (module, line) in enumerate(lines):
            if declares.match(line):
                return "\n".join(text for where, text in lines[place : place + 12] if where == module)
    return None


def library_lines() -> Iterator[tuple[str, str]]:
    """The embedded library's text, line by line, with the module in which each stands."""
    folder = resources.files("curate.formalize.lean") / "library" / "MiniLean"
    for module in sorted(folder.iterdir(), key=lambda one: one.name):
        for line in module.read_text(encoding="utf-8").splitlines():
            yield module.name, line
