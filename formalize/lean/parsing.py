"""A text as Lean's own parser reads it, none of it elaborated."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from curate.formalize.lean.api import Limits
from curate.formalize.lean.forkserver_client import warm_lean
from curate.formalize.lean.process import child_environment, run_limited, start_process
from curate.formalize.text.lexer import Token, classify

PARSE_SOURCE = Path(__file__).parent / "programs" / "Parse.lean"


class Item(NamedTuple):
    """One item of a syntax tree, in the order of the text; places are code points, -1 where Lean made it up."""

    what: Literal["node", "atom", "ident"]
    text: str
    """The node's kind, the atom's text, or the name as Lean reads it, without needless «»."""
    start: int
    end: int
    size: int
    """How many items a node holds, itself among them."""


@dataclass(frozen=True)
class Command:
    """One command."""

    items: tuple[Item, ...]

    @property
    def kind(self) -> str:
        """Lean's name of the command's syntax; empty where an error left nothing."""
        return self.items[0].text if self.items else ""

    def children(self, place: int = 0) -> Iterator[int]:
        """Places of the items right below a node."""
        at, end = place + 1, place + self.items[place].size
        while at < end:
            yield at
            at += self.items[at].size

    def below(self, place: int) -> "Command":
        """The command at a place inside this one."""
        return Command(self.items[place : place + self.items[place].size])

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """Its atoms and names; names are of kind `name`, so that no name is taken for a keyword."""
        found = []
        for item in self.items:
            if item.what == "ident":
                found.append(Token("name", item.text, item.start, item.end))
            elif item.what == "atom" and item.text:
                found.append(Token(classify(item.text), item.text, item.start, item.end))
        return tuple(found)

    @property
    def span(self) -> tuple[int, int]:
        """Start and end of its text."""
        placed = [item for item in self.items if item.start >= 0 and item.end > item.start]
        return (placed[0].start, placed[-1].end) if placed else (0, 0)


@dataclass(frozen=True)
class ParsedText:
    """The commands of a text: its header first, Lean's end of input last."""

    commands: tuple[Command, ...]
    has_errors: bool
    """Whether the parser stumbled somewhere. Lean goes on at the next command then, and so does this."""

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of all commands."""
        return tuple(token for command in self.commands for token in command.tokens)


class TextParser(Protocol):
    """Lean's parser behind one of the Leans."""

    def parse(self, text: str, limits: Limits) -> ParsedText | str:
        """The commands of `text`, or why nothing can be said."""


@dataclass(frozen=True)
class LibraryParser:
    """The parser of Lean 4.35.0 in its own library, forked from the loaded library."""

    library: Path
    search_path: tuple[Path, ...]

    def parse(self, text: str, limits: Limits) -> ParsedText | str:
        """The commands of `text`, or why nothing can be said."""
        env = child_environment({"LEAN_PATH": ":".join(map(str, self.search_path))})
        return _run(partial(warm_lean(self.library).start, "parse"), (), env, text, limits)


@dataclass(frozen=True)
class ProgramParser:
    """The parser of a project's Lean, in a program that takes the text's path as its last argument."""

    argv: tuple[str, ...]
    env: Mapping[str, str]

    def parse(self, text: str, limits: Limits) -> ParsedText | str:
        """The commands of `text`, or why nothing can be said."""
        return _run(start_process, self.argv, self.env, text, limits)


def _run(start: Any, argv: tuple[str, ...], env: Mapping[str, str], text: str, limits: Limits) -> ParsedText | str:
    text = text.replace("\r\n", "\n")  # as Lean itself reads it
    with tempfile.TemporaryDirectory(prefix="curate-parse-") as name:
        source = Path(name).resolve() / "Draft.lean"
        source.write_bytes(text.encode())
        try:
            outcome = run_limited([*argv, str(source)], cwd=source.parent, env={**env, "HOME": name}, limits=limits,
                                  start=start)  # fmt: skip
        except OSError as error:
            return f"missing tool: Lean's parser could not be started ({error})"
    why = outcome.why_unknown(limits)
    if why is not None or outcome.code != 0:
        last = outcome.stderr.decode("utf-8", errors="replace").strip().rpartition("\n")[2][:200]
        return f"Lean's parser: {why or f'exit code {outcome.code}'}" + (f" ({last})" if last else "")
    try:
        answer = json.loads(outcome.stdout)
        if answer["error"] is not None:
            return f"Lean's parser: {answer['error']}"
        return decode(answer, text)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        return f"Lean's parser answered in another form ({type(error).__name__})"


def decode(answer: Mapping[str, Any], text: str) -> ParsedText:
    """The answer of `native/parse_text.py` about `text`, its places turned from bytes into code points."""
    places = [at for at, char in enumerate(text) for _ in char.encode()] + [len(text)]
    commands = tuple(
        Command(
            tuple(
                Item(what, words, places[start] if start >= 0 else -1, places[end] if end >= 0 else -1, size)
                for what, words, start, end, size in items
            )
        )
        for items in answer["commands"]
    )
    return ParsedText(commands=commands, has_errors=bool(answer["messages"]))
