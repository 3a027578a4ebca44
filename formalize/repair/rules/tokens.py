"""Rules about single tokens: look-alikes, ASCII and LaTeX spellings, and signs that Lean reads differently."""

import re
import unicodedata

from curate.formalize.repair.rules.context import LocatedError, Proposal, propose
from curate.formalize.text.names import to_latin

LOOKALIKES = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "∗": "*", "⋅": "*", "∙": "*", "✕": "*", "⁎": "*", "÷": "/", "∕": "/",
    "⁄": "/",
    "⩽": "≤", "≦": "≤", "⩾": "≥", "≧": "≥", "＜": "<", "＞": ">", "＝": "=", "﹦": "=", "≔": ":=", "∶": ":", "：": ":",
    "︰": ":", "ː": ":", "，": ",", "、": ",", "；": ";", "（": "(", "）": ")", "［": "[", "］": "]",
    "｛": "{", "｝": "}",
    "⟶": "→", "⇒": "→", "⟹": "→", "⟼": "↦", "➔": "→", "⇔": "↔",
    "⟺": "↔", "⟷": "↔", "∼": "¬", "~": "¬",
    "￢": "¬",
    "⋀": "∧", "⋁": "∨", "Ʌ": "∧", "∀\ufe0e": "∀", "²": "^2", "³": "^3", "‘": "'", "’": "'", "′": "'", "〈": "⟨",
    "〉": "⟩",
    "❬": "⟨", "❭": "⟩", "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2009": " ", "\u202f": " ", "\u3000": " ",
    "\u200b": "", "\u200c": "", "\u200d": "", "\u2060": "", "\ufeff": "", "\u00ad": "", "Π": "∀", "Λ": "fun",
}  # fmt: skip
"""Characters that Lean's core does not read, and the ones that they are taken for."""

LATEX = {
    "forall": "∀", "exists": "∃", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "to": "→",
    "rightarrow": "→", "implies": "→", "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "lnot": "¬", "neg": "¬",
    "iff": "↔", "leftrightarrow": "↔", "cdot": "*", "in": "∈", "mid": "∣", "lambda": "fun", "mathbb{N}": "Nat",
    "N": "Nat", "langle": "⟨", "rangle": "⟩", "circ": "∘", "quad": " ",
}  # fmt: skip

WORDS = {"and": "∧", "or": "∨", "iff": "↔", "implies": "→"}


def look_alike(error: LocatedError) -> Proposal | None:
    """`−` for `-`, `⩽` for `≤`, a no-break space: Lean stops there with "expected token"."""
    if not error.message.startswith(("expected token", "unexpected")):
        return None
    code = error.context.code
    char = code[error.start : error.start + 1] if error.message == "expected token" else code[error.token_start :][:1]
    meant = LOOKALIKES.get(char, to_latin(char) if char and to_latin(char) != char else None)
    if meant is None or (char.isascii() and error.message != "expected token"):
        return None
    places = [match.start() for match in error.find(re.escape(char))]
    name = unicodedata.name(char, f"U+{ord(char):04X}").lower()
    reason = f"{name} is not a sign of Lean; {meant.strip() or 'a plain space or nothing'} was meant"
    doubt, edits = _doubt(code, char, places), [(at, at + 1, meant) for at in places]
    if char in "²³":
        return propose("superscript", reason, *edits, doubt=doubt, units=[(_base(code, at), at + 1) for at in places])
    return propose("look-alike", reason, *edits, doubt=doubt)


def _base(code: str, at: int) -> int:
    """Where the one word or bracket begins that ends at `at`."""
    depth = 0
    for start in range(at - 1, -1, -1):
        depth += (code[start] in ")]⟩") - (code[start] in "([⟨")
        if depth == 0 and not re.match(r"[\w.'₀-₉]", code[start - 1 : start] or " "):
            return start
    return at


def _doubt(code: str, char: str, places: list[int]) -> str | None:
    """A raised digit after an argument may belong to the argument or to the whole application; `~` may be a relation;
    a letter may be one of its own."""
    if char in "²³" and any(re.search(r"[\w)\]'] +[\w.'₀-₉]+\Z", code[:at]) for at in places):
        return f"`{char}` may belong to the argument or to the value"
    if char in "~∼":
        return f"`{char}` may be a relation"
    return None


def latex(error: LocatedError) -> Proposal | None:
    r"""`\forall`, `\le` and `\x => …` as LaTeX and Haskell write them."""
    match = re.compile(r"\\(mathbb\{N\}|[A-Za-z]+)").match(error.context.code, error.start)
    if error.message != "expected token" or match is None:
        return None
    meant = LATEX.get(match[1])
    if meant is None:
        if not re.match(r"[ \w]*(?:=>|->|↦|\.|,)", error.context.code[match.end() :]):
            return None
        return propose("lambda", "a function is written `fun x => …`", (match.start(), match.start() + 1, "fun "))
    places = [found.span() for found in error.find(re.escape(match[0]) + r"(?![A-Za-z])")]
    return propose("latex", f"LaTeX's {match[0]} is {meant} in Lean", *((a, b, meant) for a, b in places))


def ascii_sign(error: LocatedError) -> Proposal | None:
    """`=/=`, `/=`, `<>`, `<=>`, `==>`: signs of other languages."""
    signs = {"=/=": "≠", "/=": "≠", "<>": "≠", "!==": "≠", "<->": "↔", "<=>": "↔", "<==>": "↔", "==>": "→", "===": "="}
    if error.unexpected is None:
        return None
    code, start = error.context.code, error.token_start
    for sign, meant in signs.items():
        at = code.rfind(sign, max(0, start - len(sign) + 1), start + len(sign))
        if at >= 0 and at <= start < at + len(sign):
            return propose("ascii-sign", f"`{sign}` is written `{meant}` in Lean", (at, at + len(sign), meant))
    return None


def arrow_in_proposition(error: LocatedError) -> Proposal | None:
    """`p => q` where an implication is meant."""
    if error.unexpected is None or error.unexpected[0] != "=>" or error.unexpected[1] == "','":
        return None
    reason = "an implication is written `→`; `=>` belongs to `fun` and `match`"
    return propose("implication", reason, (error.token_start, error.token_start + 2, "→"))


def same_reading_twice(error: LocatedError) -> Proposal | None:
    """`a <= b` where two notations read it alike: the sign itself is unambiguous."""
    if not error.message.startswith("Ambiguous term"):
        return None
    readings = [line.strip() for line in error.message.splitlines() if re.search(r" : Prop\s*$", line)]
    if len(set(readings)) != 1:
        return None
    edits = [
        (match.start(), match.end(), {"<=": "≤", ">=": "≥"}[match[0]])
        for match in error.find(r"(?<![<>=!:])(?:<=|>=)(?![>=])")
    ]
    return propose("ascii-order", "`<=` and `>=` are read in two equal ways; ≤ and ≥ in one", *edits) if edits else None


def boolean_connective(error: LocatedError) -> Proposal | None:
    """`p && q` on propositions: Lean expected a Bool and was given a Prop."""
    match = re.search(r"in the application\s+Bool\.(and|or)\b", error.message)
    if not match or "has type\n  Prop\nbut is expected to have type\n  Bool" not in error.message:
        return None
    sign, meant = {"and": ("&&", "∧"), "or": ("||", "∨")}[match[1]]
    at = error.context.code.find(sign, error.start)
    if at < 0:
        return None
    return propose(
        "boolean-connective", f"`{sign}` is for Bool; propositions are joined by {meant}", (at, at + 2, meant)
    )


def connective_word(error: LocatedError) -> Proposal | None:
    """`p and q`: Lean reads `and` as an argument or stops after it."""
    code = error.context.code
    if error.message.startswith("Function expected at") and "applied to the argument" in error.message:
        start, end = error.start, error.end
    elif error.unexpected is not None:
        start, end = code.rfind("\n", 0, error.token_start) + 1, error.token_start
    else:
        return None
    found = list(re.finditer(rf"(?<=[\s)])({'|'.join(WORDS)})(?=[\s(])", code[start:end]))
    if not found:
        return None
    last = found[-1]
    meant = WORDS[last[1]]
    edit = (start + last.start(), start + last.end(), meant)
    return propose("connective-word", f"`{last[1]}` is written {meant} between propositions", edit)


def negation_word(error: LocatedError) -> Proposal | None:
    """`not p` where Lean knows no `not`."""
    if error.unknown_name != "not":
        return None
    return propose("connective-word", "`not` is written ¬ before a proposition", (error.start, error.end, "¬"))


def middle_dot(error: LocatedError) -> Proposal | None:
    """`n · n`, where the dot is read as a placeholder."""
    if not error.message.startswith("Function expected at") or "argument\n  ·" not in error.message:
        return None
    at = error.context.code.find("·", error.start, error.end)
    return propose("look-alike", "a product is written `*`", (at, at + 1, "*")) if at >= 0 else None


def times_sign(error: LocatedError) -> Proposal | None:
    """`n × n` of numbers, where × makes a type of pairs."""
    if "in the application\n  Prod " not in error.message or "has type\n  Nat\n" not in error.message:
        return None
    at = error.context.code.find("×", error.start)
    return propose("look-alike", "× makes a type of pairs; a product is `*`", (at, at + 1, "*")) if at >= 0 else None


def tab(error: LocatedError) -> Proposal | None:
    """A tab, which Lean does not read."""
    if "tabs are not allowed" not in error.message:
        return None
    places = [match.start() for match in error.find("\t")]
    return propose("tab", "Lean does not read tabs", *((at, at + 1, "  ") for at in places))


RULES = (
    look_alike, latex, ascii_sign, arrow_in_proposition, same_reading_twice, boolean_connective, connective_word,
    negation_word, middle_dot, times_sign, tab,
)  # fmt: skip
