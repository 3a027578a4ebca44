"""Rules about commands and binders as Lean 3, other provers and paper write them."""

import re

from curate.formalize.repair.rules.context import LocatedError, Proposal, propose
from curate.formalize.text.statements import STATEMENT_WORDS

COMMANDS = {
    "variables": "variable",
    "parameters": "variable",
    "parameter": "variable",
    "universes": "universe",
    "open_locale": "open scoped",
    "definition": "def",
    "Definition": "def",
    "Fixpoint": "def",
    "Inductive": "inductive",
    "Structure": "structure",
    "record": "structure",
    "Record": "structure",
    "Variable": "variable",
    "Open": "open",
    "Import": "import",
}
"""What a line began with, and the command of Lean 4. `constant` is not here: an axiom is nobody's slip."""


def command_word(error: LocatedError) -> Proposal | None:
    """`lemma`, `variables`, `Theorem`: Lean wanted a command."""
    if error.unexpected is None or ("command" not in error.unexpected[1] and "'theorem'" not in error.unexpected[1]):
        return None
    match = re.compile(r"[A-Za-z_]+").match(error.context.code, error.token_start)
    if match is None:
        return None
    meant = "theorem" if match[0].lower() in STATEMENT_WORDS and match[0] != "theorem" else COMMANDS.get(match[0])
    if match[0] == "theory" and error.context.code[: match.start()].rstrip().endswith("noncomputable"):
        meant = "section"
    if meant is None:
        return None
    return propose("command", f"`{match[0]}` is `{meant}` here", (match.start(), match.end(), meant))


def function_arrow(error: LocatedError) -> Proposal | None:
    """`fun x, f x` and `fun x -> f x`."""
    if error.unexpected is None or "'=>'" not in error.unexpected[1] or "'↦'" not in error.unexpected[1]:
        return None
    sign = error.unexpected[0]
    if sign not in (",", "->", "→", ".", ":="):
        return None
    edit = (error.token_start, error.token_start + len(sign), " =>" if sign == "," else "=>")
    return propose("function-arrow", f"`fun x {sign} …` is written `fun x => …`", edit)


def match_arrow(error: LocatedError) -> Proposal | None:
    """`| 0 := 1`, Lean 3's equations."""
    if error.unexpected is None or error.unexpected[1] != "'=>'" or error.unexpected[0] != ":=":
        return None
    places = [found.end() - 2 for found in error.find(r"^[ \t]*\|[^\n]*?:=", re.MULTILINE)] or [error.token_start]
    return propose("match-arrow", "an equation is written `| pattern => value`", *((at, at + 2, "=>") for at in places))


def equations_after_sign(error: LocatedError) -> Proposal | None:
    """`def f : Nat → Nat := | 0 => …`: no `:=` before equations."""
    if error.unexpected is None or error.unexpected[0] != "|" or "term" not in error.unexpected[1]:
        return None
    match = re.compile(r":=\s*\Z").search(error.context.code[: error.token_start])
    if match is None:
        return None
    return propose("equations", "no `:=` stands before equations", (match.start(), match.start() + 2, ""))


def binder_sign(error: LocatedError) -> Proposal | None:
    """`∀ n : Nat => P`, `∃ n. P`, `∀ n : Nat : P`, `∃ n | P`: a comma parts a binder from its body."""
    if error.unexpected is None or error.unexpected[1] != "','":
        return None
    token = error.unexpected[0]
    if token in ("=>", ":", ".", "|", ";", "↦"):
        at = error.token_start
    elif token in (":=", ")"):
        # `∀ n : Nat. P` is read as a long name, and Lean stops only where the statement ends
        quantifier = max(error.context.code.rfind("∀", 0, error.start), error.context.code.rfind("∃", 0, error.start))
        match = re.compile(r"[∀∃][^.,\n]*?[\w)]\s*(\.)(?=\s)").match(error.context.code, max(quantifier, 0))
        if match is None:
            return None
        at, token = match.start(1), "."
    else:
        return None
    start = at - 1 if error.context.code[at - 1 : at] == " " else at
    return propose("binder-sign", f"`{token}` is `,` after a quantifier's variables", (start, at + len(token), ","))


def bounded_quantifier(error: LocatedError) -> Proposal | None:
    """`∃ x > 0, P` and `∀ x ∈ l, P`, spelt out where this Lean has no such notation."""
    if error.unexpected is None or error.unexpected[1] != "','":
        return None
    code, sign = error.context.code, error.unexpected[0]
    if sign not in ("<", ">", "≤", "≥", "∈", "∣", "<=", ">=", "≠"):
        return None
    match = re.compile(r"([∀∃]|\bforall\b|\bexists\b)\s*([^\W\d][\w'₀-₉]*)\s*\Z").search(code[: error.token_start])
    comma = _closing_comma(code, error.token_start)
    if match is None or comma is None:
        return None
    variable, bound = match[2], code[error.token_start + len(sign) : comma].strip()
    if sign == "∈" and (bound in ("ℕ", "ℤ", "ℝ", "Nat", "Int", "Bool") or bound in error.context.names.all):
        edit = (error.token_start, error.token_start + 1, ":")
        return propose("type-membership", f"`{variable} ∈ {bound}` of a type is `{variable} : {bound}`", edit)
    joint = "→" if match[1] in ("∀", "forall") else "∧"
    written = f", {variable} {sign} {bound} {joint}"
    start = error.token_start - 1 if code[error.token_start - 1] == " " else error.token_start
    body = _end_of_body(code, comma + 1)
    edits = [(start, comma + 1, written)]
    first = comma + 1 + len(code[comma + 1 :]) - len(code[comma + 1 :].lstrip())
    if re.search(r"[∧∨→↔¬]|<->|->|/\\|\\/|∃|∀", code[comma + 1 : body]):
        edits += [(first, first, "("), (body, body, ")")]
    reason = f"this Lean has no bounded quantifier; `{match[1]} {variable}{written} …` means the same"
    return propose("bounded-quantifier", reason, *edits, units=[(first, body)])


def range_membership(error: LocatedError) -> Proposal | None:
    """`i ∈ Finset.range n` where this Lean has no such set: `i < n`."""
    if error.unknown_name not in ("Finset.range", "range", "List.range") or not error.context.names.complete:
        return None
    code, atom = error.context.code, r"(?:[^\W\d][\w'₀-₉]*|\d+|\([^()]*\))"
    member = re.compile(r"∈\s*\Z").search(code[: error.start])
    bound = re.compile(rf"\s+{atom}").match(code, error.end)
    if member is None or bound is None:
        return None
    return propose("range-membership", "`i ∈ range n` is `i < n`", (member.start(), error.end, "<"))


def unique_existence(error: LocatedError) -> Proposal | None:
    """`∃! x, P`, spelt out where this Lean has no such notation."""
    code = error.context.code
    if error.unexpected is None or error.unexpected[0] != "!" or not code.startswith("∃!", error.token_start - 1):
        return None
    at = error.token_start - 1
    match = re.compile(r"∃!\s*([^\W\d][\w'₀-₉]*)(\s*:[^,]*)?\s*,\s*").match(code, at)
    if match is None:
        return None
    end = _end_of_body(code, match.end())
    variable, type_, body = match[1], match[2] or "", error.context.text[match.end() : end]
    used = set(re.findall(r"[^\W\d][\w'₀-₉]*", code))
    other = next(name for name in ("y", "z", *(f"y{n}" for n in range(len(used) + 1))) if name not in used)
    word = rf"(?<![\w.'!?]){re.escape(variable)}(?![\w'!?₀-₉])"
    if re.search(rf"(?:[∀∃λ]|\bfun\b)[^,=]*?{word}", body):
        of_other = f"(fun {variable}{type_} => {body}) {other}"
    else:
        of_other = f"({re.sub(word, other, body)})"
    typed = f" ({other}{type_})" if type_ else f" {other}"
    written = f" ∧ ∀{typed}, {of_other} → {other} = {variable}"
    edits = [(at + 1, at + 2, ""), (match.end(), match.end(), "("), (end, end, ")" + written)]
    reason = f"this Lean has no `∃!`; one {variable} is such, and every other such {other} is {variable}"
    return propose("unique-existence", reason, *edits, units=[(match.end(), end)])


def _end_of_body(code: str, start: int) -> int:
    """Where a quantifier's body ends: at the bracket that closes around it, at `:=`, or at the end."""
    depth = 0
    for position in range(start, len(code)):
        depth += (code[position] in "([{⟨") - (code[position] in ")]}⟩")
        ends = code.startswith(":=", position) or (code[position] == "," and not _is_bound_here(code[start:position]))
        if depth < 0 or (depth == 0 and ends):
            return len(code[:position].rstrip())
    return len(code.rstrip())


def _is_bound_here(body: str) -> bool:
    """Whether the last quantifier or function in `body` still waits for its comma."""
    return len(re.findall(r"[∀∃λ]|\b(?:forall|exists|fun)\b", body)) > body.count(",") + body.count("=>")


def _closing_comma(code: str, start: int) -> int | None:
    depth = 0
    for position in range(start, min(len(code), start + 400)):
        char = code[position]
        depth += (char in "([{⟨") - (char in ")]}⟩")
        if depth < 0:
            return None
        if char == "," and depth == 0:
            return position
    return None


def type_star(error: LocatedError) -> Proposal | None:
    """`Type*`, Mathlib's notation, where it is not there."""
    if error.unexpected is None:
        return None
    places = [found.span() for found in error.find(r"\b(?:Type|Sort)\*")]
    if not any(start <= error.start <= end + 1 for start, end in places):
        return None
    return propose("type-star", "`Type*` is Mathlib's; `Type _` says the same", *((b - 1, b, " _") for _, b in places))


def listed_variables(error: LocatedError) -> Proposal | None:
    """`∀ n, m, P`: the variables of one quantifier are separated by spaces."""
    if error.unexpected is None:
        return None
    name = r"[^\W\d][\w'₀-₉]*"
    lists = list(error.find(rf"[∀∃]\s*({name}(?:\s*,\s*{name})+)\s*(?=[,:])"))
    if not any(found.start() <= error.token_start <= found.end() + 1 for found in lists):
        return None
    commas = [found.start(1) + comma.start() for found in lists for comma in re.finditer(r"\s*,", found[1])]
    ends = [found.start(1) + comma.end() for found in lists for comma in re.finditer(r"\s*,", found[1])]
    reason = "the variables of one quantifier are separated by spaces"
    return propose("binder-comma", reason, *((a, b, "") for a, b in zip(commas, ends, strict=True)))


def equals_for_definition(error: LocatedError) -> Proposal | None:
    """`def f (n : Nat) : Nat = n + n`: a definition's body stands after `:=`."""
    if error.unexpected is None or "':='" not in error.unexpected[1]:
        return None
    code = error.context.code
    heads = list(re.finditer(r"^(?:noncomputable\s+)?(?:def|abbrev)\s", code[: error.token_start], re.MULTILINE))
    if not heads:
        return None
    body = code[heads[-1].start() : error.token_start]
    signs = [found for found in re.finditer(r"(?<=\s)=(?=\s)", body) if _depth(body[: found.start()]) == 0]
    if ":=" in body or len(signs) != 1:
        return None
    at = heads[-1].start() + signs[0].start()
    return propose("definition-sign", "a definition and its body are separated by `:=`", (at, at + 1, ":="))


def _depth(text: str) -> int:
    return sum(char in "([{⟨" for char in text) - sum(char in ")]}⟩" for char in text)


def markdown_fence(error: LocatedError) -> Proposal | None:
    """Lines of three backticks around the text, as in Markdown."""
    fences = list(re.finditer(r"^```[^\n]*\n?", error.context.text, re.MULTILINE))
    if not fences or not error.message.startswith(("expected", "unexpected")):
        return None
    return propose("fence", "three backticks are Markdown's, not Lean's", *((f.start(), f.end(), "") for f in fences))


RULES = (
    markdown_fence, listed_variables, equals_for_definition, command_word, function_arrow, match_arrow,
    equations_after_sign, bounded_quantifier, unique_existence, range_membership, binder_sign, type_star,
)  # fmt: skip
