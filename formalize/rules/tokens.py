"""Rules about single tokens: look-alikes, ASCII and LaTeX spellings, and signs that Lean reads differently."""

import re
import unicodedata

from curate.formalize.names import to_latin
from curate.formalize.rules.scene import Fault, Proposal, propose

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


def look_alike(fault: Fault) -> Proposal | None:
    """`−` for `-`, `⩽` for `≤`, a no-break space: Lean stops there with "expected token"."""
    if not fault.message.startswith(("expected token", "unexpected")):
        return None
    code = fault.scene.code
    char = code[fault.start : fault.start + 1] if fault.message == "expected token" else code[fault.token_start :][:1]
    meant = LOOKALIKES.get(char, to_latin(char) if char and to_latin(char) != char else None)
    if meant is None or (char.isascii() and fault.message != "expected token"):
        return None
    places = [match.start() for match in fault.find(re.escape(char))]
    name = unicodedata.name(char, f"U+{ord(char):04X}").lower()
    reason = f"{name} is not a sign of Lean; {meant.strip() or 'a plain space or nothing'} was meant"
    return propose("look-alike", reason, *((at, at + 1, meant) for at in places))


def latex(fault: Fault) -> Proposal | None:
    r"""`\forall`, `\le` and `\x => …` as LaTeX and Haskell write them."""
    match = re.compile(r"\\(mathbb\{N\}|[A-Za-z]+)").match(fault.scene.code, fault.start)
    if fault.message != "expected token" or match is None:
        return None
    meant = LATEX.get(match[1])
    if meant is None:
        if not re.match(r"[ \w]*(?:=>|->|↦|\.|,)", fault.scene.code[match.end() :]):
            return None
        return propose("lambda", "a function is written `fun x => …`", (match.start(), match.start() + 1, "fun "))
    places = [found.span() for found in fault.find(re.escape(match[0]) + r"(?![A-Za-z])")]
    return propose("latex", f"LaTeX's {match[0]} is {meant} in Lean", *((a, b, meant) for a, b in places))


def ascii_sign(fault: Fault) -> Proposal | None:
    """`=/=`, `/=`, `<>`, `<=>`, `==>`: signs of other languages."""
    signs = {"=/=": "≠", "/=": "≠", "<>": "≠", "!==": "≠", "<=>": "↔", "<==>": "↔", "==>": "→", "===": "="}
    if fault.unexpected is None:
        return None
    code, start = fault.scene.code, fault.token_start
    for sign, meant in signs.items():
        at = code.rfind(sign, max(0, start - len(sign) + 1), start + len(sign))
        if at >= 0 and at <= start < at + len(sign):
            return propose("ascii-sign", f"`{sign}` is written `{meant}` in Lean", (at, at + len(sign), meant))
    return None


def arrow_in_proposition(fault: Fault) -> Proposal | None:
    """`p => q` where an implication is meant."""
    if fault.unexpected is None or fault.unexpected[0] != "=>" or "','" in fault.unexpected[1]:
        return None
    reason = "an implication is written `→`; `=>` belongs to `fun` and `match`"
    return propose("implication", reason, (fault.token_start, fault.token_start + 2, "→"))


def same_reading_twice(fault: Fault) -> Proposal | None:
    """`a <= b` where two notations read it alike: the sign itself is unambiguous."""
    if not fault.message.startswith("Ambiguous term"):
        return None
    readings = [line.strip() for line in fault.message.splitlines() if re.search(r" : Prop\s*$", line)]
    if len(set(readings)) != 1:
        return None
    edits = [
        (match.start(), match.end(), {"<=": "≤", ">=": "≥"}[match[0]])
        for match in fault.find(r"(?<![<>=!:])(?:<=|>=)(?![>=])")
    ]
    return propose("ascii-order", "`<=` and `>=` are read in two equal ways; ≤ and ≥ in one", *edits) if edits else None


def boolean_connective(fault: Fault) -> Proposal | None:
    """`p && q` on propositions: Lean expected a Bool and was given a Prop."""
    match = re.search(r"in the application\s+Bool\.(and|or)\b", fault.message)
    if not match or "has type\n  Prop\nbut is expected to have type\n  Bool" not in fault.message:
        return None
    sign, meant = {"and": ("&&", "∧"), "or": ("||", "∨")}[match[1]]
    at = fault.scene.code.find(sign, fault.start)
    if at < 0:
        return None
    return propose(
        "boolean-connective", f"`{sign}` is for Bool; propositions are joined by {meant}", (at, at + 2, meant)
    )


def connective_word(fault: Fault) -> Proposal | None:
    """`p and q`: Lean reads `and` as an argument or stops after it."""
    code = fault.scene.code
    if fault.message.startswith("Function expected at") and "applied to the argument" in fault.message:
        start, end = fault.start, fault.end
    elif fault.unexpected is not None:
        start, end = code.rfind("\n", 0, fault.token_start) + 1, fault.token_start
    else:
        return None
    found = list(re.finditer(rf"(?<=[\s)])({'|'.join(WORDS)})(?=[\s(])", code[start:end]))
    if not found:
        return None
    last = found[-1]
    meant = WORDS[last[1]]
    edit = (start + last.start(), start + last.end(), meant)
    return propose("connective-word", f"`{last[1]}` is written {meant} between propositions", edit)


def negation_word(fault: Fault) -> Proposal | None:
    """`not p` where Lean knows no `not`."""
    if fault.unknown_name != "not":
        return None
    return propose("connective-word", "`not` is written ¬ before a proposition", (fault.start, fault.end, "¬"))


def middle_dot(fault: Fault) -> Proposal | None:
    """`n · n`, where the dot is read as a placeholder."""
    if not fault.message.startswith("Function expected at") or "argument\n  ·" not in fault.message:
        return None
    at = fault.scene.code.find("·", fault.start, fault.end)
    return propose("look-alike", "a product is written `*`", (at, at + 1, "*")) if at >= 0 else None


def times_sign(fault: Fault) -> Proposal | None:
    """`n × n` of numbers, where × makes a type of pairs."""
    if "in the application\n  Prod " not in fault.message or "has type\n  Nat\n" not in fault.message:
        return None
    at = fault.scene.code.find("×", fault.start)
    return propose("look-alike", "× makes a type of pairs; a product is `*`", (at, at + 1, "*")) if at >= 0 else None


def tab(fault: Fault) -> Proposal | None:
    """A tab, which Lean does not read."""
    if "tabs are not allowed" not in fault.message:
        return None
    places = [match.start() for match in fault.find("\t")]
    return propose("tab", "Lean does not read tabs", *((at, at + 1, "  ") for at in places))


RULES = (
    look_alike, latex, ascii_sign, arrow_in_proposition, same_reading_twice, boolean_connective, connective_word,
    negation_word, middle_dot, times_sign, tab,
)  # fmt: skip
