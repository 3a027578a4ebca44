"""A library of Lean declarations, and the part of it that a text needs: what it names, with what that rests on."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from curate.formalize.text.lexer import lex

_DECLARES = re.compile(
    r"^(?:noncomputable )?(?:def|theorem|structure|inductive|abbrev) (?P<name>[^\s({\[:]+)", re.MULTILINE
)


class Block(NamedTuple):
    """One declaration with its docstring."""

    name: str
    text: str


def parse_blocks(text: str) -> tuple[Block, ...]:
    """The declarations of a library's source, in which blank lines stand between declarations and nowhere else.

    Raises:
        ValueError: a part between blank lines declares nothing.
    """
    blocks = []
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        declared = _DECLARES.search(part)
        if declared is None:
            raise ValueError(f"this part of the library declares nothing: {part[:80]!r}")
        blocks.append(Block(declared["name"], part.strip("\n")))
    return tuple(blocks)


def select_blocks(text: str, library: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks that `text` names, by the last part of their names, and those that they rest on, in their order."""
    by_word = {block.name.rpartition(".")[2]: block for block in library}
    needed: set[str] = set()
    todo = [text]
    while todo:
        for word in _words(todo.pop()) & by_word.keys() - needed:
            needed.add(word)
            todo.append(by_word[word].text)
    return tuple(block for word, block in by_word.items() if word in needed)


def _words(text: str) -> set[str]:
    return {part for token in lex(text).tokens if token.kind == "word" for part in token.text.split(".")}
