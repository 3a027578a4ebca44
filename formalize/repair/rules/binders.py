"""Rules about binders and brackets, and about arguments that Lean fills in or does not."""

import re

from curate.formalize.repair.rules.context import LocatedError, Proposal, propose
from curate.formalize.text.statements import IDENTIFIER

CLOSING = {")": "(", "]": "[", "}": "{", "⟩": "⟨"}
_AFTER_BRACKET = (":", ":=", "→", "theorem", "def", "by")
"""Tokens at which a bracket that is still open was surely forgotten."""
_BINDER = re.compile(r"[({⦃]\s*([^():{}\[\],⦃⦄]+?)\s*:[^=]")


def missing_bracket(error: LocatedError) -> Proposal | None:
    """A bracket that is still open where Lean wants it closed."""
    if error.unexpected is None or error.unexpected[0] not in _AFTER_BRACKET:
        return None
    wanted = re.match(r"'([)\]}⟩])'", error.unexpected[1])
    if wanted is None:
        return None
    at = len(error.context.code[: error.token_start].rstrip())
    return propose("missing-bracket", f"a `{CLOSING[wanted[1]]}` is still open", (at, at, wanted[1]))


def extra_bracket(error: LocatedError) -> Proposal | None:
    """A closing bracket without its opening one."""
    if error.unexpected is None or error.unexpected[0] not in CLOSING:
        return None
    edit = (error.token_start, error.token_start + 1, "")
    return propose("extra-bracket", f"unmatched `{error.unexpected[0]}`", edit)


def binder_comma(error: LocatedError) -> Proposal | None:
    """`(n : Nat, m : Nat)`, `(n, m : Nat)`, `(n : Nat; h : …)`: binders as other languages write them."""
    if error.unexpected is None or error.unexpected[0] not in (",", ";") or "')'" not in error.unexpected[1]:
        return None
    code, at = error.context.code, error.token_start
    opening = code.rfind("(", 0, at)
    before = code[opening + 1 : at]
    if ":" in before and re.match(r"[,;]\s*[^\W\d][\w'₀-₉ ]*\s*:", code[at:]):
        return propose("binder-comma", "each binder has brackets of its own", (at, at + 1, ")"), _reopen(code, at))
    names = re.compile(r"(?:[^\W\d][\w'₀-₉]*\s*,\s*)+[^\W\d][\w'₀-₉]*\s*:").match(code, opening + 1)
    if names is None:
        return None
    commas = [match.start() for match in re.finditer(",", code[names.start() : names.end()])]
    edits = [(names.start() + comma, names.start() + comma + 1, "") for comma in commas]
    return propose("binder-comma", "the variables of one binder are separated by spaces", *edits)


def _reopen(code: str, at: int) -> tuple[int, int, str]:
    start = at + 1 + len(code[at + 1 :]) - len(code[at + 1 :].lstrip())
    return start, start, "("


def unnamed_hypothesis(error: LocatedError) -> Proposal | None:
    """`(n > 0)` and `[n > 0]` as binders: a hypothesis needs a name."""
    code = error.context.code
    if error.message.startswith("invalid binder annotation, type is not a class instance"):
        opening = code.rfind("[", 0, error.start + 1)
        closing = code.find("]", error.end)
    elif (
        error.unexpected is not None
        and error.unexpected[1] == "')'"
        and error.unexpected[0] in ["=", "≠", "<", ">", "≤", "≥", "∣", "∈"]
    ):
        opening = code.rfind("(", 0, error.token_start)
        closing = _matching(code, opening)
        if re.fullmatch(r"\s*[^\W\d][\w'₀-₉ ]*\s*", code[opening + 1 : error.token_start]) is None:
            return None
    else:
        return None
    statement = error.context.statement
    if opening < 0 or closing < 0 or statement is None or not statement.start <= opening:
        return None
    name = _fresh_name(code)
    edits = [(opening, opening + 1, f"({name} : "), (closing, closing + 1, ")")]
    return propose("unnamed-hypothesis", f"a hypothesis has a name; it is called {name}", *edits)


def _fresh_name(code: str) -> str:
    used = {match[0] for match in IDENTIFIER.finditer(code)}
    return next(name for name in ("h", *(f"h{n}" for n in range(1, len(used) + 2))) if name not in used)


def _matching(code: str, opening: int) -> int:
    depth = 0
    for position in range(max(opening, 0), len(code)):
        depth += (code[position] == "(") - (code[position] == ")")
        if depth == 0:
            return position
    return -1


def missing_colon(error: LocatedError) -> Proposal | None:
    """`theorem t (n : Nat) n = n`: no colon between the binders and the statement."""
    statement = error.context.statement
    if error.unexpected is None or error.unexpected[1] != "':'" or statement is None:
        return None
    if not statement.start <= error.start <= statement.end or error.unexpected[0] in (")", "-", ","):
        return None
    last = max(error.context.code.rfind(char, statement.start, error.token_start) for char in ")}]⦄")
    if last < 0:
        return None
    return propose("missing-colon", "a colon separates the binders from the statement", (last + 1, last + 1, " :"))


def binder_too_late(error: LocatedError) -> Proposal | None:
    """`(h : n > 0) (n : Nat)`: a variable is bound after its first use."""
    statement, name = error.context.statement, error.unknown_name
    if statement is None or name is None or not statement.start <= error.start < statement.end:
        return None
    code = error.context.code
    used_in = max(code.rfind("(", 0, error.start), code.rfind("{", 0, error.start), code.rfind("[", 0, error.start))
    for match in re.compile(r"[({][^(){}]*[)}]\s*").finditer(code, error.end, statement.end):
        if not _is_of_the_statement(code[statement.start : match.start()]):
            continue
        head = _BINDER.match(match[0])
        if head is not None and name in head[1].split():
            moved = match[0].rstrip()
            while used_in > statement.start and not _opens_binder(code, used_in):
                used_in = max(code.rfind(char, 0, used_in) for char in "({[")
            if used_in <= statement.start:
                return None
            edits = [(used_in, used_in, f"{moved} "), (match.start(), match.end(), "")]
            return propose("binder-too-late", f"`{name}` is bound before it is used", *edits)
    return None


def _is_of_the_statement(before: str) -> bool:
    """Whether what follows `before` is a binder of the statement itself: in no bracket, and before its colon."""
    depth = 0
    for char in before:
        depth += (char in "([{⟨⦃") - (char in ")]}⟩⦄")
        if depth == 0 and char == ":":
            return False
    return depth == 0


def _opens_binder(code: str, position: int) -> bool:
    return re.match(r"[({\[]\s*[^\W\d][\w'₀-₉ ]*\s*:", code[position : position + 120]) is not None


def unbound_type(error: LocatedError) -> Proposal | None:
    """`(a : α)` or `(f : A → A)` with no such type: Lean 3 and `autoImplicit` made it a variable by themselves."""
    name, statement = error.unknown_name, error.context.statement
    if name is None or statement is None or re.fullmatch(r"[α-κσ-ωA-Z][₀-₉']?", name) is None:
        return None
    code = error.context.code
    around = code[statement.start : statement.end]
    word = rf"(?<![\w.']){re.escape(name)}(?![\w'])"
    if re.search(rf"(?:[:→]|->)\s*(?:[A-Z]\w+\s+)?{word}|{word}\s*(?:→|->)\s*[A-Z]", around) is None:
        return None
    match = re.compile(r"\w+[ \t]+[^\s({\[:⦃]+[ \t]*").match(code, statement.start)
    if match is None or re.search(rf"[({{][^():{{}}]*{re.escape(name)}[^():{{}}]*: *(?:Type|Sort)", code):
        return None
    at = len(code[: match.end()].rstrip())
    return propose("unbound-type", f"`{name}` is a type that nothing binds", (at, at, f" {{{name} : Type _}}"))


def unbound_variable(error: LocatedError) -> Proposal | None:
    """`(h : x 0 ≤ c)` with no `c`: a variable whose type Lean finds."""
    name, statement = error.unknown_name, error.context.statement
    if name is None or statement is None or re.fullmatch(r"[^\W\d][₀-₉']?", name) is None:
        return None
    code = error.context.code
    if re.search(rf"^\w+[ \t]+{re.escape(name)}(?![\w'])", code, re.MULTILINE):
        return None  # a command names it, in whatever words
    depth, opening = 0, None
    for at in range(statement.start, min(error.start, statement.end)):
        depth += (code[at] in "([{⦃") - (code[at] in ")]}⦄")
        opening = at if depth == 1 and code[at] in "([{⦃" else opening
        if depth == 0 and code[at] == ":":
            opening = len(code[:at].rstrip())
            break
    if opening is None:
        return None
    written = f" ({name} : _)" if code[opening] not in "([{⦃" else f"({name} : _) "
    return propose(
        "unbound-variable", f"nothing binds `{name}`; it is taken for any value", (opening, opening, written)
    )


def unknown_universe(error: LocatedError) -> Proposal | None:
    """`Type u` with no `universe u`."""
    match = re.search(r"unknown universe level `([^`]+)`", error.message)
    statement = error.context.statement
    if match is None or statement is None:
        return None
    named = re.compile(r"\w+[ \t]+[^\s({\[:⦃.]+(?:\.[^\s({\[:⦃]+)*?\.\{([^}]*)\}").match(
        error.context.code, statement.start
    )
    if named is not None:
        return propose("universe", f"`{match[1]}` is no universe yet", (named.end(1), named.end(1), f", {match[1]}"))
    line = _first_command(error.context.code)
    return propose("universe", f"`{match[1]}` is no universe yet", (line, line, f"universe {match[1]}\n"))


def _first_command(code: str) -> int:
    imports = list(re.finditer(r"^(?:import|prelude|module)\b[^\n]*\n", code, re.MULTILINE))
    return imports[-1].end() if imports else len(code) - len(code.lstrip())


def type_given(error: LocatedError) -> Proposal | None:
    """`idd Nat n` where the type is implicit: `@` makes it explicit, as it was written."""
    match = re.search(
        r"The argument\n\s+(?P<arg>[^\n]+)\nhas type\n\s+(?:Type|Prop|Sort)[^\n]*\n(?:of sort `[^`]+` )?but is "
        r"expected to have type\n\s+\S+\n?(?:of sort `[^`]+` )?in the application\n\s+(?P<head>[^\s(]+) (?P=arg)\s*\Z",
        error.message,
    )
    if match is None:
        return None
    start = error.context.code.rfind(match["head"], 0, error.start)
    if start < 0 or error.context.code[start + len(match["head"]) : error.start].strip():
        return None
    return propose(
        "implicit-argument", f"`{match['head']}` takes its type by itself; `@` gives it", (start, start, "@")
    )


def type_wanted(error: LocatedError) -> Proposal | None:
    """`idd n` where the type is explicit: `_` lets Lean infer it."""
    if not error.message.startswith("Application type mismatch"):
        return None
    if (
        re.search(
            r"expected to have type\n\s+(?:Type|Sort)\b[^\n]*\n(?:of sort `[^`]+` )?in the application",
            error.message,
        )
        is None
    ):
        return None
    if re.search(r"in the application\n\s+(?:Prod|Sum|Sigma) ", error.message):
        return None
    head = IDENTIFIER.search(error.message.rpartition("in the application\n")[2])
    if head is None or not error.context.code[: error.start].rstrip().endswith(head[0]):
        return None
    return propose(
        "explicit-type",
        f"`{head[0]}` expects its type argument first; `_` lets Lean infer it",
        (error.start, error.start, "_ "),
    )


RULES = (
    binder_comma, unnamed_hypothesis, missing_bracket, extra_bracket, missing_colon, binder_too_late, unbound_type,
    unknown_universe, type_given, type_wanted,
)  # fmt: skip

LAST_RULES = (unbound_variable,)
