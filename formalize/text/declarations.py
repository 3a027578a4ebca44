"""What the Lean sources of a project declare, found by reading them: for the rules' names and the model's hints."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from curate.formalize.text.lexer import mask_code
from curate.formalize.text.statements import IDENTIFIER
from curate.schemas.value import value

MAX_FILES = 5_000
MAX_FILE_BYTES = 2 << 20

_EVENT = re.compile(
    r"^[ \t]*(?:(?P<scope>namespace|section|end)\b[ \t]*(?P<label>[\w.'«»]*)"
    r"|(?:@\[[^\]\n]*\]\s*)?(?:(?:private|protected|noncomputable|unsafe|partial|nonrec|scoped|local)\s+)*"
    r"(?P<kind>theorem|lemma|def|abbrev|axiom|opaque|structure|class|inductive|instance)\b[ \t]+"
    r"(?:inductive[ \t]+)?(?P<name>[^\s({\[:⦃]+)"
    r"|(?P<ctor>\|)[ \t]*(?P<ctor_name>[^\W\d][\w']*)"
    r"|(?P<field>[^\W\d][\w']*)[ \t]*:[^=]"
    r"|scoped[ \t]+(?P<notation>notation|infixl?|infixr|prefix|postfix)\b(?P<token>[^\n]*))",
    re.MULTILINE,
)


@value
class Declaration:
    """A name that some source declares."""

    name: str
    kind: str
    module: str
    """The file, as an import would name it."""
    line: int
    signature: str
    """Its text up to the proof or body, on one line."""
    deprecated_for: str | None = None


@value
class Declarations:
    """All that was found."""

    entries: tuple[Declaration, ...] = ()
    scoped_tokens: tuple[tuple[str, str], ...] = ()
    """(token, namespace) of each scoped notation."""
    namespaces: tuple[str, ...] = ()


def parse_declarations(text: str, module: str) -> Declarations:
    """The declarations of one source, with constructors and fields, by the namespaces that enclose them."""
    code = mask_code(text)
    scopes: list[tuple[str, str]] = []
    owner: tuple[str, str] | None = None
    entries: list[Declaration] = []
    tokens: list[tuple[str, str]] = []
    namespaces: set[str] = set()
    for match in _EVENT.finditer(code):
        line = code.count("\n", 0, match.start()) + 1
        inside = ".".join(label for kind, label in scopes if kind == "namespace" and label)
        if match["scope"]:
            _enter(scopes, match["scope"], match["label"])
            namespaces.add(".".join(label for kind, label in scopes if kind == "namespace"))
            owner = None
        elif match["name"]:
            name = _qualify(inside, match["name"].removesuffix(".").split(".{")[0])
            kind = "theorem" if match["kind"] == "lemma" else match["kind"]
            if IDENTIFIER.fullmatch(name):
                entries.append(_declaration(name, kind, module, line, text, match.start()))
            owner = (kind, name)
        elif match["ctor"] and owner and owner[0] in ("inductive", "class"):
            entries.append(
                _declaration(f"{owner[1]}.{match['ctor_name']}", "constructor", module, line, text, match.start())
            )
        elif match["field"] and owner and owner[0] in ("structure", "class"):
            entries.append(_declaration(f"{owner[1]}.{match['field']}", "field", module, line, text, match.start()))
        elif match["notation"]:
            quoted = re.search(r'"\s*([^"\s]+)\s*"', text[match.start("token") : match.end("token")])
            tokens += [(quoted.group(1), inside)] if quoted else []
    namespaces |= {entry.name.rpartition(".")[0] for entry in entries}
    return Declarations(
        entries=tuple(entries), scoped_tokens=tuple(tokens), namespaces=tuple(sorted(namespaces - {""}))
    )


def _enter(scopes: list[tuple[str, str]], word: str, label: str) -> None:
    if word == "end":
        if scopes:
            scopes.pop()
    else:
        scopes.append((word, label))


def _qualify(namespace: str, name: str) -> str:
    if name.startswith("_root_."):
        return name.removeprefix("_root_.")
    return f"{namespace}.{name}" if namespace else name


def _declaration(name: str, kind: str, module: str, line: int, text: str, start: int) -> Declaration:
    rest = text[start : start + 600]
    body = re.search(r":=|\bwhere\b|\n\s*\n|\n(?=\S)", rest)
    signature = " ".join(rest[: body.start() if body else 300].split())
    return Declaration(name=name, kind=kind, module=module, line=line, signature=signature[:300])


def merge(parts: Iterable[Declarations]) -> Declarations:
    """All of `parts`, each name once, the first one found."""
    entries: dict[str, Declaration] = {}
    tokens: dict[tuple[str, str], None] = {}
    namespaces: set[str] = set()
    for part in parts:
        for entry in part.entries:
            entries.setdefault(entry.name, entry)
        tokens |= dict.fromkeys(part.scoped_tokens)
        namespaces |= set(part.namespaces)
    return Declarations(
        entries=tuple(entries.values()), scoped_tokens=tuple(tokens), namespaces=tuple(sorted(namespaces))
    )


def read_declarations(root: Path) -> Declarations:
    """What the `.lean` files under `root` declare, without `.lake` and hidden folders, at most `MAX_FILES` files.

    A file that can't be read as UTF-8 is left out: it only costs a hint.
    """
    parts = []
    for path in sorted(_lean_files(root))[:MAX_FILES]:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        parts.append(parse_declarations(text, ".".join(path.relative_to(root).with_suffix("").parts)))
    return merge(parts)


def _lean_files(root: Path) -> Iterable[Path]:
    for path in root.rglob("*.lean"):
        inside = path.relative_to(root).parts
        hidden = path.is_symlink() or any(part.startswith(".") for part in inside)
        if not hidden and path.stat().st_size <= MAX_FILE_BYTES:
            yield path


def search(declarations: Declarations, words: Sequence[str], limit: int = 8) -> tuple[Declaration, ...]:
    """The declarations whose names and signatures hold most of `words`, best first.

    A word in the name counts three times as much as one in the signature, and a rare word more than a common one.
    """
    wanted = {part.lower() for word in words for part in _parts(word) if len(part) > 2}
    texts = [
        (entry, set(map(str.lower, _parts(entry.name))), set(map(str.lower, _parts(entry.signature))))
        for entry in declarations.entries
    ]
    common = {word: 1 + sum(word in names or word in inside for _, names, inside in texts) for word in wanted}
    scored = []
    for entry, names, inside in texts:
        score = sum((3 if word in names else word in inside) / common[word] for word in wanted)
        if score:
            scored.append((-score, len(entry.name), entry.name, entry))
    return tuple(entry for *_, entry in sorted(scored, key=lambda item: item[:3])[:limit])


def _parts(text: str) -> list[str]:
    return re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\da-zA-Z_]+", text)
