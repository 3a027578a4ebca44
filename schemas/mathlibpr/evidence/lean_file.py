"""A Lean file read as text: imports, declarations, and the form of the file. Never raises, whatever the text is.

Lean's own parser needs the built imports of every file; this one reads a tree of 5,000 files in seconds. It misses
the names that attributes and macros generate (`to_additive`, `simps`, anonymous instances).
"""

import hashlib
import re
from typing import NamedTuple

from curate.schemas.mathlibpr.evidence.comments import Masked, mask_comments
from curate.schemas.mathlibpr.evidence.heads import Head, read_head
from curate.schemas.mathlibpr.evidence.words import missing_words

THEOREMS = frozenset({"theorem", "lemma"})
DEFINITIONS = frozenset({"def", "abbrev", "structure", "class", "inductive", "opaque", "irreducible_def"})
MAX_FILE_BYTES = 4 << 20
"""A longer file is not read; Mathlib's longest has a tenth of it."""
MAX_HEAD_LINES = 60
"""More lines of attributes and modifiers than this belong to no command; each further one would be read with them."""
NO_HEAD = Head("", (), (), False, "")
_MIN_STATEMENT = 25
"""A statement with fewer characters, blanks left out, says too little to be called a duplicate."""

_IMPORT = re.compile(r"(?:public\s+|meta\s+|private\s+)*import\s+(?:all\s+)?([\w.«»'!?]+)")
_STATEMENT_END = re.compile(r"[(\[{⟨⦃]|[)\]}⟩⦄]|:=|\n\s+\||\swhere\b")
_COPYRIGHT = re.compile(r"\A/-\s*\n?\s*Copyright")


class Declaration(NamedTuple):
    """One declaration of a file."""

    name: str | None
    """In full, namespaces included; None: it has none."""
    kind: str
    line: int
    """From 1."""
    documented: bool
    attributes: tuple[str, ...]
    private: bool
    statement: int | None
    """64-bit digest of a theorem's statement without blanks and without its name; None: none, or a very short one."""
    body: int
    """64-bit digest of the whole declaration without blanks and comments."""
    proof_lines: int
    unspoken: tuple[str, ...]
    """Words of a theorem's name whose symbol the statement does not hold."""


class LeanFile(NamedTuple):
    """What a file holds."""

    imports: tuple[str, ...]
    declarations: tuple[Declaration, ...]
    lines: int
    has_copyright: bool
    has_module_doc: bool
    comments: tuple[tuple[int, int], ...]
    """First and last line of each block comment, from 1."""


def parse_lean(data: bytes) -> LeanFile:
    """The file that `data` is; bytes that are no UTF-8 read as U+FFFD."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    masked = mask_comments(text)
    return LeanFile(
        imports=_imports(masked.lines),
        declarations=tuple(_declarations(masked)),
        lines=len(masked.lines) - (not masked.lines[-1]),
        has_copyright=_COPYRIGHT.match(text) is not None,
        has_module_doc=any(comment.kind == "module" for comment in masked.comments),
        comments=tuple((comment.first + 1, comment.last + 1) for comment in masked.comments),
    )


def _imports(lines: list[str]) -> tuple[str, ...]:
    """The modules that the file's head imports, each once."""
    found: dict[str, None] = {}
    for line in lines:
        word = line.strip()
        if not word or word in ("module", "prelude"):
            continue
        match = _IMPORT.match(word)
        if match is None:
            break
        found[match[1]] = None
    return tuple(found)


def _declarations(masked: Masked) -> list[Declaration]:
    """The declarations, each with the namespaces that are open where it stands."""
    lines = masked.lines
    docs = {comment.first for comment in masked.comments if comment.kind == "doc"}
    starts = [place for place, line in enumerate(lines) if _begins_command(line) or place in docs]
    scopes: list[str | None] = []
    found: list[Declaration] = []
    first, documented = -1, False  # the command that has only attributes and modifiers so far, and its docstring
    for place, start in enumerate(starts):
        end = starts[place + 1] if place + 1 < len(starts) else len(lines)
        if start in docs:
            first, documented = -1, True
            if not _begins_command(lines[start].lstrip()):
                continue
        if first < 0:
            first = start
        head = read_head("\n".join(lines[first:end]).lstrip())
        if head is None and end - first < MAX_HEAD_LINES:
            continue  # attributes alone: what they belong to comes next
        head = head or NO_HEAD
        _move_scopes(scopes, head)
        if head.kind not in ("namespace", "section", "end", "mutual", ""):
            found += _declare(head, scopes, first + 1, documented)
        first, documented = -1, False
    return found


def _begins_command(line: str) -> bool:
    """Whether a command may begin on a masked line: commands stand at its very start."""
    return bool(line) and (line[0].isalpha() or line[0] in "@#")


def _move_scopes(scopes: list[str | None], head: Head) -> None:
    parts = [part for part in head.names[0].split(".") if part] if head.names else []
    if head.kind == "namespace":
        scopes += parts
    elif head.kind in ("section", "mutual"):
        scopes += [None] * max(1, len(parts))
    elif head.kind == "end":
        del scopes[max(0, len(scopes) - max(1, len(parts))) :]


def _declare(head: Head, scopes: list[str | None], line: int, documented: bool) -> list[Declaration]:
    text = head.rest
    end = _statement_end(text)
    body = _digest(_squeezed(f"{head.kind} {head.names} {text}"))
    proof = text[end:].strip("\n").count("\n") + 1 if end < len(text.rstrip()) else 0
    statement = _squeezed(text[:end]) if head.kind in THEOREMS else ""
    kept = _digest(statement) if len(statement) >= _MIN_STATEMENT else None
    names: tuple[str | None, ...] = tuple(_full_name(name, scopes) for name in head.names) or (None,)
    return [
        Declaration(
            name=name,
            kind=head.kind,
            line=line,
            documented=documented,
            attributes=head.attributes,
            private=head.private,
            statement=kept,
            body=body,
            proof_lines=proof,
            unspoken=missing_words(name, text[:end]) if name and head.kind in THEOREMS else (),
        )
        for name in names
    ]


def _full_name(name: str, scopes: list[str | None]) -> str:
    if name.startswith("_root_."):
        return name[len("_root_.") :]
    return ".".join([*(scope for scope in scopes if scope), name])


def _statement_end(text: str) -> int:
    """Where the first `:=`, `|` or `where` outside brackets is."""
    depth = 0
    for found in _STATEMENT_END.finditer(text):
        sign = found[0]
        if sign in "([{⟨⦃":
            depth += 1
        elif sign in ")]}⟩⦄":
            depth -= 1
        elif depth <= 0:
            return found.start()
    return len(text)


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big")
