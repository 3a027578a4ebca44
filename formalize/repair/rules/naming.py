"""Rules about names that Lean does not know, and about what Lean itself suggests."""

import re
import unicodedata

from curate.formalize.repair.rules.context import LocatedError, Proposal, propose, replace_word
from curate.formalize.text.names import LETTERS, RENAMED, fold, to_latin
from curate.formalize.text.statements import IDENTIFIER

_INSTEAD = re.compile(r"(?:[Dd]id you mean[:\s]+|Hint: Perhaps you meant )`([^`\n]+)`")
_APPLY = re.compile(r"(?:Try this|Try these|Hint)[^\n]*\n?\s*(?:•\s*)?\[apply\]\s*`?([^\n`]+)`?")
_GREEK = re.compile(r"[α-ωΑ-Ωϕ-ϵ]")
_CALL = re.compile(r"Hint: Consider replacing [^`]*`[^`]+` with a call to the function `([^`\n]+)`")


def lean_suggests(error: LocatedError) -> Proposal | None:
    """Lean's own "did you mean", "Perhaps you meant" and "Try this", put where Lean pointed."""
    instead, apply = _INSTEAD.search(error.message), _APPLY.search(error.message)
    found = instead or apply
    if found is None or error.start == error.end:
        return None
    meant, start, end = found[1].strip(), error.start, error.end
    head = IDENTIFIER.match(error.source)
    if head is not None and "would be valid" in error.message:
        end = start + head.end()  # Lean points at the whole pattern and suggests its constructor
    if meant in ("", error.context.text[start:end]):
        return None
    reason = f"Lean suggests `{meant}`"
    if instead is not None and head is not None and head[0] == error.source:
        same = fold(meant) == fold(error.source) or meant.endswith(f".{error.source}")
        doubt = None if same else f"`{error.source}` may be another name, misspelt or forgotten"
        return replace_word(error, "lean-suggests", reason, error.source, meant, doubt)
    return propose("lean-suggests", reason, (start, end, meant))


def end_of_scope(error: LocatedError) -> Proposal | None:
    """`end Wlak` where the open scope is `Walk`."""
    match = re.match(r"Invalid name after `end`: Expected `([^`]+)`", error.message)
    if match is None:
        return None
    return propose("end-of-scope", f"the open scope is `{match[1]}`", (error.start, error.end, f"end {match[1]}"))


def field_call(error: LocatedError) -> Proposal | None:
    """`k.succ` of a `k` whose type is not known yet: Lean names the function to call."""
    match = _CALL.search(error.message)
    if match is None:
        return None
    receiver = re.fullmatch(r"([^\W\d][\w'₀-₉]*)\.[^.]+", error.source)
    if receiver is None:
        return None
    edit = (error.start, error.end, f"({match[1]} {receiver[1]})")
    return propose("lean-suggests", f"Lean suggests a call of `{match[1]}`", edit)


def deprecated(error: LocatedError) -> Proposal | None:
    """A name whose successor Lean gives, in a text that does not elaborate."""
    match = re.search(r"`([^`]+)` has been deprecated[:,]? (?:use|Use) `([^`]+)` instead", error.message)
    if match is None:
        return None
    return replace_word(error, "deprecated", f"`{match[1]}` is deprecated for `{match[2]}`", match[1], match[2])


def local_spelling(error: LocatedError) -> Proposal | None:
    """A variable of the statement in another spelling: `x_1` for `x₁`, a Cyrillic `а` for `a`."""
    name = error.unknown_name
    statement = error.context.statement
    if name is None or statement is None:
        return None
    head = name.split(".")[0]
    if name in error.context.names.all or (len(head) == 1 and head.isascii()):
        return None
    # only where the spelling differs in what the eye does not tell apart: never in the case
    wanted = _eye(head)
    around = error.context.code[statement.start : statement.end]
    bound = {word for group in re.findall(r"[({\[⦃∀∃λ]\s*([^():{}\[\],⦃]*?)\s*[:,]", around) for word in group.split()}
    meant = sorted(word for word in bound if word != head and _eye(word) == wanted)
    if len(meant) != 1:
        return None
    doubt = f"`{head}` may be a letter of its own" if _GREEK.search(head) else None
    return replace_word(error, "local-spelling", f"the variable is spelt `{meant[0]}`", head, meant[0], doubt)


def _eye(name: str) -> str:
    return to_latin(name).replace("_", "")


def known_spelling(error: LocatedError) -> Proposal | None:
    """`nat.succ`, `decidable_eq`, `Function.injective`: a known name in another case or with underscores."""
    name = error.unknown_name
    if name is None:
        return None
    for head, rest in _heads(name):
        exact = [known for known in error.context.names.spelled_like(head) if known.count(".") == head.count(".")]
        if len(exact) == 1:
            reason = f"Lean knows `{exact[0]}`, not `{head}`"
            by = exact[0] + (f".{rest}" if rest else "")
            doubt = None if _is_surely_known(error, head, exact[0]) else f"`{head}` may be a variable of its own"
            return replace_word(error, "known-spelling", reason, name, by, doubt)
    return None


def _is_surely_known(error: LocatedError, head: str, known: str) -> bool:
    """Whether `head` is the known name in another spelling and nothing else: no single letter, bound nowhere in the
    text, and no other word for what the text itself declares."""
    if "." in head:
        return True
    name = r"[^\W\d][\w'₀-₉]*"
    bound = rf"[∀∃λ(\[{{⦃]\s*(?:{name}\s+)*{re.escape(head)}(?:\s+{name})*\s*[:,]"
    if len(head) < 3 or re.search(bound, error.context.code):
        return False
    return re.search(rf"\b(?:def|abbrev)\s+{re.escape(known)}(?![\w'])", error.context.code) is None


def _heads(name: str) -> list[tuple[str, str]]:
    """`a.b.c` as (whole, nothing), then its namespace and the rest."""
    parts = name.split(".")
    return [(".".join(parts[:n]), ".".join(parts[n:])) for n in range(len(parts), 0, -1)]


def letter(error: LocatedError) -> Proposal | None:
    """`ℕ` without Mathlib's notation, `O` for zero."""
    name = error.unknown_name
    meant = LETTERS.get(name or "")
    if name is None or meant is None or not (meant.isdigit() or meant in error.context.names.all):
        return None
    if not meant.isdigit() and re.search(r"[:→∈]\s*$", error.context.code[: error.start]) is None:
        return None
    doubt = f"`{name}` may be a variable of its own" if len(name) == 1 and name.isascii() else None
    return replace_word(error, "letter", f"`{name}` is `{meant}` here", name, meant, doubt)


def missing_open(error: LocatedError) -> Proposal | None:
    """A name of one namespace that was not opened: it is written in full, which opens nothing else by the way."""
    name = error.unknown_name
    if name is None or len(name) == 1:  # one letter is a variable that nothing binds
        return None
    meant = error.context.names.ending_in(name)
    if len(meant) != 1:
        return None
    reason = f"`{name}` is `{meant[0]}`; its namespace is not open"
    return replace_word(error, "missing-open", reason, name, meant[0])


def missing_scoped_open(error: LocatedError) -> Proposal | None:
    """A sign of a scoped notation whose namespace was not opened."""
    statement = error.context.statement
    if statement is None or error.message != "expected token":
        return None
    code = error.context.code
    owners = {
        space for token, space in error.context.names.declarations.scoped_tokens if code.startswith(token, error.start)
    }
    if len(owners) != 1:
        return None
    space = owners.pop()
    line = code.rfind("\n", 0, statement.start) + 1
    reason = f"the notation is scoped in `{space}`"
    return propose("missing-open", reason, (line, line, f"open scoped {space}\n"))


def missing_import(error: LocatedError) -> Proposal | None:
    """A name that a source of the project declares in a module that is not imported."""
    name = error.unknown_name
    if name is None or error.context.names.complete:
        return None
    module = error.context.names.module_of(name)
    if module is None or re.search(rf"^import\s+{re.escape(module)}\s*$", error.context.code, re.MULTILINE):
        return None
    return propose("missing-import", f"`{name}` is declared in `{module}`", (0, 0, f"import {module}\n"))


def unknown_namespace(error: LocatedError) -> Proposal | None:
    """`open classical`, or an `open` of a namespace that this Lean does not have."""
    match = re.match(r"unknown namespace `([^`]+)`", error.message)
    if match is None:
        return None
    meant = [space for space in error.context.names.declarations.namespaces if fold(space) == fold(match[1])]
    if len(meant) == 1 and meant[0] != match[1]:
        at = error.context.code.find(match[1], error.start)
        if at < 0:
            return None
        edit = (at, at + len(match[1]), meant[0])
        return propose("namespace-spelling", f"the namespace is spelt `{meant[0]}`", edit)
    line_start = error.context.code.rfind("\n", 0, error.start) + 1
    line_end = (error.context.code.find("\n", error.end) + 1 or len(error.context.code) + 1) - 1
    line = error.context.code[line_start:line_end]
    alone = re.fullmatch(rf"open(?: scoped)? {re.escape(match[1])}(?P<in> in)?\s*", line)
    if alone is None or not error.context.names.complete:
        return None
    edit = (line_start, min(line_end + 1, len(error.context.text)), "")
    return propose("absent-namespace", f"this Lean has no namespace `{match[1]}`; nothing of it can be used", edit)


def wrong_field(error: LocatedError) -> Proposal | None:
    """`l.size`, `c.Step`, `Nat.prev`: a field or member under the name that it has elsewhere."""
    match = re.match(r"Invalid field `([^`]+)`: The environment does not contain `([^`]+)`", error.message)
    if match is None and error.message.startswith("Unknown constant") and "." in (error.unknown_name or ""):
        member, full = (error.unknown_name or "").rpartition(".")[2], error.unknown_name or ""
    elif match is not None:
        member, full = match[1], match[2]
    else:
        return None
    names, space = error.context.names, full.rpartition(".")[0]
    near = [known for known in names.spelled_like(full) if known.rpartition(".")[0] == space]
    renamed = f"{space}.{RENAMED.get(member, '')}"
    choices = near or ([renamed] if renamed in names.all else list(names.close_to(full)))
    if len(choices) != 1:
        return None
    by = choices[0].rpartition(".")[2]
    reason = f"`{space}` has `{by}`, not `{member}`"
    at = error.context.code.rfind(member, error.start, error.end)
    return propose("wrong-member", reason, (at, at + len(member), by)) if at >= 0 else None


def misspelt(error: LocatedError) -> Proposal | None:
    """`lenght`: exactly one known name is one slip of the keyboard away."""
    name = error.unknown_name
    if name is None:
        return None
    around = {match[0] for match in IDENTIFIER.finditer(error.context.code)}
    meant = error.context.names.close_to(name)
    if len(meant) > 1:
        meant = tuple(known for known in meant if known in around) or meant
    if len(meant) != 1:
        return None
    return replace_word(error, "misspelt", f"`{name}` is one slip away from `{meant[0]}`", name, meant[0])


def taken_name(error: LocatedError) -> Proposal | None:
    """The statement's own name belongs to something else already."""
    match = re.search(r"`([^`]+)` has already been declared", error.message)
    statement = error.context.statement
    if match is None or statement is None or not statement.start <= error.start < statement.end:
        return None
    if error.source != statement.name:
        return None
    name = error.context.theorem_name
    by = name if name != statement.name and name not in error.context.names.all else f"{statement.name}'"
    return propose("taken-name", f"`{match[1]}` is declared already", (error.start, error.end, by))


def impossible_name(error: LocatedError) -> Proposal | None:
    """No name, or one that is no identifier: `theorem : …`, `theorem 2nd`, `theorem my-thm`."""
    statement = error.context.statement
    if statement is None or error.unexpected is None:
        return None
    head = re.compile(r"\w+[ \t]*").match(error.context.code, statement.start)
    start = head.end() if head else statement.start
    if not start - 1 <= error.token_start <= start + len(statement.name):
        return None
    by = error.context.theorem_name
    if not statement.name or IDENTIFIER.fullmatch(statement.name) is None:
        gap = "" if statement.name else " "
        edit = (start, start + len(statement.name), by + gap)
        shown = unicodedata.normalize("NFC", statement.name)
        return propose(
            "statement-name", f"`{shown}` can't name a theorem" if shown else "the theorem has no name", edit
        )
    return None


RULES = (
    lean_suggests, end_of_scope, field_call, deprecated, local_spelling, known_spelling, letter, missing_open,
    missing_scoped_open, missing_import, unknown_namespace, wrong_field, misspelt, taken_name, impossible_name,
)  # fmt: skip
