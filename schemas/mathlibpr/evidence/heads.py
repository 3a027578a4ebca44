"""The head of a Lean command: attributes, modifiers, kind and names."""

import re
from typing import NamedTuple

_PREFIX = re.compile(
    r"(?:private|protected|noncomputable|nonrec|unsafe|partial|scoped|local|public|meta)\s+"
    r"|(?:set_option|open|variable|omit|include|attribute|universe)\b[^\n]*?\sin\b\s*"
)
_KIND = re.compile(
    r"(theorem|lemma|def|abbrev|instance|structure|class(?:\s+inductive)?|inductive|alias|axiom|opaque|example|"
    r"irreducible_def|namespace|section|end|mutual)(?![\w.'])[ \t]*"
)
_NAME = re.compile(r"[^\s:(){}\[\]⦃⦄⟨⟩,]+")
_ALIASES = re.compile(r"⟨([^⟩\n]*)⟩")
_PRIORITY = re.compile(r"\s*\((?:priority|name)[^()]*\)\s*")
_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]]')
_ATTRIBUTE = re.compile(r"(?:^|,)\s*(?:scoped\s+|local\s+|-|←\s*)?([\w.]+[!?]?)")
_NESTED = re.compile(r"\([^()]*\)|\"[^\"]*\"|\[[^\[\]]*\]")
_NAMELESS = frozenset({"example", "section", "mutual", "end"})


class Head(NamedTuple):
    """A command's head. `kind` is empty for a command that declares nothing and opens no scope."""

    kind: str
    names: tuple[str, ...]
    attributes: tuple[str, ...]
    private: bool
    rest: str
    """What follows the names: the signature and the body."""


def read_head(text: str) -> Head | None:
    """The head of the command at the start of `text`; None when there are attributes and modifiers only."""
    at, private = 0, False
    attributes: list[str] = []
    while at < len(text):
        if text.startswith("@[", at):
            end = _bracket_end(text, at + 1)
            attributes += _attribute_names(text[at + 2 : end - 1])
            at = end
        elif found := _PREFIX.match(text, at):
            private |= found[0].startswith("private")
            at = found.end()
        elif text[at].isspace():
            at += 1
        else:
            break
    else:
        return None
    found = _KIND.match(text, at)
    if found is None:
        return Head("", (), (), False, "")
    kind = "class" if found[1].startswith("class") else found[1]
    names, rest = _names(kind, text, found.end())
    return Head(kind, names, tuple(attributes), private, text[rest:])


def _names(kind: str, text: str, at: int) -> tuple[tuple[str, ...], int]:
    """The names that a command gives, and where they end."""
    if kind == "alias" and (several := _ALIASES.match(text, at)):
        names = [name.strip() for name in several[1].split(",")]
        return tuple(name for name in names if name and name != "_"), several.end()
    if kind == "instance" and (priority := _PRIORITY.match(text, at)):
        at = priority.end()
    found = _NAME.match(text, at if kind in _NAMELESS else _skip_blanks(text, at))
    if found is None or (kind == "example"):
        return (), at
    name = found[0].rstrip(".")
    return ((name,) if name else ()), found.end()


def _skip_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _bracket_end(text: str, at: int) -> int:
    """Just after the bracket that closes the one at `at`."""
    depth = 0
    for found in _BRACKET.finditer(text, at):
        depth += {"[": 1, "]": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return len(text)


def _attribute_names(text: str) -> list[str]:
    """The attributes' names, without their arguments: `simp, to_additive (attr := simp) "…"` has two."""
    while (plain := _NESTED.sub(" ", text)) != text:
        text = plain
    return _ATTRIBUTE.findall(text)
